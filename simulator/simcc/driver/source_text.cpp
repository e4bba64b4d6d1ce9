// Looks into a CUDA source before clang reads it.
#include "simcc/driver/source_text.hpp"

#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/driver/leading_headers.hpp"
#include "simcc/repairs/run_time_arrays.hpp"
#include "simcc/repairs/source_repairs.hpp"
#include "simcc/repairs/triangular_loops.hpp"
#include "simcc/repairs/vector_copies.hpp"

#include <algorithm>
#include <filesystem>
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

/// The copy that clang reads in place of `file`, if there is one.
std::string file_that_clang_reads(const SourceText& source, const std::string& file) {
  const auto copy = std::find_if(source.repaired.begin(), source.repaired.end(),
                                 [&](const OverlaidFile& one) { return one.path == file; });
  return copy == source.repaired.end() ? file : copy->text_path;
}

/// Lets clang read `text` in place of `file`.
void show_repaired(SourceText& source, const std::string& file, const std::string& text,
                   const TemporaryFolder& folder) {
  std::string copy = file_that_clang_reads(source, file);
  if (copy == file) {
    copy = folder.file(source.repaired.size(), ".repaired.cu");
    source.repaired.push_back({file, copy});
  }
  std::ofstream(copy, std::ios::binary | std::ios::trunc) << text;
}

void write_overlay(SourceText& source, const TemporaryFolder& folder) {
  if (source.repaired.empty()) {
    return;
  }
  const std::string overlay = folder.file(0, ".overlay.yaml");
  std::ofstream(overlay, std::ios::trunc) << overlay_of(source.repaired);
  if (std::find(source.words.begin(), source.words.end(), overlay) == source.words.end()) {
    source.words.insert(source.words.end(), {"-ivfsoverlay", overlay});
  }
}

}  // namespace

/// For nearly all sources there is nothing that clang must be told.
SourceText read_source(const std::string& path, const std::vector<std::string>& include_folders,
                       const TemporaryFolder& folder) {
  SourceText source;
  bool has_instructions = false, has_references = false;
  const std::vector<std::string> files = files_of_source(path, include_folders);
  std::map<std::string, std::string> texts;
  for (const std::string& file : files) {
    const std::string& text = texts[file] = text_of(file);
    source.has_constants |= text.find("__constant__") != std::string::npos;
    source.has_managed |= text.find("__managed__") != std::string::npos;
    source.has_vectors |= mentions_vectors(text);
    source.has_triangular_loops |= mentions_triangular_loops(text);
    has_instructions |= has_texture_instructions(text);
    has_references |= has_texture_references(text);
    const std::string readable = repaired_source(text);
    if (readable != text) {
      show_repaired(source, file, readable, folder);
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
  write_overlay(source, folder);
  return source;
}

bool repair_as_told(SourceText& source, const std::string& messages,
                    const TemporaryFolder& folder) {
  std::map<std::string, std::vector<ArrayPlace>> places;
  std::error_code ignored;
  for (const ArrayPlace& place : arrays_without_values(messages)) {
    places[std::filesystem::absolute(place.file, ignored).lexically_normal().string()].push_back(
        place);
  }
  bool is_other = false;
  for (const auto& [file, arrays] : places) {
    const std::string text = text_of(file_that_clang_reads(source, file));
    const std::string set = set_run_time_arrays(text, arrays);
    if (set != text) {
      show_repaired(source, file, set, folder);
      is_other = true;
    }
  }
  if (is_other) {
    write_overlay(source, folder);
  }
  return is_other;
}

}  // namespace warpschool::simcc
