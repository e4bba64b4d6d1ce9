// What simcc looks for in a CUDA source before clang reads it.
#pragma once

#include "simcc/process/scratch_folder.hpp"
#include "simcc/repairs/source_repairs.hpp"

#include <string>
#include <vector>

namespace warpschool::simcc {

struct SourceText {
  std::vector<std::string> words;      ///< what clang must be told to read it as nvcc would
  bool has_constants = false;          ///< it says __constant__
  bool has_managed = false;            ///< it says __managed__
  bool has_vectors = false;            ///< it may copy float4 and its kin (vector_copies.hpp)
  bool has_triangular_loops = false;   ///< it may have such (triangular_loops.hpp)
  std::vector<std::string> headers;    ///< that it begins with (leading_headers.hpp)
  std::vector<OverlaidFile> repaired;  ///< its files that clang reads in copies
};

/// Reads the source at `path` and the files that it includes in quotes (source_repairs.hpp).
/// @param include_folders where those are looked for beside the source's own folder.
/// @param folder where repaired copies are written.
SourceText read_source(const std::string& path, const std::vector<std::string>& include_folders,
                       const TemporaryFolder& folder);

/// Repairs what clang's messages alone tell of (run_time_arrays.hpp). Returns whether there was
/// anything to repair.
bool repair_as_told(SourceText& source, const std::string& messages, const TemporaryFolder& folder);

}  // namespace warpschool::simcc
