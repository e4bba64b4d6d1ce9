// Does what the device asks of the program: memory, lines of code, functions, prints.
#include "runtime/base/host_lines.hpp"
#include "runtime/base/remote_host.hpp"
#include "runtime/host_memory/host_access.hpp"
#include "runtime/host_memory/stack_frames.hpp"
#include "runtime/stub/connection.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace warpschool::sim::runtime::stub {
namespace {

using wire::Asked;
using wire::Reader;
using wire::Writer;

constexpr std::size_t kPage = 4096;

bool is_mapped(const void* begin, std::size_t bytes) {
  std::array<unsigned char, 4096> unused;
  const auto first = reinterpret_cast<std::uintptr_t>(begin) / kPage * kPage;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(begin) + bytes;
  bool mapped = end >= first;
  for (std::uintptr_t at = first; mapped && at < end; at += unused.size() * kPage) {
    const std::size_t rest = std::min<std::size_t>(end - at, unused.size() * kPage);
    mapped = ::mincore(wire::as_pointer(at), rest, unused.data()) == 0;
  }
  return mapped;
}

SourceLocation line(RemoteHost::Line which, const void* pc) {
  switch (which) {
    case RemoteHost::Line::kOfCode:
      return host_location(pc);
    case RemoteHost::Line::kOfProgram:
      return program_location(pc);
    case RemoteHost::Line::kCalling:
      return calling_line();
    case RemoteHost::Line::kOfAccess:
      return line_of_access(pc);
  }
  return {};
}

void answer_line(Reader& in, Writer& out) {
  const auto which = in.get<RemoteHost::Line>();
  const SourceLocation place = line(which, in.pointer());
  out.put(static_cast<std::uint32_t>(place.line));
  out.put(static_cast<std::uint32_t>(place.column));
  out.text(place.file);
}

/// From the system's table of this process's pages.
void answer_touched(Reader& in, Writer& out) {
  constexpr std::uint64_t kTouched = std::uint64_t{3} << 62;
  const auto begin = in.get<std::uint64_t>();
  const auto count = in.get<std::uint64_t>();
  std::vector<std::uint64_t> entries(count);
  const int table = ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  const auto wanted = static_cast<ssize_t>(count * sizeof(std::uint64_t));
  const auto at = static_cast<off_t>(begin / kPage * sizeof(std::uint64_t));
  const bool known =
      table >= 0 && ::pread(table, entries.data(), static_cast<std::size_t>(wanted), at) == wanted;
  if (table >= 0) {
    ::close(table);
  }
  out.put(known ? count : std::uint64_t{0});
  for (std::uint64_t i = 0; known && i < count; ++i) {
    out.put(static_cast<std::uint8_t>((entries[i] & kTouched) != 0 ? 1 : 0));
  }
}

void answer_copy(bool is_read, Reader& in, wire::Lane& lane, Writer& out) {
  void* const place = in.pointer();
  const auto bytes = in.get<std::uint64_t>();
  const bool copied =
      is_read ? copy_guarded(lane.staging, place, bytes) : copy_guarded(place, lane.staging, bytes);
  out.put(static_cast<std::uint8_t>(copied ? 1 : 0));
}

void call_host_function(Reader& in) {
  const auto function = in.get<cudaHostFn_t>();
  auto* const data = in.get<void*>();
  const OutsideCall here;
  function(data);
}

void call_stream_callback(Reader& in) {
  const auto function = in.get<cudaStreamCallback_t>();
  const auto stream = in.get<cudaStream_t>();
  const auto status = in.get<cudaError_t>();
  auto* const data = in.get<void*>();
  const OutsideCall here;
  function(stream, status, data);
}

}  // namespace

void answer_ask(Asked what, Reader& in, wire::Lane& lane, Writer& out) {
  switch (what) {
    case Asked::kRead:
    case Asked::kWrite:
      return answer_copy(what == Asked::kRead, in, lane, out);
    case Asked::kLine:
      return answer_line(in, out);
    case Asked::kIsMapped: {
      const void* const begin = in.pointer();
      out.put(static_cast<std::uint8_t>(is_mapped(begin, in.get<std::uint64_t>()) ? 1 : 0));
      return;
    }
    case Asked::kRestOfFrame: {
      const std::optional<std::size_t> rest = rest_of_frame(in.pointer());
      out.put(static_cast<std::uint8_t>(rest ? 1 : 0));
      out.put(std::uint64_t{rest.value_or(0)});
      return;
    }
    case Asked::kTouchedPages:
      return answer_touched(in, out);
    case Asked::kHostFunction:
      return call_host_function(in);
    case Asked::kStreamCallback:
      return call_stream_callback(in);
    case Asked::kPrint: {
      const std::string text = in.text();
      std::fwrite(text.data(), 1, text.size(), stdout);
      std::fflush(stdout);
      return;
    }
    case Asked::kWatchWaiting:
      return watch_waiting();
  }
}

}  // namespace warpschool::sim::runtime::stub
