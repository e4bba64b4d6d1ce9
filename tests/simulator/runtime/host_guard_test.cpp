// Pages that the host must leave alone until it has waited: what the guard answers to accesses.
#include "runtime/host_memory/host_guard.hpp"

#include "warpschool/harness/catch.hpp"

#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace warpschool::sim::runtime {
namespace {

using Answer = HostGuard::Answer;

/// A managed allocation of one page.
class Page {
 public:
  explicit Page(Memory& memory)
      : memory_(memory), bytes_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))) {
    begin_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(begin_ != MAP_FAILED);
    REQUIRE(memory_.adopt_host(begin_, bytes_, AllocationKind::kManaged) != nullptr);
  }
  ~Page() {
    memory_.release(address());
    ::munmap(begin_, bytes_);
  }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;

  void* begin() const { return begin_; }
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(begin_); }
  std::size_t bytes() const { return bytes_; }

 private:
  Memory& memory_;
  void* begin_ = nullptr;
  std::size_t bytes_;
};

TEST_CASE("only what a kernel touched is closed after its launch", "[runtime]") {
  Memory memory(1 << 20, 1 << 24);
  const Page used(memory), idle(memory);
  HostGuard guard;
  HostGuard::Early early;
  guard.before_launch(memory);
  CHECK(guard.on_access(used.address() + 8, true, early) == Answer::kOfDevice);
  guard.after_launch(WorkMark(), {"<<<>>>", &early});
  CHECK(guard.on_access(idle.address(), true, early) == Answer::kUnknown);
  CHECK(guard.on_access(used.address() + 100, false, early) == Answer::kTooEarly);
  CHECK(early.by.return_address == &early);
  // Reported once: the page is open now.
  *static_cast<volatile char*>(used.begin()) = 1;
}

TEST_CASE("waiting for the work that used them opens the pages", "[runtime]") {
  Memory memory(1 << 20, 1 << 24);
  const Page page(memory);
  HostGuard guard;
  HostGuard::Early early;
  StreamOrder order;
  order.add_stream(1, true);
  order.add_stream(2, true);
  const auto launch = [&](StreamId stream) {
    guard.before_launch(memory);
    guard.on_access(page.address(), true, early);
    guard.after_launch(WorkMark(order.begin(stream)), {});
  };
  launch(1);
  order.begin(2);
  order.host_waits_for_stream(2);  // of other work, however long it takes
  guard.release(order);
  CHECK(guard.on_access(page.address(), false, early) == Answer::kTooEarly);
  launch(1);
  launch(2);
  launch(1);
  order.host_waits_for_stream(1);  // one of two that used the page
  guard.release(order);
  CHECK(guard.on_access(page.address(), false, early) == Answer::kTooEarly);
  launch(2);
  order.host_waits_for_stream(2);
  order.host_waits_for_stream(1);
  guard.release(order);
  CHECK(guard.on_access(page.address(), false, early) == Answer::kUnknown);
  *static_cast<volatile char*>(page.begin()) = 1;
}

TEST_CASE("what a kernel only reads the host may read too", "[runtime]") {
  Memory memory(1 << 20, 1 << 24);
  const Page page(memory);
  HostGuard guard;
  HostGuard::Early early;
  guard.before_launch(memory);
  guard.on_access(page.address(), false, early);
  guard.after_launch(WorkMark(), {});
  const volatile char value = *static_cast<volatile char*>(page.begin());  // no fault
  CHECK(value == 0);
  CHECK(guard.on_access(page.address(), true, early) == Answer::kTooEarly);
}

TEST_CASE("managed variables are watched by their section, if it has its own pages", "[runtime]") {
  Memory memory(1 << 20, 1 << 24);
  const Page page(memory);
  HostGuard guard;
  HostGuard::Early early;
  const auto* begin = static_cast<const char*>(page.begin());
  guard.before_launch(Memory(1 << 20, 1 << 24), {{begin, begin + page.bytes()}});
  CHECK(guard.on_access(page.address() + 40, true, early) == Answer::kOfDevice);
  guard.after_launch(WorkMark(), {});
  CHECK(guard.on_access(page.address() + 44, false, early) == Answer::kTooEarly);
  guard.release_all();
  guard.before_launch(Memory(1 << 20, 1 << 24), {{begin + 8, begin + 16}});
  CHECK(guard.on_access(page.address() + 8, false, early) == Answer::kUnknown);
  guard.after_launch(WorkMark(), {});
}

TEST_CASE("a page is guarded among many allocations that are not", "[runtime]") {
  Memory memory(1 << 20, std::uint64_t{1} << 36);
  for (int i = 0; i < 100'000; ++i) {
    REQUIRE(memory.allocate(8, AllocationKind::kDevice) != nullptr);
  }
  const Page page(memory);
  HostGuard guard;
  HostGuard::Early early;
  for (int i = 0; i < 20'000; ++i) {
    guard.before_launch(memory);
    guard.after_launch(WorkMark(), {});
  }
  guard.before_launch(memory);
  CHECK(guard.on_access(page.address(), true, early) == Answer::kOfDevice);
  guard.after_launch(WorkMark(), {});
  guard.release_all();
}

TEST_CASE("the runtime itself may use closed pages for a moment", "[runtime]") {
  Memory memory(1 << 20, 1 << 24);
  const Page page(memory);
  HostGuard guard;
  HostGuard::Early early;
  guard.close(page.begin(), 0, page.bytes(), page.bytes(), false, WorkMark(),
              {"cudaMemcpyAsync", nullptr});
  const auto needed = [](const Page& of) {
    return HostGuard::Section{of.begin(), static_cast<const char*>(of.begin()) + of.bytes()};
  };
  guard.suspend({needed(page)});
  *static_cast<volatile char*>(page.begin()) = 3;
  guard.resume();
  int pipe_ends[2];
  REQUIRE(::pipe(pipe_ends) == 0);
  const Page other(memory);
  guard.suspend({needed(other)});  // system calls tell of closed pages without a signal
  CHECK(::write(pipe_ends[1], page.begin(), 1) == -1);
  guard.resume();
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
  CHECK(guard.on_access(page.address(), false, early) == Answer::kTooEarly);
  guard.release_all();
  CHECK(*static_cast<volatile char*>(page.begin()) == 3);
}

}  // namespace
}  // namespace warpschool::sim::runtime
