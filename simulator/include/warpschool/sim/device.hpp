// The simulated GPU as the CUDA runtime sees it: load PTX, launch kernels, get results, faults,
// counters and time.
//
// A launch is synchronous for the caller. The library never prints and never exits: a guest's
// mistake comes back as a Fault, device printf as text.
#pragma once

#include "warpschool/sim/counters.hpp"
#include "warpschool/sim/fault.hpp"
#include "warpschool/sim/memory.hpp"
#include "warpschool/sim/profile.hpp"
#include "warpschool/sim/recording.hpp"
#include "warpschool/sim/types.hpp"
#include "warpschool/support/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::sim {

/// One parameter of a kernel in its parameter buffer (PTX ISA, section 5.1.6).
struct KernelParameter {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
};

/// What is known of a kernel before it runs.
struct KernelInfo {
  std::string name;  ///< as in PTX (mangled)
  std::vector<KernelParameter> parameters;
  std::uint32_t parameter_bytes = 0;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t local_bytes_per_thread = 0;
  std::uint32_t constant_bytes = 0;
  std::uint32_t registers_per_thread = 0;      ///< estimate from liveness; ptxas is not ours to run
  std::uint32_t max_threads_per_block = 1024;  ///< .maxntid, else the device's
  int ptx_target = 70;                         ///< of its module: 80 for "sm_80"
  /// Its module has volatile or system-wide accesses or fences: the host may look while it runs.
  bool speaks_to_host = false;
  /// Its "extern __shared__" arrays, as in PTX: all of them begin at one address (CUDA C++
  /// Programming Guide, "__shared__").
  std::vector<std::string> dynamic_arrays;
  SourceLocation last_line;  ///< of its own code, if a line table says so
};

/// A module variable (.global, .const) that cudaMemcpyToSymbol and kernels share.
struct ModuleVariable {
  std::string name;
  DeviceAddress address = 0;
  std::uint64_t bytes = 0;
};

/// A module variable that lives in host memory (__managed__): host and device use it at one
/// address.
struct HostVariable {
  std::string name;  ///< as in PTX
  void* host = nullptr;
  std::uint64_t bytes = ~std::uint64_t{0};  ///< that the host has there
};

/// PTX text and the name that diagnostics show for it.
struct PtxSource {
  std::string_view text;
  std::string_view name;
};

class Module;  ///< parsed, lowered, loaded PTX; owned by the Device

struct LaunchConfig {
  Dim3 grid;
  Dim3 block;
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;
};

/// What a launch checks beyond what is always checked (out of bounds, misaligned, use after free).
struct Checks {
  bool races = true;
  bool uninitialised = false;
  bool barriers = true;  ///< divergent or mismatched barriers, lane masks
};

struct DeviceOptions {
  Checks checks;
  bool counters = true;
  RecordingOptions recording;
  std::uint64_t max_thread_instructions =
      0;  ///< per launch; 0: no limit. Beyond it: FaultKind::kWorkLimit
  /// The same, of those that may go by without a block of the launch coming to its end: large
  /// launches get somewhere, endless loops do not.
  std::uint64_t max_stalled_instructions = 0;
  /// Host threads that the blocks of a launch may be spread over; results, faults and counters do
  /// not depend on it.
  unsigned host_threads = 1;
  std::uint64_t stack_bytes =
      0;  ///< of a thread, as cudaLimitStackSize; at least what is given anyway
  /// What malloc and new of kernels may give away at a time, as cudaLimitMallocHeapSize: beyond it
  /// they give null.
  std::uint64_t heap_bytes = std::uint64_t{8} << 20U;
};

struct LaunchOutcome {
  std::vector<Fault> faults;  ///< empty: the launch ran to its end. The first one stopped it
  std::vector<Fault> notes;   ///< what is no mistake but deserves a look; once for each line
  std::uint64_t refused_mallocs = 0;  ///< requests of the kernel that got null, as its heap is full
  Counters counters;
  ModelledTime time;
  std::shared_ptr<const LineRecord> lines;  ///< if DeviceOptions::recording asks
  std::shared_ptr<const Trace> trace;  ///< the same; nullptr too: the launch has no such thread
  std::string printed;                 ///< device printf in the order of blocks
  /// Blocks that ran beside others on several host threads: says how it was done, not what came of
  /// it. All else here is the same whatever DeviceOptions::host_threads is.
  std::uint64_t concurrent_blocks = 0;
};

