// Numbers as people write them: a count has no exponent, and its thousands are set apart; a time
// has a unit that fits it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace warpschool::screen {

/// "47,620".
std::string count_text(std::uint64_t count);
/// Four significant digits below 1000, whole numbers with thousands set apart from there on.
std::string figure(double value);
/// "12.4 us", "3.41 ms", "2.5 s".
std::string time_text(double microseconds);
/// A figure with the unit that the name of what was measured ends in: "341.6 us" of modelled_us.
std::string figure_of(std::string_view name, double value);
/// The texts of a figure and of its bound, with more digits where they would read alike: "2.0002"
/// and "2".
std::pair<std::string, std::string> figures_apart(std::string_view name, double value,
                                                  double bound);
/// "3.5", "10": points have at most two decimals that matter.
std::string points_text(double points);

}  // namespace warpschool::screen
