// Runs the blocks of a launch and sums up their counters.
#include "exec/launch/grid.hpp"

#include "exec/launch/special_registers.hpp"
#include "exec/launch/validated_in_launch.hpp"
#include "exec/recording/launch_recording.hpp"
#include "exec/speculation/speculation.hpp"
#include "exec/speculation/speculative_batch.hpp"
#include "memory/shadow.hpp"

#include <algorithm>
#include <cstdlib>

namespace warpschool::sim {
namespace {

/// A thread's stack for recursion, beyond what is known to be needed; more if the caller asks
/// (cudaLimitStackSize).
constexpr std::uint32_t kRecursionBytes = 16384;
constexpr std::uint64_t kMostStackBytes = 128 << 10;

std::uint32_t stack_bytes(const Program& program, const DeviceOptions& options) {
  const std::uint64_t wanted =
      std::clamp<std::uint64_t>(options.stack_bytes, kRecursionBytes, kMostStackBytes);
  return program.local_bytes + (program.recursive ? static_cast<std::uint32_t>(wanted) : 0);
}
/// Turns in which every resident block only spun and changed nothing: a deadlock.
constexpr std::uint64_t kQuietTurns = 8;
/// The same, where registers changed: turns of warps, each of many looks at memory. A search that
/// looks for another's answer now and then takes fewer, or reaches the work limit before.
constexpr std::uint64_t kMostQuietTurnsOfWarps = 50'000;
/// Thread instructions below which waking other host threads costs more than it
/// saves.
constexpr std::uint64_t kWorthThreads = 2'000'000;
/// Of more blocks nobody notes how much each has to do: a launch needs no more memory for many.
constexpr std::uint64_t kMostBlocksWeighed = 1U << 16U;

/// Blocks that share an SM's L1: as many as fit, or as there are.
unsigned neighbours(const DeviceProfile& profile, const LaunchConfig& launch, unsigned fitting) {
  const auto sms = static_cast<std::uint64_t>(profile.sm_count);
  const std::uint64_t present = (launch.grid.count() + sms - 1) / sms;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(present, 1, std::max(1u, fitting)));
}

/// All blocks that the device holds wait, and the others have no place.
DeadlockCause not_resident(std::uint64_t resident) {
  DeadlockCause cause;
  cause.what = DeadlockCause::What::kBlocksNotResident;
  cause.resident = resident;
  return cause;
}

/// Blocks of the launch that the device holds at a time.
std::uint64_t places(const DeviceProfile& profile, const LaunchConfig& launch,
                     unsigned resident_blocks) {
  const std::uint64_t all =
      std::uint64_t{resident_blocks} * static_cast<std::uint64_t>(profile.sm_count);
  return std::max<std::uint64_t>(1, std::min(all, launch.grid.count()));
}

}  // namespace

Grid::Grid(const Program& lowered, const LaunchConfig& launch, std::span<const std::byte> values,
           const GridDevice& device, unsigned resident_blocks)
    : program(lowered),
      config(launch),
      parameters(values),
      memory(device.memory),
      profile(device.profile),
      options(device.options),
      traffic(std::make_unique<Traffic>(
          device.profile, device.l2.begin_launch(),
          neighbours(device.profile, launch, resident_blocks),
          std::uint64_t{lowered.static_shared_bytes} + launch.dynamic_shared_bytes,
          static_cast<unsigned>((launch.block.count() + kWarpSize - 1) / kWarpSize),
          launch.grid.count())),
      shared_bytes(lowered.static_shared_bytes + launch.dynamic_shared_bytes),
      local_bytes((stack_bytes(lowered, device.options) + 15) / 16 * 16),
      tracks_races(device.options.checks.races),
      tracks_written(device.options.checks.uninitialised),
      ordering(device.options.checks.races
                   ? std::make_unique<HappensBefore>(device.clock, device.unordered)
                   : nullptr),
      validated(tracks_races ? validated_loads_of(lowered, values) : std::vector<std::uint8_t>()),
      log(device.log),
      order(device.order),
      is_alone(device.is_alone),
      block_work(device.options.counters && launch.grid.count() <= kMostBlocksWeighed
                     ? launch.grid.count()
                     : 0),
      signals(device.profile),
      queue(places(device.profile, launch, resident_blocks),
            device.options.counters && !lowered.polls.empty() && launch.grid.count() > 1,
            device.profile),
      written_(device.written),
      worker_(lowered, *traffic) {
  const auto limit = [](std::uint64_t most) { return most == 0 ? ~0ull : most; };
  worker_.limit_work(limit(options.max_thread_instructions),
                     limit(options.max_stalled_instructions));
  if (options.recording.lines || options.recording.trace) {
    recording = std::make_unique<Recording>(*this, options.recording);
    worker_.recording = recording.get();
  }
}

