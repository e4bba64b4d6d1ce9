// Applies every repair to a source and its headers and writes an overlay for clang.
#include "simcc/repairs/source_repairs.hpp"

#include "simcc/repairs/alignments.hpp"
#include "simcc/repairs/asm_registers.hpp"
#include "simcc/repairs/bare_main.hpp"
#include "simcc/repairs/launch_brackets.hpp"
#include "simcc/repairs/nameless_types.hpp"
#include "simcc/repairs/scanner.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;

/// The names in the lines `#include "NAME"` of `text`.
std::vector<std::string> quoted_includes(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = text.find("include"); at != std::string::npos;
       at = text.find("include", at + 1)) {
    const std::size_t hash = at == 0 ? at : text.find_last_not_of(" \t", at - 1);
    const std::size_t quote = text.find_first_not_of(" \t", at + 7);
    if (hash == std::string::npos || text[hash] != '#' || quote == std::string::npos ||
        text[quote] != '"') {
      continue;
    }
    const std::size_t end = text.find_first_of("\"\n", quote + 1);
    if (end != std::string::npos && text[end] == '"') {
      names.push_back(text.substr(quote + 1, end - quote - 1));
    }
  }
  return names;
}

std::string text_of(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Could a line or statement begin with "main ("?
bool may_have_bare_main(const std::string& text) {
  return any_name(text, "main", [&](std::size_t begin, std::size_t behind) {
    const std::size_t before =
        begin == 0 ? std::string::npos : text.find_last_not_of(" \t", begin - 1);
    const bool begins = before == std::string::npos ||
                        std::string_view("\n;}").find(text[before]) != std::string_view::npos;
    Scanner next(text, behind);
    next.skip_blanks();
    return begins && next.skip("(");
  });
}

/// texture<float, 2>, and not as less than
bool uses_texture_type(const std::string& text) {
  return any_name(text, "texture", [&](std::size_t, std::size_t behind) {
    Scanner next(text, behind);
    next.skip_blanks();
    if (!next.skip("<")) {
      return false;
    }
    next.skip_blanks();
    return next.skip_while([](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; });
  });
}

bool declares_texture_type(const std::string& text) {
  const auto declares = [&](std::size_t, std::size_t behind) {
    Scanner next(text, behind);
    return next.skip_blanks() && next.skip_name("texture");
  };
  return any_name(text, "class", declares) || any_name(text, "struct", declares);
}

}  // namespace

std::string repaired_source(const std::string& text) {
  std::string readable =
      text.find("asm") == std::string::npos ? text : double_register_percents(text);
  readable = may_have_bare_main(readable) ? type_bare_main(readable) : readable;
  readable = readable.find("alignas") == std::string::npos ? readable : free_alignments(readable);
  if (readable.find("__device__") != std::string::npos) {
    readable = keep_variables_of_nameless_types(readable);
  }
  return readable.find("<<") == std::string::npos ? readable : join_launch_brackets(readable);
}

bool has_texture_instructions(const std::string& text) {
  constexpr const char* kGeometries[] = {"tex.1d.", "tex.2d.", "tex.3d.", "tex.a1d.", "tex.a2d."};
  return std::any_of(std::begin(kGeometries), std::end(kGeometries), [&](const char* geometry) {
    return text.find(geometry) != std::string::npos;
  });
}

bool has_texture_references(const std::string& text) {
  if (text.find("cudaBindTexture") == std::string::npos &&
      text.find("cudaReadMode") == std::string::npos) {
    return false;
  }
  return uses_texture_type(text) && !declares_texture_type(text);
}

std::vector<std::string> files_of_source(const std::string& path,
                                         const std::vector<std::string>& folders) {
  std::error_code error;
  std::vector<std::string> files = {fs::absolute(path, error).lexically_normal().string()};
  for (std::size_t i = 0; i < files.size(); ++i) {
    const fs::path file = files[i];
    for (const std::string& name : quoted_includes(text_of(file))) {
      std::vector<fs::path> places = {file.parent_path()};
      places.insert(places.end(), folders.begin(), folders.end());
      for (const fs::path& place : places) {
        const std::string found = fs::absolute(place / name, error).lexically_normal().string();
        if (fs::is_regular_file(found, error)) {
          if (std::find(files.begin(), files.end(), found) == files.end()) {
            files.push_back(found);
          }
          break;
        }
      }
    }
  }
  return files;
}

std::string overlay_of(const std::vector<OverlaidFile>& files) {
  const auto quoted = [](const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
      result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
    return result + '"';
  };
  std::string roots;
  for (const OverlaidFile& file : files) {
    roots += std::string(roots.empty() ? "" : ", ") +
             "{ \"type\": \"file\", \"name\": " + quoted(file.path) +
             ", \"external-contents\": " + quoted(file.text_path) + " }";
  }
  return "{ \"version\": 0, \"use-external-names\": false, \"roots\": [ " + roots + " ] }\n";
}

}  // namespace warpschool::simcc
