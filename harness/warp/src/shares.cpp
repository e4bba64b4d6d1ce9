// Deals checks to judges by the time they take.
#include "shares.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace warpschool::warp {

CheckTimes read_times(std::string_view text) {
  CheckTimes times;
  const char* at = text.data();
  const char* const end = at + text.size();
  long milliseconds = 0;
  for (;;) {
    const auto [stop, error] = std::from_chars(at, end, milliseconds);
    if (error != std::errc() || stop == end || *stop != '\n') {
      return times;
    }
    times.push_back(milliseconds);
    at = stop + 1;
  }
}

std::string to_text(const CheckTimes& times) {
  return fmt::format("{}\n", fmt::join(times, "\n"));
}

CheckTimes longest(CheckTimes a, const CheckTimes& b) {
  if (a.size() != b.size()) {
    return b;  // there are other checks now
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = std::max(a[i], b[i]);
  }
  return a;
}

void raise_times(CheckTimes& times, const Places& places, const CheckTimes& took) {
  for (std::size_t i = 0; i < places.size() && i < took.size(); ++i) {
    long& time = times.at(places[i] - 1);
    time = std::max(time, took[i]);
  }
}

std::vector<Places> shares_of(const CheckTimes& times, std::size_t judges) {
  Places order(times.size());
  std::iota(order.begin(), order.end(), std::size_t{1});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return times[a - 1] > times[b - 1]; });
  std::vector<Places> shares(judges);
  std::vector<long> sums(judges, 0);
  for (const std::size_t place : order) {
    const auto least = std::min_element(sums.begin(), sums.end());
    *least += times[place - 1] + 1;  // those that take no time are dealt out as well
    shares[static_cast<std::size_t>(least - sums.begin())].push_back(place);
  }
  for (Places& share : shares) {
    std::sort(share.begin(), share.end());
  }
  return shares;
}

}  // namespace warpschool::warp
