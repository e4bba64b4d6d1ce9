// A lowered kernel: a flat array of decoded instructions, a frame of lane arrays, and side tables.
//
// A frame holds the registers of one warp. Every register, immediate, special register and kernel
// parameter is a slot of it: 32 words of 4 or 8 bytes, a word a lane; a predicate is one LaneMask.
// All functions that a kernel can reach share one frame, side by side: two lanes never use one
// column, so only recursion has to save and restore.
#pragma once

#include "lower/isa/form.hpp"
#include "lower/program/matrix_shapes.hpp"
#include "warpschool/sim/types.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpschool::sim {

struct Warp;
struct Decoded;

/// Executes one instruction for the lanes of `active` (never empty).
using Handler = void (*)(Warp& warp, const Decoded& instruction, LaneMask active);

/// What the warp's run loop does with an instruction; everything but kPlain may change who runs
/// next.
enum class Step : std::uint8_t {
  kPlain,     ///< call the handler, go to the next instruction
  kConverge,  ///< first wait for the lanes of the member mask, then as kPlain
  kInTurn,    ///< first blocks whose clock is earlier may go on, then as kPlain
  kBranch,
  kIndexedBranch,
  kJump,
  kCall,
  kReturn,
  kExit,
  kBarrier,
  kWarpBarrier,
  kTrap,
  kPause,
  kUnsupported
};

inline constexpr std::uint32_t kNoSlot = 0xffff'ffffu;
inline constexpr std::uint32_t kNoIndex = 0xffff'ffffu;

/// One instruction, ready to run: a cache line. Slots are byte offsets into the frame.
struct alignas(64) Decoded {
  Handler execute = nullptr;
  std::int64_t displacement = 0;  ///< of an address
  std::uint32_t d = kNoSlot;      ///< destination
  std::uint32_t a = kNoSlot;      ///< first source; the address of memory instructions
  std::uint32_t b = kNoSlot, c = kNoSlot;
  std::uint32_t e = kNoSlot;      ///< fourth vector element; member mask
  std::uint32_t p = kNoSlot;      ///< second destination (a predicate); load: who needs it
  std::uint32_t guard = kNoSlot;  ///< predicate slot
  std::uint32_t target = 0;       ///< branch: instruction index; param space: stride in bytes
  std::uint32_t extra = 0;        ///< call site, branch table, memory site, matrix site
  Step step = Step::kPlain;
  bool guard_negated = false;
  Space space = Space::kGeneric;
  std::uint8_t bytes = 0;  ///< of a lane's whole access
};
static_assert(sizeof(Decoded) == 64);

/// Which pipe of an SM works on whole numbers: ptxas chooses for 32-bit additions and moves.
enum class IntegerPipe : std::uint8_t { kEither, kAlu, kMad };

/// What ptxas makes of an atomic (compiled_atomics.hpp): for its time.
enum class AtomicShape : std::uint8_t {
  kPlain,
  kOneLane,      ///< a warp's lanes are joined first, and one of them goes to memory
  kCountsLanes,  ///< shared memory: lanes on one word share a pass
  kLoops         ///< shared memory: a loop of compare-and-swap, a turn for each lane on a word
};

/// Of a store to global memory: is it near others (near_stores.hpp)?
enum class NearStore : std::uint8_t { kNone, kFirst, kLater };

/// What is known of an instruction beyond its execution: for counters, faults and the clock.
/// What the time model has to know of a branch (branch_regions.hpp).
enum class Parting : std::uint8_t {
  kNever,          ///< a compiler sees that lanes stay together, or there is no branch to ptxas
  kRegion,         ///< lanes may part, and wait for each other where they meet again
  kWithin,         ///< lanes may part within such a region, and meet at its end
  kLeavesIfTaken,  ///< lanes that take it leave a loop, and wait for the others behind it
  kStaysIfTaken,   ///< those that do not take it leave the loop
};

