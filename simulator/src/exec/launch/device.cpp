// The simulated GPU from outside: loads modules and launches kernels.
#include "warpschool/sim/device.hpp"

#include "exec/launch/grid.hpp"
#include "exec/launch/module.hpp"
#include "exec/launch/written_allocations.hpp"
#include "exec/races/copy_races.hpp"
#include "exec/races/stream_history.hpp"
#include "exec/recording/launch_recording.hpp"
#include "exec/speculation/thread_pool.hpp"
#include "model/time_model.hpp"
#include "ptx/link.hpp"
#include "ptx/parser.hpp"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace warpschool::sim {
namespace {

/// The launch limits of the CUDA C++ Programming Guide (technical specifications); empty: all kept.
std::string launch_mistake(const DeviceProfile& profile, const KernelInfo& kernel,
                           const LaunchConfig& config, std::size_t parameter_bytes) {
  constexpr std::uint64_t kMostBlocksYz = 65535;
  const std::uint64_t threads = config.block.count();
  const std::uint64_t shared =
      std::uint64_t{kernel.static_shared_bytes} + config.dynamic_shared_bytes;
  const std::uint64_t most_shared =
      std::max(profile.shared_bytes_per_block, profile.shared_bytes_per_block_optin);
  if (std::max(config.block.x, config.block.y) > profile.max_threads_per_block) {
    return "a block with too many threads in one direction";
  }
  if (threads == 0 || config.grid.count() == 0) {
    return "a grid or block of no threads";
  }
  if (threads >
          std::min<std::uint64_t>(profile.max_threads_per_block, kernel.max_threads_per_block) ||
      config.block.z > 64) {
    return "a block of " + std::to_string(threads) + " threads";
  }
  if (config.grid.x > 0x7fff'ffffu || config.grid.y > kMostBlocksYz ||
      config.grid.z > kMostBlocksYz) {
    return "a grid with too many blocks in one direction";
  }
  if (shared > most_shared) {
    return std::to_string(shared) + " bytes of shared memory a block";
  }
  return parameter_bytes < kernel.parameter_bytes ? "too few parameter bytes" : "";
}

LaunchOutcome refused_launch(std::string_view kernel, std::string why) {
  LaunchOutcome outcome;
  Fault& fault = outcome.faults.emplace_back();
  fault.kind = FaultKind::kInvalidLaunch;
  fault.kernel = kernel;
  fault.detail = std::move(why);
  return outcome;
}

LaunchShape shape_of(const DeviceProfile& profile, const KernelInfo& kernel,
                     const LaunchConfig& config) {
  LaunchShape shape;
  shape.blocks = config.grid.count();
  shape.threads_per_block = static_cast<unsigned>(config.block.count());
  shape.registers_per_thread =
      fitting_registers(profile, shape.threads_per_block, kernel.registers_per_thread);
  shape.shared_bytes_per_block =
      std::uint64_t{kernel.static_shared_bytes} + config.dynamic_shared_bytes;
  return shape;
}

/// What is left of a launch that has come to its end, but for its modelled time.
void take_results(Grid& grid, LaunchOutcome& outcome) {
  grid.sum_up();
  outcome.counters = grid.counters;
  if (grid.recording) {
    outcome.lines = grid.recording->lines(grid.worker().changes);
    outcome.trace = grid.recording->trace();
  }
  outcome.notes = std::move(grid.notes);
  outcome.refused_mallocs = grid.refused_mallocs;
  outcome.printed = std::move(grid.printed);
  outcome.concurrent_blocks = grid.concurrent_blocks();
}

}  // namespace

struct Device::Impl {
  Impl(const DeviceProfile& device, DeviceOptions wanted)
      : profile(device), options(std::move(wanted)), memory(device.memory_bytes), l2(profile) {
    memory.follow(&options.checks.uninitialised);
  }

  DeviceProfile profile;
  DeviceOptions options;
  Memory memory;
  Epoch clock = 0;    ///< of the race checks
  StreamHistory log;  ///< for the race checks, too
  SharedL2 l2;
  std::vector<std::unique_ptr<Module>> modules;

  Result<Module*> load(ptx::Module tree, std::string_view source_name,
                       std::span<const HostVariable> managed);

  /// Before a piece of work takes epochs of the clock.
  UnorderedWork begin_work(const WorkOrder* order);
  void end_launch(const Grid& grid, const WorkOrder& order);
  /// An access of earlier work that a copy must not meet.
  std::optional<Fault> find_race(const CopiedSide& side, const UnorderedWork& unordered) const;
  bool counts_for_copies(shadow::Entry entry) const;

  /// The host threads that blocks are spread over, made at their first use; nullptr: just this one.
  ThreadPool* threads() {
    if (pool_process != getpid()) {
      (void)pool.release();  // of the process that forked this one: its threads are not here
    }
    if (!pool || wanted_threads != options.host_threads) {
      pool = std::make_unique<ThreadPool>(options.host_threads);
      pool_process = getpid();
      wanted_threads = options.host_threads;
    }
    return pool->threads() > 1 ? pool.get() : nullptr;
  }

