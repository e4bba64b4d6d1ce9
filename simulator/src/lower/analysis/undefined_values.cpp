// Must-be-undefined analysis: values that no path defines.
#include "lower/analysis/undefined_values.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

namespace warpschool::sim {
namespace {

/// Of matrices: d = a * b + c. Other matrix instructions have a fragment alone, or store one.
bool is_product(const InstructionInfo& info) {
  return (info.opcode == Opcode::kMma || info.opcode == Opcode::kWmma) &&
         !info.destinations.empty() && info.counter != CounterClass::kLsu;
}

/// Is the result of rubbish rubbish? Not of selections, bit operations and comparisons: what is
/// chosen, or masked out, need not be set. Nor of a word put together of several.
bool keeps_unset(const InstructionInfo& info) {
  switch (info.opcode) {
    case Opcode::kMov:
      return info.sources.size() == 1;
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kMul:
    case Opcode::kMad:
    case Opcode::kFma:
    case Opcode::kNeg:
    case Opcode::kMin:
    case Opcode::kMax:
    case Opcode::kCvt:
    case Opcode::kMma:
      return true;
    case Opcode::kWmma:
      return is_product(info);
    default:
      return false;
  }
}

/// Which values of the def-use chains no path defines: the greatest fixpoint, so every value that
/// could be undefined is taken for so until one of its parts turns out to be defined.
class Undefined {
 public:
  Undefined(const Program& program, const Dataflow& flow)
      : program_(program), flow_(flow), undefined_(flow.def_use.values().size(), true) {
    find_stored_scalars();
    find_unset_fragments();
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::vector<std::uint32_t>& order : flow.cfg.order()) {
        for (const std::uint32_t block : order) {
          changed |= visit(block);
        }
      }
    }
  }

  /// What an instruction finds in a register.
  bool is_read(std::uint32_t at, std::uint32_t slot) const {
    const std::uint32_t value = flow_.def_use.read(at, slot);
    return value == kNoValue ? unset_fragments_.count(slot) != 0 : undefined_[value];
  }
  /// All that a store writes. Of a vector some elements may be nobody's concern, as the fourth of a
  /// point in space; not all.
  bool is_stored(std::uint32_t at) const {
    const Decoded& i = program_.code[at];
    const std::uint8_t bytes = program_.info[at].element_bytes;
    const std::array<std::uint32_t, 4> slots = {i.d, i.b, i.c, i.e};
    const std::size_t count = bytes == 0 ? 0 : std::size_t{i.bytes} / bytes;
    return count != 0 && count <= slots.size() &&
           std::all_of(slots.begin(), slots.begin() + count,
                       [&](std::uint32_t slot) { return is_read(at, slot); });
  }

 private:
  void find_stored_scalars();
  void find_unset_fragments();
  bool visit(std::uint32_t block);
  bool update(std::uint32_t value, bool may_be_undefined);
  bool is_loaded(std::uint32_t at) const;
  bool is_kept(std::uint32_t at) const;
  bool is_made(std::uint32_t at) const;

  /// Does a load or store move one number?
  bool is_scalar(std::uint32_t at) const {
    const std::uint8_t bytes = program_.info[at].element_bytes;
    return bytes != 0 && bytes == program_.code[at].bytes;
  }

  const Program& program_;
  const Dataflow& flow_;
  std::unordered_map<FrameScalars::Key, std::uint32_t> stored_bytes_;  ///< by scalar of the frame
  Slots unset_fragments_;
  std::vector<bool> undefined_;  ///< by value
};

/// Scalars that the function sets somewhere. Parts of a struct that it never sets are copied with
/// the others, and mean nothing.
void Undefined::find_stored_scalars() {
  for (std::uint32_t at = 0; at < program_.code.size(); ++at) {
    const FrameScalars::Key key = flow_.scalars.key(at);
    if (key != 0 && program_.info[at].opcode == Opcode::kSt && is_scalar(at)) {
      stored_bytes_.emplace(key, program_.code[at].bytes);
    }
  }
}

