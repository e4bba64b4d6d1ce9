// Matrix instructions are for all 32 lanes of a warp at once (PTX ISA, section 9.7.14: "the
// behavior is undefined if all threads in the warp do not execute the same instruction"). Here
// undefined is a fault.
#include "exec/access/whole_warp.hpp"

#include "exec/access/address_windows.hpp"
#include "exec/launch/grid.hpp"

#include <algorithm>
#include <string>

namespace warpschool::sim {
namespace {

[[noreturn]] void fail_matrix(const Warp& warp, const Decoded& instruction, FaultKind kind,
                              DeviceAddress address, FaultCause cause, std::string detail,
                              LaneMask lanes) {
  GuestFault guest;
  guest.lanes = lanes;
  guest.fault.kind = kind;
  guest.fault.address = address;
  guest.fault.space = instruction.space;
  guest.fault.access_bytes = instruction.bytes;
  guest.fault.cause = std::move(cause);
  guest.fault.detail = std::move(detail);
  const InstructionInfo& info =
      warp.grid->program
          .info[static_cast<std::size_t>(&instruction - warp.grid->program.code.data())];
  guest.fault.is_write = info.destinations.empty();
  throw guest;
}

/// Lanes whose word differs from lane 0's.
template <class Word>
LaneMask others(const Warp& warp, std::uint32_t slot) {
  const auto* words = reinterpret_cast<const Word*>(warp.frame + slot);
  LaneMask different = 0;
  for (unsigned l = 1; l < kWarpSize; ++l) {
    different |= words[l] != words[0] ? LaneMask{1} << l : 0;
  }
  return different;
}

void check_alike(const Warp& warp, const Decoded& i, LaneMask different, const char* what) {
  if (different != 0) {
    fail_matrix(warp, i, FaultKind::kInvalidLaneMask, 0,
                LaneMaskCause{LaneMaskCause::What::kNeedsWholeWarp},
                "lanes 0 and " + std::to_string(__builtin_ctz(different)) +
                    " of this warp give it different " + what,
                different);
  }
}

/// Bytes of which the addresses of matrices and of their rows are multiples. The CUDA C++
/// Programming Guide (section "Warp Matrix Functions") asks for 32 and 16; PTX lets fragments of
/// fewer bytes begin at multiples of these. A tile of shorter rows may stand beside another one.
struct Alignment {
  std::uint32_t address, stride;
};

Alignment alignment_of(const MatrixSite& site) {
  const Fragment& fragment = site.d;
  const auto bytes =
      static_cast<std::uint32_t>(fragment.slots.size()) * std::max(4u, fragment.element_bytes());
  const std::uint32_t row =
      (site.along_lines ? fragment.length : fragment.lines) * fragment.element_bytes();
  return {std::min({32u, bytes, row}), std::min(16u, bytes)};
}

}  // namespace

const MatrixSite& matrix_site(const Warp& warp, const Decoded& instruction) {
  return warp.grid->program.matrices[instruction.extra];
}

MatrixPlace matrix_place(const Warp& warp, const Decoded& instruction) {
  const MatrixSite& site = matrix_site(warp, instruction);
  const Fragment& fragment = site.d;
  check_alike(warp, instruction, others<std::uint64_t>(warp, instruction.a), "addresses");
  MatrixPlace place;
  place.address = *reinterpret_cast<const std::uint64_t*>(warp.frame + instruction.a) +
                  static_cast<std::uint64_t>(instruction.displacement);
  place.stride = site.along_lines ? fragment.length : fragment.lines;
  if (site.stride != kNoSlot) {
    check_alike(warp, instruction, others<std::uint32_t>(warp, site.stride), "leading dimensions");
    place.stride = *words_at(warp, site.stride);
  }
  const Alignment wanted = alignment_of(site);
  const DeviceAddress offset = place.address - first_address_of(instruction.space);
  if (place.address % wanted.address != 0) {
    fail_matrix(warp, instruction, FaultKind::kMisaligned, offset, AlignmentCause::kMatrix,
                "its address is not a multiple of " + std::to_string(wanted.address) +
                    " bytes. Begin tiles at multiples of 16 rows and columns, in arrays declared "
                    "__align__(32)",
                kAllLanes);
  }
  const std::uint32_t element = fragment.element_bytes();
  if (std::uint64_t{place.stride} * element % wanted.stride != 0) {
    fail_matrix(warp, instruction, FaultKind::kMisaligned, offset, AlignmentCause::kMatrix,
                "its leading dimension, " + std::to_string(place.stride) +
                    ", is not a multiple of " +
                    std::to_string(std::max(1u, wanted.stride / element)) + " elements (" +
                    std::to_string(wanted.stride) + " bytes). Pad its rows",
                kAllLanes);
  }
  return place;
}

void fail_not_shared(const Warp& warp, const Decoded& instruction) {
  const DeviceAddress address =
      *reinterpret_cast<const std::uint64_t*>(warp.frame + instruction.a) +
      static_cast<std::uint64_t>(instruction.displacement);
  fail_matrix(warp, instruction, FaultKind::kOutOfBounds, address, BoundsCause::kMatrixNotShared,
              {}, kAllLanes);
}

/// Says who is missing. Throws GuestFault.
void Block::fail_whole_warp(Warp& warp, LaneMask here, std::uint32_t pc) {
  const unsigned there = count_lanes(warp.exists);
  std::string detail;
  if (there < kWarpSize) {
    detail = "the block has only " + std::to_string(there) + " threads in this warp";
  } else {
    detail = "only " + std::to_string(count_lanes(here)) + " came to it here";
    if (warp.exited != 0) {
      detail += ", " + std::to_string(count_lanes(warp.exited)) + " had ended before";
    }
  }
  fail(warp, FaultKind::kInvalidLaneMask, here, pc,
       LaneMaskCause{LaneMaskCause::What::kNeedsWholeWarp}, std::move(detail));
}

bool Block::needs_whole_warp(std::uint32_t pc) const {
  return warpschool::sim::info(grid_.program.info[pc].opcode).family == Family::kMatrix;
}

}  // namespace warpschool::sim
