// Advises on copies to the host of memory that nobody has written.
#include "runtime/advice/unwritten_copies.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace warpschool::sim::runtime {
namespace {

/// A struct's padding is shorter than its widest member, of 16 bytes at most.
constexpr std::uint64_t kMostPadding = 15;

DeviceAddress row_begin(const Copy& copy, std::size_t slice, std::size_t row) {
  return address_of(copy.from.pointer) + slice * copy.from.slice_pitch + row * copy.from.pitch;
}

/// Of all rows, as if they lay side by side.
UnwrittenPart unwritten_part(const Memory& memory, const Copy& copy) {
  UnwrittenPart all;
  std::uint64_t before = 0;
  for (std::size_t slice = 0; slice < copy.depth; ++slice) {
    for (std::size_t row = 0; row < copy.height; ++row, before += copy.width) {
      const UnwrittenPart part = memory.unwritten(row_begin(copy, slice, row), copy.width);
      const bool goes_on = all.is_tail && part.is_tail && part.bytes == copy.width;
      const bool begins = all.bytes == 0 && part.is_tail;
      all.first = all.bytes == 0 ? before + part.first : all.first;
      all.bytes += part.bytes;
      all.longest = std::max(all.longest, part.longest);
      all.is_tail = goes_on || begins;
    }
  }
  return all;
}

/// Who counts by atomics may well have written fewer than there is room for.
bool may_be_short(const UnwrittenPart& part, const LaunchRecord* last) {
  return last != nullptr && part.is_tail && last->counters.global_atomic_requests == 0;
}

/// What threads write as a rule; and what else they may.
constexpr std::array<std::uint64_t, 2> kUsual = {4, 8};
constexpr std::array<std::uint64_t, 4> kUnusual = {1, 2, 12, 16};

/// "the first 768 elements of 4 bytes" if each of `threads` wrote one; 0: something else.
template <std::size_t N>
std::uint64_t bytes_a_thread(const UnwrittenPart& part, std::uint64_t threads,
                             const std::array<std::uint64_t, N>& sizes) {
  const auto size = std::find_if(sizes.begin(), sizes.end(), [&](std::uint64_t bytes) {
    return part.first == threads * bytes;
  });
  return size == sizes.end() ? 0 : *size;
}

/// @param was_given the allocation, as far as its arguments say
std::string about_last_kernel(const LaunchRecord* last, bool was_given) {
  if (last == nullptr) {
    return "No kernel ran before: is the launch missing, or did it, or the copy there, fail?";
  }
  return was_given
             ? fmt::format(
                   "The last kernel, '{}', was given this memory and wrote nothing there: is it "
                   "the "
                   "argument for the right parameter, and do threads come to the line that writes?",
                   last->kernel)
             : fmt::format(
                   "The last kernel was '{}': does it get this pointer, and does it write there?",
                   last->kernel);
}

std::string text_of_the_first(const Copy& copy, const UnwrittenPart& part, const Allocation& held,
                              const std::string& how_many) {
  return fmt::format(
      "{}: of the {} bytes that are copied to the host only the first {} were ever written{}; they "
      "lie in {}.",
      copy.api, copy.bytes(), part.first, how_many, the_allocation(held));
}

/// Empty: the number says nothing.
std::string how_many(const UnwrittenPart& part, std::uint64_t bytes, const std::string& as) {
  return bytes == 0 ? std::string()
                    : fmt::format(" ({} elements of {} bytes, as many as {} had threads)",
                                  part.first / bytes, bytes, as);
}

std::string text_of_some(const Copy& copy, const UnwrittenPart& part, const Allocation& held,
                         const std::string& about_kernel) {
  const std::uint64_t place =
      part.first + (address_of(copy.from.pointer) - held.begin);  // in the allocation
  const bool is_flat = copy.height == 1 && copy.depth == 1;
  const std::string where =
      !is_flat ? "in its rows"
      : place % 4 == 0
          ? fmt::format("the first at byte {}, element {} of 4 bytes,", place, place / 4)
          : fmt::format("the first at byte {}", place);
  return fmt::format(
      "{}: of the {} bytes that were copied to the host {} were never written before, by no "
      "kernel, copy or fill: {} of {}. {}",
      copy.api, copy.bytes(), part.bytes, where, the_allocation(held), about_kernel);
}

/// Rows were written as if they lay side by side, and are copied as they lie: it was the pitch that
/// the kernel did not know of. That many bytes and no others are no chance.
bool was_written_flat(const Memory& memory, const Copy& copy) {
  if (copy.height == 1 || copy.depth != 1 || copy.from.pitch <= copy.width) {
    return false;
  }
  const UnwrittenPart part = memory.unwritten(row_begin(copy, 0, 0), copy.span(copy.from));
  return part.is_tail && part.first == copy.width * copy.height;
}

Fault note_of(const std::string& text) {
  Fault note;
  note.kind = FaultKind::kUninitialisedRead;
  note.where = current_call().where_in_program();
  note.thread_count = 0;
  note.detail = text;
  return note;
}

}  // namespace

