// Finds read-modify-write sequences on volatile values.
#include "lower/analysis/volatile_updates.hpp"

#include "lower/isa/form.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace warpschool::sim {
namespace {

constexpr unsigned kMostSteps = 6;  ///< from the load to the store
constexpr std::size_t kMostWriters = 4;

bool is_arithmetic(Opcode opcode) {
  return opcode == Opcode::kAdd || opcode == Opcode::kSub || opcode == Opcode::kMul ||
         opcode == Opcode::kMad || opcode == Opcode::kFma;
}

bool keeps_value(Opcode opcode) {
  return opcode == Opcode::kMov || opcode == Opcode::kCvt || opcode == Opcode::kAnd;
}

bool is_for_equality(const InstructionInfo& info) {
  return info.opcode == Opcode::kSetp &&
         (info.compare == Compare::kEq || info.compare == Compare::kNe ||
          info.compare == Compare::kEqu || info.compare == Compare::kNeu);
}

class Updates {
 public:
  Updates(const Program& program, const DefUse& def_use) : program_(program), def_use_(def_use) {}

  bool may_exclude_others() const;
  bool is_update(std::uint32_t store) const;

 private:
  bool is_volatile(std::uint32_t at, Opcode opcode) const {
    const InstructionInfo& info = program_.info[at];
    const Space space = program_.code[at].space;
    return info.opcode == opcode && info.is_strong &&
           info.element_bytes == program_.code[at].bytes &&
           (space == Space::kGlobal || space == Space::kShared || space == Space::kGeneric);
  }
  bool is_waited_for(std::uint32_t maker, unsigned steps) const;
  std::optional<std::uint32_t> only_definition(std::uint32_t value) const;
  bool same_place(std::uint32_t load, std::uint32_t store) const;
  bool is_made_of(std::uint32_t made, std::uint32_t store, bool computed, unsigned steps) const;
  bool comes_of(std::uint32_t value, std::uint32_t store, bool computed, unsigned steps) const;

  const Program& program_;
  const DefUse& def_use_;
};

/// Is what an instruction makes compared with a value that it must have, or must not?
bool Updates::is_waited_for(std::uint32_t maker, unsigned steps) const {
  const std::vector<std::uint32_t> uses = def_use_.uses(maker);
  return std::any_of(uses.begin(), uses.end(), [&](std::uint32_t use) {
    const InstructionInfo& info = program_.info[use];
    return is_for_equality(info) ||
           (steps != 0 && keeps_value(info.opcode) && is_waited_for(use, steps - 1));
  });
}

bool Updates::may_exclude_others() const {
  for (std::uint32_t at = 0; at < program_.info.size(); ++at) {
    const InstructionInfo& info = program_.info[at];
    const bool answers = info.opcode == Opcode::kAtom && !info.result_unused;
    if (answers || info.has_order || (is_volatile(at, Opcode::kLd) && is_waited_for(at, 2))) {
      return true;
    }
  }
  return false;
}

std::optional<std::uint32_t> Updates::only_definition(std::uint32_t value) const {
  const std::vector<std::uint32_t> all =
      value == kNoValue ? std::vector<std::uint32_t>{} : def_use_.definitions(value);
  return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
}

/// By one register that is set once, or by two that were loaded from one variable.
bool Updates::same_place(std::uint32_t load, std::uint32_t store) const {
  const Decoded &from = program_.code[load], &to = program_.code[store];
  if (from.bytes != to.bytes || from.displacement != to.displacement || from.a == kNoSlot) {
    return false;
  }
  const std::uint32_t read = def_use_.read(load, from.a), written = def_use_.read(store, to.a);
  const std::optional<std::uint32_t> one = only_definition(read), other = only_definition(written);
  if (from.a == to.a) {
    return read == kNoValue || (one && one == other);
  }
  if (!one || !other) {
    return false;
  }
  const std::optional<std::uint32_t> first = only_definition(def_use_.scalar(*one));
  return first && first == only_definition(def_use_.scalar(*other));
}

/// Does arithmetic alone lie between a load of the place that the store writes and this value? In a
/// loop it may have been loaded in two places.
bool Updates::comes_of(std::uint32_t value, std::uint32_t store, bool computed,
                       unsigned steps) const {
  if (value == kNoValue || steps == 0) {
    return false;
  }
  const std::vector<std::uint32_t> all = def_use_.definitions(value);
  return all.size() <= kMostWriters && std::any_of(all.begin(), all.end(), [&](std::uint32_t made) {
           return is_made_of(made, store, computed, steps);
         });
}

bool Updates::is_made_of(std::uint32_t made, std::uint32_t store, bool computed,
                         unsigned steps) const {
  const Decoded& i = program_.code[made];
  const InstructionInfo& info = program_.info[made];
  if (is_volatile(made, Opcode::kLd)) {
    return computed && same_place(made, store);
  }
  if (is_frame_scalar(i, info)) {
    const std::uint32_t value =
        info.opcode == Opcode::kLd ? def_use_.scalar(made) : def_use_.read(made, i.d);
    return comes_of(value, store, computed, info.opcode == Opcode::kLd ? steps : steps - 1);
  }
  const bool computes = is_arithmetic(info.opcode);
  return (computes || info.opcode == Opcode::kMov || info.opcode == Opcode::kCvt) &&
         std::any_of(info.sources.begin(), info.sources.end(), [&](std::uint32_t source) {
           return comes_of(def_use_.read(made, source), store, computed || computes, steps - 1);
         });
}

bool Updates::is_update(std::uint32_t store) const {
  return is_volatile(store, Opcode::kSt) &&
         comes_of(def_use_.read(store, program_.code[store].d), store, false, kMostSteps);
}

}  // namespace

void mark_volatile_updates(Program& program, const Dataflow& flow) {
  const bool has_volatile_stores = std::any_of(
      program.info.begin(), program.info.end(),
      [](const InstructionInfo& info) { return info.opcode == Opcode::kSt && info.is_strong; });
  if (!has_volatile_stores) {
    return;
  }
  const Updates updates(program, flow.def_use);
  if (updates.may_exclude_others()) {
    return;
  }
  for (std::uint32_t at = 0; at < program.info.size(); ++at) {
    program.info[at].is_update = updates.is_update(at);
  }
}

}  // namespace warpschool::sim
