/* cooperative_groups::inclusive_scan and exclusive_scan over tiles and coalesced threads. */
#ifndef WARPSCHOOL_COOPERATIVE_GROUPS_SCAN_H
#define WARPSCHOOL_COOPERATIVE_GROUPS_SCAN_H

#include "operators.h"

#if defined(__CUDA__) && defined(__clang__)

namespace cooperative_groups {

template <class Group, class T, class Operator>
WS_DEVICE T inclusive_scan(const Group& group, T value, Operator op) {
  const unsigned int rank = group.thread_rank();
  for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
    const T before = group.shfl_up(value, distance);
    value = rank >= distance ? op(before, value) : value;
  }
  return value;
}
template <class Group, class T>
WS_DEVICE T inclusive_scan(const Group& group, T value) { return inclusive_scan(group, value, plus<T>()); }

template <class Group, class T, class Operator>
WS_DEVICE T exclusive_scan(const Group& group, T value, Operator op) {
  const T before = group.shfl_up(inclusive_scan(group, value, op), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T>
WS_DEVICE T exclusive_scan(const Group& group, T value) { return exclusive_scan(group, value, plus<T>()); }

}  // namespace cooperative_groups

#endif
#endif