struct InstructionInfo {
  CounterClass counter = CounterClass::kNone;
  LatencyClass latency = LatencyClass::kAlu;
  Opcode opcode = Opcode::kMov;
  ptx::Type type = ptx::Type::kNone, source_type = ptx::Type::kNone;  ///< as in its Form
  Compare compare = Compare::kNone;
  bool wide = false;            ///< of a product: all of it
  bool high = false;            ///< of a product: its upper half
  bool counted = true;          ///< false: a jump that lowering added
  bool is_strong = false;       ///< volatile, or with an order: made for other threads to see
  bool is_volatile = false;     ///< .volatile
  bool is_of_block = false;     ///< .cta: one step for the threads of its block only
  bool is_data = false;         ///< volatile, but tells nobody anything (volatile_data.hpp)
  bool is_update = false;       ///< a volatile store (volatile_updates.hpp)
  bool counts_blocks = false;   ///< of an atomic: the last block finds out by it that it is
  bool is_validated = false;    ///< a load whose value an atomic checks again (validated_loads.hpp)
  bool is_read_only = false;    ///< a load through the cache of textures and __ldg (.nc)
  bool is_by_register = false;  ///< a load of constants that is no operand (branch_regions.hpp)
  bool waits_for_stores = false;   ///< a load that no compiler moves ahead (held_back_loads.hpp)
  bool closes_loop = false;        ///< a branch out of a loop, with the jump back behind it
  bool is_predicated = false;      ///< a branch that is none to ptxas (predicated_branches.hpp)
  bool has_order = false;          ///< .release, .acq_rel, .acquire: as if with a fence
  bool only_passed = false;        ///< a load whose value goes to shuffles and calls alone
  bool only_stored = false;        ///< a load whose value goes to memory alone, maybe within a word
  bool stores_min_or_max = false;  ///< a store of a minimum, a maximum or a selection
  bool only_compared = false;      ///< a load whose value goes to comparisons alone
  bool chosen_if = true;  ///< a load: value of predicate `p` where it counts (hoisted_loads.hpp)
  bool stores_undefined = false;  ///< a store of what nobody has set (undefined_values.hpp)
  bool must_be_set = false;       ///< a load of a scalar in the frame (escaped_scalars.cpp)
  bool updates_bits = false;  ///< a load that keeps bits beside a bit-field that is written, or .cg
  bool is_one_number = false;  ///< read as a number: no byte of it may be a struct's padding
  bool overwrites = false;     ///< of an atomic: an exchange, for which the old value need not be
  bool is_float = false;       ///< of an atomic: on floating-point numbers
  bool is_extreme = false;     ///< of an atomic: it keeps the smaller or greater value, or bit
  bool adds = false;           ///< of an atomic: a sum
  AtomicShape atomic_shape = AtomicShape::kPlain;
  NearStore near_store = NearStore::kNone;
  bool is_overtaken = false;  ///< a load; of a store `overtakes` (overtaking_stores.hpp)
  bool overtakes = false;
  Parting parting = Parting::kNever;
  bool result_unused = false;       ///< of an atomic: it is a reduction (RED)
  bool result_compared = false;     ///< of an atomic: the program looks at what was there
  std::uint8_t element_bytes = 0;   ///< of a load or store: of one element of its vector
  std::uint8_t merged_bytes = 0;    ///< a load that stands for some of so many bytes, if not 0
  bool is_merged = false;           ///< a load for which another one stands (merged_loads.hpp)
  std::uint8_t register_bytes = 4;  ///< of a lane's word of the register it comes from or goes to
  std::uint8_t turns_in_one = 1;    ///< of a branch back: turns that are one (unrolled_loops.hpp)
  std::uint8_t issue_slots = 1;     ///< weight in the time model; 0: ptxas folds it away
  std::uint8_t sfu_slots = 0;       ///< of its machine instructions on the pipe of roots and sines
  IntegerPipe integer_pipe = IntegerPipe::kEither;
  std::uint32_t file = 0;  ///< index into Program::files; 0: unknown
  std::uint32_t line = 0, column = 0;
  std::uint32_t ptx_line = 0;
  std::vector<std::uint32_t> sources, destinations;  ///< register slots

  /// Made for other threads to see, so that others may do the like at the same time.
  bool may_meet_others() const { return is_strong && !is_data; }
};

enum class Special : std::uint8_t {
  kNone,
  kTidX,
  kTidY,
  kTidZ,
  kNtidX,
  kNtidY,
  kNtidZ,
  kCtaidX,
  kCtaidY,
  kCtaidZ,
  kNctaidX,
  kNctaidY,
  kNctaidZ,
  kLaneid,
  kWarpid,
  kNwarpid,
  kSmid,
  kNsmid,
  kGridid,
  kLanemaskEq,
  kLanemaskLe,
  kLanemaskLt,
  kLanemaskGe,
  kLanemaskGt,
  kLanesPerWarp,
  kDynamicSharedBytes,
  kTotalSharedBytes,
  kClock,
  kClock64,
  kGlobalTimer
};

/// A slot whose content no instruction changes.
struct ConstantSlot {
  enum class Source : std::uint8_t { kBits, kParameter, kSpecial, kPredicate };
  Source source = Source::kBits;
  Special special = Special::kNone;
  std::uint8_t bytes = 4;            ///< of a lane's word in the frame
  std::uint8_t parameter_bytes = 0;  ///< of the value in the parameter buffer
  bool sign_extend = false;
  std::uint32_t offset = 0;  ///< in the frame
  std::uint64_t bits = 0;    ///< value; kParameter: offset in the parameter buffer
};

/// A variable of .param space in the frame: lane-major, `stride` bytes a lane.
struct ParameterSlot {
  std::uint32_t offset = 0;
  std::uint32_t stride = 8;
  std::uint32_t bytes = 0;
};

/// The bytes that a memory instruction's variable has in its space (provenance.hpp): an access
/// beyond hits another variable. The default: it is not known which variable it is.
struct Extents {
  std::uint32_t begin = 0, end = 0xffff'ffffu;