Grid::~Grid() = default;

bool Grid::is_constant(const Allocation& allocation) const {
  return written_ && (allocation.shadow == nullptr || !allocation.shadow->is_strayed_into) &&
         std::find(written_->begin(), written_->end(), allocation.begin) == written_->end();
}

void Grid::run(const std::function<ThreadPool*()>& threads) {
  const std::uint64_t blocks = config.grid.count();
  const bool may_run_ahead = options.host_threads > 1 && !recording && !queue.is_in_time();
  if (may_run_ahead && may_speculate(*this)) {
    // The first block tells how much there is to do.
    run_serially(1);
    ThreadPool* pool = worker_.executed_threads >= kWorthThreads / blocks ? threads() : nullptr;
    if (pool != nullptr) {
      run_speculative_batches(*this, *pool);
    }
  }
  run_serially(blocks);
  deferred_init_fault.settle();
}

/// @param end of the blocks that are run in a row
std::unique_ptr<Block> Grid::start_next_block(std::uint64_t end) {
  if (free_.empty()) {
    free_.push_back(std::make_unique<Block>(*this, worker_));
  }
  std::unique_ptr<Block> block = std::move(free_.back());
  free_.pop_back();
  if (worker_.speculation != nullptr) {
    worker_.speculation->begin_block(next_, end - next_);
  }
  traffic->begin_block(next_);
  block->start(next_++, queue.start());
  return block;
}

void Grid::end_block(std::unique_ptr<Block> block) {
  worker_.end_block();
  deferred_init_fault.settle(*block);
  if (is_sampled(block->index())) {
    add_path(block->critical_path(), static_cast<double>(block->busiest_warp()));
  }
  queue.end(*block);
  free_.push_back(std::move(block));
}

void Grid::add_path(double clk, double work) {
  path_clk_ += clk;
  path_work_ += work;
  if (clk > longest_path_clk_) {
    longest_path_clk_ = clk;
    longest_work_ = work;
  }
  ++sampled_;
}

WorkShares Grid::work_shares() const {
  if (path_work_ == 0) {
    return {};
  }
  const double mean = path_work_ / static_cast<double>(sampled_);
  return {longest_work_ / mean, static_cast<double>(worker_.most_of_a_warp) / mean};
}

/// A deadlock, if all blocks that the device holds only wait for each other, or for one that has no
/// place. @param block that has waited last
void Grid::fail_if_stuck(Block& block) {
  const std::uint64_t blocks = config.grid.count();
  const bool all_started = next_ == blocks || queue.is_full(1);
  if (!all_started || quiet_runs_ <= kQuietTurns * (queue.waiting() + 1)) {
    return;
  }
  if (queue.has_work()) {
    quiet_runs_ = 0;
    return;
  }
  // A loop that counts its turns may end by itself.
  const bool is_stuck = block.repeats_itself();
  if (is_stuck || quiet_runs_ * block.warps() > kMostQuietTurnsOfWarps) {
    block.fail_deadlock(next_ < blocks ? FaultCause(not_resident(queue.places())) : FaultCause());
  }
}

void Grid::run_serially(std::uint64_t end) {
  const std::uint64_t blocks = config.grid.count();
  while (next_ < end || queue.waiting() != 0) {
    // Blocks that wait for later ones: only the whole launch will do.
    end = next_ == end ? blocks : end;
    std::unique_ptr<Block> block;
    if (next_ < end && queue.starts_next()) {
      block = start_next_block(end);
    } else {
      block = queue.take();
    }
    const bool done = block->run() == Block::Status::kDone;
    quiet_runs_ = done || block->changed_something() ? 0 : quiet_runs_ + 1;
    if (done) {
      end_block(std::move(block));
      continue;
    }
    if (worker_.speculation != nullptr) {
      worker_.speculation->go_on_alone();  // later blocks, which it waits for, are not done
    }
    fail_if_stuck(*block);
    queue.wait(std::move(block));
  }
}

