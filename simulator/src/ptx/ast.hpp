// The PTX module as a tree: what the parser makes and lowering reads. It knows nothing about
// execution.
//
// Instructions stay close to the text (opcode + dot modifiers in order): what a combination means
// is decided in one place, the opcode table of lowering. Sections named here are those of the PTX
// ISA manual.
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::sim::ptx {

/// Fundamental types (section 5.2.1).
enum class Type : std::uint8_t {
  kNone,
  kPred,
  kB8,
  kB16,
  kB32,
  kB64,
  kB128,
  kU8,
  kU16,
  kU32,
  kU64,
  kS8,
  kS16,
  kS32,
  kS64,
  kF16,
  kF16x2,
  kBf16,
  kF32,
  kF64,
  kBf16x2,
  kU16x2,
  kS16x2,
  kTf32
};

unsigned bytes_of(Type type);  ///< 0 for kNone and kPred
bool is_float(Type type);
bool is_signed(Type type);
std::optional<Type> type_from(std::string_view modifier);  ///< "f32" -> kF32
const char* to_string(Type type);

/// Where an entity stands in the PTX text, from 1.
struct PtxPosition {
  unsigned line = 0;
  unsigned column = 0;
};

/// The source position a .loc directive gives (index into Module::files).
struct Loc {
  unsigned file = 0;  ///< 0: none
  unsigned line = 0;
  unsigned column = 0;
};

/// A register, immediate, symbol, address, vector or label (chapter 6).
struct Operand {
  enum class Kind : std::uint8_t {
    kRegister,   ///< name: "%r1"; also special registers: "%tid.x", "%laneid"
    kImmediate,  ///< bits, is_float_literal
    kSymbol,  ///< name: variable, function, parameter, label; resolved by lowering. offset: "sym+4"
    kAddress,  ///< [base + offset]: base register or symbol in `name` (base_is_register); empty
               ///< name: absolute. [base, {x, y}] of tex: what follows the comma is in elements
    kVector,   ///< {a, b, ...} in elements; sink elements "_"
    kSink,     ///< "_"
    kList      ///< (a, b) of a call: arguments or return values in elements
  };
  Kind kind = Kind::kRegister;
  std::string name;
  bool base_is_register = false;
  bool negated_predicate = false;  ///< "!%p1"
  bool is_float_literal =
      false;  ///< 0fXXXXXXXX: bits is the pattern of a float. Never together with is_double_literal
  bool is_double_literal =
      false;  ///< 0dXXXXXXXXXXXXXXXX or decimal with a point: bits is the pattern of a double
  std::uint64_t bits = 0;  ///< immediates: two's complement
  std::int64_t offset = 0;
  std::vector<Operand> elements;
  PtxPosition position;
};

/// "@%p1" or "@!%p1" (section 9.3).
struct Guard {
  std::string predicate;
  bool negated = false;
};

struct Instruction {
  std::string opcode;                  ///< "ld", "mad", "shfl"
  std::vector<std::string> modifiers;  ///< {"global", "v4", "f32"}: in order, without dots
                                       ///< ("shfl.sync.down.b32" -> sync, down, b32)
  std::optional<Guard> guard;
  std::vector<Operand> operands;
  std::optional<Operand> second_destination;  ///< the "|p" of "d|p" (shfl, setp)
  Loc loc;
  PtxPosition position;
  bool is_inline_asm = false;
};

/// A label stands before statement `instruction` of the body (index = instructions.size() at the
/// end).
struct Label {
  std::string name;
  std::size_t instruction = 0;
};

/// ".reg .b32 %r<10>;" declares %r0 .. %r9 (count 10); ".reg .f32 x;" has count 0.
struct RegisterDeclaration {
  Type type = Type::kNone;
  std::string name;
  unsigned count = 0;
  unsigned vector_width = 1;
};

/// Who else may use a name of the module (section 11.6): nobody, every module that is linked with
/// it, or every module where any of several equal definitions will do.
enum class Linkage : std::uint8_t { kLocal, kVisible, kWeak };

/// A variable: module or function scope (section 5.4). Initialisers are flattened to bytes plus
/// relocations.
struct Variable {
  Space space = Space::kGlobal;
  Type type = Type::kNone;
  std::string name;
  std::uint64_t bytes = 0;  ///< 0 for "extern .shared x[]"
  unsigned alignment = 1;
  bool is_extern = false;
  Linkage linkage = Linkage::kLocal;
  /// At most `bytes` long; what it does not cover is zero (.global/.const) or undefined.
  std::vector<std::uint8_t> initial;
  /// The address of `symbol` + addend stands at `offset`, `width` bytes wide. `generic`: as a
  /// generic address.
  struct Relocation {
    std::uint64_t offset = 0;
    std::string symbol;
    std::int64_t addend = 0;
    bool generic = false;
    unsigned width = 8;
  };
  std::vector<Relocation> relocations;
  PtxPosition position;
};

/// ".callprototype" of indirect calls; keyed by its label.
struct CallPrototype {
  std::string name;
  std::vector<Variable> results, parameters;
};

/// ".branchtargets" of brx.idx; keyed by its label.
struct BranchTargets {
  std::string name;
  std::vector<std::string> labels;
};

struct Function {
  std::string name;
  bool is_entry = false;
  bool is_declaration = false;  ///< .extern or forward declaration: no body
  bool is_noreturn = false;
  Linkage linkage = Linkage::kLocal;
  std::vector<Variable> results;     ///< .func only
  std::vector<Variable> parameters;  ///< space kParam (or kReg)
  /// Nested scopes are flattened. A name of a nested scope gets a suffix that no PTX identifier can
  /// have ("p@2"; "%r@2:" for a range), so that lowering sees one name space a function.
  std::vector<RegisterDeclaration> registers;
  std::vector<Variable> variables;  ///< .local, .shared and call-site .param declared in the body
  std::vector<Instruction> instructions;
  std::vector<Label> labels;
  std::vector<CallPrototype> prototypes;
  std::vector<BranchTargets> branch_targets;
  std::optional<Dim3> max_threads;       ///< .maxntid
  std::optional<Dim3> required_threads;  ///< .reqntid
  PtxPosition position;
};

/// ".alias name, target;": a second name of a function.
struct Alias {
  std::string name, target;
};

struct Module {
  unsigned version_major = 0, version_minor = 0;  ///< .version
  std::string target;                             ///< "sm_70"
  unsigned address_bits = 64;
  std::vector<std::string> files;  ///< .file index -> path; [0] is empty
  std::vector<Variable> variables;
  std::vector<Function>
      functions;  ///< each name once: a definition replaces its forward declarations
  std::vector<Alias> aliases;
};

}  // namespace warpschool::sim::ptx
