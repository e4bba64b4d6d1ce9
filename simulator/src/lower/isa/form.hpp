// A Form: what an instruction's opcode and dot modifiers mean, without its operands. Handlers are
// chosen by it.
#pragma once

#include "ptx/ast.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpschool::sim {

enum class Opcode : std::uint8_t {
#define WARPSCHOOL_OPCODE(enumerator, ...) enumerator,
#include "lower/isa/opcodes.def"
#undef WARPSCHOOL_OPCODE
};

/// The handler file of exec/ that answers for an opcode.
enum class Family : std::uint8_t {
  kArith,
  kLogic,
  kCompare,
  kConvert,
  kFloatMath,
  kMemory,
  kAtomic,
  kControl,
  kWarp,
  kBarrier,
  kMatrix
};

/// What a warp instruction counts as.
enum class CounterClass : std::uint8_t {
  kFp32,
  kFp64,
  kInt32,
  kSfu,
  kLsu,
  kControl,
  kShuffle,
  kVote,
  kBarrier,
  kTensor,
  kByType,     ///< in the table only: fp32, fp64 or int32
  kSfuByType,  ///< in the table only: fp64 if the type is f64, else sfu
  kNone        ///< not an instruction of the program's text
};

/// Which latency a dependent instruction waits for.
enum class LatencyClass : std::uint8_t { kAlu, kSfu, kShuffle, kMemory, kFree };

/// A row of opcodes.def.
struct OpcodeInfo {
  Opcode opcode;
  Family family;
  CounterClass counter;
  LatencyClass latency;
  const char* mnemonic;
  const char* section;
  const char* meaning;
};

const OpcodeInfo& info(Opcode opcode);
const OpcodeInfo* find_opcode(std::string_view mnemonic);  ///< nullptr: no such opcode in the table

/// Comparison operators (PTX ISA, section 9.3.1); kEquU and so on are true for unordered operands.
enum class Compare : std::uint8_t {
  kNone,
  kEq,
  kNe,
  kLt,
  kLe,
  kGt,
  kGe,
  kEqu,
  kNeu,
  kLtu,
  kLeu,
  kGtu,
  kGeu,
  kNum,
  kNan
};

enum class Rounding : std::uint8_t { kNone, kNearest, kZero, kDown, kUp, kNearestAway };

/// Second level of an opcode: the mode of shfl, vote and match, the operation of atom, red, bar.red
/// and redux, the combining operator of setp.
enum class Mode : std::uint8_t {
  kNone,
  kUp,
  kDown,
  kBfly,
  kIdx,
  kAll,
  kAny,
  kUni,
  kBallot,
  kAnd,
  kOr,
  kXor,
  kAdd,
  kMin,
  kMax,
  kInc,
  kDec,
  kExch,
  kCas,
  kPopc,
  kSync,
  kArrive,
  kWrapShift,
  kClampShift,
  kLeft,
  kRight,
  kFinite,
  kInfinite,
  kNumber,
  kNotANumber,
  kNormal,
  kSubnormal,
  kToSpace,
  kAsync,
  kCommit,
  kWaitGroup,
  kWaitAll,
  kPack,
  kUnpack,
  kClock,
  kForward4,  ///< prmt.f4e and its kin
  kBackward4,
  kReplicate8,
  kEdgeClampLeft,
  kEdgeClampRight,
  kReplicate16,
  kMatrixLoad,  ///< wmma.load, wmma.store, wmma.mma
  kMatrixStore,
  kMatrixProduct,
  kTranspose,    ///< ldmatrix.trans
  kLocalAddress  ///< set by lowering: mov of a vector, of a clock, of a local variable
};

struct Form {
  Opcode opcode = Opcode::kMov;
  ptx::Type type = ptx::Type::kNone;  ///< the first type modifier: of the result
  ptx::Type source_type =
      ptx::Type::kNone;  ///< the second one: of the operands; equal to `type` if there is one only
  Rounding rounding = Rounding::kNone;
  bool integer_rounding = false;  ///< .rni, .rzi, ...
  bool ftz = false, sat = false, approx = false, full = false;
  bool propagate_nan = false, xor_sign = false, relu = false;
  bool lo = false, hi = false, wide = false;
  bool carry_out = false;  ///< .cc
  bool uni = false;
  bool has_order = false;     ///< .acquire, .release, .acq_rel
  bool is_volatile = false;   ///< .volatile, .relaxed, .acquire, .release
  bool non_coherent = false;  ///< .nc
  bool of_block = false;      ///< .cta: a fence for the block's threads only
  bool warp_level = false;    ///< bar.warp.sync
  bool sync = false;          ///< shfl.sync, vote.sync, ...
  bool shift_amount = false;  ///< bfind.shiftamt
  Compare compare = Compare::kNone;
  Space space = Space::kGeneric;
  std::uint8_t vector = 1;  ///< 2 for .v2, 4 for .v4
  Mode mode = Mode::kNone;
  Mode second_mode = Mode::kNone;  ///< shf.l.WRAP, cp.async.WAIT_GROUP
  std::string ignored;             ///< the first modifier without a meaning here
  std::uint8_t destination_bytes =
      4;  ///< register slot of the destination: 4 or 8; filled in with the operands
  std::uint8_t source_bytes = 4;  ///< of the first source
};

/// Modifiers that a handler reads while it runs, packed into Decoded::extra: of arithmetic and
/// conversions with 16-bit floating-point numbers, where they are not worth a handler each.
struct ArithmeticFlags {
  static constexpr std::uint32_t kFlush = 1, kSaturate = 2, kRelu = 4, kPropagateNan = 8,
                                 kXorSign = 16, kIntegral = 32;
  static constexpr unsigned kRoundingShift = 8;
};
std::uint32_t arithmetic_flags(const Form& form);

/// Decoded::extra of comparisons: how the result is combined with a predicate, and its type.
struct CompareFlags {
  static std::uint32_t pack(const Form& form, bool negated) {
    return (negated ? 1u : 0u) | static_cast<std::uint32_t>(form.mode) << 8 |
           static_cast<std::uint32_t>(form.type) << 16;
  }
  static bool is_negated(std::uint32_t flags) { return (flags & 1u) != 0; }
  static Mode mode(std::uint32_t flags) { return static_cast<Mode>(flags >> 8 & 0xffu); }
  static ptx::Type type(std::uint32_t flags) { return static_cast<ptx::Type>(flags >> 16 & 0xffu); }
};

/// Reads opcode and modifiers. Empty: the opcode is not in the table.
std::optional<Form> parse_form(const ptx::Instruction& instruction);

/// fp32, fp64, int32, ... with kByType resolved.
CounterClass counter_class(const Form& form);
bool is_float_to_integer(const Form& form);

}  // namespace warpschool::sim
