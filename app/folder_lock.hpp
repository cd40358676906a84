// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace beltdyn::app {

// Keeps other processes from writing into a folder while it lives. The lock is one of the operating system (flock) on
// the folder itself: it leaves no file behind, and ends with the process however that ends. Where there are no such
// locks, as on some network file systems, a warning says so, and a file in the folder names host, process and the time
// at which that started; one that a dead process of this host has left is taken over.
class FolderLock {
 public:
  // A folder of results is there. One that is the lock's own is made for it and goes with it.
  enum class Folder { of_results, own };

  // Throws IoError, with the process that has the folder as far as it is known, if another one does, or if the folder
  // cannot be locked.
  explicit FolderLock(std::filesystem::path folder, Folder kind = Folder::of_results);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;

 private:
  bool take();
  void take_by_file(int error);

  std::filesystem::path folder_;
  std::filesystem::path file_;  // of its own, where there are no other locks
  Folder kind_;
  int descriptor_ = -1;
  bool has_file_ = false;
};

}  // namespace beltdyn::app
