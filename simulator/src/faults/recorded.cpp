// What a launch wrote down, as JSON.
#include "warpschool/sim/recording.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace warpschool::sim {
namespace {

using Json = nlohmann::ordered_json;

Json extent(const Dim3& dim) {
  return Json::array({dim.x, dim.y, dim.z});
}

Json to_tree(const AllocationRef& allocation) {
  return {{"begin", allocation.begin},
          {"bytes", allocation.bytes},
          {"name", allocation.name},
          {"origin", allocation.origin},
          {"qualifier", allocation.qualifier},
          {"pitch", allocation.pitch},
          {"element_bytes", allocation.element_bytes},
          {"distance", allocation.distance}};
}

/// Only what is not 0: most lines do few things.
Json to_tree(const LineCounters& line) {
  Json json = {{"file", line.where.file}, {"line", line.where.line}};
  const auto add = [&json](const char* name, auto value) {
    if (value != 0) {
      json[name] = value;
    }
  };
  add("warp_instructions", line.warp_instructions);
  add("thread_instructions", line.thread_instructions);
  add("issue_slots", line.issue_slots);
  add("global_load_requests", line.global_load_requests);
  add("global_store_requests", line.global_store_requests);
  add("global_sectors", line.global_sectors);
  add("global_ideal_sectors", line.global_ideal_sectors);
  add("global_passes", line.global_passes);
  add("shared_requests", line.shared_requests);
  add("shared_passes", line.shared_passes);
  add("shared_ideal_passes", line.shared_ideal_passes);
  add("local_requests", line.local_requests);
  add("constant_requests", line.constant_requests);
  add("atomic_requests", line.atomic_requests);
  add("atomic_threads", line.atomic_threads);
  add("shuffles", line.shuffles);
  add("barriers", line.barriers);
  add("branches", line.branches);
  add("divergent_branches", line.divergent_branches);
  add("waited_clk", line.waited_clk);
  return json;
}

Json to_tree(const RecordedAccess& access) {
  Json offsets = Json::array();
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const bool takes_part = (access.lanes >> lane & 1u) != 0;
    offsets.push_back(takes_part ? Json(access.delta[lane]) : Json());
  }
  return {{"file", access.where.file},
          {"line", access.where.line},
          {"space", to_string(access.space)},
          {"is_write", access.is_write},
          {"is_atomic", access.is_atomic},
          {"bytes", access.bytes},
          {"first", access.first},
          {"offsets", std::move(offsets)},
          {"cost", access.cost},
          {"ideal", access.ideal},
          {"requests", access.requests},
          {"block", extent(access.block)},
          {"warp", access.warp},
          {"allocation", to_tree(access.allocation)}};
}

const char* word_for(TraceEvent::What what) {
  switch (what) {
    case TraceEvent::What::kLoad:
      return "load";
    case TraceEvent::What::kStore:
      return "store";
    case TraceEvent::What::kAtomic:
      return "atomic";
    case TraceEvent::What::kCompare:
      return "compare";
    case TraceEvent::What::kBranch:
      return "branch";
    case TraceEvent::What::kCall:
      return "call";
    case TraceEvent::What::kReturn:
      return "return";
    case TraceEvent::What::kBarrier:
      return "barrier";
    case TraceEvent::What::kExit:
      return "exit";
  }
  return "";
}

Json to_tree(const TraceEvent& event) {
  Json json = {{"what", word_for(event.what)}, {"lanes", event.lanes}};
  switch (event.what) {
    case TraceEvent::What::kLoad:
    case TraceEvent::What::kStore:
    case TraceEvent::What::kAtomic:
      json["space"] = to_string(event.space);
      json["addresses"] = event.addresses;
      json[event.space == Space::kLocal ? "function" : "allocation"] =
          event.space == Space::kLocal ? event.function : event.allocation;
      break;
    case TraceEvent::What::kBranch:
      json["among"] = event.among;
      return json;
    case TraceEvent::What::kCompare:
      json["operation"] = event.operation;
      break;
    case TraceEvent::What::kCall:
      json["function"] = event.function;
      return json;
    default:
      return json;
  }
  json["type"] = event.type;
  json["bytes"] = event.bytes;
  json["elements"] = event.elements;
  json["values"] = event.values;
  return json;
}

Json to_tree(const TraceStep& step) {
  Json events = Json::array();
  for (const TraceEvent& event : step.events) {
    events.push_back(to_tree(event));
  }
  return {{"file", step.where.file}, {"line", step.where.line}, {"function", step.function},
          {"depth", step.depth},     {"lanes", step.lanes},     {"events", std::move(events)}};
}

template <class Range>
Json list_of(const Range& range) {
  Json list = Json::array();
  for (const auto& element : range) {
    list.push_back(to_tree(element));
  }
  return list;
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

LineCounters& LineCounters::operator+=(const LineCounters& other) {
  warp_instructions += other.warp_instructions;
  thread_instructions += other.thread_instructions;
  issue_slots += other.issue_slots;
  global_load_requests += other.global_load_requests;
  global_store_requests += other.global_store_requests;
  global_sectors += other.global_sectors;
  global_ideal_sectors += other.global_ideal_sectors;
  global_passes += other.global_passes;
  shared_requests += other.shared_requests;
  shared_passes += other.shared_passes;
  shared_ideal_passes += other.shared_ideal_passes;
  local_requests += other.local_requests;
  constant_requests += other.constant_requests;
  atomic_requests += other.atomic_requests;
  atomic_threads += other.atomic_threads;
  shuffles += other.shuffles;
  barriers += other.barriers;
  branches += other.branches;
  divergent_branches += other.divergent_branches;
  waited_clk += other.waited_clk;
  return *this;
}

void LineRecord::add(const LineRecord& other) {
  for (const LineCounters& line : other.lines) {
    const auto known = std::find_if(lines.begin(), lines.end(), [&](const LineCounters& one) {
      return one.where.line == line.where.line && one.where.file == line.where.file;
    });
    if (known == lines.end()) {
      lines.push_back(line);
    } else {
      *known += line;
    }
  }
  for (const RecordedAccess& access : other.accesses) {
    const auto known =
        std::find_if(accesses.begin(), accesses.end(), [&](const RecordedAccess& one) {
          return one.instruction == access.instruction && one.where.line == access.where.line;
        });
    if (known == accesses.end()) {
      accesses.push_back(access);
      continue;
    }
    const std::uint64_t requests = known->requests + access.requests;
    if (access.cost - access.ideal > known->cost - known->ideal) {
      *known = access;
    }
    known->requests = requests;
  }
}

std::string to_json(const LineRecord& record) {
  return text_of({{"lines", list_of(record.lines)}, {"accesses", list_of(record.accesses)}});
}

std::string to_json(const Trace& trace) {
  Json functions = Json::array();
  for (const TracedFunction& function : trace.functions) {
    functions.push_back(function.name);
  }
  return text_of({{"kernel", trace.kernel},
                  {"grid", extent(trace.grid)},
                  {"block_dim", extent(trace.block_dim)},
                  {"block", extent(trace.block)},
                  {"thread", extent(trace.thread)},
                  {"warp", trace.warp},
                  {"whole_warp", trace.whole_warp},
                  {"is_cut", trace.is_cut},
                  {"functions", std::move(functions)},
                  {"allocations", list_of(trace.allocations)},
                  {"steps", list_of(trace.steps)}});
}

}  // namespace warpschool::sim
