// Asks clang how it links, keeps the answer, and looks whether an object needs libraries.
#include "simcc/driver/link_recipes.hpp"

#include "simcc/driver/kept_files.hpp"
#include "simcc/process/child_process.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

constexpr std::string_view kWithout = "-nodefaultlibs";
const LinkFiles kNames{"{object}", "{output}", "{script}"};  ///< in a recipe

bool is_there(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

/// May `folder`, searched behind those of the command line, have one of the files that `command`
/// looks for?
bool has_any(const fs::path& folder, const Words& command) {
  return std::any_of(command.begin(), command.end(), [&](const std::string& word) {
    return word.starts_with("-l") && (is_there(folder / ("lib" + word.substr(2) + ".so")) ||
                                      is_there(folder / ("lib" + word.substr(2) + ".a")));
  });
}

/// Would the driver find elsewhere what `command` links, were it asked again? Images with CUDA name
/// a folder of stubs in LIBRARY_PATH.
bool environment_has_libraries(const Words& command) {
  const char* folders = std::getenv("LIBRARY_PATH");
  std::istringstream list(folders == nullptr ? "" : folders);
  for (std::string folder; std::getline(list, folder, ':');) {
    if (has_any(folder.empty() ? "." : folder, command)) {
      return true;
    }
  }
  return false;
}

/// What clang's driver gets to link `files`.
Words words_for(const Toolchain& tools, const Options& options, const LinkFiles& files,
                bool libraries) {
  Words words = driver_words(tools);
  words.insert(words.end(), options.host_compiler.begin(), options.host_compiler.end());
  words.push_back(files.object);
  const Words end = end_of_link(tools, options, files);
  words.insert(words.end(), end.begin(), end.end());
  if (!libraries) {
    words.emplace_back(kWithout);
  }
  return words;
}

/// One line of -###: words in quotes, with backslashes before quotes, backslashes and dollars.
Words quoted_words(const std::string& line) {
  Words words;
  bool inside = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      inside = !inside;
      if (inside) {
        words.emplace_back();
      }
    } else if (inside) {
      i += line[i] == '\\' && i + 1 < line.size() ? 1U : 0U;
      words.back() += line[i];
    }
  }
  return words;
}

/// The part of the C library that each shared library has a copy of; empty: there is none.
std::string own_part_of_c_library(const Toolchain& tools) {
  const std::string ask = "\"$0\" -print-file-name=libc_nonshared.a >&2";
  std::string path = run_process({"sh", "-c", ask, tools.clang}).errors;
  path.erase(std::min(path.find('\n'), path.size()));
  std::error_code error;
  return fs::path(path).is_absolute() && fs::exists(path, error) ? path : "";
}

/// What clang would do for `words`; empty where that is not one command.
Words asked(Words words, const LinkFiles& files) {
  words.emplace_back("-###");
  const ProcessOutcome outcome = run_process(words);
  const std::size_t begin = outcome.errors.find("\n \"");
  if (outcome.status != 0 || begin == std::string::npos ||
      outcome.errors.find("\n \"", begin + 1) != std::string::npos) {
    return {};
  }
  Words command = quoted_words(outcome.errors.substr(begin));
  for (std::string& word : command) {
    word = word == files.object   ? kNames.object
           : word == files.output ? kNames.output
           : word == files.script ? kNames.script
                                  : word;
  }
  const auto has = [&](const std::string& name) {
    return std::count(command.begin(), command.end(), name) == 1;
  };
  return has(kNames.object) && has(kNames.output) && has(kNames.script) ? command : Words{};
}

void write_recipe(const Toolchain& tools, const Options& options, const std::string& own_part) {
  const fs::path folder = kept_folder(tools);
  const LinkFiles files{folder / "empty.o", folder / "linked", folder / "script"};
  std::ofstream(files.object).flush();  // clang asks only whether it is there
  const bool libraries = own_part.empty();
  Words words = words_for(tools, options, files, libraries);
  if (!libraries) {
    words.push_back(own_part);
  }
  const fs::path recipe = kept_file(tools, words_for(tools, options, kNames, libraries), ".link");
  forget(recipe);
  const Words command = asked(words, files);
  if (command.empty() || !fs::path(command.front()).is_absolute()) {
    return;
  }
  std::ofstream out(recipe);
  for (const std::string& word : command) {
    out << word << "\n";
  }
  out.close();
  if (out) {
    keep(recipe, {tools.clang, command.front()});
  }
}

/// What stands at `offset` of `bytes`, if it is that long.
template <class T>
std::optional<T> part_of(const std::string& bytes, std::uint64_t offset) {
  T part{};
  if (offset > bytes.size() || bytes.size() - offset < sizeof part) {
    return std::nullopt;
  }
  std::memcpy(&part, bytes.data() + offset, sizeof part);
  return part;
}

