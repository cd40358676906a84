// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace beltdyn::app {

// Keeps other processes from writing into a folder during its lifetime. It uses a lock of the operating system (flock)
// on the folder itself, which leaves no file behind and ends with the process in any case. Where such locks are not
// available, as on some network file systems, it warns and creates a file in the folder that names host, process and
// start time of the process; a file left behind by a dead process of this host is taken over.
class FolderLock {
 public:
  // of_results: the folder exists. own: the folder is created for the lock and removed with it.
  enum class Folder { of_results, own };

  // Throws IoError if another process holds the lock, naming the process if known, or if the folder cannot be locked.
  explicit FolderLock(std::filesystem::path folder, Folder kind = Folder::of_results);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;

 private:
  bool take();
  void take_by_file(int error);

  std::filesystem::path folder_;
  std::filesystem::path file_;  // lock file, if flock is not available
  Folder kind_;
  int descriptor_ = -1;
  bool has_file_ = false;
};

}  // namespace beltdyn::app
