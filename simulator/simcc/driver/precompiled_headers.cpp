// Makes precompiled headers of cuda_runtime.h and finds the one that fits a command.
#include "simcc/driver/precompiled_headers.hpp"

#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/diagnostics/constant_writes.hpp"
#include "simcc/diagnostics/host_uses.hpp"
#include "simcc/driver/header_words.hpp"
#include "simcc/driver/kept_files.hpp"
#include "simcc/driver/link_recipes.hpp"
#include "simcc/process/child_process.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

/// What the course's code of the host includes. <stdexcept> costs more than cuda_runtime.h itself,
/// as it needs std::string, and <algorithm> half as much. Those with more in them come first.
constexpr std::array<const char*, 3> kMore = {"algorithm,stdexcept", "stdexcept", "algorithm"};

Words names_in(const std::string& more) {
  Words names;
  std::istringstream list(more);
  for (std::string name; std::getline(list, name, ',');) {
    names.push_back(name);
  }
  return names;
}

/// The header for `essence` as clang `clang` reads it.
/// @param more what is included behind cuda_runtime.h, with commas between; may be empty.
fs::path header_for(const Toolchain& tools, const Words& essence, const std::string& more) {
  Words words = essence;
  if (!more.empty()) {
    words.push_back("#include " + more);
  }
  return kept_file(tools, words, ".pch");
}

/// The files behind "name.o:" of a dependency file.
Words dependencies(const fs::path& file) {
  std::ifstream in(file);
  Words paths;
  std::string word;
  in >> word;  // the target
  while (in >> word) {
    if (word != "\\") {
      paths.push_back(word);
    }
  }
  return paths;
}

/// Could `folder`, searched first, have a file in place of one of `files`? Headers are included by
/// names of up to three parts (bits/types/time_t.h).
bool shadows(const fs::path& folder, const Words& files) {
  for (const std::string& file : files) {
    std::size_t part = file.size();
    for (int parts = 0; parts < 3 && part != 0 && part != std::string::npos; ++parts) {
      part = file.rfind('/', part - 1);
      if (part != std::string::npos &&
          ::access((folder / file.substr(part + 1)).c_str(), F_OK) == 0) {
        return true;
      }
    }
  }
  return false;
}

bool any_has(const Words& files, const Words& names) {
  for (const std::string& file : files) {
    const std::string text = text_of(file);
    for (const std::string& name : names) {
      if (text.find(name) != std::string::npos) {
        return true;
      }
    }
  }
  return false;
}

/// Folders that clang searches without being told on its command line.
bool environment_has_folders() {
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') {
      return true;
    }
  }
  return false;
}

/// Compiles the header that fits `command`, whose source is empty, and returns what it depends on.
/// The list comes last: without it nobody uses the header.
Words precompile(const Toolchain& tools, const Words& command, const std::string& more) {
  const fs::path header = header_for(tools, header_words(command).essence, more);
  const std::string made = header.string() + ".new", depends = header.string() + ".d";
  std::error_code error;
  forget(header);
  Words words = command;
  // Templates are instantiated here instead of in each compilation: a third of its time.
  words.insert(words.end(), {"-Xclang", "-emit-pch", "-fpch-instantiate-templates", "-MD", "-MF",
                             depends, "-o", made});
  if (run_process(words).status != 0) {
    fs::remove(made, error);
    return {};
  }
  Words files = dependencies(depends);
  fs::rename(made, header, error);
  fs::remove(depends, error);
  if (!error) {
    Words all = files;
    all.insert(all.begin(), tools.clang);
    keep(header, all);
  }
  return files;
}

/// May a command with these words begin with a header made of `files`?
bool fits(const Toolchain& tools, const HeaderWords& words, const Words& files) {
  const bool is_shadowed =
      std::any_of(words.folders.begin(), words.folders.end(), [&](const std::string& folder) {
        return folder != tools.toolkit_include && shadows(folder, files);
      });
  return !files.empty() && !environment_has_folders() && !is_shadowed &&
         (words.macros.empty() || !any_has(files, words.macros));
}

bool has_all(const Words& headers, const Words& names) {
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::find(headers.begin(), headers.end(), name) != headers.end();
  });
}

/// A source with nothing of its own.
std::string write_source(const Toolchain& tools, const std::string& more) {
  std::error_code error;
  fs::create_directories(kept_folder(tools), error);
  std::string source =
      (kept_folder(tools) / ((more.empty() ? "empty" : more) + std::string(".cu"))).string();
  if (!fs::exists(source, error)) {
    std::ofstream text(source);
    for (const std::string& name : names_in(more)) {
      text << "#include <" << name << ">\n";
    }
  }
  return source;
}

void write_stamp(const Options& options, const Words& files) {
  std::ofstream(options.output).flush();  // an empty file
  std::ofstream list(options.dependency_file);
  list << options.output << ":";
  for (const std::string& file : files) {
    list << " \\\n " << file;
  }
  list << "\n";
}

}  // namespace

std::vector<std::string> precompiled_words(const Toolchain& tools, const Words& command,
                                           const Words& headers) {
  const HeaderWords words = header_words(command);
  Words contents(kMore.begin(), kMore.end());
  contents.emplace_back();  // cuda_runtime.h alone
  for (const std::string& more : contents) {
    const fs::path header = header_for(tools, words.essence, more);
    if (has_all(headers, names_in(more)) && fits(tools, words, unchanged_sources(header))) {
      return {"-include-pch", header.string()};
    }
  }
  return {};
}

bool mentions_precompiled(const Toolchain& tools, const std::string& messages) {
  return messages.find(kept_folder(tools).string()) != std::string::npos ||
         messages.find("PCH file") != std::string::npos ||
         messages.find("precompiled header") != std::string::npos;
}

void precompile_headers(const Toolchain& tools, const Options& options, const std::string& more) {
  const std::string source = write_source(tools, more);
  Options plain = options;
  plain.dependency_file.clear();
  const Words device = device_command(tools, plain, source, "unused");
  Words host = host_command(tools, plain, source, "unused");
  host.emplace_back("-c");
  const auto behind_driver = static_cast<std::ptrdiff_t>(driver_words(tools).size());
  Words files;
  for (const auto& [command, extra] : {std::pair{device, Words{"-w"}},
                                       {device, constant_write_options()},
                                       {host, Words{}},
                                       {host, host_use_options()}}) {
    Words words = command;  // in the order of the commands that compile: order matters
    words.insert(extra == host_use_options() ? words.begin() + behind_driver : words.end(),
                 extra.begin(), extra.end());
    files = precompile(tools, words, more);
  }
  if (more.empty()) {
    write_link_recipes(tools, plain);
  }
  write_stamp(options, files);
}

}  // namespace warpschool::simcc
