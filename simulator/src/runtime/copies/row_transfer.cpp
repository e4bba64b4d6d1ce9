// Moves the rows of a copy: within this process, to and from the program's, or within that one.
#include "runtime/copies/row_transfer.hpp"

#include "runtime/base/remote_host.hpp"
#include "runtime/host_memory/host_fault.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

/// From one host address to another of a program in another process.
bool move_within_program(RemoteHost& program, std::byte* to, const std::byte* from,
                         std::size_t bytes) {
  std::vector<std::byte> between(std::min<std::size_t>(bytes, std::size_t{1} << 20));
  for (std::size_t done = 0; done < bytes; done += between.size()) {
    const std::size_t part = std::min(between.size(), bytes - done);
    if (!program.read(between.data(), from + done, part) ||
        !program.write(to + done, between.data(), part)) {
      return false;
    }
  }
  return true;
}

/// Memory that only the program's process has.
bool is_the_programs(const Place& place) {
  return !place.on_device && !place.pinned;
}

/// A row; false if host memory cannot be read or written.
bool move_row(const Place& to, const Place& from, std::size_t to_offset, std::size_t from_offset,
              std::size_t bytes) {
  std::byte* const target = to.bytes + to_offset;
  const std::byte* const source = from.bytes + from_offset;
  RemoteHost* const program = remote_host();
  if (program == nullptr || (!is_the_programs(to) && !is_the_programs(from))) {
    return copy_guarded(target, source, bytes);
  }
  if (is_the_programs(to) && is_the_programs(from)) {
    return move_within_program(*program, target, source, bytes);
  }
  return is_the_programs(to) ? program->write(target, source, bytes)
                             : program->read(target, source, bytes);
}

/// Do a side's rows lie one behind the other?
bool is_dense(const Copy& copy, const Side& side) {
  return copy.depth == 1 && side.pitch == copy.width;
}

/// Rows that lie close together in the program's memory, and apart in ours: many cross together,
/// as each crossing is a question to another process. Nothing where that is not the case.
std::optional<bool> move_rows_together(const Copy& copy, const Place& to, const Place& from) {
  RemoteHost* const program = remote_host();
  const bool is_upload = is_the_programs(from);
  const bool is_close = is_upload ? is_dense(copy, copy.from) : is_dense(copy, copy.to);
  constexpr std::size_t kAtOnce = std::size_t{1} << 18;
  if (program == nullptr || is_the_programs(to) == is_upload || !is_close || copy.depth != 1 ||
      copy.width == 0 || copy.width > kAtOnce / 2) {
    return std::nullopt;
  }
  const std::size_t rows_at_once = kAtOnce / copy.width;
  std::vector<std::byte> close(std::min(rows_at_once, copy.height) * copy.width);
  for (std::size_t first = 0; first < copy.height; first += rows_at_once) {
    const std::size_t rows = std::min(rows_at_once, copy.height - first);
    const std::size_t bytes = rows * copy.width;
    if (is_upload && !program->read(close.data(), from.bytes + first * copy.width, bytes)) {
      return false;
    }
    for (std::size_t row = 0; row < rows; ++row) {
      std::byte* const here = close.data() + row * copy.width;
      const std::size_t at = (first + row) * (is_upload ? copy.to.pitch : copy.from.pitch);
      if (!(is_upload ? copy_guarded(to.bytes + at, here, copy.width)
                      : copy_guarded(here, from.bytes + at, copy.width))) {
        return false;
      }
    }
    if (!is_upload && !program->write(to.bytes + first * copy.width, close.data(), bytes)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool move_bytes(const Copy& copy, const Place& to, const Place& from) {
  if (copy.depth == 1 && copy.to.pitch == copy.width && copy.from.pitch == copy.width) {
    return move_row(to, from, 0, 0, copy.bytes());
  }
  if (const std::optional<bool> done = move_rows_together(copy, to, from)) {
    return *done;
  }
  bool moved = true;
  for (std::size_t slice = 0; slice < copy.depth; ++slice) {
    for (std::size_t row = 0; moved && row < copy.height; ++row) {
      moved = move_row(to, from, slice * copy.to.slice_pitch + row * copy.to.pitch,
                       slice * copy.from.slice_pitch + row * copy.from.pitch, copy.width);
    }
  }
  return moved;
}

}  // namespace warpschool::sim::runtime
