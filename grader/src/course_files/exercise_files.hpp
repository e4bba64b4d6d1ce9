// What each file of an exercise's folder is there for. Students get only what something names: a
// model answer that was copied beside the stub is named by nothing.
#pragma once

#include "warpschool/course/course.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace warpschool::grader {

enum class FileUse : std::uint8_t {
  kStudents,   ///< page, hints, stubs, interface, what stubs include, pictures that pages link
  kSources,    ///< reference and tests, and what only these include
  kHidden,     ///< checks for grading day, and what only these include
  kStrayCode,  ///< code that nothing names: it may be an answer, or be needed
  kStray       ///< anything else that nothing names
};

bool is_stray(FileUse use);

struct UsedFile {
  std::filesystem::path path;
  FileUse use = FileUse::kStray;
};

/// The files of exercises/<module>/<id>, sorted.
std::vector<UsedFile> files_of_exercise(const std::filesystem::path& folder,
                                        const course::Exercise& exercise);

/// The files of exercises/<module>, which has a page and its pictures.
std::vector<UsedFile> files_of_module(const std::filesystem::path& folder);

/// By its name's ending: a source, a header or PTX.
bool is_code(const std::filesystem::path& file);

}  // namespace warpschool::grader
