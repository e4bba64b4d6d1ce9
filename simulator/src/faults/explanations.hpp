// One function a kind of fault: what happened in one plain sentence, then how to mend it.
#pragma once

#include "warpschool/sim/fault.hpp"

#include <string>

namespace warpschool::sim::explanations {

// explain_bounds.cpp
std::string out_of_bounds(const Fault& fault);
std::string misaligned(const Fault& fault);

// explain_pointers.cpp
std::string called_no_function(const Fault& fault);
std::string use_after_free(const Fault& fault);
std::string invalid_free(const Fault& fault);
std::string host_pointer(const Fault& fault);
std::string invalid_handle(const Fault& fault);

// explain_unset.cpp
std::string uninitialised_read(const Fault& fault);

// explain_races.cpp
std::string race(const Fault& fault);
std::string same_value_write(const Fault& fault);

// explain_order.cpp
std::string counter_not_reset(const Fault& fault);
std::string divergent_barrier(const Fault& fault);
std::string invalid_lane_mask(const Fault& fault);
std::string deadlock(const Fault& fault);

// explain_stops.cpp
std::string work_limit(const Fault& fault);
std::string trap(const Fault& fault);
std::string division_by_zero(const Fault& fault);
std::string failed_assertion(const Fault& fault);
std::string stack_overflow(const Fault& fault);
std::string invalid_instruction(const Fault& fault);
std::string invalid_launch(const Fault& fault);

// explain_streams.cpp: races between launches, copies and fills (RaceParty::work)
std::string race_of_work(const Fault& fault);
std::string same_value_of_work(const Fault& fault);

}  // namespace warpschool::sim::explanations
