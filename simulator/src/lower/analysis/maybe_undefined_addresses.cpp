// Finds addresses made of registers that some path leaves undefined.
#include "lower/analysis/maybe_undefined_addresses.hpp"

#include "lower/analysis/lane_instrumentation.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace warpschool::sim {
namespace {

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

/// Addresses that may be undefined, and all registers on the way to them.
class MaybeUndefined {
 public:
  MaybeUndefined(Program& program, const Registers& registers) : program_(program) {
    Slots may_be_unset;
    for (const FrameSlot& slot : program.unset) {
      may_be_unset.insert(slot.offset);
    }
    registers.add_results(may_be_unset, passes_on);
    drop_unseen_setters(may_be_unset);
    Slots addresses;
    for (std::size_t at = 0; at < program.code.size(); ++at) {
      if (is_access(program.code[at], program.info[at])) {
        addresses.insert(program.code[at].a);
      }
    }
    registers.add_sources(addresses, passes_on);
    std::copy_if(may_be_unset.begin(), may_be_unset.end(),
                 std::inserter(followed_, followed_.end()),
                 [&](std::uint32_t slot) { return addresses.count(slot) != 0; });
  }

  bool is_empty() const { return followed_.empty(); }
  void watch(FrameBuilder& frame, Handler follow);

 private:
  void drop_unseen_setters(Slots& slots) const;

  Program& program_;
  Slots followed_;
};

void MaybeUndefined::drop_unseen_setters(Slots& slots) const {
  for (std::size_t at = 0; at < program_.code.size(); ++at) {
    if (!runs_a_handler(program_.code[at])) {
      for (const std::uint32_t slot : program_.info[at].destinations) {
        slots.erase(slot);
      }
    }
  }
}

void MaybeUndefined::watch(FrameBuilder& frame, Handler follow) {
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

void taint_maybe_undefined(Program& program, const Dataflow& flow, FrameBuilder& frame,
                           Handler follow) {
  // What is saved and put back around a recursive call would have to take its mask along.
  if (follow == nullptr || program.recursive || program.unset.empty()) {
    return;
  }
  MaybeUndefined maybe_undefined(program, flow.registers);
  if (!maybe_undefined.is_empty()) {
    maybe_undefined.watch(frame, follow);
  }
}

}  // namespace warpschool::sim