/// Exceptions, memory and trees (std::map) of C++, which the runtime's library brings with it: it
/// is linked to the standard library itself. There is one version of each of these, so that none
/// need be named. A linker that reads the standard library's symbols takes ten times as long.
bool is_of_language(std::string_view symbol) {
  constexpr std::array<std::string_view, 12> kWhole = {
      "_Znwm",  "_Znam",  "_ZdlPv",  "_ZdaPv", "_ZdlPvm",         "_ZdaPvm",
      "memcpy", "memset", "memmove", "memcmp", "_ZSt9terminatev", "__gxx_personality_v0"};
  constexpr std::array<std::string_view, 6> kBeginnings = {
      "__cxa_",        "_Unwind_Resume", "_ZTISt", "_ZNSt13runtime_error", "_ZNSt11logic_error",
      "_ZSt20__throw_"};
  constexpr std::array<std::string_view, 3> kTrees = {"_ZSt18_Rb_tree_", "_ZSt28_Rb_tree_",
                                                      "_ZSt29_Rb_tree_"};
  const auto begins = [&](std::string_view beginning) { return symbol.starts_with(beginning); };
  return std::find(kWhole.begin(), kWhole.end(), symbol) != kWhole.end() ||
         std::any_of(kBeginnings.begin(), kBeginnings.end(), begins) ||
         std::any_of(kTrees.begin(), kTrees.end(), begins);
}

bool is_given(std::string_view symbol) {
  constexpr std::array<std::string_view, 5> kBeginnings = {"cuda", "__cuda", "warpschool_sim_",
                                                           "__start_ws_", "__stop_ws_"};
  return symbol.empty() || symbol == "atexit" || symbol == "_GLOBAL_OFFSET_TABLE_" ||
         is_of_language(symbol) ||
         std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view beginning) { return symbol.starts_with(beginning); });
}

/// Are the symbols that `table` leaves undefined given? `names` is its section of names.
bool are_given(const std::string& bytes, const Elf64_Shdr& table, const Elf64_Shdr& names) {
  for (std::uint64_t i = 0; i + sizeof(Elf64_Sym) <= table.sh_size; i += sizeof(Elf64_Sym)) {
    const auto symbol = part_of<Elf64_Sym>(bytes, table.sh_offset + i);
    const std::uint64_t name = symbol ? names.sh_offset + symbol->st_name : bytes.size();
    if (!symbol || name >= bytes.size()) {
      return false;
    }
    if (symbol->st_shndx == SHN_UNDEF && !is_given(bytes.c_str() + name)) {
      return false;
    }
  }
  return true;
}

}  // namespace

Words end_of_link(const Toolchain& tools, const Options& options, const LinkFiles& files) {
  Words words = link_words(tools, options);
  // Of the libraries that clang adds, those that nobody needs are not searched: a third of the
  // time.
  words.insert(words.end(), {"-Wl,--as-needed", "-Wl,-T," + files.script, "-o", files.output});
  return words;
}

Words linker_command(const Toolchain& tools, const Options& options, const LinkFiles& files,
                     bool libraries) {
  const fs::path recipe = kept_file(tools, words_for(tools, options, kNames, libraries), ".link");
  if (unchanged_sources(recipe).empty()) {
    return {};
  }
  Words words;
  std::ifstream lines(recipe);
  for (std::string word; std::getline(lines, word);) {
    words.push_back(word == kNames.object   ? files.object
                    : word == kNames.output ? files.output
                    : word == kNames.script ? files.script
                                            : word);
  }
  return environment_has_libraries(words) ? Words{} : words;
}

bool needs_libraries(const std::string& object) {
  std::ifstream file(object, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto header = part_of<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) {
    return true;
  }
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const auto table = part_of<Elf64_Shdr>(bytes, header->e_shoff + i * sizeof(Elf64_Shdr));
    if (table && table->sh_type == SHT_SYMTAB) {
      const auto names =
          part_of<Elf64_Shdr>(bytes, header->e_shoff + table->sh_link * sizeof(Elf64_Shdr));
      return !names || !are_given(bytes, *table, *names);
    }
  }
  return true;
}

void write_link_recipes(const Toolchain& tools, const Options& options) {
  ::unsetenv("LIBRARY_PATH");  // who has it when a recipe would be used asks clang
  Options program = options, library = options;
  program.product = Product::kProgram;
  library.product = Product::kSharedLibrary;
  Words& words = library.host_compiler;
  if (std::find(words.begin(), words.end(), "-fPIC") == words.end()) {
    words.emplace_back("-fPIC");
  }
  write_recipe(tools, program, {});
  write_recipe(tools, library, {});
  if (const std::string own_part = own_part_of_c_library(tools); !own_part.empty()) {
    write_recipe(tools, library, own_part);
  }
}

}  // namespace warpschool::simcc