  bool is_known() const { return begin != 0 || end != 0xffff'ffffu; }
};

/// What lies where in the frame: recursion saves lanes one by one.
struct FrameSlot {
  std::uint32_t offset = 0;
  std::uint32_t stride = 4;  ///< bytes a lane; 0: a predicate
};

struct FunctionInfo {
  std::string name;
  std::uint32_t entry = 0;  ///< instruction index
  std::uint32_t frame_begin = 0,
                frame_end = 0;  ///< its part of the frame: a range of Program::slots
  std::uint32_t formals_begin = 0, formals_end = 0;  ///< the same of its parameters and results
  std::uint32_t local_bytes = 0;
  bool recursive = false;
  std::vector<ParameterSlot> parameters, results;
};

struct CallSite {
  std::uint32_t function = kNoIndex;   ///< index into Program::functions
  std::uint32_t intrinsic = kNoIndex;  ///< index into the table of host functions
  std::uint32_t pointer = kNoSlot;     ///< indirect: slot of the function's address
  std::string name;
  std::vector<ParameterSlot> arguments, results;
};

/// A number that all threads of a launch agree on: a constant, or a parameter and a constant.
struct LaunchNumber {
  std::uint32_t parameter = kNoIndex;  ///< index into Program::constants; kNoIndex: none
  std::int64_t distance = 0;
};

/// A load that is asked for nothing but whether it is equal to some numbers, from an array in which
/// compare-and-swaps alone replace numbers by others (tested_loads.hpp).
struct TestedLoad {
  std::uint32_t at = 0;               ///< the instruction
  std::vector<LaunchNumber> tested;   ///< what it is compared with
  std::vector<LaunchNumber> swapped;  ///< what the swaps look for, and what they leave
};

/// An access by which threads look whether they may go on, and the loop around it (polls.hpp).
struct Poll {
  std::uint32_t at = 0;              ///< the instruction
  std::uint32_t begin = 0, end = 0;  ///< of the loop: its first instruction, its branch back
};

/// Of an instruction that is watched lane by lane (lane_instrumentation.hpp). Masks are slots of
/// predicates: the lanes that have set a register (maybe_undefined_addresses.hpp), or that have no
/// sum there (warp_reductions.hpp).
struct LaneTaint {
  Handler execute = nullptr;                    ///< what the instruction does
  std::vector<std::uint32_t> sources, targets;  ///< masks of what it computes with, and sets
  std::uint32_t address = kNoSlot;              ///< an access: mask of the register it is made by
};

/// What a warp issues whose lanes all go round short conditional code (predicated_branches.hpp).
struct PredicatedCode {
  struct Way {
    std::uint32_t shared_loads = 0, shared_stores = 0, issue_slots = 0;
  };
  Way missed_if_taken, missed_if_passed;
};

struct Program {
  std::string name;
  std::vector<Decoded> code;
  std::vector<InstructionInfo> info;  ///< parallel to code
  std::vector<std::string>
      unsupported;  ///< texts of kUnsupported instructions; Decoded::extra is the index
  std::vector<FunctionInfo> functions;  ///< [0]: the kernel
  std::vector<CallSite> calls;
  std::vector<MatrixSite> matrices;
  std::vector<std::vector<std::uint32_t>> branch_tables;
  std::vector<ConstantSlot> constants;
  std::vector<FrameSlot> slots;
  /// Registers that may be read before they are written: cleared when a block begins, so that what
  /// they hold does not depend on the blocks before it.
  std::vector<FrameSlot> unset;
  std::vector<PredicatedCode> predicated;  ///< Decoded::extra of its branch is the index + 1
  std::vector<TestedLoad> tested_loads;
  std::vector<Poll> polls;  ///< empty: blocks do not wait for each other
  /// nullptr: that instruction is none.
  const Poll* poll_at(std::size_t at) const {
    for (const Poll& poll : polls) {
      if (poll.at == at) {
        return &poll;
      }
    }
    return nullptr;
  }
  std::vector<LaneTaint> lane_taints;
  std::vector<std::uint32_t>
      lane_taint_at;  ///< by instruction: of lane_taints; empty: there is none
  std::vector<std::string> files;
  std::unordered_map<std::uint64_t, std::uint32_t>
      function_addresses;  ///< value of a function pointer -> function
  std::uint32_t frame_bytes = 0;
  std::uint32_t memory_sites = 0;
  std::vector<Extents> extents;  ///< by memory site; perhaps shorter
  std::uint32_t parameter_bytes = 0;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t shared_alignment = 16;
  std::uint32_t local_bytes = 0;  ///< a thread, all functions, without recursion
  bool recursive = false;
  bool has_block_scope = false;  ///< some access to global memory is_of_block
  bool reads_clocks = false;     ///< %clock and its kin: all blocks run with a virtual clock
  std::uint32_t registers = 16;  ///< estimate
  struct SharedVariable {
    std::string name;
    std::uint32_t offset, bytes;
  };
  std::vector<SharedVariable> shared_variables;
  /// Names of the "extern __shared__" arrays that the kernel uses. They begin at one address.
  std::vector<std::string> dynamic_arrays;
};

/// Function pointers are numbers of this window: no memory lies there.
inline constexpr std::uint64_t kFunctionWindow = 0x0000'6fff'0000'0000ull;

}  // namespace warpschool::sim