  std::unique_ptr<ThreadPool> pool;
  unsigned wanted_threads = 0;
  pid_t pool_process = 0;
};

Device::Device(const DeviceProfile& profile, DeviceOptions options)
    : impl_(std::make_unique<Impl>(profile, std::move(options))) {}

Device::~Device() = default;

const DeviceProfile& Device::profile() const {
  return impl_->profile;
}
DeviceOptions& Device::options() {
  return impl_->options;
}
Memory& Device::memory() {
  return impl_->memory;
}

Result<Module*> Device::load(std::string_view ptx, std::string_view source_name,
                             std::span<const HostVariable> managed) {
  Result<ptx::Module> tree = ptx::parse(ptx, source_name);
  if (!tree) {
    return tree.diagnostics();
  }
  return impl_->load(std::move(*tree), source_name, managed);
}

Result<Module*> Device::load_linked(std::span<const PtxSource> sources,
                                    std::span<const HostVariable> managed) {
  std::vector<ptx::LinkPart> parts;
  for (const PtxSource& source : sources) {
    Result<ptx::Module> tree = ptx::parse(source.text, source.name);
    if (!tree) {
      return tree.diagnostics();
    }
    parts.push_back({std::move(*tree), std::string(source.name)});
  }
  Result<ptx::Module> linked = ptx::link(parts);
  if (!linked) {
    return linked.diagnostics();
  }
  return impl_->load(std::move(*linked), sources.empty() ? "" : sources.front().name, managed);
}

Result<Module*> Device::Impl::load(ptx::Module tree, std::string_view source_name,
                                   std::span<const HostVariable> managed) {
  auto module = std::make_unique<Module>(std::move(tree));
  Diagnostics diagnostics = module->load(memory, managed);
  if (!diagnostics.empty()) {
    for (Diagnostic& diagnostic : diagnostics) {
      diagnostic.file = diagnostic.file.empty() ? std::string(source_name) : diagnostic.file;
    }
    module->release(memory);
    return diagnostics;
  }
  modules.push_back(std::move(module));
  return modules.back().get();
}

void Device::unload(Module* module) {
  auto& modules = impl_->modules;
  const auto found = std::find_if(modules.begin(), modules.end(),
                                  [=](const auto& m) { return m.get() == module; });
  if (found != modules.end()) {
    (*found)->release(impl_->memory);
    impl_->log.forget();  // of its kernels
    modules.erase(found);
  }
}

void Device::reset(const void* from) {
  for (const auto& module : impl_->modules) {
    module->release(impl_->memory);
  }
  impl_->modules.clear();
  for (const Allocation* allocation : impl_->memory.live()) {
    impl_->memory.release(allocation->begin, from);
  }
  impl_->log.forget();
}

void Device::cool_l2() {
  impl_->l2.cool();
}

void Device::pass_through_l2(DeviceAddress address, std::uint64_t bytes) {
  impl_->l2.fill(address, bytes);
}

const KernelInfo* Device::kernel(const Module& module, std::string_view name) {
  return module.kernel(name);
}

const ModuleVariable* Device::variable(const Module& module, std::string_view name) {
  return module.variable(name);
}

UnorderedWork Device::Impl::begin_work(const WorkOrder* order) {
  if (options.checks.races) {
    memory.need_shadows();
  }
  if (HappensBefore::wants_reset(clock)) {
    memory.drop_accessors();
    log.forget();
    clock = 0;
  }
  if (order == nullptr || !options.checks.races) {
    return {};
  }
  log.begin(*order);
  return log.unordered(*order);
}

void Device::Impl::end_launch(const Grid& grid, const WorkOrder& order) {
  PastWork work;
  work.program = &grid.program;
  work.has_released = grid.ordering->has_released();
  log.add(order, grid.ordering->first(), clock, std::move(work));
}

bool Device::stores_through_memory(const Module& module, std::string_view name) {
  const WrittenMemory* const kernel = module.written_memory(name);
  return kernel != nullptr && !kernel->written(~WrittenMemory::Sources{0});
}

std::optional<std::vector<DeviceAddress>> Device::written_by(
    const Module& module, std::string_view name, std::span<const std::byte> parameters) const {
  const WrittenMemory* const kernel = module.written_memory(name);
  return kernel == nullptr ? std::nullopt : written_allocations(impl_->memory, *kernel, parameters);
}

