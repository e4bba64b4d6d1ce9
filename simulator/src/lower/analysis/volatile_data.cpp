// Tells volatile data from volatile flags.
#include "lower/analysis/volatile_data.hpp"

#include "lower/isa/form.hpp"

#include <algorithm>
#include <vector>

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

/// What is made of volatile values, through registers and scalars of the stack frame.
class Flow {
 public:
  Flow(const Program& program, const DefUse& def_use) : program_(program), def_use_(def_use) {}

  /// Does such a value decide anything?
  bool decides();

 private:
  bool is_decision(std::uint32_t use) const;
  bool hands_on(std::uint32_t use) const {
    return program_.info[use].opcode != Opcode::kSt || program_.code[use].target != 0;
  }
  void add(std::uint32_t at) {
    if (makers_.insert(at).second) {
      work_.push_back(at);
    }
  }

  const Program& program_;
  const DefUse& def_use_;
  DefUse::Instructions makers_;  ///< whose results are made of volatile values
  DefUse::Instructions uses_;    ///< that read such a value
  std::vector<std::uint32_t> work_;
};

/// @param use reads such a value
bool Flow::is_decision(std::uint32_t use) const {
  const Decoded& i = program_.code[use];
  const InstructionInfo& info = program_.info[use];
  if (is_memory(info.opcode)) {
    const bool is_address = i.target == 0 && def_use_.is_made_by(def_use_.read(use, i.a), makers_);
    const bool is_kept = info.opcode == Opcode::kSt && !info.is_strong && i.target == 0 &&
                         i.space != Space::kGlobal;  // for other code to look at
    return is_address || is_kept || i.space == Space::kParam;
  }
  return looks_at_it(info.opcode) || (i.step != Step::kPlain && i.step != Step::kConverge);
}

bool Flow::decides() {
  for (std::uint32_t at = 0; at < program_.info.size(); ++at) {
    if (program_.info[at].opcode == Opcode::kLd && program_.info[at].is_volatile) {
      add(at);
    }
  }
  while (!work_.empty()) {
    const std::uint32_t maker = work_.back();
    work_.pop_back();
    for (const std::uint32_t use : def_use_.uses(maker)) {
      const bool is_load_of_scalar = is_frame_scalar(program_.code[use], program_.info[use]) &&
                                     program_.info[use].opcode == Opcode::kLd;
      if (!is_load_of_scalar) {
        uses_.insert(use);
      }
      if (is_load_of_scalar || hands_on(use)) {
        add(use);
      }
    }
  }
  return std::any_of(uses_.begin(), uses_.end(),
                     [this](std::uint32_t use) { return is_decision(use); });
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

void mark_volatile_data(Program& program, const Dataflow& flow) {
  if (!has_volatile(program, Opcode::kLd) || !has_volatile(program, Opcode::kSt) ||
      has_other_signals(program) || Flow(program, flow.def_use).decides()) {
    return;
  }
  for (InstructionInfo& info : program.info) {
    info.is_data = info.is_volatile;
  }
}

}  // namespace warpschool::sim