bool Grid::has_earlier(double clk) const {
  const bool may_begin = next_ < config.grid.count() && !queue.is_full(1);
  return queue.has_earlier(clk) || (may_begin && queue.next_begin() < clk);
}

bool Grid::is_sampled(std::uint64_t block) const {
  constexpr std::uint64_t kSamples = 8;
  const std::uint64_t blocks = config.grid.count();
  return options.counters && (program.reads_clocks || queue.is_in_time() ||
                              block % std::max<std::uint64_t>(1, blocks / kSamples) == 0);
}

AllocationRef Grid::shared_allocation(const Extents& known, DeviceAddress address,
                                      std::uint32_t bytes) const {
  AllocationRef nearest;
  std::uint64_t best = ~0ull;
  const auto place = static_cast<std::int64_t>(address);  // an index below 0 leads below 0
  const auto consider = [&](const std::string& name, std::int64_t begin, std::int64_t size) {
    const bool is_other = known.is_known() && begin != std::int64_t{known.begin};
    const std::int64_t past = place + bytes - (begin + size);
    const std::int64_t distance = place < begin ? place - begin : std::max<std::int64_t>(past, 0);
    const auto far = static_cast<std::uint64_t>(std::abs(distance));
    if (!is_other && far < best) {
      best = far;
      nearest.begin = static_cast<DeviceAddress>(begin);
      nearest.bytes = static_cast<std::uint64_t>(size);
      nearest.name = name;
      nearest.qualifier = "__shared__";
      nearest.distance = distance;
    }
  };
  for (const auto& variable : program.shared_variables) {
    consider(variable.name, variable.offset, variable.bytes);
  }
  if (config.dynamic_shared_bytes > 0) {
    consider(kDynamicSharedMemory, program.static_shared_bytes,
             static_cast<std::int64_t>(config.dynamic_shared_bytes));
  }
  if (nearest.name == kDynamicSharedMemory && program.dynamic_arrays.size() > 1) {
    nearest.arrays = program.dynamic_arrays;
  }
  return nearest;
}

SourceLocation Grid::location(const Program& program, std::uint32_t pc) {
  std::size_t index = std::min<std::size_t>(pc, program.info.size() - 1);
  // What stands before a jump that lowering added says where it is.
  for (std::size_t back = 0; back < 4 && back <= index && program.info[index].line == 0; ++back) {
    index = program.info[index - back].line != 0 ? index - back : index;
  }
  const InstructionInfo& info = program.info[index];
  SourceLocation place;
  if (info.file < program.files.size() && info.line != 0) {
    place.file = program.files[info.file];
    place.line = info.line;
    place.column = info.column;
  } else {
    place.line = info.ptx_line;
  }
  return place;
}

bool Grid::was_noted(FaultKind kind, std::uint32_t pc) const {
  const InstructionInfo& info = program.info[std::min<std::size_t>(pc, program.info.size() - 1)];
  const std::lock_guard lock(noted_mutex_);
  return noted_.count({kind, info.file, info.line == 0 ? info.ptx_line : info.line}) != 0;
}

bool Grid::wants_note(FaultKind kind, std::uint32_t pc) {
  const InstructionInfo& info = program.info[std::min<std::size_t>(pc, program.info.size() - 1)];
  const std::lock_guard lock(noted_mutex_);
  return noted_.emplace(kind, info.file, info.line == 0 ? info.ptx_line : info.line).second;
}

Dim3 Grid::block_position(std::uint64_t index) const {
  return position_in(index, config.grid);
}

/// Of a function of the toolkit's headers: where the student's code called it.
SourceLocation Grid::location(const Warp& warp, LaneMask lanes, std::uint32_t pc) const {
  SourceLocation place = location(pc);
  const auto runs = [&](const Split& split) { return (split.mask & lanes) != 0; };
  auto split = warp.splits.end();
  if (warp.current < warp.splits.size()) {
    split = warp.splits.begin() + static_cast<std::ptrdiff_t>(warp.current);
  } else if (place.file.empty()) {
    split = std::find_if(warp.splits.begin(), warp.splits.end(), runs);
  }
  const CallFrame* frame = split == warp.splits.end() ? nullptr : split->frame.get();
  for (; place.file.empty() && frame != nullptr; frame = frame->parent.get()) {
    if (SourceLocation caller = location(frame->return_pc - 1); !caller.file.empty()) {
      return caller;
    }
  }
  return place;
}

