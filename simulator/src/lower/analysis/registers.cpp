// Lists the instructions that set and read each register.
#include "lower/analysis/registers.hpp"

namespace warpschool::sim {
namespace {

/// An instruction may name a register twice.
void add_once(Registers::Instructions& all, std::uint32_t at) {
  if (all.empty() || all.back() != at) {
    all.push_back(at);
  }
}

}  // namespace

Constants::Constants(const Program& program) : program_(program) {
  for (std::uint32_t index = 0; index < program.constants.size(); ++index) {
    indices_.emplace(program.constants[index].offset, index);
  }
}

const ConstantSlot* Constants::find(std::uint32_t slot) const {
  const auto found = indices_.find(slot);
  return found == indices_.end() ? nullptr : &program_.constants[found->second];
}

std::optional<std::uint64_t> Constants::number(std::uint32_t slot) const {
  const ConstantSlot* const found = find(slot);
  return found != nullptr && found->source == ConstantSlot::Source::kBits
             ? std::optional(found->bits)
             : std::nullopt;
}

Registers::Registers(const Program& program, const Constants& constants) : program_(program) {
  for (std::uint32_t at = 0; at < program.info.size(); ++at) {
    for (const std::uint32_t slot : program.info[at].destinations) {
      add_once(setters_[slot], at);
    }
    for (const std::uint32_t slot : program.info[at].sources) {
      if (constants.find(slot) == nullptr) {
        add_once(readers_[slot], at);
      }
    }
  }
}

}  // namespace warpschool::sim
