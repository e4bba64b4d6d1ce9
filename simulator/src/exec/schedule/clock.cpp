// Virtual clocks of warps: the critical path of a block.
#include "exec/schedule/clock.hpp"

#include "exec/launch/grid.hpp"
#include "model/swap_loops.hpp"
#include "model/traffic.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// Machine code of nvcc 13.0 for sm_90 has so many clocks of stalls between a comparison and a
/// branch or other code that it switches, and behind a branch. Other code is not charged for it:
/// with that the course's kernels were further off (docs/TIME_MODEL.md).
constexpr double kPredicateClk = 13, kBranchClk = 5;

/// A warp that comes to a branch at which its lanes may part takes so many clocks longer to where
/// they meet, though all go one way. Lanes that part take more: two ways, or further ones. Those
/// that leave a loop wait behind it (bench/calibration/micro_divergence.cuh on an H200).
constexpr double kRegionClk = 4, kPartClk = 18, kPartAgainClk = 28, kLeaveLoopClk = 13;

/// A load from constant memory, and each further word that its lanes want (`constant_chase`).
constexpr double kConstantClk = 30, kFurtherConstantClk = 11;

/// A fence that other blocks are to see waits until L2 has answered: so many times its latency (a
/// hop with a fence less one without, bench/calibration/micro_waiting.cuh).
constexpr double kFenceLatencies = 1.7;

/// Unoptimised code keeps its variables in local memory: using them is no work.
bool is_shared_with_others(Space space) {
  return space != Space::kLocal && space != Space::kParam && space != Space::kConst;
}

bool is_load(const Warp& warp, const InstructionInfo& info) {
  return info.opcode == Opcode::kLd && warp.last_space != Space::kParam &&
         warp.last_space != Space::kConst;
}

}  // namespace

BlockClock::BlockClock(const Program& program, const DeviceProfile& profile, std::size_t warps)
    : program_(program), profile_(profile), clocks_(warps) {
  for (WarpClock& clock : clocks_) {
    clock.ready.resize(program.frame_bytes / 4 + 1, 0.0f);
  }
}

void BlockClock::start(double clk, Signals* signals) {
  begin_ = clk;
  signals_ = signals;
  for (WarpClock& clock : clocks_) {
    clock.look = {};
    clock.waits_at.reset();
    clock.start = clock.issued = 0;
    clock.stored = {};
    clock.issues = {};
    clock.loaded = {};
    clock.slots = clock.idle_reads = clock.last = 0;
    clock.turning_at = clock.turns = 0;
    std::fill(clock.ready.begin(), clock.ready.end(), 0.0f);
  }
}

double BlockClock::sources_ready(const WarpClock& clock, const InstructionInfo& info) const {
  float ready = 0;
  for (const std::uint32_t slot : info.sources) {
    ready = std::max(ready, clock.ready[slot / 4]);
  }
  return static_cast<double>(ready);
}

double BlockClock::memory_latency(const Warp& warp, const InstructionInfo& info) const {
  const double queue = warp.last_passes > 0 ? warp.last_passes - 1 : 0;
  switch (warp.last_space) {
    case Space::kShared:
      return profile_.shared_latency_clk + queue;
    case Space::kLocal:
      return profile_.l1_latency_clk;
    case Space::kConst:
      return info.is_by_register ? kConstantClk + queue * kFurtherConstantClk
                                 : profile_.alu_latency_clk * (1 + queue);
    case Space::kParam:
      return 0;
    default:
      break;
  }
  if (info.opcode == Opcode::kAtom) {
    return profile_.l2_latency_clk + queue;
  }
  switch (static_cast<HitLevel>(warp.last_level)) {
    case HitLevel::kL1:
      return profile_.l1_latency_clk + queue;
    case HitLevel::kL2:
      return profile_.l2_latency_clk + queue;
    default:
      return profile_.dram_latency_clk + queue;
  }
}

double BlockClock::late_clk() const {
  return kPredicateClk - profile_.alu_latency_clk;
}

/// A division of whole numbers ends with two corrections, each switched by a comparison.
double BlockClock::corrections_clk(const InstructionInfo& info) const {
  const bool divides = info.opcode == Opcode::kDiv || info.opcode == Opcode::kRem;
  return divides && !ptx::is_float(info.type) ? 2 * late_clk() : 0;
}

