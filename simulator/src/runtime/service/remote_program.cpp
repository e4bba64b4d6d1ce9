// Asks the program for what the runtime needs of it.
#include "runtime/service/remote_program.hpp"

#include "runtime/base/addresses.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace warpschool::sim::runtime::service {
namespace {

using wire::Asked;
using wire::Reader;
using wire::Writer;

constexpr std::size_t kPage = 4096;
/// Texts that the program names its source files by.
constexpr std::size_t kMostName = 4096;
/// Where the whole of the shared memory lies, which is large: no program has anything there, so
/// that it is in nobody's way even where the old layout of addresses is forbidden (containers).
constexpr std::uintptr_t kOwnView = 0x4000'0000'0000;

RemoteProgram* g_program = nullptr;
void (*g_refusal)(const char*) = nullptr;
thread_local wire::Lane* t_lane = nullptr;
thread_local std::vector<std::pair<std::uintptr_t, std::vector<std::byte>>> t_prefetched;
thread_local std::byte* t_own = nullptr;
thread_local std::size_t t_own_bytes = 0;
thread_local OwnMemory::Writes t_own_writes = OwnMemory::Writes::kStored;
thread_local std::size_t t_equal_bytes = 0;

bool is_own(const void* begin, std::size_t bytes) {
  const std::uintptr_t from = address_of(t_own), at = address_of(begin);
  return t_own != nullptr && at >= from && at - from <= t_own_bytes &&
         bytes <= t_own_bytes - (at - from);
}

/// Functions of the program may make calls. While it does anything else for a call of its own, that
/// call holds the runtime in the midst of a change, and the stub makes none.
bool may_call_meanwhile(Asked what) {
  return what == Asked::kHostFunction || what == Asked::kStreamCallback;
}

/// Asks, and serves the calls that come before the answer.
std::vector<std::byte> ask(Asked what, const Writer& arguments) {
  Writer out;
  wire::Head head;
  head.kind = wire::Kind::kAsk;
  head.what = static_cast<std::uint32_t>(what);
  out.put(head);
  program().put_changes(out);
  out.bytes(arguments.data(), arguments.size());
  wire::Lane& lane = *t_lane;
  if (!wire::send(lane, out, wire::Side::kProgram)) {
    refuse_program("too much is asked of it at once");
  }
  for (;;) {
    std::vector<std::byte> message;
    wire::receive(lane, wire::Side::kDevice, message);
    Reader in(message.data(), message.size());
    const auto got = in.get<wire::Head>();
    if (got.kind == wire::Kind::kAnswer) {
      return {message.begin() + sizeof(wire::Head), message.end()};
    }
    if (!may_call_meanwhile(what)) {
      refuse_program("a call came where an answer was due");
    }
    answer_call(lane, message);
  }
}

/// @param read takes the answer apart; the default where there is nobody to ask.
template <class T, class Read>
T ask_for(Asked what, const Writer& arguments, T otherwise, Read&& read) {
  if (t_lane == nullptr) {
    return otherwise;
  }
  try {
    const std::vector<std::byte> answer = ask(what, arguments);
    Reader in(answer.data(), answer.size());
    return read(in);
  } catch (const wire::Malformed& error) {
    refuse_program(error.what());
  }
}

bool yes(Reader& in) {
  return in.get<std::uint8_t>() != 0;
}

const std::byte* prefetched(const void* from, std::size_t bytes) {
  const std::uintptr_t begin = address_of(from);
  for (const auto& [address, data] : t_prefetched) {
    if (begin >= address && begin - address <= data.size() &&
        bytes <= data.size() - (begin - address)) {
      return data.data() + (begin - address);
    }
  }
  return nullptr;
}

}  // namespace

void set_refusal(void (*refusal)(const char* why)) {
  g_refusal = refusal;
}

void refuse_program(const char* why) {
  if (g_refusal != nullptr) {
    g_refusal(why);
  }
  std::fprintf(stderr,
               "warpschool-device: the program's messages are not those of the runtime: %s\n", why);
  ::_exit(kRefused);
}

RemoteProgram& program() {
  return *g_program;
}

void set_program(RemoteProgram* program) {
  g_program = program;
  set_remote_host(program);
}

OnLane::OnLane(wire::Lane& lane, Reader prefetched)
    : outer_(std::exchange(t_lane, &lane)), outer_prefetched_(std::move(t_prefetched)) {
  t_prefetched.clear();
  while (prefetched.left() != 0) {
    const auto address = prefetched.get<std::uint64_t>();
    const auto bytes = prefetched.get<std::uint64_t>();
    const std::byte* data = prefetched.bytes(bytes);
    t_prefetched.emplace_back(address, std::vector<std::byte>(data, data + bytes));
  }
}

OnLane::~OnLane() {
  t_lane = outer_;
  t_prefetched = std::move(outer_prefetched_);
}

OwnMemory::OwnMemory(std::byte* begin, std::size_t bytes, Writes writes) {
  t_own = begin;
  t_own_bytes = bytes;
  t_own_writes = writes;
  t_equal_bytes = 0;
}

bool OwnMemory::found_equal() const {
  return t_equal_bytes == t_own_bytes;
}

OwnMemory::~OwnMemory() {
  t_own = nullptr;
}

RemoteProgram::RemoteProgram(int shared, std::size_t bytes) : shared_(shared) {
  void* base = ::mmap(pointer_to(kOwnView), bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_NORESERVE, shared, 0);
  if (base != MAP_FAILED) {
    base_ = static_cast<std::byte*>(base);
    room_[0] = bytes;
  }
}

