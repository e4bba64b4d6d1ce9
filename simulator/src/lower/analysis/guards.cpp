// Finds the condition that guards an access, and ways without a barrier.
#include "lower/analysis/guards.hpp"

#include "lower/analysis/dataflow.hpp"
#include "lower/analysis/value_makers.hpp"

#include <algorithm>
#include <vector>

namespace warpschool::sim {
namespace {

using Instructions = DefUse::Instructions;

/// Follows branches from `from` on. An instruction of which `stops` holds is come to, but not
/// passed.
template <typename Stops>
bool leads_to(const Program& program, std::uint32_t from, std::uint32_t to, Stops stops) {
  std::vector<bool> reached(program.code.size());
  std::vector<std::uint32_t> work{from};
  while (!work.empty()) {
    const std::uint32_t at = work.back();
    work.pop_back();
    for_each_successor(program, at, [&](std::size_t next) {
      if (next < reached.size() && !reached[next]) {
        reached[next] = true;
        if (!stops(static_cast<std::uint32_t>(next))) {
          work.push_back(static_cast<std::uint32_t>(next));
        }
      }
    });
    if (reached[to]) {
      return true;
    }
  }
  return false;
}

/// Does the branch decide whether a thread comes to `at` before it comes to the branch again?
bool decides(const Program& program, std::uint32_t branch, std::uint32_t at) {
  const Decoded& i = program.code[branch];
  if (i.step != Step::kBranch || i.guard == kNoSlot) {
    return false;
  }
  const auto leads = [&](std::uint32_t way) {
    return way == at ||
           leads_to(program, way, at, [&](std::uint32_t next) { return next == branch; });
  };
  return leads(i.target) != leads(branch + 1);
}

/// Is the result made of numbers in registers or in the frame alone?
bool computes(const Decoded& i, const InstructionInfo& info) {
  return is_frame_scalar(i, info) ||
         (info.opcode != Opcode::kLd && info.opcode != Opcode::kAtom && i.step == Step::kPlain);
}

/// The same number, at most in another width.
bool copies(const Decoded& i, const InstructionInfo& info) {
  return is_frame_scalar(i, info) || info.opcode == Opcode::kMov || info.opcode == Opcode::kCvt;
}

/// Is what an instruction finds in a register copied from what one of `index` makes?
bool is_one_of(const ValueMakers& makers, std::uint32_t test, std::uint32_t slot,
               const Instructions& index) {
  const Instructions compared = makers.of(test, slot, copies);
  return std::any_of(compared.begin(), compared.end(),
                     [&](std::uint32_t at) { return index.count(at) != 0; });
}

/// Does the branch compare a number that one of `index` makes?
bool compares(const Program& program, const ValueMakers& makers, std::uint32_t branch,
              const Instructions& index) {
  const Instructions tests =
      makers.of(branch, program.code[branch].guard, [](const auto&, const auto& info) {
        return info.opcode != Opcode::kSetp && info.type == ptx::Type::kPred;
      });
  return std::any_of(tests.begin(), tests.end(), [&](std::uint32_t test) {
    const Decoded& i = program.code[test];
    return program.info[test].opcode == Opcode::kSetp &&
           (is_one_of(makers, test, i.a, index) || is_one_of(makers, test, i.b, index));
  });
}

}  // namespace

std::uint32_t guard_of_index(const Program& program, std::uint32_t access) {
  if (access >= program.code.size() || program.code[access].a == kNoSlot) {
    return kNoIndex;
  }
  const Dataflow flow(program);
  const ValueMakers makers(program, flow.def_use);
  const Instructions index = makers.of(access, program.code[access].a, computes);
  for (std::uint32_t before = access; before-- > 0;) {
    if (decides(program, before, access) && compares(program, makers, before, index)) {
      return before;
    }
  }
  return kNoIndex;
}

bool leads(const Program& program, std::uint32_t from, std::uint32_t to) {
  return leads_to(program, from, to, [](std::uint32_t) { return false; });
}

bool leads_on(const Program& program, std::uint32_t from, std::uint32_t to) {
  return from < to && leads_to(program, from, to, [from](std::uint32_t at) { return at < from; });
}

bool leads_on_past_barriers(const Program& program, std::uint32_t from, std::uint32_t to) {
  return from < to && leads_to(program, from, to, [&](std::uint32_t at) {
           return at < from || program.code[at].step == Step::kBarrier;
         });
}

bool leads_past_barriers(const Program& program, std::uint32_t from, std::uint32_t to) {
  return leads_to(program, from, to,
                  [&](std::uint32_t at) { return program.code[at].step == Step::kBarrier; });
}

}  // namespace warpschool::sim
