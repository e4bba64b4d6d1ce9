// Finds read-modify-write sequences on volatile values.
#include "lower/analysis/volatile_updates.hpp"

#include "lower/analysis/frame_scalar.hpp"
#include "lower/isa/form.hpp"

#include <algorithm>
#include <unordered_map>
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
  explicit Updates(const Program& program) : program_(program) {
    for (std::size_t at = 0; at < program.info.size(); ++at) {
      for (const std::uint32_t slot : program.info[at].destinations) {
        writers_[slot].push_back(at);
      }
    }
  }

  bool may_exclude_others() const;
  bool is_update(std::size_t store) const;

 private:
  bool is_volatile(std::size_t at, Opcode opcode) const {
    const InstructionInfo& info = program_.info[at];
    const Space space = program_.code[at].space;
    return info.opcode == opcode && info.is_strong &&
           info.element_bytes == program_.code[at].bytes &&
           (space == Space::kGlobal || space == Space::kShared || space == Space::kGeneric);
  }
  bool is_waited_for(std::uint32_t value, unsigned steps) const;
  const std::size_t* writer(std::uint32_t slot) const {
    const auto found = writers_.find(slot);
    return found == writers_.end() || found->second.size() != 1 ? nullptr : &found->second.front();
  }
  bool same_place(std::size_t load, std::size_t store) const;
  const std::size_t* stored_at(const Decoded& load) const;
  bool is_made_of(std::size_t made, std::size_t store, bool computed, unsigned steps) const;
  bool comes_of(std::uint32_t value, std::size_t store, bool computed, unsigned steps) const;

  const Program& program_;
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> writers_;
  mutable std::size_t found_ = 0;
};

/// Is the value compared with one that it must have, or must not?
bool Updates::is_waited_for(std::uint32_t value, unsigned steps) const {
  for (std::size_t use = 0; use < program_.info.size(); ++use) {
    const InstructionInfo& info = program_.info[use];
    if (std::find(info.sources.begin(), info.sources.end(), value) == info.sources.end()) {
      continue;
    }
    if (is_for_equality(info) ||
        (steps != 0 && keeps_value(info.opcode) && !info.destinations.empty() &&
         is_waited_for(info.destinations.front(), steps - 1))) {
      return true;
    }
  }
  return false;
}

bool Updates::may_exclude_others() const {
  for (std::size_t at = 0; at < program_.info.size(); ++at) {
    const InstructionInfo& info = program_.info[at];
    const bool answers = info.opcode == Opcode::kAtom && !info.result_unused;
    if (answers || info.has_order ||
        (is_volatile(at, Opcode::kLd) && is_waited_for(program_.code[at].d, 2))) {
      return true;
    }
  }
  return false;
}

/// The only store to the scalar in the frame that this loads: how unoptimised code keeps variables.
const std::size_t* Updates::stored_at(const Decoded& load) const {
  std::size_t stores = 0;
  for (std::size_t at = 0; at < program_.info.size(); ++at) {
    const Decoded& i = program_.code[at];
    if (is_frame_scalar(i, program_.info[at]) && program_.info[at].opcode == Opcode::kSt &&
        i.a == load.a && i.displacement == load.displacement) {
      ++stores;
      found_ = at;
    }
  }
  return stores == 1 ? &found_ : nullptr;
}

/// By one register that is set once, or by two that were loaded from one variable.
bool Updates::same_place(std::size_t load, std::size_t store) const {
  const Decoded &from = program_.code[load], &to = program_.code[store];
  if (from.bytes != to.bytes || from.displacement != to.displacement || from.a == kNoSlot) {
    return false;
  }
  const std::size_t* const one = writer(from.a);
  const std::size_t* const other = writer(to.a);
  if (from.a == to.a) {
    return one != nullptr || writers_.count(from.a) == 0;
  }
  if (one == nullptr || other == nullptr) {
    return false;
  }
  const Decoded &first = program_.code[*one], &second = program_.code[*other];
  return is_frame_scalar(first, program_.info[*one]) &&
         is_frame_scalar(second, program_.info[*other]) && first.a == second.a &&
         first.displacement == second.displacement && stored_at(first) != nullptr;
}

/// Does arithmetic alone lie between a load of the place that the store writes and this value? In a
/// loop it may have been loaded in two places.
bool Updates::comes_of(std::uint32_t value, std::size_t store, bool computed,
                       unsigned steps) const {
  const auto found = writers_.find(value);
  if (found == writers_.end() || found->second.size() > kMostWriters || steps == 0) {
    return false;
  }
  return std::any_of(found->second.begin(), found->second.end(),
                     [&](std::size_t made) { return is_made_of(made, store, computed, steps); });
}

bool Updates::is_made_of(std::size_t made, std::size_t store, bool computed, unsigned steps) const {
  const InstructionInfo& info = program_.info[made];
  if (is_volatile(made, Opcode::kLd)) {
    return computed && same_place(made, store);
  }
  if (is_frame_scalar(program_.code[made], info)) {
    const std::size_t* const kept = stored_at(program_.code[made]);
    return kept != nullptr && comes_of(program_.code[*kept].d, store, computed, steps - 1);
  }
  const bool computes = is_arithmetic(info.opcode);
  return (computes || info.opcode == Opcode::kMov || info.opcode == Opcode::kCvt) &&
         std::any_of(info.sources.begin(), info.sources.end(), [&](std::uint32_t source) {
           return comes_of(source, store, computed || computes, steps - 1);
         });
}

bool Updates::is_update(std::size_t store) const {
  return is_volatile(store, Opcode::kSt) &&
         comes_of(program_.code[store].d, store, false, kMostSteps);
}

}  // namespace

void mark_volatile_updates(Program& program) {
  const bool has_volatile_stores = std::any_of(
      program.info.begin(), program.info.end(),
      [](const InstructionInfo& info) { return info.opcode == Opcode::kSt && info.is_strong; });
  if (!has_volatile_stores) {
    return;
  }
  const Updates updates(program);
  if (updates.may_exclude_others()) {
    return;
  }
  for (std::size_t at = 0; at < program.info.size(); ++at) {
    program.info[at].is_update = updates.is_update(at);
  }
}

}  // namespace warpschool::sim