LaunchOutcome Device::launch(const Module& module, std::string_view name,
                             const LaunchConfig& config, std::span<const std::byte> parameters,
                             const WorkOrder* order) {
  const KernelInfo* kernel = module.kernel(name);
  if (kernel == nullptr) {
    return refused_launch(name, "no kernel of the name " + std::string(name));
  }
  if (std::string why = launch_mistake(impl_->profile, *kernel, config, parameters.size());
      !why.empty()) {
    return refused_launch(name, std::move(why));
  }
  const Program& program = *module.program(name, impl_->options.checks);
  LaunchShape shape = shape_of(impl_->profile, *kernel, config);
  const Occupancy resident = occupancy(impl_->profile, shape.threads_per_block,
                                       shape.registers_per_thread, shape.shared_bytes_per_block);
  const UnorderedWork unordered = impl_->begin_work(order);
  if (!unordered.empty()) {
    impl_->log.paint(unordered);
  }
  const bool is_alone = unordered.empty() && (order == nullptr || order->is_before_all);
  Grid grid(program, config, parameters,
            {impl_->memory, impl_->profile, impl_->options, impl_->clock, impl_->l2, &impl_->log,
             unordered.empty() ? nullptr : &unordered, order, is_alone,
             impl_->options.checks.races
                 ? written_allocations(impl_->memory, *module.written_memory(name), parameters)
                 : std::nullopt},
            resident.blocks_per_sm);
  LaunchOutcome outcome;
  try {
    grid.run([this] { return impl_->threads(); });
  } catch (GuestFault& guest) {
    grid.deferred_init_fault.explain(guest.fault);
    outcome.faults.push_back(std::move(guest.fault));
  }
  if (order != nullptr && grid.ordering != nullptr) {
    impl_->end_launch(grid, *order);
  }
  take_results(grid, outcome);
  shape.longest_path_clk = grid.longest_path_clk();
  shape.end_clk = grid.queue.end_clk();
  shape.work = grid.work_shares();
  if (outcome.faults.empty()) {  // else it depends on host threads which blocks were run
    shape.block_work = grid.block_work;
  }
  outcome.time = model_time(impl_->profile, outcome.counters, shape);
  return outcome;
}

/// A volatile store or load is made to be watched, or set, by a copy meanwhile; an atomic is not.
bool Device::Impl::counts_for_copies(shadow::Entry entry) const {
  const PastWork* work = log.find(shadow::epoch_of(entry));
  const std::uint32_t place = shadow::place_of(entry);
  if (work == nullptr || work->program == nullptr || place == shadow::kUnknownPlace) {
    return work != nullptr;
  }
  const InstructionInfo& info = work->program->info[place];
  return !info.is_strong || info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
}

std::optional<Fault> Device::Impl::find_race(const CopiedSide& side,
                                             const UnorderedWork& unordered) const {
  Fault fault;
  RaceParty other;
  const PastWork* work = log.find_copy(unordered, side, fault.address, other.is_write);
  if (work == nullptr) {
    const std::optional<CopyConflict> conflict = find_conflict(
        side, unordered, [this](shadow::Entry entry) { return counts_for_copies(entry); });
    if (!conflict) {
      return std::nullopt;
    }
    work = log.find(shadow::epoch_of(conflict->entry));
    fault.address = conflict->address;
    describe_access(*work, conflict->entry, other);
    other.is_write = other.is_write || conflict->writes;
  }
  other.work = UnorderedPair{work->name(), {}};
  fault.other = std::move(other);
  return fault;
}

std::optional<Fault> Device::check_copy(const WorkOrder& order, std::span<const CopiedRows> sides) {
  const UnorderedWork unordered = impl_->begin_work(&order);
  if (!impl_->options.checks.races) {
    return std::nullopt;
  }
  PastWork work;
  for (const CopiedRows& rows : sides) {
    const Allocation* allocation = impl_->memory.find(rows.begin);
    if (allocation == nullptr) {
      continue;  // host memory that no kernel can touch
    }
    CopiedSide side{rows, allocation->begin, allocation->shadow};
    std::optional<Fault> fault =
        unordered.empty() ? std::nullopt : impl_->find_race(side, unordered);
    if (fault) {
      fault->kind = FaultKind::kRace;
      fault->thread_count = 0;
      fault->space = Space::kGlobal;
      fault->access_bytes = 1;
      fault->is_write = rows.is_write;
      fault->allocation = impl_->memory.nearest(fault->address, 1);
      fault->other->work->own = {{}, order.api, order.stream, order.called_from};
      return fault;
    }
    work.sides[work.side_count++] = std::move(side);
  }
  const Epoch now = ++impl_->clock;
  impl_->log.add(order, now, now, std::move(work));
  return std::nullopt;
}

bool Device::never_written(DeviceAddress address) const {
  const Allocation* allocation = impl_->memory.find(address);
  return impl_->options.checks.races && allocation != nullptr &&
         (allocation->shadow == nullptr || allocation->shadow->writers == nullptr);
}

bool Device::left_alone(std::uint64_t generation, std::uint32_t lane, std::uint32_t number,
                        DeviceAddress address, bool host_writes) const {
  const Allocation* allocation = impl_->memory.find(address);
  const auto epochs = impl_->log.epochs(generation, lane, number);
  if (!impl_->options.checks.races || allocation == nullptr || !epochs ||
      allocation->shadow == nullptr || allocation->shadow->writers == nullptr) {
    return false;
  }
  CopiedSide side;
  side.rows.begin = address;
  side.rows.width = 1;
  side.rows.is_write = host_writes;
  side.allocation = allocation->begin;
  side.shadow = allocation->shadow;
  UnorderedWork launch;
  launch.add(epochs->first, epochs->second);
  return !find_conflict(side, launch, [](shadow::Entry) { return true; });
}

}  // namespace warpschool::sim
