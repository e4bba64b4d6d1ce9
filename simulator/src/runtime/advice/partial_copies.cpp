// Keeps suspicions of copies that are too short until the program has had time to copy the rest.
#include "runtime/advice/partial_copies.hpp"

#include <utility>

namespace warpschool::sim::runtime {
namespace {

const Side& side_of(const Copy& copy, CopySide side) {
  return side == CopySide::kTo ? copy.to : copy.from;
}

const Allocation* allocation_of(const Memory& memory, const Copy& copy, CopySide side) {
  const DeviceAddress address = address_of(side_of(copy, side).pointer);
  return address == 0 ? nullptr : memory.find(address);
}

}  // namespace

void PartialCopies::clear(const Memory& memory, const Copy& copy, CopySide side) {
  const Allocation* const held = allocation_of(memory, copy, side);
  if (held == nullptr) {
    return;
  }
  const std::uint64_t offset = address_of(side_of(copy, side).pointer) - held->begin;
  const bool is_whole = copy.width >= held->bytes;
  std::erase_if(suspicions_, [&](const Suspicion& suspicion) {
    return suspicion.side == side && suspicion.begin == held->begin &&
           (suspicion.offset != offset || is_whole);
  });
  if (offset != 0) {
    inside_[static_cast<int>(side)] = held->begin;
  }
}

void PartialCopies::seen(const Memory& memory, const Copy& copy) {
  clear(memory, copy, CopySide::kTo);
  clear(memory, copy, CopySide::kFrom);
}

void PartialCopies::suspect(const Memory& memory, const Copy& copy, CopySide side,
                            const std::string& note) {
  if (allocation_of(memory, copy, side) == nullptr) {
    side = side == CopySide::kTo ? CopySide::kFrom : CopySide::kTo;  // of the host's own arrays
  }
  const Allocation* const held = allocation_of(memory, copy, side);
  if (held == nullptr || inside_[static_cast<int>(side)] == held->begin) {
    return;  // it goes through it in parts
  }
  Fault fault;
  fault.kind = FaultKind::kInvalidCopy;
  fault.where = current_call().where_in_program();
  fault.thread_count = 0;
  fault.detail = note;
  suspicions_.push_back(
      {side, held->begin, address_of(side_of(copy, side).pointer) - held->begin, std::move(fault)});
}

void PartialCopies::tell(Recorder& recorder) {
  for (Suspicion& suspicion : std::exchange(suspicions_, {})) {
    recorder.note(std::move(suspicion.note));
  }
}

}  // namespace warpschool::sim::runtime
