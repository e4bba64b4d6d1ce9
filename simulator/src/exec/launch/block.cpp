// Starts a block, runs its warps in turn and reports its faults.
#include "exec/launch/grid.hpp"
#include "exec/launch/special_registers.hpp"
#include "exec/recording/launch_recording.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace warpschool::sim {
namespace {

bool depends_on_block(const ConstantSlot& slot) {
  if (slot.source != ConstantSlot::Source::kSpecial) {
    return false;
  }
  return slot.special == Special::kCtaidX || slot.special == Special::kCtaidY ||
         slot.special == Special::kCtaidZ || slot.special == Special::kSmid;
}

void write_words(std::byte* frame, const ConstantSlot& slot, std::uint64_t value) {
  if (slot.bytes == 8) {
    std::fill_n(reinterpret_cast<std::uint64_t*>(frame + slot.offset), kWarpSize, value);
  } else {
    std::fill_n(reinterpret_cast<std::uint32_t*>(frame + slot.offset), kWarpSize,
                static_cast<std::uint32_t>(value));
  }
}

void write_word(std::byte* frame, const ConstantSlot& slot, unsigned lane, std::uint64_t value) {
  if (slot.bytes == 8) {
    reinterpret_cast<std::uint64_t*>(frame + slot.offset)[lane] = value;
  } else {
    reinterpret_cast<std::uint32_t*>(frame + slot.offset)[lane] = static_cast<std::uint32_t>(value);
  }
}

/// Loops that ask and write in each turn (a count of tries, a copy of what was read) may wait for
/// another block: after so many turns of all warps it goes first.
constexpr unsigned kMostTurnsOfSpinners = 64;

}  // namespace

Block::Block(Grid& grid, Worker& worker) : grid_(grid), worker_(worker) {
  const std::size_t count = (grid.config.block.count() + kWarpSize - 1) / kWarpSize;
  constexpr std::size_t kAlignment = 64;
  const std::size_t frame_bytes = grid.program.frame_bytes + kAlignment;
  frames_.resize(count * frame_bytes + kAlignment);
  shared_.resize(grid.shared_bytes + kAlignment);
  local_.resize(count * kWarpSize * grid.local_bytes);
  warps_.resize(count);
  last_branch_.resize(count * kWarpSize);
  size_checks(count);
  std::copy_if(grid.program.constants.begin(), grid.program.constants.end(),
               std::back_inserter(of_block_), depends_on_block);
  const auto align = [](std::byte* place) {
    const auto address = reinterpret_cast<std::uintptr_t>(place);
    return place + (kAlignment - address % kAlignment) % kAlignment;
  };
  std::byte* const frames = align(frames_.data());
  for (std::size_t w = 0; w < count; ++w) {
    place_warp(warps_[w], static_cast<std::uint32_t>(w), frames + w * frame_bytes,
               align(shared_.data()));
    set_constants(warps_[w]);
  }
}

void Block::size_checks(std::size_t warps) {
  const std::size_t shared_words = grid_.tracks_races ? grid_.shared_bytes / 4 + 2 : 0;
  shared_writers.resize(shared_words);
  shared_readers.resize(shared_words);
  shared_others.resize(shared_words);
  shared_written.resize(grid_.tracks_written ? grid_.shared_bytes / 8 + 2 : 0);
  written_local_.resize(grid_.tracks_written ? warps * grid_.local_bytes : 0);
}

void Block::place_warp(Warp& warp, std::uint32_t index, std::byte* frame, std::byte* shared) {
  warp.frame = frame;
  warp.sites = worker_.sites.data();
  warp.counters = &worker_.counters;
  warp.worker = &worker_;
  warp.block = this;
  warp.grid = &grid_;
  warp.local = local_.data() + std::size_t{index} * kWarpSize * grid_.local_bytes;
  warp.local_stride = grid_.local_bytes;
  warp.shared = shared;
  warp.shared_bytes = grid_.shared_bytes;
  warp.parameters = grid_.parameters.data();
  warp.index = index;
  warp.watching = grid_.tracks_races || grid_.tracks_written;
  const std::uint64_t left = grid_.config.block.count() - std::uint64_t{index} * kWarpSize;
  warp.exists = left >= kWarpSize ? kAllLanes : (LaneMask{1} << left) - 1;
}

