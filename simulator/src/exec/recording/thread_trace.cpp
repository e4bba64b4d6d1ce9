// Writes down the steps of one thread or warp.
#include "exec/recording/thread_trace.hpp"

#include "exec/launch/grid.hpp"
#include "exec/recording/launch_recording.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

std::uint64_t place_in(const Dim3& at, const Dim3& extent) {
  return at.x + std::uint64_t{extent.x} * (at.y + std::uint64_t{extent.y} * at.z);
}

bool lies_in(const Dim3& at, const Dim3& extent) {
  return at.x < extent.x && at.y < extent.y && at.z < extent.z;
}

std::uint64_t word_of(const Warp& warp, std::uint32_t slot, unsigned lane, bool is_wide) {
  const std::byte* const words = warp.frame + slot;
  return is_wide ? reinterpret_cast<const std::uint64_t*>(words)[lane]
                 : reinterpret_cast<const std::uint32_t*>(words)[lane];
}

const CallFrame* frame_of(const Warp& warp) {
  return warp.current < warp.splits.size() ? warp.splits[warp.current].frame.get() : nullptr;
}

const char* word_for(Compare compare) {
  switch (compare) {
    case Compare::kEq:
    case Compare::kEqu:
      return "==";
    case Compare::kNe:
    case Compare::kNeu:
      return "!=";
    case Compare::kLt:
    case Compare::kLtu:
      return "<";
    case Compare::kLe:
    case Compare::kLeu:
      return "<=";
    case Compare::kGt:
    case Compare::kGtu:
      return ">";
    case Compare::kGe:
    case Compare::kGeu:
      return ">=";
    default:
      return "";
  }
}

TraceEvent::What kind_of(AccessKind kind) {
  return kind == AccessKind::kLoad    ? TraceEvent::What::kLoad
         : kind == AccessKind::kStore ? TraceEvent::What::kStore
                                      : TraceEvent::What::kAtomic;
}

}  // namespace

bool ThreadTrace::exists_in(const Grid& grid, const TraceRequest& wanted) {
  return lies_in(wanted.block, grid.config.grid) && lies_in(wanted.thread, grid.config.block);
}

ThreadTrace::ThreadTrace(const Grid& grid, const TraceRequest& wanted)
    : grid_(grid),
      block_(place_in(wanted.block, grid.config.grid)),
      most_steps_(wanted.most_steps) {
  const std::uint64_t thread = place_in(wanted.thread, grid.config.block);
  warp_ = static_cast<std::uint32_t>(thread / kWarpSize);
  traced_ = wanted.whole_warp ? kAllLanes : LaneMask{1} << thread % kWarpSize;
  trace_.kernel = grid.program.name;
  trace_.grid = grid.config.grid;
  trace_.block_dim = grid.config.block;
  trace_.block = wanted.block;
  trace_.thread = wanted.thread;
  trace_.warp = warp_;
  trace_.whole_warp = wanted.whole_warp;
  for (const FunctionInfo& function : grid.program.functions) {
    trace_.functions.push_back({function.name});
  }
}

LaneMask ThreadTrace::lanes_of(const Warp& warp, LaneMask active) const {
  return warp.index == warp_ && warp.block->index() == block_ && !trace_.is_cut ? active & traced_
                                                                                : 0;
}

TraceStep* ThreadTrace::step(const Warp& warp, LaneMask lanes) {
  const CallFrame* const frame = frame_of(warp);
  SourceLocation where = grid_.location(warp.pc);  // of the toolkit's own code: no file
  where.column = 0;
  const std::uint32_t depth = frame == nullptr ? 0 : frame->depth;
  const std::uint32_t function = frame == nullptr ? 0 : frame->function;
  TraceStep* const last = trace_.steps.empty() ? nullptr : &trace_.steps.back();
  const bool is_unknown = where.file.empty() || where.line == 0;
  if (last != nullptr && last->lanes == lanes &&
      (is_unknown || (last->where.line == where.line && last->where.file == where.file &&
                      last->depth == depth))) {
    return last;
  }
  if (is_unknown) {
    where = last != nullptr ? last->where : recorded_line(grid_.program, warp.pc);
  }
  if (trace_.steps.size() >= most_steps_) {
    trace_.is_cut = true;
    return nullptr;
  }
  unfinished_ = 0;
  TraceStep& made = trace_.steps.emplace_back();
  made.where = std::move(where);
  made.depth = depth;
  made.function = function;
  made.lanes = lanes;
  return &made;
}

/// Which function's local memory it is; the address becomes one in that.
std::uint32_t ThreadTrace::function_of(const Warp& warp, DeviceAddress& local) const {
  const CallFrame* const frame = frame_of(warp);
  const auto& functions = grid_.program.functions;
  if (frame != nullptr && functions[frame->function].recursive && local >= frame->local_base) {
    local -= frame->local_base;
    return frame->function;
  }
  std::uint64_t begin = 0;  // their variables lie side by side, in the order of functions
  for (std::uint32_t n = 0; n < functions.size(); ++n) {
    if (local >= begin && local - begin < functions[n].local_bytes) {
      local -= begin;
      return n;
    }
    begin += functions[n].local_bytes;
  }
  return 0;
}

