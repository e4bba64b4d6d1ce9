// Collects what each instruction reads and sets: registers, scalars of the frame, other memory.
#include "lower/analysis/cell_events.hpp"

#include <algorithm>
#include <map>

namespace warpschool::sim {
namespace {

bool is_param(const Decoded& i) {
  return i.space == Space::kParam;
}

/// May others, or this thread by another name, have changed memory when this is done?
bool changes_memory(const Decoded& i, const InstructionInfo& info, bool is_scalar) {
  switch (info.opcode) {
    case Opcode::kSt:
      return !is_scalar && !is_param(i);
    case Opcode::kLd:
      return info.is_strong;
    case Opcode::kAtom:
    case Opcode::kRed:
    case Opcode::kCp:
    case Opcode::kWmma:
    case Opcode::kBar:
    case Opcode::kBarrier:
    case Opcode::kMembar:
    case Opcode::kFence:
    case Opcode::kCall:
      return true;
    default:
      return i.step != Step::kPlain && i.step != Step::kBranch && i.step != Step::kJump;
  }
}

/// May it write a scalar whose address somebody took?
bool writes_through_pointers(const Decoded& i, const InstructionInfo& info) {
  const bool writes =
      info.opcode == Opcode::kSt || info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
  return i.step == Step::kCall ||
         (writes && (i.space == Space::kGeneric || i.space == Space::kLocal));
}
}  // namespace

CellEvents::CellEvents(const Program& program, const FrameScalars& scalars)
    : program_(program), scalars_(scalars) {
  collect_scalars();
  for (std::uint32_t at = 0; at < program_.code.size(); ++at) {
    collect(at);
  }
}

void CellEvents::add(CellKey key, const CellEvent& event) {
  const auto [events, is_new] = events_.try_emplace(key);
  if (is_new) {
    keys_.push_back(key);
  }
  events->second.push_back(event);
}

void CellEvents::collect_scalars() {
  std::map<CellKey, std::uint32_t> found;
  for (std::uint32_t at = 0; at < program_.code.size(); ++at) {
    if (const CellKey key = scalars_.place(at); key != 0) {
      found[key] = std::max<std::uint32_t>(found[key], program_.code[at].bytes);
    }
  }
  all_scalars_.assign(found.begin(), found.end());
}

/// The scalar that a load reads, and all that a store writes a part of.
void CellEvents::collect_scalar(std::uint32_t at) {
  const Decoded& i = program_.code[at];
  const CellKey key = scalars_.place(at);
  if (key != 0 && scalars_.key(at) == 0) {
    add(kThroughPointers, {at});
  }
  if (key != 0 && program_.info[at].opcode == Opcode::kLd) {
    add(key, {at});
  } else if (key != 0) {
    constexpr CellKey kWidest = 16;
    const CellKey least = key - std::min<CellKey>(kWidest, key & 0xffff'ffffu);
    const auto first = std::lower_bound(all_scalars_.begin(), all_scalars_.end(),
                                        std::pair<CellKey, std::uint32_t>(least, 0));
    for (auto one = first; one != all_scalars_.end() && one->first < key + i.bytes; ++one) {
      if (one->first + one->second > key) {
        const bool is_whole = one->first == key && one->second == i.bytes;
        add(one->first, {at, true, !is_whole || i.guard != kNoSlot});
      }
    }
  } else if (writes_through_pointers(i, program_.info[at])) {
    add(kThroughPointers, {at, true, true});
  }
}

/// What an instruction reads comes before what it sets.
void CellEvents::collect(std::uint32_t at) {
  const Decoded& i = program_.code[at];
  const InstructionInfo& info = program_.info[at];
  std::vector<std::uint32_t> sources = info.sources;
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  for (const std::uint32_t slot : sources) {
    add(slot, {at});
  }
  if (info.opcode == Opcode::kLd) {
    add(kMemoryCell, {at});
  }
  collect_scalar(at);
  for (const std::uint32_t slot : info.destinations) {
    add(slot, {at, true, i.guard != kNoSlot});
  }
  if (changes_memory(i, info, scalars_.key(at) != 0)) {
    add(kMemoryCell, {at, true, true});
  }
}
}  // namespace warpschool::sim
