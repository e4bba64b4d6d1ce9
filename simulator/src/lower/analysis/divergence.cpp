// Divergence analysis over def-use chains: values start as equal in all lanes and become different
// until nothing changes any more.
#include "lower/analysis/divergence.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

bool is_of_thread(Special special) {
  return (special >= Special::kTidX && special <= Special::kTidZ) || special == Special::kLaneid ||
         special == Special::kWarpid ||
         (special >= Special::kLanemaskEq && special <= Special::kLanemaskGt);
}

/// Do lanes have values of their own from it, whatever it reads?
bool gives_each_its_own(const Decoded& i, const InstructionInfo& info) {
  switch (info.opcode) {
    case Opcode::kLd:
      return !reads_parameter(i, info) && i.space != Space::kConst;
    case Opcode::kAtom:
    case Opcode::kShfl:
    case Opcode::kMatch:
    case Opcode::kElect:
    case Opcode::kCall:
      return true;
    default:
      return false;
  }
}

}  // namespace

/// What is known of values so far.
class Divergence::Values {
 public:
  Values(const Program& program, const Dataflow& flow, const Divergence& loops)
      : program_(program),
        flow_(flow),
        loops_(loops),
        varies_(flow.def_use.values().size(), false),
        meets_apart_(flow.cfg.blocks().size(), false),
        is_left_apart_(flow.cfg.blocks().size(), false) {}

  /// Does what an instruction finds in a register vary from lane to lane?
  bool varies(std::size_t at, std::uint32_t slot) const {
    if (const ConstantSlot* constant = flow_.constants.find(slot)) {
      return constant->source == ConstantSlot::Source::kSpecial && is_of_thread(constant->special);
    }
    return varies_in(flow_.cfg.block_of(at), flow_.def_use.read(at, slot));
  }

  /// Ways on which lanes have parted meet where this block begins.
  void meet_apart(std::uint32_t block) { meets_apart_[block] = true; }
  /// Lanes leave the loop of this header at different turns, with different values of what it
  /// counts.
  void leave_apart(std::uint32_t header) { is_left_apart_[header] = true; }

  /// True: something changed.
  bool spread() {
    bool changed = false;
    for (std::uint32_t value = 0; value < varies_.size(); ++value) {
      if (!varies_[value] && becomes_varied(flow_.def_use.values()[value])) {
        varies_[value] = changed = true;
      }
    }
    return changed;
  }

 private:
  using Kind = DefUse::Value::Kind;

  bool varies_in(std::uint32_t block, std::uint32_t value) const {
    if (value == kNoValue || varies_[value]) {
      return value != kNoValue;
    }
    const DefUse::Value& made = flow_.def_use.values()[value];
    if (made.kind == Kind::kEntry) {
      return false;
    }
    const std::uint32_t from = made.kind == Kind::kPhi ? made.at : flow_.cfg.block_of(made.at);
    const std::vector<std::uint32_t>& loop = loops_.loop(from);
    return !loop.empty() && is_left_apart_[loops_.header_[from]] &&
           !std::binary_search(loop.begin(), loop.end(), block);
  }

  bool becomes_varied(const DefUse::Value& value) const {
    if (value.kind == Kind::kEntry) {
      return false;
    }
    const bool is_phi = value.kind == Kind::kPhi;
    const std::uint32_t block = is_phi ? value.at : flow_.cfg.block_of(value.at);
    if (std::any_of(value.operands.begin(), value.operands.end(),
                    [&](std::uint32_t operand) { return varies_in(block, operand); })) {
      return true;
    }
    return is_phi ? meets_apart_[block] : is_varied_by(value.at);
  }

  bool is_varied_by(std::uint32_t at) const {
    const Decoded& i = program_.code[at];
    const InstructionInfo& info = program_.info[at];
    if (gives_each_its_own(i, info) || (i.guard != kNoSlot && varies(at, i.guard))) {
      return true;
    }
    return info.opcode != Opcode::kVote &&
           std::any_of(info.sources.begin(), info.sources.end(),
                       [&](std::uint32_t slot) { return varies(at, slot); });
  }

  const Program& program_;
  const Dataflow& flow_;
  const Divergence& loops_;
  std::vector<bool> varies_;         ///< by value
  std::vector<bool> meets_apart_;    ///< by block
  std::vector<bool> is_left_apart_;  ///< by header
};