std::uint32_t ThreadTrace::allocation_at(DeviceAddress address, std::uint32_t bytes, Space space,
                                         const MemorySite& site) {
  const AllocationRef found = space == Space::kShared
                                  ? grid_.shared_allocation(site.variable, address, bytes)
                                  : grid_.memory.nearest(address, bytes).value_or(AllocationRef());
  auto& all = trace_.allocations;
  const auto known = std::find_if(all.begin(), all.end(), [&](const AllocationRef& one) {
    return one.begin == found.begin && one.name == found.name;
  });
  const auto index = static_cast<std::uint32_t>(known - all.begin());
  if (known == all.end()) {
    all.push_back(found);
  }
  return index;
}

void ThreadTrace::access(const Warp& warp, const AccessRequest& request, const MemorySite& site) {
  const LaneMask lanes = lanes_of(warp, request.active);
  TraceStep* const at = lanes == 0 ? nullptr : step(warp, lanes_of(warp, warp.mask));
  if (at == nullptr) {
    return;
  }
  const InstructionInfo& info = grid_.program.info[warp.pc];
  TraceEvent event;
  event.what = kind_of(request.kind);
  event.lanes = lanes;
  event.space = request.space;
  event.type = ptx::to_string(info.type);
  event.bytes = info.element_bytes != 0 ? info.element_bytes : request.bytes;
  event.elements = std::max(1u, request.bytes / std::max(1u, event.bytes));
  const bool is_local = request.space == Space::kLocal;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    DeviceAddress address =
        request.first + static_cast<DeviceAddress>(std::int64_t{site.delta[__builtin_ctz(rest)]});
    event.function = is_local ? function_of(warp, address) : 0;
    event.addresses.push_back(address);
  }
  event.allocation =
      is_local ? 0 : allocation_at(event.addresses.front(), event.bytes, request.space, site);
  at->events.push_back(std::move(event));
  ++unfinished_;
}

/// The values that the instruction's accesses read or wrote are in its registers now.
void ThreadTrace::finish_accesses(const Warp& warp, const Decoded& i) {
  auto& events = trace_.steps.back().events;
  const InstructionInfo& info = grid_.program.info[warp.pc];
  for (std::size_t n = events.size() - std::min<std::size_t>(unfinished_, events.size());
       n < events.size(); ++n) {
    TraceEvent& event = events[n];
    const bool is_atomic = event.what == TraceEvent::What::kAtomic;
    const std::uint32_t slots[4] = {is_atomic ? i.b : i.d, i.b, i.c, i.e};
    const bool is_wide = is_atomic ? event.bytes == 8 : info.register_bytes == 8;
    for (LaneMask rest = event.lanes; rest != 0; rest &= rest - 1) {
      for (unsigned e = 0; e < std::min(event.elements, 4u); ++e) {
        const std::uint32_t slot = slots[e];
        event.values.push_back(
            slot == kNoSlot
                ? 0
                : word_of(warp, slot, static_cast<unsigned>(__builtin_ctz(rest)), is_wide));
      }
    }
  }
  unfinished_ = 0;
}

void ThreadTrace::compare(const Warp& warp, const Decoded& i, LaneMask lanes) {
  const InstructionInfo& info = grid_.program.info[warp.pc];
  const ptx::Type type = info.source_type != ptx::Type::kNone ? info.source_type : info.type;
  const char* const operation = word_for(info.compare);
  const unsigned bytes = ptx::bytes_of(type);
  TraceStep* const at = i.a == kNoSlot || i.b == kNoSlot || bytes == 0 || *operation == '\0'
                            ? nullptr
                            : step(warp, lanes);
  if (at == nullptr) {
    return;
  }
  TraceEvent event;
  event.what = TraceEvent::What::kCompare;
  event.lanes = lanes;
  event.type = ptx::to_string(type);
  event.bytes = bytes;
  event.elements = 2;
  event.operation = operation;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    event.values.push_back(word_of(warp, i.a, lane, bytes == 8));
    event.values.push_back(word_of(warp, i.b, lane, bytes == 8));
  }
  at->events.push_back(std::move(event));
}

void ThreadTrace::executed(const Warp& warp, const Decoded& i, LaneMask active) {
  const LaneMask lanes = lanes_of(warp, active);
  if (lanes == 0) {
    return;
  }
  if (unfinished_ > 0) {
    finish_accesses(warp, i);
  } else if (grid_.program.info[warp.pc].opcode == Opcode::kSetp) {
    compare(warp, i, lanes);
  } else {
    step(warp, lanes);
  }
}

void ThreadTrace::before_step(const Warp& warp, const Decoded& i, LaneMask active) {
  const LaneMask among = lanes_of(warp, warp.mask), lanes = lanes_of(warp, active);
  const bool is_branch = i.step == Step::kBranch && i.guard != kNoSlot;
  TraceStep* const at = among == 0 || (lanes == 0 && !is_branch) ? nullptr : step(warp, among);
  if (at == nullptr) {
    return;
  }
  TraceEvent event;
  event.lanes = lanes;
  event.among = among;
  switch (i.step) {
    case Step::kBranch:
      if (!is_branch) {
        return;
      }
      event.what = TraceEvent::What::kBranch;
      break;
    case Step::kCall:
      if (grid_.program.calls[i.extra].function == kNoIndex) {
        return;
      }
      event.what = TraceEvent::What::kCall;
      event.function = grid_.program.calls[i.extra].function;
      break;
    case Step::kReturn:
      event.what = frame_of(warp) == nullptr ? TraceEvent::What::kExit : TraceEvent::What::kReturn;
      break;
    case Step::kExit:
      event.what = TraceEvent::What::kExit;
      break;
    case Step::kBarrier:
      event.what = TraceEvent::What::kBarrier;
      break;
    default:
      return;
  }
  at->events.push_back(std::move(event));
}

}  // namespace warpschool::sim
