// The program at the other end of the lanes, as the runtime asks for it.
#pragma once

#include "runtime/base/remote_host.hpp"
#include "runtime/service/shared_watch.hpp"
#include "runtime/wire/messages.hpp"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace warpschool::sim::runtime::service {

/// Ends the device: the other side sent what no program of ours sends. Answers to nobody; the judge
/// finds out that the device is gone.
[[noreturn]] void refuse_program(const char* why);
/// Called in place of that, and must not return: for fuzzers.
void set_refusal(void (*refusal)(const char* why));

/// The exit status of refuse_program().
inline constexpr int kRefused = 70;

/// Answers one call whose message is given; sends the reply (dispatch.cpp).
void answer_call(wire::Lane& lane, const std::vector<std::byte>& message);

class RemoteProgram final : public RemoteHost {
 public:
  /// @param shared memory of `bytes` bytes that the program has mapped, too
  RemoteProgram(int shared, std::size_t bytes);

  bool read(void* to, const void* from, std::size_t bytes) override;
  bool write(void* to, const void* from, std::size_t bytes) override;
  SourceLocation line(Line which, const void* pc) override;
  bool is_mapped(const void* begin, std::size_t bytes) override;
  std::optional<std::size_t> rest_of_frame(const void* address) override;
  std::vector<std::uint8_t> touched_pages(std::uintptr_t begin, std::size_t pages) override;
  bool share(void* place, std::size_t bytes) override;
  void unshare(void* place, std::size_t bytes) override;
  void forget(void* place, std::size_t bytes) override;
  void clear(void* place, std::size_t bytes) override;
  void protect(std::uintptr_t begin, std::size_t bytes, int rights) override;
  bool is_shared(const void* begin, std::size_t bytes) const override;
  bool is_lasting(const void* begin, std::size_t bytes) const override;
  void call(cudaHostFn_t function, void* data) override;
  void call(cudaStreamCallback_t function, cudaStream_t stream, cudaError_t status,
            void* data) override;
  void print(const char* text, std::size_t bytes) override;
  void watch_waiting() override;

  /// Memory of the program at `place` is to become memory of both: first the program copies it to
  /// the room that this gives, and maps that in its place; then adopt() does so here. Nothing:
  /// there is no room, or something of this process or a block of the runtime lies at `place`.
  /// What was adopted there before is adopted anew: the program may have freed it since.
  std::optional<std::uint64_t> begin_adoption(std::uintptr_t place, std::size_t bytes);
  /// Throws Malformed where begin_adoption() gave out no such room for this place.
  bool adopt(std::uintptr_t place, std::size_t bytes, std::uint64_t offset);

  /// In front of every message to the program.
  void put_changes(wire::Writer& out);

  /// What the program may have learnt of device memory since begin_learning(), but by copies.
  struct Learnt {
    std::uint64_t printed_bytes = 0;  ///< by kernels
    std::string printed;              ///< the first of them, as many as the judge may want to read
    /// Of memory that both see, by kernels and copies, as often as they changed.
    std::uint64_t written_bytes = 0;
  };
  void begin_learning();
  Learnt learnt() const;

  /// For as long as it lives, what changes in shared memory is the device's doing.
  class AtWork {
   public:
    explicit AtWork(RemoteProgram& program);
    ~AtWork();
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;

   private:
    RemoteProgram& program_;
  };

 private:
  struct Range {
    std::size_t bytes = 0;
    std::uint64_t offset = 0;
    bool is_lasting = false;  ///< the program's own: nobody takes it away again
  };

  std::vector<SharedWatch::Range> shared_ranges() const;
  void note_written();
  std::optional<std::uint64_t> take_room(std::size_t bytes);
  void give_room(std::uint64_t offset, std::size_t bytes);
  using Pages = std::pair<std::uintptr_t, std::size_t>;  ///< begin and bytes
  /// An adoption that is going on.
  struct Adoption {
    Pages pages;
    std::vector<Pages> reserved;  ///< of them those that were nobody's
  };

  const Range* range_of(const void* begin, std::size_t bytes) const;
  std::optional<std::vector<Pages>> gaps_in(const Pages& pages) const;
  bool reserve(const std::vector<Pages>& gaps);
  void abandon(const Pages& pages);
  void carve(const Pages& pages);
  bool map_here(std::uint64_t offset, std::size_t bytes, std::uintptr_t place);
  void drop(std::uintptr_t place);

  int shared_;
  std::byte* base_ = nullptr;
  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::size_t> room_;  ///< free parts of the shared memory, by offset
  std::map<std::uint64_t, Adoption> given_;    ///< by the offset of the room
  std::map<std::uintptr_t, Range> ranges_;     ///< what is shared, by place
  std::vector<wire::Change> changes_;
  Learnt learnt_;
  SharedWatch watch_;
  unsigned at_work_ = 0;  ///< threads
};

/// For as long as it lives, this thread's copies from and to these bytes of the device's own are
/// not the program's: RemoteProgram::read() and write() take them from here.
class OwnMemory {
 public:
  /// What becomes of bytes that are copied there.
  enum class Writes : unsigned char { kStored, kCompared };

  OwnMemory(std::byte* begin, std::size_t bytes, Writes writes = Writes::kStored);
  ~OwnMemory();
  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;
  /// Were all of its bytes compared, and were they those that are there?
  bool found_equal() const;
};

/// For as long as it lives the calling thread answers what came over `lane`.
class OnLane {
 public:
  /// @param prefetched memory of the program that came with the call
  OnLane(wire::Lane& lane, wire::Reader prefetched);
  ~OnLane();
  OnLane(const OnLane&) = delete;
  OnLane& operator=(const OnLane&) = delete;

 private:
  wire::Lane* outer_;
  std::vector<std::pair<std::uintptr_t, std::vector<std::byte>>> outer_prefetched_;
};

RemoteProgram& program();
void set_program(RemoteProgram* program);

}  // namespace warpschool::sim::runtime::service
