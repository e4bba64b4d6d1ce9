// Which of two judges has which checks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::warp {

/// Milliseconds that the checks of an exercise took, one a check in the order of the judge.
using CheckTimes = std::vector<long>;

CheckTimes read_times(std::string_view text);
std::string to_text(const CheckTimes& times);

/// Of each check the longer time: what fails at once today may take long tomorrow.
CheckTimes longest(CheckTimes a, const CheckTimes& b);

/// Places of checks, from 1.
using Places = std::vector<std::size_t>;

/// The same, of checks at these places alone.
void raise_times(CheckTimes& times, const Places& places, const CheckTimes& took);

/// Shares of the checks that take about equally long: the longest goes first, always to who has
/// least to do so far. In each the places rise.
std::vector<Places> shares_of(const CheckTimes& times, std::size_t judges);

}  // namespace warpschool::warp
