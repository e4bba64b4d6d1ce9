// Options of nvcc's that mean nothing here: they choose a real GPU's code, tune ptxas or nvcc
// itself, or ask for what is so anyway (line tables; division and square roots that are always
// precise; extended lambdas).
#pragma once

#include <string_view>

namespace warpschool::simcc {

enum class Ignored {
  kNo,          ///< not one of these options
  kWord,        ///< the word alone, its value glued on if it has one
  kWordAndNext  ///< its value is the next word
};

/// What to skip if `word` is such an option.
Ignored ignored_option(std::string_view word);

}  // namespace warpschool::simcc
