// Parses an opcode and its modifiers into a Form.
#include "lower/isa/form.hpp"

#include <array>
#include <unordered_map>

namespace warpschool::sim {
namespace {

constexpr OpcodeInfo kOpcodes[] = {
#define WARPSCHOOL_OPCODE(enumerator, mnemonic, family, counter, latency, section, meaning) \
  {Opcode::enumerator,                                                                      \
   Family::family,                                                                          \
   CounterClass::counter,                                                                   \
   LatencyClass::latency,                                                                   \
   mnemonic,                                                                                \
   section,                                                                                 \
   meaning},
#include "lower/isa/opcodes.def"
#undef WARPSCHOOL_OPCODE
};

using Setter = void (*)(Form&);

void add_mode(Form& form, Mode mode) {
  (form.mode == Mode::kNone ? form.mode : form.second_mode) = mode;
}

template <Mode mode>
void set_mode(Form& form) {
  add_mode(form, mode);
}

template <Compare compare>
void set_compare(Form& form) {
  form.compare = compare;
}

template <Space space>
void set_space(Form& form) {
  form.space = space;
}

template <Rounding rounding, bool to_integer>
void set_rounding(Form& form) {
  form.rounding = rounding;
  form.integer_rounding = to_integer;
}

template <bool Form::*flag>
void set_flag(Form& form) {
  form.*flag = true;
}

void set_order(Form& form) {
  form.is_volatile = true;
  form.has_order = true;
}

// "lo" and "hi" are halves of a product, but orders of unsigned numbers in a comparison.
bool compares(Opcode opcode) {
  return opcode == Opcode::kSetp || opcode == Opcode::kSet;
}

template <bool Form::*flag, Compare compare>
void set_half(Form& form) {
  if (compares(form.opcode)) {
    form.compare = compare;
  } else {
    form.*flag = true;
  }
}

void set_uni(Form& form) {
  form.uni = true;
  if (form.opcode == Opcode::kVote) {
    add_mode(form, Mode::kUni);
  }
}

void set_sync(Form& form) {
  form.sync = true;
  if (form.opcode == Opcode::kBar || form.opcode == Opcode::kBarrier) {
    add_mode(form, Mode::kSync);
  }
}

void set_left(Form& form) {
  add_mode(form, Mode::kLeft);
}
void ignore(Form&) {}

struct Modifier {
  std::string_view name;
  Setter set;
};

constexpr Modifier kModifiers[] = {
    {"eq", set_compare<Compare::kEq>},
    {"ne", set_compare<Compare::kNe>},
    {"lt", set_compare<Compare::kLt>},
    {"le", set_compare<Compare::kLe>},
    {"gt", set_compare<Compare::kGt>},
    {"ge", set_compare<Compare::kGe>},
    {"ls", set_compare<Compare::kLe>},
    {"hs", set_compare<Compare::kGe>},
    {"equ", set_compare<Compare::kEqu>},
    {"neu", set_compare<Compare::kNeu>},
    {"ltu", set_compare<Compare::kLtu>},
    {"leu", set_compare<Compare::kLeu>},
    {"gtu", set_compare<Compare::kGtu>},
    {"geu", set_compare<Compare::kGeu>},
    {"num", set_compare<Compare::kNum>},
    {"nan", set_compare<Compare::kNan>},
    {"lo", set_half<&Form::lo, Compare::kLt>},
    {"hi", set_half<&Form::hi, Compare::kGt>},
    {"wide", set_flag<&Form::wide>},
    {"ftz", set_flag<&Form::ftz>},
    {"sat", set_flag<&Form::sat>},
    {"approx", set_flag<&Form::approx>},
    {"full", set_flag<&Form::full>},
    {"NaN", set_flag<&Form::propagate_nan>},
    {"xorsign", set_flag<&Form::xor_sign>},
    {"relu", set_flag<&Form::relu>},
    {"f4e", set_mode<Mode::kForward4>},
    {"b4e", set_mode<Mode::kBackward4>},
    {"rc8", set_mode<Mode::kReplicate8>},
    {"ecl", set_mode<Mode::kEdgeClampLeft>},
    {"ecr", set_mode<Mode::kEdgeClampRight>},
    {"rc16", set_mode<Mode::kReplicate16>},
    {"cc", set_flag<&Form::carry_out>},
    {"volatile", set_flag<&Form::is_volatile>},
    {"relaxed", set_flag<&Form::is_volatile>},
    {"acquire", set_order},
    {"release", set_order},
    {"acq_rel", set_order},
    {"mmio", set_flag<&Form::is_volatile>},
    {"shiftamt", set_flag<&Form::shift_amount>},
    {"warp", set_flag<&Form::warp_level>},
    {"uni", set_uni},
    {"sync", set_sync},
    {"aligned", ignore},
    {"rn", set_rounding<Rounding::kNearest, false>},
    {"rz", set_rounding<Rounding::kZero, false>},
    {"rm", set_rounding<Rounding::kDown, false>},
    {"rp", set_rounding<Rounding::kUp, false>},
    {"rna", set_rounding<Rounding::kNearestAway, false>},
    {"rni", set_rounding<Rounding::kNearest, true>},
    {"rzi", set_rounding<Rounding::kZero, true>},
    {"rmi", set_rounding<Rounding::kDown, true>},
    {"rpi", set_rounding<Rounding::kUp, true>},
    {"global", set_space<Space::kGlobal>},
    {"shared", set_space<Space::kShared>},
    {"shared::cta", set_space<Space::kShared>},
    {"local", set_space<Space::kLocal>},
    {"const", set_space<Space::kConst>},
    {"param", set_space<Space::kParam>},
    {"param::entry", set_space<Space::kParam>},
    {"param::func", set_space<Space::kParam>},
    {"v2", [](Form& form) { form.vector = 2; }},
    {"v4", [](Form& form) { form.vector = 4; }},
    {"up", set_mode<Mode::kUp>},
    {"down", set_mode<Mode::kDown>},
    {"bfly", set_mode<Mode::kBfly>},
    {"idx", set_mode<Mode::kIdx>},
    {"all", set_mode<Mode::kAll>},
    {"any", set_mode<Mode::kAny>},
    {"ballot", set_mode<Mode::kBallot>},
    {"and", set_mode<Mode::kAnd>},
    {"or", set_mode<Mode::kOr>},
    {"xor", set_mode<Mode::kXor>},
    {"add", set_mode<Mode::kAdd>},
    {"min", set_mode<Mode::kMin>},
    {"max", set_mode<Mode::kMax>},
    {"inc", set_mode<Mode::kInc>},
    {"dec", set_mode<Mode::kDec>},
    {"exch", set_mode<Mode::kExch>},
    {"cas", set_mode<Mode::kCas>},
    {"popc", set_mode<Mode::kPopc>},
    {"red", ignore},
    {"arrive", set_mode<Mode::kArrive>},
    {"wrap", set_mode<Mode::kWrapShift>},
    {"clamp", set_mode<Mode::kClampShift>},
    {"l", set_left},
    {"r", set_mode<Mode::kRight>},
    {"finite", set_mode<Mode::kFinite>},
    {"infinite", set_mode<Mode::kInfinite>},
    {"number", set_mode<Mode::kNumber>},
    {"notanumber", set_mode<Mode::kNotANumber>},
    {"normal", set_mode<Mode::kNormal>},
    {"subnormal", set_mode<Mode::kSubnormal>},
    {"to", set_mode<Mode::kToSpace>},
    {"async", set_mode<Mode::kAsync>},
    {"commit_group", set_mode<Mode::kCommit>},
    {"wait_group", set_mode<Mode::kWaitGroup>},
    {"wait_all", set_mode<Mode::kWaitAll>},
    {"load", set_mode<Mode::kMatrixLoad>},
    {"store", set_mode<Mode::kMatrixStore>},
    {"mma", set_mode<Mode::kMatrixProduct>},
    {"trans", set_mode<Mode::kTranspose>},
    // Of matrix instructions: lower/lowering/matrix_instructions.cpp reads them.
    {"a", ignore},
    {"b", ignore},
    {"c", ignore},
    {"d", ignore},
    {"row", ignore},
    {"col", ignore},
    {"x1", ignore},
    {"x2", ignore},
    {"x4", ignore},
    {"satfinite", ignore},
    {"m16n16k16", ignore},
    {"m32n8k16", ignore},
    {"m8n32k16", ignore},
    {"m16n16k8", ignore},
    {"m8n8k4", ignore},
    {"m8n8k16", ignore},
    {"m16n8k4", ignore},
    {"m16n8k8", ignore},
    {"m16n8k16", ignore},
    {"m16n8k32", ignore},
    {"m8n8", ignore},
    // Cache operators, scopes and hints change speed or visibility only; memory here is coherent
    // at once.
    {"nc", set_flag<&Form::non_coherent>},
    {"ca", ignore},
    {"cg", ignore},
    {"cs", ignore},
    {"lu", ignore},
    {"cv", ignore},
    {"wb", ignore},
    {"wt", ignore},
    {"cta", set_flag<&Form::of_block>},
    {"gpu", ignore},
    {"sys", ignore},
    {"gl", ignore},
    {"cluster", ignore},
    {"weak", ignore},
    {"sc", ignore},
    {"noftz", ignore},
    {"L1", ignore},
    {"L2", ignore},
    {"noreturn", ignore},
    {"abs", ignore},
    {"mask", ignore},
    {"L1::evict_normal", ignore},
    {"L1::evict_unchanged", ignore},
    {"L1::evict_first", ignore},
    {"L1::evict_last", ignore},
    {"L1::no_allocate", ignore},
    {"L2::evict_last", ignore},
    {"L2::evict_normal", ignore},
    {"L2::64B", ignore},
    {"L2::128B", ignore},
    {"L2::256B", ignore},
};

const std::unordered_map<std::string_view, Setter>& setters() {
  // Never destroyed, as programs load kernels from static destructors, too.
  static const auto& table = *[] {
    auto* result = new std::unordered_map<std::string_view, Setter>;
    for (const Modifier& modifier : kModifiers) {
      result->emplace(modifier.name, modifier.set);
    }
    return result;
  }();
  return table;
}

void read_modifier(Form& form, const std::string& modifier) {
  if (const auto type = ptx::type_from(modifier)) {
    const bool first = form.type == ptx::Type::kNone;
    (first ? form.type : form.source_type) = *type;
    return;
  }
  const auto setter = setters().find(modifier);
  if (setter != setters().end()) {
    setter->second(form);
  } else if (form.ignored.empty()) {
    form.ignored = modifier;
  }
}

}  // namespace

const OpcodeInfo& info(Opcode opcode) {
  return kOpcodes[static_cast<std::size_t>(opcode)];
}

const OpcodeInfo* find_opcode(std::string_view mnemonic) {
  static const auto& index = *[] {
    auto* result = new std::unordered_map<std::string_view, const OpcodeInfo*>;
    for (const OpcodeInfo& row : kOpcodes) {
      result->emplace(row.mnemonic, &row);
    }
    return result;
  }();
  const auto found = index.find(mnemonic);
  return found == index.end() ? nullptr : found->second;
}

std::optional<Form> parse_form(const ptx::Instruction& instruction) {
  const OpcodeInfo* row = find_opcode(instruction.opcode);
  if (row == nullptr) {
    return std::nullopt;
  }
  Form form;
  form.opcode = row->opcode;
  for (const std::string& modifier : instruction.modifiers) {
    read_modifier(form, modifier);
  }
  if (form.source_type == ptx::Type::kNone) {
    form.source_type = form.type;
  }
  return form;
}

std::uint32_t arithmetic_flags(const Form& form) {
  using Flags = ArithmeticFlags;
  return (form.ftz ? Flags::kFlush : 0u) | (form.sat ? Flags::kSaturate : 0u) |
         (form.relu ? Flags::kRelu : 0u) | (form.propagate_nan ? Flags::kPropagateNan : 0u) |
         (form.xor_sign ? Flags::kXorSign : 0u) | (form.integer_rounding ? Flags::kIntegral : 0u) |
         static_cast<std::uint32_t>(form.rounding) << Flags::kRoundingShift;
}

/// Hopper's conversions of floats to whole numbers go the way of roots and exponentials
/// (bench/calibration, "pipe/int_float_int"; sm__inst_executed_pipe_xu of Nsight Compute).
bool is_float_to_integer(const Form& form) {
  return form.opcode == Opcode::kCvt && form.source_type == ptx::Type::kF32 &&
         !ptx::is_float(form.type);
}

CounterClass counter_class(const Form& form) {
  if (is_float_to_integer(form)) {
    return CounterClass::kSfu;
  }
  const CounterClass declared = info(form.opcode).counter;
  const bool is_double = form.source_type == ptx::Type::kF64 || form.type == ptx::Type::kF64;
  switch (declared) {
    case CounterClass::kByType:
      if (is_double) {
        return CounterClass::kFp64;
      }
      return ptx::is_float(form.source_type) ? CounterClass::kFp32 : CounterClass::kInt32;
    case CounterClass::kSfuByType:
      return is_double ? CounterClass::kFp64 : CounterClass::kSfu;
    default:
      return declared;
  }
}

}  // namespace warpschool::sim
