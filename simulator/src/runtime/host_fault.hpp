// The handler of memory faults in host code.
#pragma once

namespace warpschool::sim::runtime {

/// Installs the handler, once.
void watch_host_accesses();

}  // namespace warpschool::sim::runtime