double BlockClock::latency(const Warp& warp, std::uint32_t pc) const {
  const InstructionInfo& info = program_.info[pc];
  if (info.issue_slots == 0 && !info.is_merged) {
    return 0;
  }
  // The instructions of a sequence (a division, say) wait for each other; doubles take twice as
  // long. The two of 64-bit addresses do not: ptxas has one for a product and a sum.
  const double step = profile_.alu_latency_clk * (info.type == ptx::Type::kF64 ? 2 : 1);
  // Those that go to the pipe of roots and sines take its latency each: a division by a new divisor
  // makes a float of it, takes the reciprocal and makes a whole number of that.
  const int on_sfu = std::max<int>(info.sfu_slots, 1);
  const double others =
      info.issue_slots > 2 ? (info.issue_slots - on_sfu) * step + corrections_clk(info) : 0;
  switch (info.latency) {
    case LatencyClass::kAlu:
      return others + step;
    case LatencyClass::kSfu:
      return others + on_sfu * profile_.sfu_latency_clk;
    case LatencyClass::kShuffle:
      return profile_.shuffle_latency_clk;
    case LatencyClass::kMemory:
      return memory_latency(warp, info);
    case LatencyClass::kFree:
      return 0;
  }
  return 0;
}

/// When an instruction is issued, as ptxas puts them into an order.
double BlockClock::issue_of(WarpClock& clock, const Warp& warp, std::uint32_t pc) const {
  const InstructionInfo& info = program_.info[pc];
  double issue = std::max(clock.start + clock.slots, sources_ready(clock, info));
  if (info.waits_for_stores) {
    issue = std::max(issue, clock.stored[warp.last_space == Space::kShared ? 1 : 0]);
  }
  if (!is_load(warp, info)) {
    if (info.issue_slots > 0) {
      issue = std::max(issue, clock.issues.oldest());
      clock.issues.add(issue);
    }
  } else if (!info.is_merged && warp.last_space != Space::kShared &&
             warp.last_space != Space::kLocal) {
    issue = std::max(issue, clock.loaded.oldest());
    clock.loaded.add(issue + latency(warp, pc));
  }
  return issue;
}

bool BlockClock::is_fence(const InstructionInfo& info) {
  return (info.opcode == Opcode::kMembar || info.opcode == Opcode::kFence) && !info.is_of_block;
}

void BlockClock::execute(const Warp& warp, std::uint32_t pc, LaneMask active) {
  const InstructionInfo& info = program_.info[pc];
  WarpClock& clock = clocks_[warp.index];
  const Poll* const poll = signals_ != nullptr && active != 0 ? program_.poll_at(pc) : nullptr;
  if (poll != nullptr) {
    begin_look(clock, warp, *poll, active);
  }
  double& stored = clock.stored[warp.last_space == Space::kShared ? 1 : 0];
  const double issue = poll != nullptr ? clock.look.first : issue_of(clock, warp, pc);
  clock.slots += info.issue_slots;
  const double before = clock.issued;
  clock.issued = std::max(clock.issued, issue + info.issue_slots);
  if (info.atomic_shape == AtomicShape::kLoops) {
    // The warp goes round until its last lane has got through.
    const bool is_long = program_.code[pc].bytes > 4;
    clock.start = issue + static_cast<double>(warp.loop_turns) *
                              (is_long ? SwapLoops::kLongTurnClk : SwapLoops::kTurnClk);
    clock.issued = std::max(clock.issued, clock.start);
    clock.slots = 0;
  } else if (is_fence(info)) {
    clock.start = clock.issued + kFenceLatencies * profile_.l2_latency_clk;
    clock.issued = clock.start;
    clock.slots = 0;
  }
  note(pc, clock.issued - before);
  if (info.latency == LatencyClass::kMemory && is_shared_with_others(warp.last_space)) {
    clock.idle_reads = 0;
  }
  if (info.opcode == Opcode::kSt && is_shared_with_others(warp.last_space)) {
    stored = std::max(stored, issue);
  }
  if (poll != nullptr) {
    clock.writes = warp.writes;
  } else if (signals_ != nullptr) {
    tell_others(clock, warp, pc, active, issue);
  }
  const double answered = issue + latency(warp, pc);
  const auto ready =
      static_cast<float>(poll != nullptr ? found_at(clock, warp, pc, active, answered) : answered);
  for (const std::uint32_t slot : info.destinations) {
    clock.ready[slot / 4] = ready;
  }
}

/// Is the branch back of an unrolled loop within one of its turns, where no branch stands?
bool BlockClock::passes_unrolled(WarpClock& clock, std::uint32_t pc) const {
  clock.turns = clock.turning_at == pc ? clock.turns + 1 : 1;
  clock.turning_at = pc;
  return clock.turns % program_.info[pc].turns_in_one != 0;
}

