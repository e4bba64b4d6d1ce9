// Waits until a file is saved.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>

namespace warpschool::warp {

/// Looks at some files of one folder, however an editor saves them: written in place, or as a new
/// file that takes the old one's name.
class Watch {
 public:
  /// Throws std::runtime_error if the folder cannot be watched.
  Watch(const std::filesystem::path& folder, std::set<std::string> files);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Until one of them is saved, and whatever else is saved in the same moment. False: interrupted
  /// by a signal.
  bool wait();

 private:
  /// Reads what has happened; true if it is about one of the files.
  bool take_events();

  std::set<std::string> files_;
  int descriptor_ = -1;
};

}  // namespace warpschool::warp
