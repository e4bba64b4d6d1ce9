#include "exec/grid.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace warpschool::sim {
namespace {

Dim3 unflatten(std::uint64_t index, const Dim3& extent) {
  Dim3 result;
  result.x = static_cast<std::uint32_t>(index % extent.x);
  result.y = static_cast<std::uint32_t>(index / extent.x % extent.y);
  result.z = static_cast<std::uint32_t>(index / extent.x / extent.y);
  return result;
}

/// What a special register reads in one lane.
std::uint64_t special_value(Special special, const Grid& grid, const Dim3& block,
                            const Dim3& thread, unsigned warp, unsigned lane) {
  const Dim3& ntid = grid.config.block;
  const Dim3& nctaid = grid.config.grid;
  const std::uint64_t bit = std::uint64_t{1} << lane;
  switch (special) {
    case Special::kTidX:
      return thread.x;
    case Special::kTidY:
      return thread.y;
    case Special::kTidZ:
      return thread.z;
    case Special::kNtidX:
      return ntid.x;
    case Special::kNtidY:
      return ntid.y;
    case Special::kNtidZ:
      return ntid.z;
    case Special::kCtaidX:
      return block.x;
    case Special::kCtaidY:
      return block.y;
    case Special::kCtaidZ:
      return block.z;
    case Special::kNctaidX:
      return nctaid.x;
    case Special::kNctaidY:
      return nctaid.y;
    case Special::kNctaidZ:
      return nctaid.z;
    case Special::kLaneid:
      return lane;
    case Special::kWarpid:
      return warp;
    case Special::kNwarpid:
      return (ntid.count() + kWarpSize - 1) / kWarpSize;
    case Special::kNsmid:
      return static_cast<std::uint64_t>(grid.profile.sm_count);
    case Special::kLanemaskEq:
      return bit;
    case Special::kLanemaskLt:
      return bit - 1;
    case Special::kLanemaskLe:
      return bit | (bit - 1);
    case Special::kLanemaskGt:
      return ~(bit | (bit - 1)) & 0xffff'ffffu;
    case Special::kLanemaskGe:
      return ~(bit - 1) & 0xffff'ffffu;
    case Special::kLanesPerWarp:
      return kWarpSize;
    case Special::kDynamicSharedBytes:
      return grid.config.dynamic_shared_bytes;
    case Special::kTotalSharedBytes:
      return grid.shared_bytes;
    case Special::kSmid: {
      const std::uint64_t index =
          block.x + (std::uint64_t{block.y} + std::uint64_t{block.z} * nctaid.y) * nctaid.x;
      return index % static_cast<std::uint64_t>(grid.profile.sm_count);
    }
    default:
      return 0;
  }
}

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

/// Phases between barriers that are compared before the next look.
constexpr unsigned kMostPhaseLooks = 64;
/// Loops that ask and write in each turn (a count of tries, a copy of what was read) may wait for
/// another block: after so many turns of all warps it goes first.
constexpr unsigned kMostTurnsOfSpinners = 64;

/// A hash of much memory, fast (FNV by words).
class Fingerprint {
 public:
  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 1099511628211ull;
    hash_ ^= hash_ >> 29;
  }
  void add(const std::vector<std::byte>& bytes) {
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + i, sizeof word);
      add(word);
    }
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037ull;
};

}  // namespace

std::uint64_t parameter_value(const ConstantSlot& slot, std::span<const std::byte> parameters) {
  std::uint64_t value = 0;
  if (slot.bits + slot.parameter_bytes <= parameters.size()) {
    std::copy_n(parameters.data() + slot.bits, slot.parameter_bytes,
                reinterpret_cast<std::byte*>(&value));
  }
  const unsigned unused = 64u - 8u * slot.parameter_bytes;
  return slot.sign_extend
             ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused)
             : value;
}

