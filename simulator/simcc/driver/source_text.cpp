// Looks into a CUDA source before clang reads it.
#include "simcc/driver/source_text.hpp"

#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/driver/leading_headers.hpp"
#include "simcc/repairs/source_repairs.hpp"

#include <fstream>
#include <map>

namespace warpschool::simcc {
namespace {

/// @param files of the source, by path; the first is the source itself.
std::vector<std::string> headers_of(const std::string& source,
                                    const std::map<std::string, std::string>& files) {
  return leading_headers(files.at(source), [&](const std::string& name) {
    for (const auto& [path, text] : files) {
      if (path.ends_with("/" + name)) {
        return text;
      }
    }
    return std::string();
  });
}

}  // namespace

/// For nearly all sources there is nothing that clang must be told.
SourceText read_source(const std::string& path, const std::vector<std::string>& include_folders,
                       const TemporaryFolder& folder) {
  SourceText source;
  std::vector<OverlaidFile> repaired;
  bool has_instructions = false, has_references = false;
  const std::vector<std::string> files = files_of_source(path, include_folders);
  std::map<std::string, std::string> texts;
  for (const std::string& file : files) {
    const std::string& text = texts[file] = text_of(file);
    source.has_constants |= text.find("__constant__") != std::string::npos;
    source.has_managed |= text.find("__managed__") != std::string::npos;
    has_instructions |= has_texture_instructions(text);
    has_references |= has_texture_references(text);
    const std::string readable = repaired_source(text);
    if (readable != text) {
      repaired.push_back({file, folder.file(repaired.size(), ".repaired.cu")});
      std::ofstream(repaired.back().text_path, std::ios::binary) << readable;
    }
  }
  source.headers = headers_of(files.front(), texts);
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
