// What is known of the launches behind an answer, beside its values.
#pragma once

#include "mistakes/recogniser.hpp"
#include "warpschool/harness/answer.hpp"

#include <string>

namespace warpschool::harness::detail {

/// From the simulator's report and from the submission's PTX; nothing on a real GPU.
LaunchFacts facts_of(const AnswerBase& answer);

/// Does the PTX in a module of simcc's mention the word? Nothing where there is no PTX.
std::optional<bool> mentions(const std::string& module, const std::string& word);

}  // namespace warpschool::harness::detail
