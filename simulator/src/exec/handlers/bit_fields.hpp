// What logic.cpp leaves to bit_fields.cpp.
#pragma once

#include "exec/handlers/lanes.hpp"

namespace warpschool::sim::WARPSCHOOL_ISA {

/// The handler of a form of bfe, bfi, bmsk, prmt or szext, or nullptr.
Handler select_bit_field(const Form& form);

}  // namespace warpschool::sim::WARPSCHOOL_ISA
