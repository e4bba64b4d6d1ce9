// Knows how many machine instructions ptxas makes of one of PTX, and which pipe takes them.
#include "lower/lowering/issue_cost.hpp"

namespace warpschool::sim {
namespace {

/// What a division, remainder, root or reciprocal becomes: no GPU has one in hardware but the
/// approximations. Counted in nvcc's machine code, and timed (bench/calibration, "pipe/div_...").
std::uint8_t sequence_slots(const Form& form) {
  if (form.approx || form.full) {
    return 2;
  }
  const bool is_double = form.type == ptx::Type::kF64;
  if (form.opcode == Opcode::kSqrt || form.opcode == Opcode::kRcp) {
    return is_double ? 16 : 9;
  }
  if (ptx::is_float(form.type)) {
    return is_double ? 16 : 11;
  }
  return ptx::bytes_of(form.type) == 8 ? 130 : 17;
}

/// Of 64 bits: halves, one after the other; a product of them is three.
std::uint8_t slots_of_long(const Form& form) {
  const bool multiplies = form.opcode == Opcode::kMul || form.opcode == Opcode::kMad;
  return multiplies && !form.wide ? 3 : 2;
}

bool is_division(const Form& form) {
  return form.opcode == Opcode::kDiv || form.opcode == Opcode::kRem;
}

}  // namespace

std::uint8_t issue_slots(const Form& form) {
  const bool is_integer = !ptx::is_float(form.type) && form.type != ptx::Type::kPred;
  switch (form.opcode) {
    case Opcode::kDiv:
    case Opcode::kRem:
    case Opcode::kSqrt:
    case Opcode::kRcp:
      return sequence_slots(form);
    default:
      break;
  }
  const bool is_long = is_integer && (form.wide || ptx::bytes_of(form.type) == 8);
  switch (info(form.opcode).family) {
    case Family::kArith:
      return is_long ? slots_of_long(form) : 1;
    case Family::kLogic:
      return is_long ? 2 : 1;
    default:
      break;
  }
  const bool is_free =
      info(form.opcode).latency == LatencyClass::kFree && form.opcode != Opcode::kBar;
  const bool compares = form.opcode == Opcode::kSetp || form.opcode == Opcode::kSelp;
  return is_free ? 0 : compares && is_long ? 2 : 1;
}

std::uint8_t sfu_slots(const Form& form, CounterClass counter) {
  const bool is_double = form.type == ptx::Type::kF64;
  if (!is_division(form) || form.approx || form.full || is_double) {
    return counter == CounterClass::kSfu ? 1 : 0;
  }
  // A reciprocal and, of whole numbers, what makes a float of them and back.
  return ptx::is_float(form.type) ? 1 : 3;
}

IntegerPipe integer_pipe(const Form& form) {
  switch (form.opcode) {
    case Opcode::kMul:
    case Opcode::kMad:
      return IntegerPipe::kMad;
    case Opcode::kAdd:
    case Opcode::kSub:
      return ptx::bytes_of(form.type) == 8 ? IntegerPipe::kAlu : IntegerPipe::kEither;
    case Opcode::kMov:
    case Opcode::kCvt:
    case Opcode::kDiv:
    case Opcode::kRem:
      return IntegerPipe::kEither;
    default:
      return IntegerPipe::kAlu;
  }
}

}  // namespace warpschool::sim
