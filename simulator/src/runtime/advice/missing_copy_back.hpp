// Results that stay on the device: kernels wrote, and the program never copied any of it to the
// host. As a rule the copy back is missing, or takes another array.
//
// Programs that only measure, or show something else, do not look at results, and are right. So a
// program is only told if it brought data to the device, did not ask for the time between events,
// and did not launch one kernel with the same arguments again and again. Its kernels must have no
// other way to the host: printf, assert, managed and pinned memory, surfaces, pointers out of
// memory. If nothing at all was copied to the host, only of those with a single launch: whoever
// just tries kernels out has more of them. And nothing is told where the source has a copy to the
// host to which the program did not come, or which failed.
#pragma once

#include "runtime/base/call_site.hpp"
#include "runtime/base/launches.hpp"
#include "runtime/base/observer.hpp"
#include "runtime/copies/copy_engine.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {

struct KernelEntry;
struct PtxFile;

class UnseenResults {
 public:
  /// A kernel ran to its end.
  void launched(Runtime& runtime, const KernelEntry& kernel, const PreparedLaunch& launch);
  /// Before the bytes are moved.
  void copied(Runtime& runtime, const Copy& copy, CopySides sides);
  /// The program does without results, or they may reach the host in a way that nobody sees.
  void give_up() { is_over_ = true; }
  /// At the end of the program.
  void tell(Runtime& runtime) const;

 private:
  /// What there is to say at the end; empty: nothing.
  std::string text() const;
  /// Does the source have a copy to the host that was never made?
  bool stands_there() const;
  bool is_repeated(const PreparedLaunch& launch);
  bool is_silent(const PtxFile& file);
  void add(const Allocation& held);

  bool is_over_ = false;
  bool has_brought_data_ = false;
  std::set<DeviceAddress> written_;  ///< begins of allocations that kernels may write
  std::string where_written_;        ///< those of the last launch, in words
  std::string kernel_;               ///< the last that writes
  const void* launched_from_ = nullptr;
  unsigned launches_ = 0;                 ///< that write
  std::string other_copy_;                ///< the line of a copy to the host of something else
  std::set<std::string> other_sources_;   ///< what such copies took, as their calls name it
  const PtxFile* silent_file_ = nullptr;  ///< the last one looked into
  const void* last_function_ = nullptr;
  std::vector<std::byte> last_arguments_;
};

}  // namespace warpschool::sim::runtime
