// What the environment says (docs/GETTING_STARTED.md, "Environment").
#pragma once

#include "warpschool/sim/device.hpp"

#include <string>
#include <string_view>

namespace warpschool::sim::runtime {

/// WARPSCHOOL_DEVICE: the id of a profile; unknown names are complained about once and give the
/// default.
DeviceProfile profile_from_environment();

/// WARPSCHOOL_CHECKS (a comma list of checks, "all" or "none"), WARPSCHOOL_WORK_LIMIT,
/// WARPSCHOOL_STALL_LIMIT, WARPSCHOOL_HOST_THREADS (default: the processors online).
DeviceOptions options_from_environment();

/// WARPSCHOOL_SIM_REPORT=json: nothing is explained on standard error, the extension tells.
bool reports_as_json();

/// WARPSCHOOL_REPORT_FILE: where the report goes as JSON when the program ends; empty: nowhere. The
/// path is absolute, so that chdir() changes nothing; a process that was forked from the first one
/// has a file of its own, with ".PID" behind the name.
std::string report_file();
/// That of process `id`.
std::string report_file(int id);

/// WARPSCHOOL_ON_FAULT=go_on: what is wrong with one launch or copy is told and ends only that;
/// else (stop) nothing runs behind it, as on a device.
bool goes_on_after_faults();

/// WARPSCHOOL_CHECKS names "leaks" or "all": memory that is never freed is a fault, else a note.
bool leaks_are_faults();

/// Switches "races", "uninitialised", "barriers" or "counters". False for any other name.
bool set_option(DeviceOptions& options, std::string_view name, bool on);

}  // namespace warpschool::sim::runtime
