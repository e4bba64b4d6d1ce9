// What simcc looks for in a CUDA source before clang reads it.
#pragma once

#include "simcc/process/scratch_folder.hpp"

#include <string>
#include <vector>

namespace warpschool::simcc {

struct SourceText {
  std::vector<std::string> words;    ///< what clang must be told to read it as nvcc would
  bool has_constants = false;        ///< it says __constant__
  bool has_managed = false;          ///< it says __managed__
  std::vector<std::string> headers;  ///< that it begins with (leading_headers.hpp)
};

/// Reads the source at `path` and the files that it includes in quotes (source_repairs.hpp).
/// @param include_folders where those are looked for beside the source's own folder.
/// @param folder where repaired copies are written.
SourceText read_source(const std::string& path, const std::vector<std::string>& include_folders,
                       const TemporaryFolder& folder);

}  // namespace warpschool::simcc
