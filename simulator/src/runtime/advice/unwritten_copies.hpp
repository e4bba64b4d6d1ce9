// Copies to the host of memory that nobody has written: as a rule results that no kernel computed.
#pragma once

#include "runtime/advice/last_kernel.hpp"
#include "runtime/base/launches.hpp"
#include "runtime/copies/copy_engine.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {

/// Only while the check of uninitialised reads is on.
class UnwrittenCopies {
 public:
  void launched(const PreparedLaunch& launch);
  void launch_failed() { has_failed_ = true; }
  /// Looks at what a copy from the device to the host is about to take. Three cases, each told once
  /// of a line:
  /// - Nothing of it was ever written: a note. Where no kernel ran, only at the end, as programs
  ///   that measure copies are right.
  /// - Only its first elements were, one for each thread of the last kernel: a note, as the grid is
  ///   too small. Not if the kernel knows that number, as an argument or in its guard: then there
  ///   are no more elements.
  /// - Some of it was not: told at the end, if the program fails. Many that are right copy buffers
  ///   of which they use only a part (lists, queues, hash tables). Gaps that may be padding, in
  ///   structs or at the end of rows, are not told at all.
  /// @param copy its source is device memory and was found to be right.
  void look(Runtime& runtime, const Copy& copy);
  /// The program measures.
  void time_wanted() { without_kernels_.clear(); }
  void tell(Recorder& recorder);

 private:
  std::string text_of_all(const Copy& copy, const Allocation& held, const LaunchRecord* last) const;
  std::string text_of_tail(Runtime& runtime, const Copy& copy, const UnwrittenPart& part,
                           const Allocation& held, const LaunchRecord& last) const;
  std::string text_of_flat_rows(const Copy& copy, const Allocation& held) const;

  LastKernel last_kernel_;
  bool has_failed_ = false;  ///< the last launch
  std::vector<Fault> without_kernels_;
};

}  // namespace warpschool::sim::runtime
