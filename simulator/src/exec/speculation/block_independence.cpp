// Proves before a launch that its blocks cannot meet.
#include "exec/speculation/block_independence.hpp"

#include "exec/launch/grid.hpp"
#include "exec/launch/special_registers.hpp"
#include "exec/speculation/affine_stores.hpp"
#include "exec/speculation/value_range.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {
namespace {

/// Longer kernels spend their time elsewhere.
constexpr std::size_t kMostInstructions = 512;

/// A predicate has this value.
struct Fact {
  std::uint32_t predicate = kNoSlot;
  bool value = true;
  friend bool operator==(const Fact&, const Fact&) = default;
};
using Facts = std::vector<Fact>;

std::uint64_t low_bytes(std::uint64_t value, unsigned bytes) {
  return bytes >= 8 ? value : value & ((std::uint64_t{1} << (8 * bytes)) - 1);
}

/// Over all threads of the launch.
MaybeRange range_of(Special special, const Grid& grid) {
  const Dim3& block = grid.config.block;
  const Dim3& blocks = grid.config.grid;
  const std::uint64_t warps = (block.count() + kWarpSize - 1) / kWarpSize;
  switch (special) {
    case Special::kTidX:
      return ValueRange::of_index(0, block.x);
    case Special::kTidY:
      return ValueRange::of_index(1, block.y);
    case Special::kTidZ:
      return ValueRange::of_index(2, block.z);
    case Special::kNtidX:
      return ValueRange::of(block.x);
    case Special::kNtidY:
      return ValueRange::of(block.y);
    case Special::kNtidZ:
      return ValueRange::of(block.z);
    case Special::kCtaidX:
      return ValueRange::of_index(3, blocks.x);
    case Special::kCtaidY:
      return ValueRange::of_index(4, blocks.y);
    case Special::kCtaidZ:
      return ValueRange::of_index(5, blocks.z);
    case Special::kNctaidX:
      return ValueRange::of(blocks.x);
    case Special::kNctaidY:
      return ValueRange::of(blocks.y);
    case Special::kNctaidZ:
      return ValueRange::of(blocks.z);
    case Special::kLaneid:
      return ValueRange::below(kWarpSize);
    case Special::kWarpid:
      return ValueRange::below(warps);
    default:
      return std::nullopt;
  }
}

/// Walks over the kernel once, from the first instruction to the last: jumps lead forward only. A
/// register that one instruction alone writes, of such registers and constants, has one value in a
/// thread: what a branch has told of it stays true.
class Walk {
 public:
  explicit Walk(const Grid& grid)
      : grid_(grid), program_(grid.program), facts_(grid.program.code.size() + 1) {}

  BlockIndependence run() {
    if (program_.code.size() > kMostInstructions || !program_.calls.empty() ||
        !program_.lane_taints.empty() || !ends_in_time()) {
      return BlockIndependence::kNothing;
    }
    read_constants();
    find_writers();
    facts_[0] = Facts{};
    for (std::uint32_t i = 0; i < program_.code.size(); ++i) {
      if (facts_[i] && !visit(i)) {
        return BlockIndependence::kNothing;
      }
    }
    const bool mixes = std::any_of(stores_.begin(), stores_.end(), [&](const Store& store) {
      return std::find(read_.begin(), read_.end(), store.allocation) != read_.end();
    });
    return mixes                              ? BlockIndependence::kNothing
           : are_apart(stores_, grid_.config) ? BlockIndependence::kDisjointWrites
                                              : BlockIndependence::kIdempotent;
  }

 private:
  bool ends_in_time() const;
  void read_constants();
  void find_writers();
  bool visit(std::uint32_t index);
  bool visit_access(std::uint32_t index);
  void visit_computation(std::uint32_t index);
  bool go(std::uint32_t from, std::uint32_t to, const Facts& facts);
  void learn(Facts& facts, Fact fact) const;
  MaybeRange range(std::uint32_t slot, std::uint32_t index) const;
  ValueRange bounded(ValueRange range, std::uint32_t slot, Fact fact) const;
  const Decoded* writer(std::uint32_t slot) const;
  const InstructionInfo& info_of(const Decoded& i) const {
    return program_.info[static_cast<std::size_t>(&i - program_.code.data())];
  }

