// Reads grid and block of the launches from the simulator's report, and looks for special registers
// in the submission's PTX.
#include "mistakes/launch_facts.hpp"

#include "judge.hpp"
#include "simulator_report.hpp"

#include <fstream>
#include <iterator>

namespace warpschool::harness::detail {
namespace {

/// How simcc marks the PTX in a module; it ends with a zero byte.
constexpr const char* kMark = "// warpschool-ptx ";

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

std::optional<bool> mentions(const std::string& module, const std::string& word) {
  std::optional<bool> found;
  for (std::size_t at = module.find(kMark); at != std::string::npos;
       at = module.find(kMark, at + 1)) {
    const std::size_t end = std::min(module.find('\0', at), module.size());
    found = found.value_or(false) || module.find(word, at) < end;
  }
  return found;
}

LaunchFacts facts_of(const AnswerBase& answer) {
  LaunchFacts facts;
  facts.launches = launch_shapes(answer.simulator_report());
  if (facts.launches && has_judge()) {
    const std::string module = text_of(judge().options().student);
    facts.uses_block_index = mentions(module, "%ctaid");
    facts.uses_thread_index = mentions(module, "%tid");
  }
  return facts;
}

}  // namespace warpschool::harness::detail