/// Is it the branch back of a loop?
bool BlockClock::goes_back(std::uint32_t pc) const {
  const Decoded& i = program_.code[pc];
  return ((i.step == Step::kBranch || i.step == Step::kJump) && i.target <= pc) ||
         program_.info[pc].closes_loop;
}

/// What a branch, call, barrier or end takes.
double BlockClock::step_clk(std::uint32_t pc) const {
  const InstructionInfo& info = program_.info[pc];
  if (info.turns_in_one > 1) {
    return kPredicateClk + kBranchClk;  // its test and branch are left of some
  }
  const bool is_branch = goes_back(pc) || program_.code[pc].guard != kNoSlot;
  return info.issue_slots + (is_branch ? kBranchClk : 0);
}

/// What it takes longer because lanes part there, or may.
double BlockClock::parting_clk(const Warp& warp, std::uint32_t pc, LaneMask taken) const {
  const LaneMask others = warp.mask & ~taken;
  const Parting parting = program_.info[pc].parting;
  switch (parting) {
    case Parting::kNever:
      return 0;
    case Parting::kLeavesIfTaken:
      return taken != 0 ? kLeaveLoopClk : 0;
    case Parting::kStaysIfTaken:
      return others != 0 ? kLeaveLoopClk : 0;
    case Parting::kRegion:
    case Parting::kWithin:
      break;
  }
  const double on_the_way = parting == Parting::kRegion ? kRegionClk : 0;
  if (taken == 0 || others == 0) {
    return on_the_way;
  }
  return on_the_way + (warp.splits.size() > 1 ? kPartAgainClk : kPartClk);
}

void BlockClock::leave_run(const Warp& warp, std::uint32_t pc, LaneMask active) {
  const InstructionInfo& info = program_.info[pc];
  WarpClock& clock = clocks_[warp.index];
  if (clock.look.poll != nullptr && (pc < clock.look.poll->begin || pc > clock.look.poll->end)) {
    clock.look = {};
  }
  if (info.is_predicated || (info.turns_in_one > 1 && passes_unrolled(clock, pc))) {
    return;
  }
  const double late = program_.code[pc].guard != kNoSlot ? late_clk() : 0;
  const double issue =
      std::max({clock.start + clock.slots, clock.issued, sources_ready(clock, info) + late});
  clock.start = issue + step_clk(pc) + parting_clk(warp, pc, active);
  note(pc, clock.start - clock.issued);
  clock.issued = clock.start;
  clock.last = pc;
  clock.slots = 0;
}

void BlockClock::release(const std::vector<std::uint32_t>& warps) {
  double last = 0;
  for (const std::uint32_t warp : warps) {
    last = std::max(last, clocks_[warp].start);
  }
  constexpr double kBarrierClk = 22, kBarrierClkPerWarp = 2;
  last += kBarrierClk + kBarrierClkPerWarp * static_cast<double>(warps.size());
  for (const std::uint32_t warp : warps) {
    note(clocks_[warp].last, last - clocks_[warp].issued);
    clocks_[warp].start = clocks_[warp].issued = last;
    clocks_[warp].slots = clocks_[warp].idle_reads = 0;
  }
}

/// "while (clock64() - begin < n);" waits for milliseconds: after many turns each one takes a small
/// part of the time that went by.
void BlockClock::skip_idle_time(WarpClock& clock, std::uint32_t pc) {
  constexpr std::uint32_t kTurns = 10000;
  constexpr double kPart = 1.0 / 64;
  if (clock.idle_reads == 0 || clock.read_at != pc) {
    clock.idle_reads = 0;
    clock.read_at = pc;
    clock.idle_since = clock.issued;
  }
  if (++clock.idle_reads > kTurns) {
    const double skipped = (clock.issued - clock.idle_since) * kPart;
    clock.start += skipped;
    clock.issued += skipped;
  }
}

std::uint64_t BlockClock::read(const Warp& warp) {
  WarpClock& clock = clocks_[warp.index];
  skip_idle_time(clock, warp.pc);
  return static_cast<std::uint64_t>(std::max(clock.issued, clock.start + clock.slots));
}

double BlockClock::end() const {
  double last = 0;
  for (const WarpClock& clock : clocks_) {
    last = std::max(last, clock.issued);
  }
  return last;
}

std::uint64_t clocks_of(const Warp& warp) {
  return warp.block->clocks(warp);
}

std::uint64_t nanoseconds_of(const Warp& warp) {
  return static_cast<std::uint64_t>(static_cast<double>(clocks_of(warp)) /
                                    warp.grid->profile.clock_ghz);
}

}  // namespace warpschool::sim
