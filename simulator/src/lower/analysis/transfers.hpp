// What may reach a cell, whichever way the program goes: a fixpoint over steps that each pass what
// is known of some cells on to others. For analyses that take a register as a whole.
#pragma once

namespace warpschool::sim {

/// Gives the cells that any step writes the value of what is not reached yet.
/// @param steps have `targets`: cells, which are indices of `values`
template <typename Steps, typename Values, typename Value>
void set_targets(const Steps& steps, Values& values, Value not_reached) {
  for (const auto& step : steps) {
    for (const auto target : step.targets) {
      values[target] = not_reached;
    }
  }
}

/// Joins the result of each step to what its targets hold, until nothing changes.
/// @param result of a step, by the values at that time
/// @param join of two values; joined with itself a value must stay what it is
template <typename Steps, typename Values, typename Result, typename Join>
void propagate(const Steps& steps, Values& values, Result result, Join join) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& step : steps) {
      const auto value = result(step);
      for (const auto target : step.targets) {
        const auto joined = join(values[target], value);
        changed |= joined != values[target];
        values[target] = joined;
      }
    }
  }
}

}  // namespace warpschool::sim
