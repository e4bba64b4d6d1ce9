// Sorts the words of a clang command by whether they change how headers are read.
#include "simcc/driver/header_words.hpp"

#include "simcc/driver/clang_commands.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace warpschool::simcc {
namespace {

using Words = std::vector<std::string>;

/// A file's name, or something said of warnings, outputs, debug information and libraries.
bool does_not_matter(const std::string& word) {
  constexpr std::array<std::string_view, 8> kWords = {"-S",
                                                      "-emit-llvm",
                                                      "-c",
                                                      "-v",
                                                      "-w",
                                                      "-shared",
                                                      "-fcolor-diagnostics",
                                                      "-fno-optimize-sibling-calls"};
  constexpr std::array<std::string_view, 5> kBeginnings = {"-W", "-g", "-M", "-l", "-L"};
  return word.empty() || word[0] != '-' ||
         std::find(kWords.begin(), kWords.end(), word) != kWords.end() ||
         (std::any_of(kBeginnings.begin(), kBeginnings.end(),
                      [&](std::string_view beginning) { return word.starts_with(beginning); }) &&
          !word.starts_with("-Wp,"));
}

bool has_value_that_does_not_matter(const std::string& word) {
  constexpr std::array<std::string_view, 8> kWords = {"-o",  "-x",       "-MF",          "-MT",
                                                      "-MQ", "-include", "-ivfsoverlay", "-L"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

/// Our own macros switch the headers, others are looked for in them.
void add_macro(const std::string& definition, HeaderWords& words) {
  if (definition.starts_with("WARPSCHOOL_") || definition.starts_with("__CUDA")) {
    words.essence.push_back("-D" + definition);
  } else {
    words.macros.push_back(definition.substr(0, definition.find_first_of("=(")));
  }
}

/// -O1 and -O3 define the same macros as -O2.
std::string with_usual_level(const std::string& word) {
  return word == "-O1" || word == "-O3" ? "-O2" : word;
}

}  // namespace

HeaderWords header_words(const Words& command) {
  HeaderWords words;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string& word = command[i];
    const bool has_next = i + 1 < command.size();
    if (word == "-Xclang" && has_next) {
      const std::string& inner = command[++i];
      if (inner == "-fcuda-include-gpubinary") {
        i += 2;  // -Xclang and the file
      } else if (inner != kUnoptimisedCode) {
        words.essence.push_back(inner);
      }
    } else if (word == "-D" && has_next) {
      add_macro(command[++i], words);
    } else if (word.starts_with("-D")) {
      add_macro(word.substr(2), words);
    } else if ((word == "-I" || word == "-isystem") && has_next) {
      words.folders.push_back(command[++i]);
    } else if (has_value_that_does_not_matter(word)) {
      ++i;
    } else if (!does_not_matter(word)) {
      words.essence.push_back(with_usual_level(word));
    }
  }
  return words;
}

}  // namespace warpschool::simcc