void UnwrittenCopies::launched(const PreparedLaunch& launch) {
  last_kernel_.launched(launch);
  has_failed_ = false;
}

std::string UnwrittenCopies::text_of_all(const Copy& copy, const Allocation& held,
                                         const LaunchRecord* last) const {
  return fmt::format(
      "{}: none of the {} bytes that are copied to the host were written before, by no kernel, "
      "copy or fill; they lie in {}. {}",
      copy.api, copy.bytes(), the_allocation(held),
      has_failed_ ? "The launch before was refused: no kernel ran."
                  : about_last_kernel(last, last_kernel_.was_given_memory(held)));
}

/// What the number of threads, or their shape, says of a tail that nobody wrote; empty: nothing.
std::string UnwrittenCopies::text_of_tail(Runtime& runtime, const Copy& copy,
                                          const UnwrittenPart& part, const Allocation& held,
                                          const LaunchRecord& last) const {
  const std::string kernel = fmt::format("the kernel '{}'", last.kernel);
  const LaunchConfig& config = last.config;
  if (config.grid.y * config.block.y == 1 && last_kernel_.uses_rows(runtime)) {
    if (last_kernel_.was_given(1)) {
      return {};  // one row was wanted
    }
    return text_of_the_first(copy, part, held, "") +
           fmt::format(
               " In {} threadIdx.y and blockIdx.y are always 0, as it was launched with a grid and "
               "a block of one dimension: give it dim3(columns, rows) for both.",
               kernel);
  }
  const char* const few = " Does the grid have too few blocks? (n + block - 1) / block rounds up.";
  const char* const missing = " Is blockIdx.x * blockDim.x missing from the index?";
  const std::uint64_t block = config.block.count(), blocks = config.grid.count();
  const auto of_the_grid = [&](const auto& sizes) {
    return last_kernel_.knows(runtime, blocks * block)
               ? std::string()
               : how_many(part, bytes_a_thread(part, blocks * block, sizes), kernel);
  };
  const bool knows_block = blocks == 1 || last_kernel_.uses_block_index(runtime);
  const auto of_a_block = [&](const auto& sizes) {
    return knows_block || last_kernel_.knows(runtime, block)
               ? std::string()
               : how_many(part, bytes_a_thread(part, block, sizes), "a block of " + kernel);
  };
  const std::pair<std::string, const char*> readings[] = {{of_the_grid(kUsual), few},
                                                          {of_a_block(kUsual), missing},
                                                          {of_the_grid(kUnusual), few},
                                                          {of_a_block(kUnusual), missing}};
  for (const auto& [number, question] : readings) {
    if (!number.empty()) {
      return text_of_the_first(copy, part, held, number) + question;
    }
  }
  return {};
}

std::string UnwrittenCopies::text_of_flat_rows(const Copy& copy, const Allocation& held) const {
  return fmt::format(
      "{}: the {} rows of {} bytes that are copied begin {} bytes apart (the pitch), but they were "
      "written side by side, without gaps: only the first {} bytes of {} ever were. {}: row y "
      "begins at (type*)((char*)rows + y * pitch).",
      copy.api, copy.height, copy.width, copy.from.pitch, copy.width * copy.height,
      the_allocation(held),
      last_kernel_.was_given(copy.from.pitch)
          ? "The kernel is to step by the pitch that it was given"
          : "Give the kernel the pitch");
}

void UnwrittenCopies::look(Runtime& runtime, const Copy& copy) {
  const Memory& memory = runtime.memory();
  const Allocation* const held = memory.find(address_of(copy.from.pointer));
  const UnwrittenPart part = held == nullptr ? UnwrittenPart() : unwritten_part(memory, copy);
  if (part.bytes == 0) {
    return;
  }
  const LaunchRecord* const last = runtime.recorder().last_launch();
  if (part.bytes == copy.bytes()) {
    Fault note = note_of(text_of_all(copy, *held, last));
    if (last == nullptr) {
      without_kernels_.push_back(std::move(note));
    } else {
      runtime.recorder().note(std::move(note));
    }
    return;
  }
  if (was_written_flat(memory, copy)) {
    runtime.recorder().note(note_of(text_of_flat_rows(copy, *held)));
    return;
  }
  const std::string of_tail =
      may_be_short(part, last) ? text_of_tail(runtime, copy, part, *held, *last) : std::string();
  if (!of_tail.empty()) {
    runtime.recorder().note(note_of(of_tail));
  } else if (part.longest > kMostPadding && held->pitch == 0) {
    const SourceLocation where = current_call().where_in_program();
    const std::string place =
        where.line == 0 ? "host code" : fmt::format("{}:{}", where.file, where.line);
    runtime.recorder().note_if_it_fails(
        place, place + ": " + text_of_some(copy, part, *held, about_last_kernel(last, false)));
  }
}

void UnwrittenCopies::tell(Recorder& recorder) {
  for (Fault& note : std::exchange(without_kernels_, {})) {
    recorder.note(std::move(note));
  }
}

}  // namespace warpschool::sim::runtime
