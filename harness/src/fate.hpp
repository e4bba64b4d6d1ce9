// From what happened to a worker to a Finding: pure functions, so that every fate has its test.
#pragma once

#include "protocol.hpp"
#include "warpschool/harness/verdict.hpp"
#include "zygote.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::harness {

/// The worker did not answer. `breadcrumb` says what it was about.
Finding finding_of_death(const Death& death, const Breadcrumb& breadcrumb);
Finding finding_of_timeout(const Breadcrumb& breadcrumb, std::uint64_t limit_ms);
Finding finding_of_memory(const Breadcrumb& breadcrumb, std::uint64_t limit_bytes);

Finding finding_of_threads(const Breadcrumb& breadcrumb, unsigned limit);

/// The worker sent what none of ours sends: the submission has written it, or over it.
Finding finding_of_forgery(const std::string& why);
Finding finding_of_too_much_work(const std::string& function,
                                 std::optional<std::uint64_t> launches);

/// The device's process ended, or does not answer.
Finding finding_of_dead_device();

/// The zygote does not answer any more, after a submission's code began.
Finding finding_of_lost_workers();

/// The worker answered: kPassed with an empty message if it met no trouble and the simulator saw no
/// fault.
Finding finding_of_report(const WorkerReport& report);

/// Verdict for a fault kind of the simulator ("out_of_bounds", ...).
Verdict verdict_of_fault(const std::string& kind);

/// "2 GiB", "500 MiB".
std::string bytes_text(std::uint64_t bytes);

}  // namespace warpschool::harness
