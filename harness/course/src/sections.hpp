// The parts of an exercise's entry. Each reads one key of its mapping; what is wrong becomes
// complaints, and the default stays.
#pragma once

#include "fields.hpp"
#include "warpschool/course/course.hpp"

#include <optional>
#include <string>
#include <vector>

namespace warpschool::course {

/// points: {correctness: 6, timing: 3, counters: 1}
Points read_points(const Fields& exercise);
/// hidden: {correctness: 2}, of the points above
Points read_hidden_points(const Fields& exercise, const Points& points);

/// limits: {build: 60s, run: 30s, memory: 2GiB}
Limits read_limits(const Fields& exercise);

/// {task: 2, than: reference, gpu: {n: 16777216, full_at: 80, zero_at: 1}, sim: {...}}
TimingRule read_timing_rule(const YAML::Node& node, Complaints& complaints);

/// {task: 2, name: shared_requests_per_warp, max: 2}
CounterRule read_counter_rule(const YAML::Node& node, Complaints& complaints);

/// files: [a.cu, b.cuh]; the default is <id>.cu
std::vector<std::string> read_files(const Fields& fields, const std::string& id);

/// host_copies: true, false or never
HostCopies read_host_copies(const Fields& fields);
/// forbidden: [thrust, cub]
std::vector<std::string> read_forbidden(const Fields& fields);

/// due: 2027-03-01T23:59:00+01:00
std::optional<std::string> read_due(const Fields& fields);

/// A date under any key; complains where it is none.
std::optional<std::string> read_time(const Fields& fields, const std::string& key);

/// late: {grace: 15min, loss_per_day: 10%, latest: 7d, late_days: 3}, of a course or a term
std::optional<LatePolicy> read_late(const Fields& fields);

}  // namespace warpschool::course