  const Grid& grid_;
  const Program& program_;
  std::vector<std::optional<Facts>> facts_;  ///< by instruction; empty: nobody gets there
  std::unordered_map<std::uint32_t, ValueRange> ranges_;      ///< by slot
  std::unordered_map<std::uint32_t, std::uint32_t> writers_;  ///< by slot; kNoIndex: several
  std::vector<const Allocation*> read_;
  std::vector<Store> stores_;
};

/// Lanes that go apart count one by one (Worker::count_run).
bool Walk::ends_in_time() const {
  const std::uint64_t of_warp =
      program_.code.size() * std::uint64_t{kWarpSize} * Worker::kLeastThreads;
  const std::uint64_t warps = (grid_.config.block.count() + kWarpSize - 1) / kWarpSize;
  const Worker& worker = grid_.worker();
  const std::uint64_t left =
      worker.work_limit - std::min(worker.work_limit, worker.executed_threads);
  return of_warp * warps <= worker.stall_limit &&
         grid_.config.grid.count() < left / (of_warp * warps);
}

void Walk::read_constants() {
  for (const ConstantSlot& slot : program_.constants) {
    MaybeRange range;
    if (slot.source == ConstantSlot::Source::kSpecial) {
      range = range_of(slot.special, grid_);
    } else if (slot.source == ConstantSlot::Source::kBits) {
      range = ValueRange::of(static_cast<std::int64_t>(slot.bits));
    } else if (slot.source == ConstantSlot::Source::kParameter) {
      range = ValueRange::of(static_cast<std::int64_t>(
          low_bytes(parameter_value(slot, grid_.parameters), slot.bytes)));
    }
    if (range) {
      ranges_.emplace(slot.offset, *range);
    }
  }
}

void Walk::find_writers() {
  for (std::uint32_t i = 0; i < program_.code.size(); ++i) {
    for (const std::uint32_t slot : program_.info[i].destinations) {
      const auto [place, is_first] = writers_.emplace(slot, i);
      place->second = is_first ? i : kNoIndex;
    }
  }
  for (const FrameSlot& slot : program_.unset) {
    writers_[slot.offset] = kNoIndex;
  }
}

/// The only instruction that writes a register which nobody reads before.
const Decoded* Walk::writer(std::uint32_t slot) const {
  const auto found = writers_.find(slot);
  return found == writers_.end() || found->second == kNoIndex ? nullptr
                                                              : &program_.code[found->second];
}

/// False: it may fault, wait, or do what this file knows nothing of.
bool Walk::visit(std::uint32_t index) {
  const Decoded& i = program_.code[index];
  const Facts& facts = *facts_[index];
  Facts stays = facts;
  if (i.guard != kNoSlot) {
    learn(stays, {i.guard, i.guard_negated});
  }
  switch (i.step) {
    case Step::kPlain:
      if (!visit_access(index)) {
        return false;
      }
      visit_computation(index);
      return go(index, index + 1, facts);
    case Step::kExit:
      return i.guard == kNoSlot || go(index, index + 1, stays);
    case Step::kJump:
      return go(index, i.target, facts);
    case Step::kBranch: {
      Facts taken = facts;
      if (i.guard != kNoSlot) {
        learn(taken, {i.guard, !i.guard_negated});
      }
      return go(index, i.target, taken) && (i.guard == kNoSlot || go(index, index + 1, stays));
    }
    default:
      return false;
  }
}

/// What is known at a place is what is known on every way to it.
bool Walk::go(std::uint32_t from, std::uint32_t to, const Facts& facts) {
  std::optional<Facts>& known = facts_[to];
  if (!known) {
    known = facts;
  } else {
    std::erase_if(*known, [&](const Fact& fact) {
      return std::find(facts.begin(), facts.end(), fact) == facts.end();
    });
  }
  return to > from;
}

/// With all that follows from it: "p or q" is false only if both are.
void Walk::learn(Facts& facts, Fact fact) const {
  constexpr std::size_t kMost = 16;
  if (facts.size() >= kMost || std::find(facts.begin(), facts.end(), fact) != facts.end()) {
    return;
  }
  facts.push_back(fact);
  const Decoded* const by = writer(fact.predicate);
  if (by == nullptr || by->guard != kNoSlot || info_of(*by).type != ptx::Type::kPred) {
    return;
  }
  const Opcode opcode = info_of(*by).opcode;
  if (opcode == Opcode::kNot) {
    learn(facts, {by->a, !fact.value});
  } else if (opcode == (fact.value ? Opcode::kAnd : Opcode::kOr)) {
    learn(facts, {by->a, fact.value});
    learn(facts, {by->b, fact.value});
  }
}

Compare opposite(Compare op) {
  switch (op) {
    case Compare::kLt:
      return Compare::kGe;
    case Compare::kLe:
      return Compare::kGt;
    case Compare::kGt:
      return Compare::kLe;
    case Compare::kGe:
      return Compare::kLt;
    case Compare::kNe:
      return Compare::kEq;
    default:
      return Compare::kNone;
  }
}

Compare mirrored(Compare op) {
  switch (op) {
    case Compare::kLt:
      return Compare::kGt;
    case Compare::kLe:
      return Compare::kGe;
    case Compare::kGt:
      return Compare::kLt;
    case Compare::kGe:
      return Compare::kLe;
    default:
      return op;
  }
}

ValueRange Walk::bounded(ValueRange range, std::uint32_t slot, Fact fact) const {
  const Decoded* const by = writer(fact.predicate);
  if (by == nullptr || by->guard != kNoSlot || by->c != kNoSlot || by->d != fact.predicate ||
      info_of(*by).opcode != Opcode::kSetp || (by->a != slot && by->b != slot)) {
    return range;
  }
  const auto other = ranges_.find(by->a == slot ? by->b : by->a);
  if (other == ranges_.end()) {
    return range;
  }
  const InstructionInfo& info = info_of(*by);
  const Compare op = fact.value ? info.compare : opposite(info.compare);
  return where(range, by->a == slot ? op : mirrored(op), other->second, info.source_type);
}

/// What a slot may hold where the instruction is executed.
MaybeRange Walk::range(std::uint32_t slot, std::uint32_t index) const {
  const auto found = ranges_.find(slot);
  if (found == ranges_.end()) {
    return std::nullopt;
  }
  ValueRange range = found->second;
  for (const Fact& fact : *facts_[index]) {
    range = bounded(range, slot, fact);
  }
  return range;
}

void Walk::visit_computation(std::uint32_t index) {
  const Decoded& i = program_.code[index];
  const InstructionInfo& info = program_.info[index];
  const bool moves =
      info.opcode == Opcode::kMov || info.opcode == Opcode::kCvta || info.opcode == Opcode::kCvt;
  const bool reads_parameter = info.opcode == Opcode::kLd && i.space == Space::kReg;
  const bool is_modified = info.high || (i.extra != 0 && info.opcode != Opcode::kSelp);
  if (info.destinations.size() != 1 || writer(i.d) != &i || is_modified ||
      (moves && i.b != kNoSlot)) {
    return;
  }
  if (reads_parameter) {
    if (const MaybeRange value = range(i.a, index)) {
      ranges_.emplace(i.d, *value);
    }
    return;
  }
  const bool needs_b = !moves, needs_c = info.opcode == Opcode::kMad;
  const MaybeRange a = range(i.a, index);
  const MaybeRange b = needs_b ? range(i.b, index) : ValueRange{};
  const MaybeRange c = needs_c ? range(i.c, index) : ValueRange{};
  if (a && b && c) {
    const MaybeRange value =
        compute({info.opcode, info.type, info.source_type, info.wide}, *a, *b, *c);
    if (value) {
      ranges_.emplace(i.d, *value);
    }
  }
}

/// False: an access that may fault, or of whose place too little is known.
bool Walk::visit_access(std::uint32_t index) {
  const Decoded& i = program_.code[index];
  const InstructionInfo& info = program_.info[index];
  switch (warpschool::sim::info(info.opcode).family) {
    case Family::kArith:
    case Family::kLogic:
    case Family::kCompare:
    case Family::kConvert:
    case Family::kFloatMath:
      return true;
    case Family::kMemory:
      break;
    default:
      return false;
  }
  const bool is_hint = info.opcode == Opcode::kPrefetch || info.opcode == Opcode::kPrefetchu;
  if (is_hint || (info.opcode == Opcode::kLd && i.space == Space::kReg)) {
    return true;
  }
  const bool reads = info.opcode == Opcode::kLd || info.opcode == Opcode::kLdu;
  const bool is_access = reads || info.opcode == Opcode::kSt;
  const bool in_global = i.space == Space::kGlobal || i.space == Space::kGeneric;
  const MaybeRange base = range(i.a, index);
  if (!is_access || !in_global || !base) {
    return false;
  }
  constexpr Computation kSum{Opcode::kAdd, ptx::Type::kU64, ptx::Type::kU64};
  const MaybeRange places = compute(kSum, *base, ValueRange::of(i.displacement), {});
  if (!places || places->low <= 0 ||
      places->zeros < static_cast<unsigned>(std::countr_zero(unsigned{i.bytes}))) {
    return false;
  }
  const Allocation* const allocation =
      grid_.memory.find(static_cast<DeviceAddress>(places->low),
                        static_cast<std::uint64_t>(places->high - places->low) + i.bytes);
  if (allocation == nullptr || (!reads && allocation->kind == AllocationKind::kModuleConst)) {
    return false;
  }
  if (reads) {
    read_.push_back(allocation);
  } else {
    stores_.push_back({allocation, places->sum, i.bytes});
  }
  return true;
}

}  // namespace

BlockIndependence block_independence_of(const Grid& grid) {
  return Walk(grid).run();
}

}  // namespace warpschool::sim