Block::Block(Grid& grid, Worker& worker) : grid_(grid), worker_(worker) {
  const std::uint64_t threads = grid.config.block.count();
  const std::size_t count = (threads + kWarpSize - 1) / kWarpSize;
  constexpr std::size_t kAlignment = 64;
  const std::size_t frame_bytes = grid.program.frame_bytes + kAlignment;
  frames_.resize(count * frame_bytes + kAlignment);
  shared_.resize(grid.shared_bytes + kAlignment);
  local_.resize(count * kWarpSize * grid.local_bytes);
  warps_.resize(count);
  for (const ConstantSlot& slot : grid.program.constants) {
    if (depends_on_block(slot)) {
      of_block_.push_back(slot);
    }
  }
  last_branch_.resize(count * kWarpSize);
  const std::size_t shared_words = grid.tracks_races ? grid.shared_bytes / 4 + 2 : 0;
  shared_writers.resize(shared_words);
  shared_readers.resize(shared_words);
  shared_others.resize(shared_words);
  shared_written.resize(grid.tracks_written ? grid.shared_bytes / 8 + 2 : 0);
  written_local_.resize(grid.tracks_written ? count * grid.local_bytes : 0);
  const auto align = [](std::byte* place) {
    const auto address = reinterpret_cast<std::uintptr_t>(place);
    return place + (kAlignment - address % kAlignment) % kAlignment;
  };
  std::byte* const frames = align(frames_.data());
  for (std::size_t w = 0; w < count; ++w) {
    Warp& warp = warps_[w];
    warp.frame = frames + w * frame_bytes;
    warp.sites = worker.sites.data();
    warp.counters = &worker.counters;
    warp.worker = &worker;
    warp.block = this;
    warp.grid = &grid;
    warp.local = local_.data() + w * kWarpSize * grid.local_bytes;
    warp.local_stride = grid.local_bytes;
    warp.shared = align(shared_.data());
    warp.shared_bytes = grid.shared_bytes;
    warp.parameters = grid.parameters.data();
    warp.index = static_cast<std::uint32_t>(w);
    warp.watching = grid.tracks_races || grid.tracks_written;
    const std::uint64_t left = threads - w * kWarpSize;
    warp.exists = left >= kWarpSize ? kAllLanes : (LaneMask{1} << left) - 1;
    for (const ConstantSlot& slot : grid.program.constants) {
      if (slot.source == ConstantSlot::Source::kPredicate) {
        *reinterpret_cast<LaneMask*>(warp.frame + slot.offset) = static_cast<LaneMask>(slot.bits);
        continue;
      }
      for (unsigned l = 0; l < kWarpSize; ++l) {
        const bool is_parameter = slot.source == ConstantSlot::Source::kParameter;
        const std::uint64_t value = is_parameter ? parameter_value(slot, grid.parameters)
                                    : slot.source == ConstantSlot::Source::kSpecial
                                        ? special_value(slot.special, grid, Dim3{0, 0, 0},
                                                        thread_position(warp, l), warp.index, l)
                                        : slot.bits;
        write_word(warp.frame, slot, l, value);
      }
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
  return unflatten(std::uint64_t{warp} * kWarpSize + lane, grid_.config.block);
}

UnwrittenValues& Block::need_unwritten_values() {
  if (!unwritten_values_) {
    unwritten_values_ = std::make_unique<UnwrittenValues>(grid_);
    is_observed_ = true;
  }
  return *unwritten_values_;
}

void Block::start(std::uint64_t index) {
  index_ = index;
  position_ = unflatten(index, grid_.config.grid);
  std::fill(shared_.begin(), shared_.end(), kPoison);
  std::fill(shared_written.begin(), shared_written.end(), std::uint8_t{0});
  std::fill(written_local_.begin(), written_local_.end(), LaneMask{0});
  copies.clear();
  reads.start();
  has_yielded = false;
  suspicious_ = false;
  left_at_ = kNoIndex;
  std::fill(last_branch_.begin(), last_branch_.end(), kNoIndex);
  if (grid_.tracks_races) {
    grid_.ordering->start(order, index, warps_.size());
  }
  arrivals_.fill({});
  clock_running_ = grid_.is_sampled(index);
  if (clock_running_) {
    if (!clock_) {
      clock_ = std::make_unique<BlockClock>(grid_.program, grid_.profile, warps_.size());
    }
    clock_->start();
  }
  unwritten_values_.reset();
  is_observed_ = clock_running_;
  for (Warp& warp : warps_) {
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
    warp.counting = grid_.options.counters || worker_.speculation != nullptr;
    warp.carry = 0;
    warp.exited = 0;
    warp.done = false;
    warp.spins = 0;
    warp.turn = 0;
    warp.splits.clear();
    Split all;
    all.pc = grid_.program.functions.front().entry;
    all.mask = warp.exists;
    warp.splits.push_back(std::move(all));
  }
  for (const ConstantSlot& slot : of_block_) {
    const std::uint64_t value = special_value(slot.special, grid_, position_, {0, 0, 0}, 0, 0);
    for (Warp& warp : warps_) {
      write_words(warp.frame, slot, value);
    }
  }
}

/// Handlers throw faults that do not know where they are.
Block::WarpStatus Block::run_checked(Warp& warp) {
  try {
    return run_warp(warp);
  } catch (GuestFault& guest) {
    if (unwritten_values_) {
      unwritten_values_->explain_failure(warp, guest.lanes);
    }
    if (guest.fault.kernel.empty()) {
      grid_.complete(guest.fault, *this, warp, guest.lanes, warp.pc);
    }
    throw;
  }
}

Block::Status Block::run() {
  changed_something_ = false;
  const std::uint64_t first_look = suspicious_               ? 0
                                   : grid_.saw_endless_waits ? LoopWatch::kLookSoon
                                                             : LoopWatch::kLookEvery;
  worker_.begin_turn(first_look);
  phases_ = {};
  phases_.look_at = worker_.executed_threads + first_look;
  const std::uint32_t writes_before = writes();
  if (has_yielded && grid_.tracks_races) {
    grid_.ordering->resume(order);
  }
  unsigned turns_of_spinners = 0;
  for (;;) {
    bool all_done = true, progress = false, spinning = false, works = false;
    for (Warp& warp : warps_) {
      if (warp.done) {
        continue;
      }
      const std::uint64_t clock = warp.clock;
      const std::uint32_t writes = warp.writes;
      const WarpStatus status = run_checked(warp);
      all_done &= status == WarpStatus::kDone;
      spinning |= status == WarpStatus::kYielded;
      progress |= status == WarpStatus::kYielded ? warp.writes != writes : warp.clock != clock;
      works |= status != WarpStatus::kYielded && warp.clock != clock;
    }
    if (all_done) {
      return Status::kDone;
    }
    works |= release_barriers();
    if (works || progress) {
      changed_something_ = true;
      turns_of_spinners = works ? 0 : turns_of_spinners + 1;
      if (turns_of_spinners == kMostTurnsOfSpinners) {
        return yield();
      }
      if (!phases_repeat()) {
        continue;
      }
      if (worker_.runs_ahead()) {
        throw GuestFault{};  // run again in the order of blocks
      }
      suspicious_ = grid_.saw_endless_waits = spinning = true;
      changed_something_ = writes() != writes_before;
    }
    if (!spinning) {
      fail_deadlock();
    }
    return yield();
  }
}

/// Others go first.
Block::Status Block::yield() {
  reads.settle(order);
  has_yielded = true;
  return Status::kSpinning;
}

void Block::fail(Warp& warp, FaultKind kind, LaneMask lanes, std::uint32_t pc, std::string detail) {
  GuestFault guest;
  guest.lanes = lanes;
  guest.fault.kind = kind;
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
  if (!begin_note(kind, pc)) {
    return;
  }
  Fault fault;
  fault.kind = kind;
  fault.detail = std::move(detail);
  grid_.complete(fault, *this, warp, lanes, pc);
  grid_.notes.push_back(std::move(fault));
}

/// Stores and atomics that changed something in memory that others see.
std::uint32_t Block::writes() const {
  std::uint32_t sum = 0;
  for (const Warp& warp : warps_) {
    sum += warp.writes;
  }
  return sum;
}

std::uint64_t Block::fingerprint() const {
  Fingerprint print;
  print.add(frames_);
  print.add(local_);
  for (const Warp& warp : warps_) {
    for (const Split& split : warp.splits) {
      print.add(std::uint64_t{split.pc} << 32 | split.mask);
    }
  }
  return print.value();
}

/// Everything in this block is as it was after an earlier barrier, and nobody has written anything
/// since: only another block can end this.
bool Block::phases_repeat() {
  if (worker_.executed_threads < phases_.look_at) {
    return false;
  }
  if (++phases_.looks > kMostPhaseLooks) {
    phases_ = {};
    phases_.look_at = worker_.executed_threads + LoopWatch::kLookEvery;
    return false;
  }
  if (const std::uint32_t now = writes(); now != phases_.writes) {
    phases_.writes = now;
    phases_.span = phases_.until_new = 1;
    phases_.fingerprint = 0;
    return false;
  }
  const std::uint64_t print = fingerprint();
  if (print == phases_.fingerprint) {
    return true;
  }
  if (--phases_.until_new == 0) {
    phases_.fingerprint = print;  // a later turn, and then twice as many to compare with it
    phases_.until_new = phases_.span *= 2;
  }
  return false;
}

bool Block::repeats_itself() {
  const std::uint64_t print = fingerprint();
  return std::exchange(fingerprint_, print) == print;
}

std::vector<SourceLocation> Block::waiting_places() const {
  std::vector<SourceLocation> places;
  for (const Warp& warp : warps_) {
    for (const Split& split : warp.splits) {
      const SourceLocation place = grid_.location(split.pc);
      const bool known =
          std::any_of(places.begin(), places.end(), [&](const SourceLocation& other) {
            return other.line == place.line && other.file == place.file;
          });
      if (split.mask != 0 && !known) {
        places.push_back(place);
      }
    }
  }
  return places;
}

void Block::fail_deadlock() {
  for (Warp& warp : warps_) {
    fail_if_masks_cross(warp);
  }
  GuestFault guest;
  guest.fault.kind = FaultKind::kDeadlock;
  guest.fault.detail = suspicious_ ? kEndlessLoop : "";
  guest.fault.waiting_at = waiting_places();
  for (Warp& warp : warps_) {
    for (const Split& split : warp.splits) {
      if (split.mask != 0 && guest.lanes == 0) {
        guest.lanes = split.mask;
        grid_.complete(guest.fault, *this, warp, split.mask, split.pc);
      }
    }
  }
  throw guest;
}

}  // namespace warpschool::sim
