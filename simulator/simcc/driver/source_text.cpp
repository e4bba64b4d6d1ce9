// Looks into a CUDA source before clang reads it.
#include "simcc/driver/source_text.hpp"

#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/repairs/source_repairs.hpp"

#include <fstream>

namespace warpschool::simcc {

/// For nearly all sources there is nothing that clang must be told.
SourceText read_source(const std::string& path, const std::vector<std::string>& include_folders,
                       const TemporaryFolder& folder) {
  SourceText source;
  std::vector<OverlaidFile> repaired;
  bool has_instructions = false, has_references = false;
  for (const std::string& file : files_of_source(path, include_folders)) {
    const std::string text = text_of(file);
    source.has_constants |= text.find("__constant__") != std::string::npos;
    has_instructions |= has_texture_instructions(text);
    has_references |= has_texture_references(text);
    const std::string readable = repaired_source(text);
    if (readable != text) {
      repaired.push_back({file, folder.file(repaired.size(), ".repaired.cu")});
      std::ofstream(repaired.back().text_path, std::ios::binary) << readable;
    }
  }
  auto& words = source.words;
  if (has_instructions) {
    words = {"-include", "warpschool_toolkit/texture_instructions.h"};
  }
  if (has_references) {
    words.insert(words.end(), {"-include", "warpschool_toolkit/texture_references.h"});
  }
  if (!repaired.empty()) {
    const std::string overlay = folder.file(0, ".overlay.yaml");
    std::ofstream(overlay) << overlay_of(repaired);
    words.insert(words.end(), {"-ivfsoverlay", overlay});
  }
  return source;
}

}  // namespace warpschool::simcc
