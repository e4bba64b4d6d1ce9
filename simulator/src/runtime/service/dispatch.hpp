// From a message to a call of the runtime and back.
#pragma once

#include "runtime/wire/messages.hpp"

namespace warpschool::sim::runtime::service {

/// Answers a Special: reads its arguments, writes the results. Throws Malformed.
void answer_special(wire::Special what, wire::Reader& in, wire::Writer& out);

}  // namespace warpschool::sim::runtime::service