Divergence::Divergence(const Program& program, const Dataflow& flow)
    : cfg_(flow.cfg),
      joins_(immediate_post_dominators(flow.cfg)),
      place_(joins_.size(), 0),
      parts_(joins_.size(), false),
      loops_(joins_.size()),
      header_(joins_.size(), kNoBlock) {
  find_loops();
  values_ = std::make_unique<Values>(program, flow, *this);
  for (bool changed = true; changed;) {
    changed = values_->spread();
    for (std::uint32_t block = 0; block < joins_.size(); ++block) {
      const std::uint32_t last = cfg_.blocks()[block].end - 1;
      const Decoded& branch = program.code[last];
      if (!parts_[block] && branch.step == Step::kBranch && branch.guard != kNoSlot &&
          values_->varies(last, branch.guard)) {
        parts_[block] = changed = true;
        part(block);
      }
    }
  }
}

Divergence::~Divergence() = default;

bool Divergence::varies(std::size_t at, std::uint32_t slot) const {
  return values_->varies(at, slot);
}

/// What meets behind a branch at which lanes part differs.
void Divergence::part(std::uint32_t block) {
  if (leaves_loop(block)) {
    values_->leave_apart(header_[block]);
  }
  std::vector<std::uint32_t> meetings = region(block);
  if (joins_[block] != kNoBlock) {
    meetings.push_back(joins_[block]);
  }
  for (const std::uint32_t meeting : meetings) {
    const std::vector<std::uint32_t>& before = cfg_.blocks()[meeting].predecessors;
    const auto is_forward = [&](std::uint32_t from) { return place_[from] < place_[meeting]; };
    if (std::count_if(before.begin(), before.end(), is_forward) > 1) {
      values_->meet_apart(meeting);
    }
  }
}

bool Divergence::leaves_loop(std::uint32_t block) const {
  const std::vector<std::uint32_t>& blocks = loop(block);
  return !blocks.empty() && !std::binary_search(blocks.begin(), blocks.end(), joins_[block]);
}

const std::vector<std::uint32_t>& Divergence::loop(std::uint32_t block) const {
  static const std::vector<std::uint32_t> none;
  return header_[block] == kNoBlock ? none : loops_[header_[block]];
}

std::vector<std::uint32_t> Divergence::region(std::uint32_t block) const {
  std::vector<std::uint32_t> found, work = cfg_.blocks()[block].successors;
  std::vector<bool> seen(joins_.size(), false);
  while (!work.empty()) {
    const std::uint32_t next = work.back();
    work.pop_back();
    if (next == joins_[block] || next == block || seen[next]) {
      continue;
    }
    seen[next] = true;
    found.push_back(next);
    const std::vector<std::uint32_t>& more = cfg_.blocks()[next].successors;
    work.insert(work.end(), more.begin(), more.end());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The blocks of the natural loop with this header, ascending; empty: nothing leads back to it.
std::vector<std::uint32_t> Divergence::blocks_of_loop(std::uint32_t header) const {
  std::vector<std::uint32_t> work;
  for (const std::uint32_t latch : cfg_.blocks()[header].predecessors) {
    if (place_[latch] >= place_[header]) {
      work.push_back(latch);
    }
  }
  if (work.empty()) {
    return {};
  }
  std::vector<std::uint32_t> inside{header};
  std::vector<bool> seen(joins_.size(), false);
  seen[header] = true;
  while (!work.empty()) {
    const std::uint32_t block = work.back();
    work.pop_back();
    if (!seen[block] && place_[block] >= place_[header]) {
      seen[block] = true;
      inside.push_back(block);
      const std::vector<std::uint32_t>& before = cfg_.blocks()[block].predecessors;
      work.insert(work.end(), before.begin(), before.end());
    }
  }
  std::sort(inside.begin(), inside.end());
  return inside;
}

/// The innermost loop of a block is the smallest one that has it.
void Divergence::find_loops() {
  for (const std::vector<std::uint32_t>& order : cfg_.order()) {
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      place_[order[i]] = i;
    }
  }
  for (std::uint32_t header = 0; header < joins_.size(); ++header) {
    loops_[header] = blocks_of_loop(header);
  }
  for (std::uint32_t header = 0; header < joins_.size(); ++header) {
    for (const std::uint32_t block : loops_[header]) {
      if (header_[block] == kNoBlock || loops_[header_[block]].size() > loops_[header].size()) {
        header_[block] = header;
      }
    }
  }
}

}  // namespace warpschool::sim