/// Registers of fragments that no instruction sets at all.
void Undefined::find_unset_fragments() {
  for (const InstructionInfo& info : program_.info) {
    for (const std::uint32_t slot :
         is_product(info) ? info.sources : std::vector<std::uint32_t>{}) {
      if (flow_.constants.find(slot) == nullptr && flow_.registers.setters(slot).empty()) {
        unset_fragments_.insert(slot);
      }
    }
  }
}

/// Does a load find nothing in a scalar of the frame?
bool Undefined::is_loaded(std::uint32_t at) const {
  const auto stored = stored_bytes_.find(flow_.scalars.key(at));
  return stored != stored_bytes_.end() && is_scalar(at) &&
         stored->second == program_.code[at].bytes && undefined_[flow_.def_use.scalar(at)];
}

/// Does a store leave nothing in a scalar of the frame? Who writes a part of one sets it.
bool Undefined::is_kept(std::uint32_t at) const {
  return is_scalar(at) && program_.code[at].guard == kNoSlot && is_read(at, program_.code[at].d);
}

/// May the results of an instruction be undefined?
bool Undefined::is_made(std::uint32_t at) const {
  const InstructionInfo& info = program_.info[at];
  if (info.opcode == Opcode::kLd) {
    return is_loaded(at);
  }
  return keeps_unset(info) &&
         std::any_of(info.sources.begin(), info.sources.end(), [&](std::uint32_t slot) {
           return slot != program_.code[at].guard && is_read(at, slot);
         });
}

/// A value is undefined if all that may be a part of it is. True: this is news.
bool Undefined::update(std::uint32_t value, bool may_be_undefined) {
  if (value == kNoValue || !undefined_[value]) {
    return false;
  }
  const std::vector<std::uint32_t>& parts = flow_.def_use.values()[value].operands;
  undefined_[value] = may_be_undefined && std::all_of(parts.begin(), parts.end(),
                                                      [&](auto part) { return undefined_[part]; });
  return !undefined_[value];
}

bool Undefined::visit(std::uint32_t block) {
  bool changed = false;
  for (const std::uint32_t phi : flow_.def_use.phis(block)) {
    changed |= update(phi, true);
  }
  const auto [begin, end] =
      std::pair(flow_.cfg.blocks()[block].begin, flow_.cfg.blocks()[block].end);
  for (std::uint32_t at = begin; at < end; ++at) {
    for (const std::uint32_t slot : program_.info[at].destinations) {
      changed |= update(flow_.def_use.defined(at, slot), is_made(at));
    }
    const std::uint32_t scalar = flow_.def_use.defined(at, kNoSlot);
    if (scalar != kNoValue) {
      const bool is_whole = flow_.def_use.values()[scalar].operands.empty();
      changed |= update(scalar, is_whole && is_kept(at));
    }
  }
  return changed;
}

/// Is there anything that might be undefined?
bool has_candidates(const Program& program, const Dataflow& flow) {
  if (!flow.liveness.unset().empty()) {
    return true;
  }
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    if (flow.scalars.key(at) != 0 || is_product(program.info[at])) {
      return true;
    }
  }
  return false;
}

void mark(Program& program, const Undefined& undefined, std::uint32_t at) {
  const Decoded& i = program.code[at];
  InstructionInfo& info = program.info[at];
  if (is_product(info)) {
    info.stores_undefined =
        std::any_of(info.sources.begin(), info.sources.end(),
                    [&](std::uint32_t slot) { return undefined.is_read(at, slot); });
    return;
  }
  const bool is_of_frame = is_frame_scalar(i, info);  // nobody else looks at it
  info.stores_undefined = info.opcode == Opcode::kSt && i.space != Space::kParam && !is_of_frame &&
                          undefined.is_stored(at);
}

}  // namespace

void mark_never_set(Program& program, const Dataflow& flow) {
  if (!has_candidates(program, flow)) {
    return;
  }
  const Undefined undefined(program, flow);
  for (const std::vector<std::uint32_t>& order : flow.cfg.order()) {
    for (const std::uint32_t block : order) {
      for (std::uint32_t at = flow.cfg.blocks()[block].begin; at < flow.cfg.blocks()[block].end;
           ++at) {
        mark(program, undefined, at);
      }
    }
  }
}

}  // namespace warpschool::sim
