// Options of nvcc that mean nothing here. They choose the code of a real GPU, tune ptxas or nvcc
// itself, or ask for what is always so: line tables, precise division and square roots, extended
// lambdas.
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
