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
    return is_double ? 28 : 10;
  }
  return ptx::bytes_of(form.type) == 8 ? 130 : 17;
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
  switch (info(form.opcode).family) {
    case Family::kArith:
    case Family::kLogic:
      return is_integer && (form.wide || ptx::bytes_of(form.type) == 8) ? 2 : 1;
    default:
      return info(form.opcode).latency == LatencyClass::kFree && form.opcode != Opcode::kBar ? 0
                                                                                             : 1;
  }
}

std::uint8_t sfu_slots(const Form& form, CounterClass counter) {
  const bool is_double = form.type == ptx::Type::kF64;
  if (!is_division(form) || form.approx || form.full || is_double) {
    return counter == CounterClass::kSfu ? 1 : 0;
  }
  // A reciprocal and, of whole numbers, what makes a float of them and back; of floats a check.
  return ptx::is_float(form.type) ? 2 : 3;
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