class Device {
 public:
  explicit Device(const DeviceProfile& profile, DeviceOptions options = {});
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const DeviceProfile& profile() const;
  DeviceOptions& options();
  Memory& memory();

  /// Parses and loads PTX; its global and constant variables are allocated and initialised.
  /// @param source_name shown in diagnostics.
  /// @param managed variables that are placed where the host has them.
  Result<Module*> load(std::string_view ptx, std::string_view source_name,
                       std::span<const HostVariable> managed = {});
  /// Parses several files of PTX and links them to one module: what one declares .extern another
  /// may define (relocatable device code).
  Result<Module*> load_linked(std::span<const PtxSource> sources,
                              std::span<const HostVariable> managed = {});
  void unload(Module* module);
  /// Gives all memory and all modules back. Addresses go on, so that who still uses what was there
  /// finds memory that was freed by the call at `from`.
  void reset(const void* from);

  /// Empties L2. Else a launch finds there what earlier ones left.
  void cool_l2();
  /// A copy or a fill brings these bytes: they are in L2 behind it.
  void pass_through_l2(DeviceAddress address, std::uint64_t bytes);

  /// nullptr if the module has no such kernel.
  static const KernelInfo* kernel(const Module& module, std::string_view name);
  static const ModuleVariable* variable(const Module& module, std::string_view name);
  /// May the kernel store through pointers that it reads out of memory?
  static bool stores_through_memory(const Module& module, std::string_view name);
  /// The begins of the allocations that a launch may write; nothing: it may write any.
  /// @param parameters as of launch().
  std::optional<std::vector<DeviceAddress>> written_by(const Module& module, std::string_view name,
                                                       std::span<const std::byte> parameters) const;

  /// Runs one grid to its end. `parameters` has KernelInfo::parameter_bytes bytes in the layout of
  /// KernelInfo.
  /// @param order among other work, for the race checks; nullptr: after all that was before.
  LaunchOutcome launch(const Module& module, std::string_view name, const LaunchConfig& config,
                       std::span<const std::byte> parameters, const WorkOrder* order = nullptr);
  /// Somebody is about to copy or fill these parts of the device's memory: a race with earlier work
  /// that nothing orders with it, if there is one. It is remembered for work that comes later.
  /// @param sides one or two.
  std::optional<Fault> check_copy(const WorkOrder& order, std::span<const CopiedRows> sides);
  /// Is it certain that no kernel ever wrote to this allocation?
  bool never_written(DeviceAddress address) const;
  /// Is it certain that a launch, one that wrote to this allocation, did not touch that byte in a
  /// way that an access of the host could meet?
  /// @param lane, number of the launch's order.
  bool left_alone(std::uint64_t generation, std::uint32_t lane, std::uint32_t number,
                  DeviceAddress address, bool host_writes) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Blocks of this shape that fit on one SM at once and what limits them (the CUDA occupancy rules).
struct Occupancy {
  unsigned blocks_per_sm = 0;
  const char* limiter = "";
  /// Blocks that each of these would allow, were it alone; 0: it limits nothing.
  unsigned by_warps = 0, by_blocks = 0, by_registers = 0, by_shared = 0;
};
Occupancy occupancy(const DeviceProfile& profile, unsigned threads_per_block,
                    unsigned registers_per_thread, std::uint64_t shared_bytes_per_block);
/// No launch is refused because of the estimate of its registers: it is limited to what one block
/// of this shape can have.
unsigned fitting_registers(const DeviceProfile& profile, unsigned threads_per_block,
                           unsigned estimate);

/// The part of the device that the launch takes while it runs, 0 to 1: of the room for its blocks
/// or of the throughput that it uses most of. The rest is left to kernels of other streams.
double share_of_device(const DeviceProfile& profile, const ModelledTime& time,
                       std::uint64_t blocks);

}  // namespace warpschool::sim
