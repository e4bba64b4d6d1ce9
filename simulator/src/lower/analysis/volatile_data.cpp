// Tells volatile data from volatile flags.
#include "lower/analysis/volatile_data.hpp"

#include "lower/isa/form.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

namespace warpschool::sim {
namespace {

bool is_memory(Opcode opcode) {
  return opcode == Opcode::kLd || opcode == Opcode::kLdu || opcode == Opcode::kSt ||
         opcode == Opcode::kAtom || opcode == Opcode::kRed;
}

/// By a comparison, or at some of its bits, as of a state: also at the sign alone.
bool looks_at_it(Opcode opcode) {
  switch (opcode) {
    case Opcode::kSetp:
    case Opcode::kSet:
    case Opcode::kSlct:
    case Opcode::kTestp:
    case Opcode::kAnd:
    case Opcode::kShr:
    case Opcode::kBfe:
      return true;
    default:
      return false;
  }
}

/// Which registers, and which scalars of the stack frame, hold something made of volatile values.
class Flow {
 public:
  explicit Flow(const Program& program) : program_(program) {}

  /// Does such a value decide anything? Follows all of them until nothing is added.
  bool decides();

 private:
  using FrameScalar = std::pair<std::uint32_t, std::int64_t>;  ///< base and displacement

  bool is_made_of_volatile(const InstructionInfo& info) const {
    return std::any_of(info.sources.begin(), info.sources.end(),
                       [this](std::uint32_t slot) { return registers_.count(slot) != 0; });
  }
  bool is_decision(const Decoded& i, const InstructionInfo& info) const;
  void follow(const Decoded& i, const InstructionInfo& info);

  const Program& program_;
  std::unordered_set<std::uint32_t> registers_;
  std::set<FrameScalar> frame_;
};

/// @param info of an instruction that has such a value among its sources
bool Flow::is_decision(const Decoded& i, const InstructionInfo& info) const {
  if (is_memory(info.opcode)) {
    const bool is_address = i.target == 0 && registers_.count(i.a) != 0;
    const bool is_kept = info.opcode == Opcode::kSt && !info.is_strong && i.target == 0 &&
                         i.space != Space::kGlobal;  // for other code to look at
    return is_address || is_kept || i.space == Space::kParam;
  }
  return looks_at_it(info.opcode) || (i.step != Step::kPlain && i.step != Step::kConverge);
}

void Flow::follow(const Decoded& i, const InstructionInfo& info) {
  const bool is_load = info.opcode == Opcode::kLd;
  if (info.opcode == Opcode::kSt) {
    if (i.target != 0) {
      frame_.insert({i.a, i.displacement});
    }
  } else if (!is_load || info.is_volatile || frame_.count({i.a, i.displacement}) != 0) {
    registers_.insert(info.destinations.begin(), info.destinations.end());
  }
}

bool Flow::decides() {
  for (std::size_t before = 0, now = 1; now != before;) {
    before = registers_.size() + frame_.size();
    for (std::size_t at = 0; at < program_.info.size(); ++at) {
      const InstructionInfo& info = program_.info[at];
      const Decoded& i = program_.code[at];
      const bool is_made = is_made_of_volatile(info);
      if (is_made && is_decision(i, info)) {
        return true;
      }
      if (is_made || info.opcode == Opcode::kLd) {
        follow(i, info);
      }
    }
    now = registers_.size() + frame_.size();
  }
  return false;
}

/// May threads of this program wait for each other, or take turns, by other means?
bool has_other_signals(const Program& program) {
  return std::any_of(program.info.begin(), program.info.end(), [](const InstructionInfo& info) {
    const bool is_access = info.opcode == Opcode::kLd || info.opcode == Opcode::kSt;
    return (info.opcode == Opcode::kAtom && !info.result_unused) || info.has_order ||
           (is_access && info.is_strong && !info.is_volatile);
  });
}

bool has_volatile(const Program& program, Opcode opcode) {
  return std::any_of(
      program.info.begin(), program.info.end(),
      [opcode](const InstructionInfo& info) { return info.opcode == opcode && info.is_volatile; });
}

}  // namespace

void mark_volatile_data(Program& program) {
  if (!has_volatile(program, Opcode::kLd) || !has_volatile(program, Opcode::kSt) ||
      has_other_signals(program) || Flow(program).decides()) {
    return;
  }
  for (InstructionInfo& info : program.info) {
    info.is_data = info.is_volatile;
  }
}

}  // namespace warpschool::sim
