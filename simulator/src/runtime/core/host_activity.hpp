// What host code of this process has done lately: whether it works, waits for something outside, or
// looks again and again for an answer.
#pragma once

#include <sys/resource.h>

namespace warpschool::sim::runtime {

/// For so long host code may compute or look around without a call of the API.
inline constexpr int kPatienceSeconds = 5;

/// What this process has done so far.
struct HostActivity {
  double cpu_seconds = 0;
  long sleeps = 0;
};

inline HostActivity host_activity() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_nvcsw};
}

/// One that waits for a key or a file does neither.
inline bool computes_or_polls(const HostActivity& before, const HostActivity& now) {
  constexpr long kManySleeps = 50L * kPatienceSeconds;
  return now.cpu_seconds - before.cpu_seconds > 0.5 * kPatienceSeconds ||
         now.sleeps - before.sleeps > kManySleeps;
}

}  // namespace warpschool::sim::runtime
