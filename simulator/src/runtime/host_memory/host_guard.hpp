// Memory that host and device share, while the device may be using it: the host must wait first.
//
// Here a launch has ended when the call returns, so a host that does not wait would see the right
// values by luck. Its pages are protected instead until the host has waited for that work
// (stream_order.hpp). To have waited for other work that takes longer is not enough. An earlier
// access is caught (host_fault.cpp), reported, and let through.
//
// Which managed allocations a kernel uses is found in the same way. All are protected before the
// launch; those that the simulator then touches on the kernel's behalf are in use.
#pragma once

#include "runtime/base/call_site.hpp"
#include "runtime/streams/stream_order.hpp"
#include "warpschool/sim/memory.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace warpschool::sim::runtime {

class HostGuard {
 public:
  /// What a memory fault of this process means.
  enum class Answer {
    kUnknown,   ///< not about guarded memory
    kOfDevice,  ///< the kernel that is running uses the allocation: go on
    kTooEarly   ///< the host did not wait: to be reported, then go on
  };
  struct Early {
    CallSite by;  ///< the launch or copy that may still be using it
    /// Launches, which may have touched other bytes of the block only; no copies.
    bool is_of_launches = false;
    /// All of them, if each wrote to the block; not more than a signal's stack has room for.
    static constexpr std::size_t kMostLaunches = 64;
    std::array<WorkMark, kMostLaunches> launches{};
    std::size_t launch_count = 0;  ///< 0: of single bytes nothing is known
  };

  /// Nothing is in use yet; every managed allocation of `memory` is watched, and every one of
  /// `sections`, in which the program keeps its managed variables, that has pages of its own.
  /// Of `pinned` blocks, which the kernel was given, each part for itself: host and device may work
  /// on one block side by side.
  using Section = std::pair<const void*, const void*>;
  void before_launch(const Memory& memory, const std::vector<Section>& sections = {},
                     const std::vector<Section>& pinned = {});
  /// What the kernel touched stays closed until the host has waited for `work`, the rest as long as
  /// it was to be before.
  void after_launch(const WorkMark& work, const CallSite& launch);
  /// The host's side of an asynchronous copy, closed until the host has waited for `work`: bytes
  /// [begin, end) of a page-aligned block of `bytes` bytes. Pages that it shares with other parts
  /// stay open.
  void close(void* block, std::size_t begin, std::size_t end, std::size_t bytes, bool host_may_read,
             const WorkMark& work, const CallSite& copy);

  /// The same of memory of the program that it has registered: the pages that lie in it wholly.
  void close_within(const void* begin, std::size_t bytes, bool host_may_read, const WorkMark& work,
                    const CallSite& copy);
  /// It is memory of the program's again.
  void open(const Section& block);

  /// The host may have waited.
  void release(const StreamOrder& order);
  void release_all();
  /// The runtime itself needs the bytes of these for a moment: the pages that they lie in open.
  void suspend(const std::vector<Section>& needed);
  void resume();

  /// For the signal handler: takes no lock and allocates nothing. What is used too early stands
  /// open then: for good, or, if there are launches to be asked, until close_again().
  Answer on_access(std::uintptr_t address, bool is_write, Early& early);
  /// The access was of bytes that nobody else uses. @return false: it stays open, there were many.
  bool passes_once(std::uintptr_t address);
  void close_again(std::uintptr_t address);
  void leave_open(std::uintptr_t address);

 private:
  enum class State : std::uint8_t { kOpen, kWatched, kRead, kWritten };
  struct Entry {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;  ///< whole pages
    std::atomic<State> state{State::kOpen};
    State before = State::kOpen;  ///< during a launch: what an earlier one made of it
    bool of_copy = false;         ///< a copy's, of no concern to launches
    bool suspended = false;
    bool of_variables = false;    ///< several allocations: what is read of them nobody remembers
    bool has_readers = false;     ///< launches that only read it: of which bytes, nobody remembers
    unsigned times_passed = 0;    ///< accesses of the host that concerned nobody
    std::vector<WorkMark> works;  ///< of one generation, the last of each lane
    std::vector<WorkMark>
        writers;  ///< launches that wrote to it, all that the host did not wait for
    CallSite by;

    void add(const WorkMark& work);
    void add_launch(const WorkMark& work);
    bool knows_bytes(bool host_writes) const;
  };

  Entry& watch(std::uintptr_t begin, std::size_t bytes);
  Entry* entry_at(std::uintptr_t address) const;
  bool overlaps(std::uintptr_t begin, std::size_t bytes) const;
  void taint_parts(const Section& block);
  void forget_opened();
  template <class IsOver>
  void release_if(IsOver&& is_over);
  static void protect(const Entry& entry, int rights);
  static void close_entry(const Entry& entry);

  std::vector<std::unique_ptr<Entry>> entries_;
  bool launching_ = false;
  unsigned times_passed_ = 0;  ///< of all entries there were
};

}  // namespace warpschool::sim::runtime
