// What nvcc reads and clang does not: simcc lets clang see repaired copies of such files under
// their own names, through a virtual file system.
#pragma once

#include <string>
#include <vector>

namespace warpschool::simcc {

/// `text` as clang can read it; nearly always `text` itself.
std::string repaired_source(const std::string& text);

/// Does `text` have the instruction tex as inline PTX? What it does is a header of its own.
bool has_texture_instructions(const std::string& text);

/// Does `text`, a program's, have texture references (texture<float, 2> image;) of CUDA 11 and
/// before? They are a header of their own, as programs of today may name something else so.
bool has_texture_references(const std::string& text);

/// The file at `path` and the files that it includes in quotes, and they in turn: found beside the
/// file that includes them or in one of `folders`. Absolute paths; files that are not there are
/// left out.
std::vector<std::string> files_of_source(const std::string& path,
                                         const std::vector<std::string>& folders);

/// A file of the virtual file system.
struct OverlaidFile {
  std::string path;       ///< as clang sees it
  std::string text_path;  ///< where its text is
};

/// The virtual file system in clang's format (-ivfsoverlay).
std::string overlay_of(const std::vector<OverlaidFile>& files);

}  // namespace warpschool::simcc