/// What is the same in all blocks.
void Block::set_constants(Warp& warp) {
  for (const ConstantSlot& slot : grid_.program.constants) {
    switch (slot.source) {
      case ConstantSlot::Source::kPredicate:
        *reinterpret_cast<LaneMask*>(warp.frame + slot.offset) = static_cast<LaneMask>(slot.bits);
        break;
      case ConstantSlot::Source::kSpecial:
        for (unsigned l = 0; l < kWarpSize; ++l) {
          const Dim3 thread = thread_position(warp.index, l);
          write_word(warp.frame, slot, l,
                     special_value(slot.special, grid_, Dim3{0, 0, 0}, thread, warp.index, l));
        }
        break;
      case ConstantSlot::Source::kParameter:
        write_words(warp.frame, slot, parameter_value(slot, grid_.parameters));
        break;
      default:
        write_words(warp.frame, slot, slot.bits);
    }
  }
}

void Block::need_byte_entries() {
  shared_byte_writers.resize(4 * shared_writers.size());
  shared_byte_readers.resize(4 * shared_readers.size());
  shared_byte_others.resize(4 * shared_others.size());
}

RaceWords Block::race_words_at(std::uint64_t first) {
  const std::uint64_t word = first / 4;
  RaceWords words;
  words.writers = shared_writers.data() + word;
  words.readers = shared_readers.data() + word;
  words.others = shared_others.data() + word;
  if (!shared_byte_writers.empty()) {
    words.parts = {shared_byte_writers.data() + 4 * word, shared_byte_readers.data() + 4 * word};
    words.part_others = shared_byte_others.data() + 4 * word;
  }
  return words;
}

Dim3 Block::thread_position(std::uint32_t warp, unsigned lane) const {
  return position_in(std::uint64_t{warp} * kWarpSize + lane, grid_.config.block);
}

UndefinedValues& Block::need_undefined_values() {
  if (!undefined_values_) {
    undefined_values_ = std::make_unique<UndefinedValues>(grid_);
    is_observed_ = true;
  }
  return *undefined_values_;
}

void Block::start(std::uint64_t index, double clk) {
  index_ = index;
  position_ = position_in(index, grid_.config.grid);
  has_yielded = false;
  suspicious_ = false;
  left_at_ = kNoIndex;
  std::fill(last_branch_.begin(), last_branch_.end(), kNoIndex);
  arrivals_.fill({});
  start_checks();
  if (clock_running_) {
    clock_->start(clk, grid_.queue.is_in_time() ? &grid_.signals : nullptr);
  }
  for (Warp& warp : warps_) {
    start_warp(warp);
  }
  for (const ConstantSlot& slot : of_block_) {
    const std::uint64_t value = special_value(slot.special, grid_, position_, {0, 0, 0}, 0, 0);
    for (Warp& warp : warps_) {
      write_words(warp.frame, slot, value);
    }
  }
}

/// What is known of memory, order, time and values begins anew.
void Block::start_checks() {
  std::fill(shared_.begin(), shared_.end(), kPoison);
  std::fill(shared_written.begin(), shared_written.end(), std::uint8_t{0});
  std::fill(written_local_.begin(), written_local_.end(), LaneMask{0});
  copies.clear();
  reads.start();
  ended_before_.clear();
  meetings_.clear();
  if (grid_.tracks_races) {
    grid_.ordering->start(order, index_, warps_.size());
  }
  clock_running_ = grid_.is_sampled(index_);
  if (clock_running_) {
    if (!clock_) {
      clock_ = std::make_unique<BlockClock>(grid_.program, grid_.profile, warps_.size());
    }
    clock_->charge(worker_.recording != nullptr ? worker_.recording->clocks() : nullptr);
  }
  undefined_values_.reset();
  is_traced_ = worker_.recording != nullptr && worker_.recording->follows(index_);
  is_observed_ = clock_running_ || is_traced_;
}

