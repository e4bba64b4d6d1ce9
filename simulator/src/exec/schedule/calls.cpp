// Calls and returns: registers of functions that are active already are saved, arguments and
// results copied.
#include "exec/device_library/device_library.hpp"
#include "exec/launch/grid.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kDeepestCall = 4096;

void copy_slots(const Program& program, std::uint32_t begin, std::uint32_t end,
                const std::byte* from, std::byte* to, LaneMask active) {
  for (std::uint32_t n = begin; n < end; ++n) {
    const FrameSlot& slot = program.slots[n];
    if (slot.stride == 0) {
      const LaneMask value = *reinterpret_cast<const LaneMask*>(from + slot.offset);
      LaneMask& target = *reinterpret_cast<LaneMask*>(to + slot.offset);
      target = (target & ~active) | (value & active);
      continue;
    }
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      const std::uint32_t place =
          slot.offset + static_cast<std::uint32_t>(__builtin_ctz(rest)) * slot.stride;
      std::copy_n(from + place, slot.stride, to + place);
    }
  }
}

void copy_function(const Program& program, const FunctionInfo& function, const std::byte* from,
                   std::byte* to, LaneMask active) {
  copy_slots(program, function.frame_begin, function.frame_end, from, to, active);
  copy_slots(program, function.formals_begin, function.formals_end, from, to, active);
}

/// Arguments may lie in the registers that a recursive call is about to save and reuse: go through
/// a copy.
std::vector<std::vector<std::byte>> gather(const Warp& warp,
                                           const std::vector<ParameterSlot>& slots) {
  std::vector<std::vector<std::byte>> values;
  values.reserve(slots.size());
  for (const ParameterSlot& slot : slots) {
    const std::byte* begin = warp.frame + slot.offset;
    values.emplace_back(begin, begin + std::size_t{slot.stride} * kWarpSize);
  }
  return values;
}

void scatter(Warp& warp, const std::vector<std::vector<std::byte>>& values,
             const std::vector<ParameterSlot>& from, const std::vector<ParameterSlot>& to,
             LaneMask active) {
  for (std::size_t n = 0; n < std::min(from.size(), to.size()); ++n) {
    const std::uint32_t bytes = std::min(from[n].stride, to[n].stride);
    for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(__builtin_ctz(rest));
      std::copy_n(values[n].data() + lane * from[n].stride, bytes,
                  warp.frame + to[n].offset + lane * to[n].stride);
    }
  }
}

}  // namespace

/// Who is called. Of a call through pointers: those lanes' that the first one's pointer names, too.
std::uint32_t Block::callee_of(Warp& warp, const CallSite& site, LaneMask& active) {
  if (site.pointer == kNoSlot) {
    return site.function;
  }
  const auto* pointers = reinterpret_cast<const std::uint64_t*>(warp.frame + site.pointer);
  const std::uint64_t leader = pointers[__builtin_ctz(active)];
  for (LaneMask rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    active &= pointers[lane] == leader ? ~LaneMask{0} : ~(LaneMask{1} << lane);
  }
  const auto found = grid_.program.function_addresses.find(leader);
  if (found == grid_.program.function_addresses.end()) {
    GuestFault guest;
    guest.lanes = active;
    guest.fault.kind = kind_of_bad_address(grid_.memory, leader);
    guest.fault.address = leader;
    if (guest.fault.kind == FaultKind::kHostPointer) {
      guest.fault.cause = HostPointerCause{HostPointerCause::What::kNoFunction};
    } else if (guest.fault.kind == FaultKind::kOutOfBounds) {
      guest.fault.cause = BoundsCause::kNoFunction;
    }
    grid_.complete(guest.fault, *this, warp, active, warp.pc);
    throw guest;
  }
  return found->second;
}

