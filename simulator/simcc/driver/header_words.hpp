// Which words of clang's command line matter to the headers that a source includes first.
#pragma once

#include <string>
#include <vector>

namespace warpschool::simcc {

struct HeaderWords {
  /// What decides how the headers are read. Two commands with the same read the same, as long as
  /// the macros below do not occur in the headers, and the folders have no headers of their names.
  std::vector<std::string> essence;
  std::vector<std::string> macros;   ///< names that -D defines
  std::vector<std::string> folders;  ///< of -I and -isystem
};

/// Sorts the words of a command. A word that it does not know is one that matters.
HeaderWords header_words(const std::vector<std::string>& command);

}  // namespace warpschool::simcc