void Block::start_warp(Warp& warp) {
  for (const FrameSlot& slot : grid_.program.unset) {
    const std::size_t bytes =
        slot.stride == 0 ? sizeof(LaneMask) : std::size_t{slot.stride} * kWarpSize;
    std::fill_n(warp.frame + slot.offset, bytes, std::byte{0});
  }
  for (unsigned l = 0; l < kWarpSize && grid_.program.local_bytes > 0; ++l) {
    std::fill_n(warp.local + std::size_t{l} * warp.local_stride, grid_.program.local_bytes,
                kPoison);
  }
  warp.speculation = worker_.speculation;
  warp.counting =
      grid_.options.counters || worker_.recording != nullptr || worker_.speculation != nullptr;
  warp.carry = 0;
  warp.exited = 0;
  warp.began_at = warp.clock;
  warp.shared_write_threads = 0;
  warp.done = false;
  warp.spins = 0;
  warp.turn = 0;
  warp.splits.clear();
  Split all;
  all.pc = grid_.program.functions.front().entry;
  all.mask = warp.exists;
  warp.splits.push_back(std::move(all));
}

/// Handlers throw faults that do not know where they are.
Block::WarpStatus Block::run_checked(Warp& warp) {
  try {
    return run_warp(warp);
  } catch (GuestFault& guest) {
    if (undefined_values_) {
      undefined_values_->explain_failure(warp, guest.lanes);
    }
    if (guest.fault.kernel.empty()) {
      grid_.complete(guest.fault, *this, warp, guest.lanes, warp.pc);
      add_guard(guest.fault, warp.pc);
    }
    throw;
  }
}

/// Every warp runs until it waits, spins or has ended.
Block::Turn Block::take_turns() {
  Turn turn;
  for (Warp& warp : warps_) {
    if (warp.done) {
      continue;
    }
    const std::uint64_t clock = warp.clock;
    const std::uint32_t writes = warp.writes;
    const WarpStatus status = run_checked(warp);
    turn.all_done &= status == WarpStatus::kDone;
    turn.spins |= status == WarpStatus::kYielded;
    turn.progress |= status == WarpStatus::kYielded ? warp.writes != writes : warp.clock != clock;
    turn.works |= status != WarpStatus::kYielded && warp.clock != clock;
  }
  return turn;
}

Block::Status Block::run() {
  changed_something_ = false;
  next_signal_ = kNoSignal;
  has_work_ = false;
  begin_looks();
  const std::uint32_t writes_before = writes();
  if (has_yielded && grid_.tracks_races) {
    grid_.ordering->resume(order);
  }
  unsigned turns_of_spinners = 0;
  for (;;) {
    Turn turn = take_turns();
    if (turn.all_done) {
      weigh_warps();
      return Status::kDone;
    }
    turn.works |= release_barriers();
    if (turn.works || turn.progress) {
      changed_something_ = true;
      turns_of_spinners = turn.works ? 0 : turns_of_spinners + 1;
      if (turns_of_spinners == kMostTurnsOfSpinners) {
        return yield();
      }
      if (!phases_repeat()) {
        continue;
      }
      suspect_endless_wait();
      turn.spins = true;
      changed_something_ = writes() != writes_before;
    }
    if (!turn.spins) {
      fail_deadlock();
    }
    return yield();
  }
}

