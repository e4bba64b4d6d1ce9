// Where a GPU measures and the simulator models the same submission, the second vouches for the
// first.
#pragma once

#include "pipeline/judge_answer.hpp"

namespace warpschool::grader {

/// So many times further than the modelled speed-up may a measured one come on its way to full
/// points. Model answers and variants of the course come at most 1.5 times further there, where
/// full points end the way; what the model gets wrong is less than this (docs/TIME_MODEL.md).
inline constexpr double kTimesApart = 3;

/// A worker on a GPU says itself how long its calls took; the simulator is asked by the judge. A
/// timing check of a GPU that has won points becomes suspicious, without them, where the
/// simulator's answer to the same check
///  - has a speed-up s with min(1, m / full_at on the GPU) > kTimesApart * s / full_at there, m
///    being the measured one; or
///  - is no time at all: a crash, a wrong answer. Where a check of correctness
///    fails, too, here or there, in the same task or in the same way, the timing check takes the
///    simulator's verdict over instead: it is one mistake.
/// Checks that `modelled` lacks, skips or could not judge for reasons of the machine stay.
void doubt_measured_times(std::vector<Answer>& answers, const Answer& modelled,
                          const course::Exercise& exercise);

}  // namespace warpschool::grader
