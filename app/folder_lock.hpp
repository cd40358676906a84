// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace beltdyn::app {

// Keeps other processes from writing into a folder while it lives. The lock is one of the operating system (flock) on
// the folder itself: it leaves no file behind, and ends with the process however that ends. On file systems without
// locks it does nothing.
class FolderLock {
 public:
  // Throws IoError, with the number of the process that has the folder, if another one does.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace beltdyn::app
