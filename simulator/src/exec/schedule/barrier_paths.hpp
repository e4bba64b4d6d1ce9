// What control flow says of a barrier that not all threads come to: which branch leads past it, and
// whether a thread has gone on behind it.
//
// All of it follows from which instructions reach which: of the whole kernel, through calls.
#pragma once

#include "lower/program/program.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace warpschool::sim {

/// A branch that a thread came to, and whether it took it.
struct BranchTaken {
  std::uint32_t at = kNoIndex;  ///< instruction; kNoIndex: it came to none
  bool taken = false;
};

class BarrierPaths {
 public:
  /// @param program must outlive it.
  explicit BarrierPaths(const Program& program);

  /// A thread has ended, and `last` was its last branch. Did it do something that threads at the
  /// barrier still have before them, without being able to come to the barrier any more? Then it
  /// went past the barrier; else it merely ended early.
  bool went_past(std::uint32_t barrier, BranchTaken last);

  /// Do threads that wait at `other` come from a way on which they left out `barrier`? It is not so
  /// if both stand in branches, or each comes before the other in a loop.
  bool is_left_out(std::uint32_t barrier, std::uint32_t other) const;

  /// Does a way lead from one of these instructions of a function to the other, whichever?
  bool are_on_one_way(std::uint32_t one, std::uint32_t other) const;

  /// Does a way lead from one of these instructions of a function to the other, and none back?
  bool leads_on(std::uint32_t from, std::uint32_t to) const;

  /// The branch that decides whether a thread comes to this instruction. It is the last one of
  /// which one way must lead there and another need not. kNoIndex: there is none in its function.
  std::uint32_t condition_of(std::uint32_t at) const;

  /// The instructions from which a way leads here, and to which one leads from here.
  std::vector<std::uint32_t> loop_of(std::uint32_t at) const;

 private:
  using Set = std::vector<bool>;  ///< by instruction

  /// Follows edges from `from`, without going through `avoided`. `from` belongs to it only where
  /// some way leads back.
  Set reach(const std::vector<std::vector<std::uint32_t>>& edges, std::uint32_t from,
            std::uint32_t avoided = kNoIndex) const;
  bool can_end_without(std::uint32_t from, std::uint32_t avoided) const;
  bool does_more_than_end(std::uint32_t from, std::uint32_t barrier, const Set& behind) const;
  const Set& behind(std::uint32_t barrier);
  std::uint32_t function_of(std::uint32_t at) const;
  bool is_condition(std::uint32_t branch, std::uint32_t at) const;

  const Program& program_;
  std::vector<std::vector<std::uint32_t>> successors_, predecessors_;  ///< through calls
  std::vector<std::vector<std::uint32_t>> steps_;                      ///< calls are passed by
  std::map<std::uint32_t, Set> behind_;                                ///< by barrier
};

}  // namespace warpschool::sim