void Grid::complete(Fault& fault, const Block& block, const Warp& warp, LaneMask lanes,
                    std::uint32_t pc) const {
  complete(fault, block, warp.index, lanes != 0 ? lanes : warp.mask, location(warp, lanes, pc));
}

void Grid::complete(Fault& fault, const Block& block, std::uint32_t warp, LaneMask lanes,
                    SourceLocation where) const {
  fault.kernel = program.name;
  fault.where = std::move(where);
  fault.block = block.position();
  fault.grid_dim = config.grid;
  fault.block_dim = config.block;
  fault.thread =
      block.thread_position(warp, lanes == 0 ? 0 : static_cast<unsigned>(__builtin_ctz(lanes)));
  fault.thread_count = std::max(1u, static_cast<unsigned>(__builtin_popcount(lanes)));
}

/// nullptr: such instructions have no counter of their own.
static std::uint64_t Counters::*counter_of(CounterClass kind) {
  switch (kind) {
    case CounterClass::kFp32:
      return &Counters::fp32_instructions;
    case CounterClass::kFp64:
      return &Counters::fp64_instructions;
    case CounterClass::kInt32:
      return &Counters::int32_instructions;
    case CounterClass::kSfu:
      return &Counters::sfu_instructions;
    case CounterClass::kShuffle:
      return &Counters::shuffles;
    case CounterClass::kVote:
      return &Counters::votes;
    case CounterClass::kBarrier:
      return &Counters::barriers;
    case CounterClass::kTensor:
      return &Counters::tensor_instructions;
    default:
      return nullptr;
  }
}

void Grid::sum_instruction(std::size_t index, std::uint64_t warps, std::uint64_t threads) {
  const InstructionInfo& info = program.info[index];
  if (!info.counted) {
    return;
  }
  counters.warp_instructions += warps;
  counters.thread_instructions += threads;
  counters.issue_slots += warps * info.issue_slots;
  counters.sfu_slots += warps * info.sfu_slots;
  if (info.counter == CounterClass::kInt32) {
    const std::uint64_t slots = warps * info.issue_slots;
    counters.int32_issue_slots += slots;
    counters.int32_alu_slots += info.integer_pipe == IntegerPipe::kAlu ? slots : 0;
    counters.int32_mad_slots += info.integer_pipe == IntegerPipe::kMad ? slots : 0;
  }
  if (const auto counter = counter_of(info.counter); counter != nullptr) {
    counters.*counter += warps;
  }
  const Decoded& i = program.code[index];
  counters.branches += i.step == Step::kBranch && i.guard != kNoSlot ? warps : 0;
}

void Grid::sum_up() {
  if (options.counters) {
    counters += worker_.counters;
  }
  printed = std::move(worker_.printed);
  std::int64_t warps = 0, threads = 0, steps = 0;
  for (std::size_t i = 0; i < program.code.size(); ++i) {
    warps += worker_.changes[i].warps;
    threads += worker_.changes[i].threads;
    steps += warps;
    if (warps != 0) {
      sum_instruction(i, static_cast<std::uint64_t>(warps), static_cast<std::uint64_t>(threads));
    }
  }
  if (steps > 0) {  // until here they are sums, with what is executed but not counted
    const double weight = static_cast<double>(steps) * static_cast<double>(steps) /
                          static_cast<double>(counters.warp_instructions);
    counters.busiest_warp_instructions /= weight;
    counters.mean_warp_instructions /= weight;
  }
  const std::uint64_t block_threads = config.block.count();
  counters.launches = 1;
  counters.blocks = config.grid.count();
  counters.threads = counters.blocks * block_threads;
  counters.warps = counters.blocks * ((block_threads + kWarpSize - 1) / kWarpSize);
  counters.block_critical_path_clk = sampled_ == 0 ? 0 : path_clk_ / static_cast<double>(sampled_);
  if (options.counters) {
    traffic->finish(counters);
  }
}

}  // namespace warpschool::sim
