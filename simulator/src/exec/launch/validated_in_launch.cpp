// Decides with a launch's parameters whether swaps can change what loads are asked for.
#include "exec/launch/validated_in_launch.hpp"

#include "exec/launch/special_registers.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// As a register of the load's width holds it.
std::uint64_t value_of(const Program& program, const LaunchNumber& number, unsigned bytes,
                       std::span<const std::byte> parameters) {
  auto value = static_cast<std::uint64_t>(number.distance);
  if (number.parameter != kNoIndex) {
    value += parameter_value(program.constants[number.parameter], parameters);
  }
  return bytes == 8 ? value : value & ((std::uint64_t{1} << 8 * bytes) - 1);
}

/// Can a swap make a test true or false?
bool may_change(const Program& program, const TestedLoad& load,
                std::span<const std::byte> parameters) {
  const unsigned bytes = program.code[load.at].bytes;
  return std::any_of(load.tested.begin(), load.tested.end(), [&](const LaunchNumber& tested) {
    return std::any_of(load.swapped.begin(), load.swapped.end(), [&](const LaunchNumber& swapped) {
      return value_of(program, tested, bytes, parameters) ==
             value_of(program, swapped, bytes, parameters);
    });
  });
}

}  // namespace

std::vector<std::uint8_t> validated_loads_of(const Program& program,
                                             std::span<const std::byte> parameters) {
  std::vector<std::uint8_t> validated(program.info.size());
  std::transform(program.info.begin(), program.info.end(), validated.begin(),
                 [](const InstructionInfo& info) { return info.is_validated ? 1 : 0; });
  for (const TestedLoad& load : program.tested_loads) {
    validated[load.at] = may_change(program, load, parameters) ? 0 : 1;
  }
  return validated;
}

}  // namespace warpschool::sim