/// Room for a recursive function's variables, in the stack, and for the registers that it reuses.
void Block::begin_activation(Warp& warp, CallFrame& frame, const FunctionInfo& function,
                             LaneMask active) {
  frame.local_top += function.local_bytes;
  frame.saves = true;
  const std::uint32_t in_stack = std::min(frame.local_top, grid_.local_bytes);
  for (LaneMask rest = active; rest != 0 && frame.local_base < in_stack; rest &= rest - 1) {
    std::byte* const stack =
        warp.local + std::size_t{warp.local_stride} * static_cast<unsigned>(__builtin_ctz(rest));
    std::fill(stack + frame.local_base, stack + in_stack, kPoison);
  }
  if (frame.local_top > grid_.local_bytes || frame.depth > kDeepestCall) {
    fail(warp, FaultKind::kStackOverflow, active, warp.pc, function.name);
  }
  warp.saved.resize(std::max<std::size_t>(warp.saved.size(), frame.depth + 1));
  warp.saved[frame.depth].resize(grid_.program.frame_bytes);
}

namespace {

/// Variables of recursive functions lie behind all others, an activation after the other.
std::shared_ptr<CallFrame> frame_above(const std::shared_ptr<const CallFrame>& parent,
                                       std::uint32_t local_bytes) {
  auto frame = std::make_shared<CallFrame>();
  frame->parent = parent;
  frame->depth = parent ? parent->depth + 1 : 1;
  frame->local_base = parent ? parent->local_top : local_bytes;
  frame->local_top = frame->local_base;
  return frame;
}

}  // namespace

void Block::call(Warp& warp, const Decoded& i, LaneMask active) {
  const Program& program = grid_.program;
  const CallSite& site = program.calls[i.extra];
  if (site.intrinsic != kNoIndex) {
    worker_.executed_threads += std::uint64_t{count_lanes(active)} * intrinsic_cost(site.intrinsic);
    call_intrinsic(site.intrinsic, warp, site, active);
    ++warp.pc;
    return;
  }
  const std::uint32_t callee = callee_of(warp, site, active);
  const FunctionInfo& function = program.functions[callee];
  if (function.parameters.size() != site.arguments.size()) {
    fail(warp, FaultKind::kInvalidInstruction, active, warp.pc,
         "a call of " + function.name + " with a wrong number of arguments");
  }
  const std::shared_ptr<const CallFrame> parent = warp.splits[warp.current].frame;
  std::shared_ptr<CallFrame> frame = frame_above(parent, program.local_bytes);
  frame->return_pc = warp.pc + 1;
  frame->site = i.extra;
  frame->function = callee;
  if (function.recursive) {
    begin_activation(warp, *frame, function, active);
  }
  const auto values = gather(warp, site.arguments);
  if (function.recursive) {
    copy_function(program, function, warp.frame, warp.saved[frame->depth].data(), active);
  }
  scatter(warp, values, site.arguments, function.parameters, active);
  if (undefined_values_) {
    undefined_values_->pass(warp, site.arguments, function.parameters, active);
  }
  end_run(warp, warp.pc + 1);
  const LaneMask others = warp.mask & ~active;
  if (others != 0) {
    // Lanes with another target call it when they come back here; lanes whose guard is false find
    // it false again.
    divide(warp, others, site.pointer == kNoSlot ? warp.pc + 1 : warp.pc, parent);
  }
  warp.mask = active;
  warp.pc = function.entry;
  warp.splits[warp.current].frame = std::move(frame);
  save_split(warp);
  pick_split(warp);
}

void Block::return_from(Warp& warp, LaneMask active) {
  const Program& program = grid_.program;
  const std::shared_ptr<const CallFrame> frame = warp.splits[warp.current].frame;
  if (!frame) {
    exit_lanes(warp, active);
    return;
  }
  end_run(warp, warp.pc + 1);
  const FunctionInfo& function = program.functions[frame->function];
  const CallSite& site = program.calls[frame->site];
  const auto values = gather(warp, function.results);
  if (frame->saves) {
    copy_function(program, function, warp.saved[frame->depth].data(), warp.frame, active);
  }
  scatter(warp, values, function.results, site.results, active);
  if (undefined_values_) {
    undefined_values_->pass(warp, function.results, site.results, active);
  }
  divide(warp, active, frame->return_pc, frame->parent);
  warp.mask &= ~active;
  ++warp.pc;
  save_split(warp);
  pick_split(warp);
}

}  // namespace warpschool::sim