bool RemoteProgram::read(void* to, const void* from, std::size_t bytes) {
  if (is_own(from, bytes)) {
    std::memcpy(to, from, bytes);
    return true;
  }
  if (const std::byte* here = prefetched(from, bytes); here != nullptr) {
    std::memcpy(to, here, bytes);
    return true;
  }
  for (std::size_t done = 0; done < bytes; done += wire::kStagingBytes) {
    const std::size_t part = std::min(bytes - done, wire::kStagingBytes);
    Writer arguments;
    arguments.put(std::uint64_t{address_of(from) + done});
    arguments.put(std::uint64_t{part});
    if (!ask_for(Asked::kRead, arguments, false, yes)) {
      return false;
    }
    std::memcpy(static_cast<std::byte*>(to) + done, t_lane->staging, part);
  }
  return true;
}

bool RemoteProgram::write(void* to, const void* from, std::size_t bytes) {
  if (is_own(to, bytes)) {
    if (t_own_writes == OwnMemory::Writes::kStored) {
      std::memcpy(to, from, bytes);
    } else if (std::memcmp(to, from, bytes) == 0) {
      t_equal_bytes += bytes;
    }
    return true;
  }
  for (std::size_t done = 0; done < bytes; done += wire::kStagingBytes) {
    const std::size_t part = std::min(bytes - done, wire::kStagingBytes);
    Writer arguments;
    arguments.put(std::uint64_t{address_of(to) + done});
    arguments.put(std::uint64_t{part});
    if (t_lane == nullptr) {
      return false;
    }
    std::memcpy(t_lane->staging, static_cast<const std::byte*>(from) + done, part);
    if (!ask_for(Asked::kWrite, arguments, false, yes)) {
      return false;
    }
  }
  return true;
}

SourceLocation RemoteProgram::line(Line which, const void* pc) {
  Writer arguments;
  arguments.put(which);
  arguments.put(std::uint64_t{address_of(pc)});
  return ask_for(Asked::kLine, arguments, SourceLocation{}, [](Reader& in) {
    SourceLocation place;
    place.line = in.get<std::uint32_t>();
    place.column = in.get<std::uint32_t>();
    place.file = in.text().substr(0, kMostName);
    return place;
  });
}

bool RemoteProgram::is_mapped(const void* begin, std::size_t bytes) {
  if (is_own(begin, bytes)) {
    return true;
  }
  Writer arguments;
  arguments.put(std::uint64_t{address_of(begin)});
  arguments.put(std::uint64_t{bytes});
  return ask_for(Asked::kIsMapped, arguments, false, yes);
}

std::optional<std::size_t> RemoteProgram::rest_of_frame(const void* address) {
  if (is_own(address, 1)) {
    return std::nullopt;
  }
  Writer arguments;
  arguments.put(std::uint64_t{address_of(address)});
  return ask_for(Asked::kRestOfFrame, arguments, std::optional<std::size_t>(),
                 [](Reader& in) -> std::optional<std::size_t> {
                   const bool known = yes(in);
                   const auto rest = in.get<std::uint64_t>();
                   return known ? std::optional<std::size_t>(rest) : std::nullopt;
                 });
}

std::vector<std::uint8_t> RemoteProgram::touched_pages(std::uintptr_t begin, std::size_t pages) {
  constexpr std::size_t kAtOnce = 32u << 10;
  std::vector<std::uint8_t> all;
  while (all.size() < pages) {
    const std::size_t part = std::min(kAtOnce, pages - all.size());
    Writer arguments;
    arguments.put(std::uint64_t{begin + all.size() * kPage});
    arguments.put(std::uint64_t{part});
    const auto some =
        ask_for(Asked::kTouchedPages, arguments, std::vector<std::uint8_t>(), [&](Reader& in) {
          const auto count = in.get<std::uint64_t>();
          const auto* data = reinterpret_cast<const std::uint8_t*>(in.bytes(count));
          return std::vector<std::uint8_t>(data, data + count);
        });
    if (some.size() != part) {
      return {};
    }
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

void RemoteProgram::call(cudaHostFn_t function, void* data) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    note_written();  // the function may read it, and what comes next overwrite it
  }
  Writer arguments;
  arguments.put(function);
  arguments.put(data);
  ask_for(Asked::kHostFunction, arguments, false, [](Reader&) { return true; });
}

void RemoteProgram::call(cudaStreamCallback_t function, cudaStream_t stream, cudaError_t status,
                         void* data) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    note_written();
  }
  Writer arguments;
  arguments.put(function);
  arguments.put(stream);
  arguments.put(status);
  arguments.put(data);
  ask_for(Asked::kStreamCallback, arguments, false, [](Reader&) { return true; });
}

void RemoteProgram::print(const char* text, std::size_t bytes) {
  constexpr std::size_t kAtOnce = 32u << 10, kMostKept = 16u << 10;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    learnt_.printed_bytes += bytes;
    learnt_.printed.append(text, std::min(bytes, kMostKept - learnt_.printed.size()));
  }
  for (std::size_t done = 0; done < bytes; done += kAtOnce) {
    Writer arguments;
    arguments.text(std::string(text + done, std::min(kAtOnce, bytes - done)));
    ask_for(Asked::kPrint, arguments, false, [](Reader&) { return true; });
  }
}

void RemoteProgram::watch_waiting() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    note_written();
  }
  ask_for(Asked::kWatchWaiting, Writer(), false, [](Reader&) { return true; });
}

void RemoteProgram::put_changes(Writer& out) {
  constexpr std::size_t kMost = 512;
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::size_t count = std::min(kMost, changes_.size());
  out.put(static_cast<std::uint32_t>(count));
  out.bytes(changes_.data(), count * sizeof(wire::Change));
  changes_.erase(changes_.begin(), changes_.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace warpschool::sim::runtime::service
