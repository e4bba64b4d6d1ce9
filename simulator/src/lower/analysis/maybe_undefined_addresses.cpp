// Finds addresses made of registers that some path leaves undefined.
#include "lower/analysis/maybe_undefined_addresses.hpp"

#include "lower/analysis/lane_instrumentation.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace warpschool::sim {
namespace {

using Slots = std::unordered_set<std::uint32_t>;

/// Is the result rubbish if a source is? Not of selections and of what masks bits out.
bool passes_on(const InstructionInfo& info) {
  switch (info.opcode) {
    case Opcode::kMov:
      return info.sources.size() == 1;
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kMul:
    case Opcode::kMad:
    case Opcode::kShl:
    case Opcode::kCvt:
    case Opcode::kCvta:
      return info.type != ptx::Type::kPred;
    default:
      return false;
  }
}

bool is_access(const Decoded& i, const InstructionInfo& info) {
  const bool is_of_memory = i.space == Space::kGlobal || i.space == Space::kShared ||
                            i.space == Space::kLocal || i.space == Space::kGeneric;
  return is_of_memory && (info.opcode == Opcode::kLd || info.opcode == Opcode::kSt ||
                          info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed);
}

class PartlySet {
 public:
  explicit PartlySet(Program& program) : program_(program) {
    for (const FrameSlot& slot : program.unset) {
      may_be_unset_.insert(slot.offset);
    }
    spread(
        may_be_unset_, [](const InstructionInfo& info) -> const auto& { return info.sources; },
        [](const InstructionInfo& info) -> const auto& { return info.destinations; });
    drop_unseen_writers();
    Slots addresses;
    for (std::size_t at = 0; at < program.code.size(); ++at) {
      if (is_access(program.code[at], program.info[at])) {
        addresses.insert(program.code[at].a);
      }
    }
    spread(
        addresses, [](const InstructionInfo& info) -> const auto& { return info.destinations; },
        [](const InstructionInfo& info) -> const auto& { return info.sources; });
    for (const std::uint32_t slot : addresses) {
      if (may_be_unset_.count(slot) != 0) {
        followed_.insert(slot);
      }
    }
  }

  bool is_empty() const { return followed_.empty(); }
  void watch(FrameBuilder& frame, Handler follow);

 private:
  /// From the registers that instructions have on one side to those on the other.
  template <typename From, typename To>
  void spread(Slots& slots, From from, To to) {
    for (std::size_t known = 0; known != slots.size();) {
      known = slots.size();
      for (const InstructionInfo& info : program_.info) {
        const auto& sides = from(info);
        const bool has_one =
            passes_on(info) && std::any_of(sides.begin(), sides.end(), [&](std::uint32_t slot) {
              return slots.count(slot) != 0;
            });
        if (has_one) {
          slots.insert(to(info).begin(), to(info).end());
        }
      }
    }
  }
  void drop_unseen_writers() {
    for (std::size_t at = 0; at < program_.code.size(); ++at) {
      if (!runs_a_handler(program_.code[at])) {
        for (const std::uint32_t slot : program_.info[at].destinations) {
          may_be_unset_.erase(slot);
        }
      }
    }
  }
  Program& program_;
  Slots may_be_unset_, followed_;
};

void PartlySet::watch(FrameBuilder& frame, Handler follow) {
  const RegisterMasks masks(followed_, program_, frame);
  for (std::size_t at = 0; at < program_.code.size(); ++at) {
    const Decoded& i = program_.code[at];
    const InstructionInfo& info = program_.info[at];
    std::vector<std::uint32_t> targets = masks.of(info.destinations);
    const bool is_made_of_one = is_access(i, info) && masks.has(i.a);
    if (!runs_a_handler(i) || (targets.empty() && !is_made_of_one)) {
      continue;
    }
    LaneTaint watch;
    watch.targets = std::move(targets);
    if (passes_on(info)) {
      watch.sources = masks.of(info.sources, i.guard);
    }
    watch.address = is_made_of_one ? masks.of(i.a) : kNoSlot;
    taint_lanes(program_, at, std::move(watch), follow);
  }
}

}  // namespace

void taint_maybe_undefined(Program& program, FrameBuilder& frame, Handler follow) {
  // What is saved and put back around a recursive call would have to take its mask along.
  if (follow == nullptr || program.recursive) {
    return;
  }
  PartlySet partly_set(program);
  if (!partly_set.is_empty()) {
    partly_set.watch(frame, follow);
  }
}

}  // namespace warpschool::sim