void Block::weigh_warps() {
  std::uint64_t most = 0, all = 0, shared_writes = 0;
  for (const Warp& warp : warps_) {
    most = std::max(most, warp.clock - warp.began_at);
    all += warp.clock - warp.began_at;
    shared_writes += warp.shared_write_threads;
  }
  busiest_warp_ = most;
  worker_.most_of_a_warp = std::max(worker_.most_of_a_warp, most);
  if (!grid_.block_work.empty()) {
    grid_.block_work[index_] = static_cast<std::uint32_t>(std::min<std::uint64_t>(all, ~0u));
  }
  const auto weight = static_cast<double>(all);
  std::uint64_t& most_writes = worker_.counters.most_shared_write_threads;
  most_writes = std::max(most_writes, shared_writes);
  worker_.counters.busiest_warp_instructions += weight * static_cast<double>(most);
  worker_.counters.mean_warp_instructions += weight * weight / static_cast<double>(warps_.size());
}

/// Others go first.
Block::Status Block::yield() {
  reads.settle(order);
  has_yielded = true;
  return Status::kSpinning;
}

void Block::fail(Warp& warp, FaultKind kind, LaneMask lanes, std::uint32_t pc, std::string detail) {
  fail(warp, kind, lanes, pc, FaultCause{}, std::move(detail));
}

void Block::fail(Warp& warp, FaultKind kind, LaneMask lanes, std::uint32_t pc, FaultCause cause,
                 std::string detail) {
  GuestFault guest;
  guest.lanes = lanes;
  guest.fault.kind = kind;
  guest.fault.cause = std::move(cause);
  guest.fault.detail = std::move(detail);
  grid_.complete(guest.fault, *this, warp, lanes, pc);
  throw guest;
}

/// False: it was noted before. Notes are for blocks in their order: speculation
/// is given up.
bool Block::begin_note(FaultKind kind, std::uint32_t pc) {
  if (grid_.was_noted(kind, pc)) {
    return false;
  }
  if (worker_.runs_ahead()) {
    throw GuestFault{};
  }
  return grid_.wants_note(kind, pc);
}

void Block::note(Warp& warp, FaultKind kind, LaneMask lanes, std::uint32_t pc, std::string detail) {
  note(warp, kind, lanes, pc, FaultCause{}, std::move(detail));
}

void Block::note(Warp& warp, FaultKind kind, LaneMask lanes, std::uint32_t pc, FaultCause cause,
                 std::string detail) {
  if (!begin_note(kind, pc)) {
    return;
  }
  Fault fault;
  fault.kind = kind;
  fault.cause = std::move(cause);
  fault.detail = std::move(detail);
  grid_.complete(fault, *this, warp, lanes, pc);
  grid_.notes.push_back(std::move(fault));
}

void Block::fail_deadlock(FaultCause known) {
  for (Warp& warp : warps_) {
    fail_if_masks_cross(warp);
  }
  GuestFault guest;
  guest.fault.kind = FaultKind::kDeadlock;
  guest.fault.cause = std::move(known);
  if (suspicious_ && std::holds_alternative<std::monostate>(guest.fault.cause)) {
    DeadlockCause cause{DeadlockCause::What::kEndlessLoop};
    cause.reads_anew = waits_for_what_others_write();
    guest.fault.cause = cause;
  }
  guest.fault.waiting_at = waiting_places();
  for (Warp& warp : warps_) {
    for (const Split& split : warp.splits) {
      const LockTaken* const taken = split.mask != 0 ? lock_waited_for(warp, split) : nullptr;
      if (taken != nullptr) {
        guest.fault.cause = kept_lock(*taken);
        guest.lanes = split.mask;
        grid_.complete(guest.fault, *this, warp, split.mask, split.pc);
        throw guest;
      }
      if (split.mask != 0 && guest.lanes == 0) {
        guest.lanes = split.mask;
        grid_.complete(guest.fault, *this, warp, split.mask, split.pc);
      }
    }
  }
  throw guest;
}

}  // namespace warpschool::sim
