// Finds loads that ask for equality only, and what the swaps of their array replace by what.
#include "lower/analysis/tested_loads.hpp"

#include "lower/analysis/value_makers.hpp"
#include "lower/analysis/frame_scalar.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace warpschool::sim {
namespace {

using Numbers = std::vector<LaunchNumber>;

/// Does it change memory so that others may do the like at the same time?
bool changes_for_others(const InstructionInfo& info) {
  return info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed ||
         (info.opcode == Opcode::kSt && info.is_strong);
}

bool asks_equality(const InstructionInfo& info) {
  return info.opcode == Opcode::kSetp && !ptx::is_float(info.source_type) &&
         (info.compare == Compare::kEq || info.compare == Compare::kNe);
}

/// What is compared with the value that the instruction `test` reads in `slot`.
std::optional<LaunchNumber> other_operand(const Program& program, const Dataflow& flow,
                                          std::uint32_t test, const DefUse::Instructions& makers) {
  const Decoded& i = program.code[test];
  const bool is_first = flow.def_use.is_made_by(flow.def_use.read(test, i.a), makers);
  return flow.addresses.launch_number(flow.def_use, test, is_first ? i.b : i.a);
}

/// All that a loaded value is compared with; nothing: it is used otherwise, too. Unoptimised code
/// keeps it in the stack frame in between.
std::optional<Numbers> tested_numbers(const Program& program, const Dataflow& flow,
                                      std::uint32_t load) {
  Numbers numbers;
  std::vector<std::uint32_t> work{load};
  DefUse::Instructions makers{load};
  while (!work.empty()) {
    const std::uint32_t maker = work.back();
    work.pop_back();
    for (const std::uint32_t use : flow.def_use.uses(maker)) {
      const InstructionInfo& info = program.info[use];
      const bool keeps = is_frame_scalar(program.code[use], info) || info.opcode == Opcode::kMov;
      if (keeps) {
        if (makers.insert(use).second) {
          work.push_back(use);
        }
        continue;
      }
      const std::optional<LaunchNumber> other =
          asks_equality(info) ? other_operand(program, flow, use, makers) : std::nullopt;
      if (!other) {
        return std::nullopt;
      }
      numbers.push_back(*other);
    }
  }
  return numbers.empty() ? std::nullopt : std::optional(std::move(numbers));
}

bool may_be_one_space(Space a, Space b) {
  return a == b || a == Space::kGeneric || b == Space::kGeneric;
}

/// What the swaps of the load's array look for and leave; nothing: there are none, or something
/// else changes it, too.
std::optional<Numbers> swapped_numbers(const Program& program, const Dataflow& flow,
                                       std::uint32_t load) {
  Numbers numbers;
  const PointerOrigins::Origin array = flow.origins.of_access(load);
  bool is_swapped = false;
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    const Decoded& i = program.code[at];
    const PointerOrigins::Origin origin = flow.origins.of_access(at);
    const bool may_change = changes_for_others(program.info[at]) &&
                            may_be_one_space(i.space, program.code[load].space) &&
                            (origin == array || origin == PointerOrigins::kUnknown);
    if (!may_change) {
      continue;
    }
    if (!is_swap(i, program.info[at]) || i.bytes != program.code[load].bytes) {
      return std::nullopt;
    }
    const auto expected = flow.addresses.launch_number(flow.def_use, at, i.b);
    const auto desired = flow.addresses.launch_number(flow.def_use, at, i.c);
    if (!expected || !desired) {
      return std::nullopt;
    }
    numbers.insert(numbers.end(), {*expected, *desired});
    is_swapped |= origin == array;
  }
  return is_swapped ? std::optional(std::move(numbers)) : std::nullopt;
}

}  // namespace

void find_tested_loads(Program& program, const Dataflow& flow) {
  const bool has_swaps = [&] {
    for (std::size_t at = 0; at < program.code.size(); ++at) {
      if (is_swap(program.code[at], program.info[at])) {
        return true;
      }
    }
    return false;
  }();
  for (std::uint32_t at = 0; has_swaps && at < program.code.size(); ++at) {
    const InstructionInfo& info = program.info[at];
    const bool may_meet = info.opcode == Opcode::kLd && !info.is_strong && !info.is_validated &&
                          program.code[at].bytes == info.element_bytes &&
                          flow.origins.of_access(at) != PointerOrigins::kUnknown;
    auto tested = may_meet ? tested_numbers(program, flow, at) : std::nullopt;
    auto swapped = tested ? swapped_numbers(program, flow, at) : std::nullopt;
    if (swapped) {
      program.tested_loads.push_back({at, std::move(*tested), std::move(*swapped)});
    }
  }
}

}  // namespace warpschool::sim
