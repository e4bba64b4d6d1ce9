// Records faults, notes and launches, for people and for harnesses.
#include "runtime/report/recorder.hpp"

#include "runtime/base/symbol_names.hpp"
#include "runtime/base/variable_declarations.hpp"
#include "runtime/report/allocations_made.hpp"
#include "runtime/report/report_text.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

namespace warpschool::sim::runtime {
namespace {

using Json = nlohmann::json;

/// A program that never takes its report must not grow without end.
constexpr std::size_t kMostRecords = 1U << 16U;

/// Managed memory that nobody has set is. Constants are zero by the rules of the language.
bool is_zero_by_chance(const Fault& note) {
  const auto* const cause = std::get_if<UninitialisedCause>(&note.cause);
  return note.kind == FaultKind::kUninitialisedRead && cause != nullptr &&
         cause->what == UninitialisedCause::What::kManaged;
}

Json extent(const Dim3& dim) {
  return Json::array({dim.x, dim.y, dim.z});
}

Json to_json(const LaunchRecord& record) {
  return {{"kernel", record.kernel},
          {"grid", extent(record.config.grid)},
          {"block", extent(record.config.block)},
          {"dynamic_shared_bytes", record.config.dynamic_shared_bytes},
          {"counters", Json::parse(sim::to_json(record.counters))},
          {"time_us", record.time.total_us},
          {"limiter", record.time.limiter},
          {"occupancy", record.time.occupancy},
          {"occupancy_limiter", record.time.occupancy_limiter},
          {"occupancy_details",
           {{"blocks_per_sm", record.fit.blocks_per_sm},
            {"blocks_by_warps", record.fit.by_warps},
            {"blocks_by_blocks", record.fit.by_blocks},
            {"blocks_by_registers", record.fit.by_registers},
            {"blocks_by_shared", record.fit.by_shared},
            {"registers_per_thread", record.registers_per_thread},
            {"shared_bytes_per_block", record.shared_bytes_per_block}}},
          {"sm_count", record.sm_count},
          {"time",
           {{"start_us", record.time.start_us},
            {"issue_us", record.time.issue_us},
            {"alu_us", record.time.alu_us},
            {"lsu_us", record.time.lsu_us},
            {"l2_us", record.time.l2_us},
            {"dram_us", record.time.dram_us},
            {"atomic_us", record.time.atomic_us},
            {"latency_us", record.time.latency_us}}}};
}

Json to_json(const TimelineRecord& record) {
  return {{"what", record.what},          {"name", record.name},
          {"stream", record.stream},      {"begin_us", record.when.begin_us},
          {"end_us", record.when.end_us}, {"bytes", record.bytes}};
}

/// Made by the program, though kernels find it where modules' variables lie.
bool is_texture_object(const Allocation& allocation) {
  return allocation.name() == kTextureObject || allocation.name() == kSurfaceObject;
}

/// What the program allocated and has not released: leaks, once it is done.
Json live_allocations(const Memory* memory) {
  Json list = Json::array();
  if (memory == nullptr) {
    return list;
  }
  for (const Allocation* allocation : memory->live()) {
    const bool of_module = allocation->kind == AllocationKind::kModuleGlobal ||
                           allocation->kind == AllocationKind::kModuleConst;
    const bool of_program = !of_module && allocation->name().empty();
    if (of_program || is_texture_object(*allocation)) {
      list.push_back({{"bytes", allocation->bytes}, {"origin", allocation->origin()}});
    }
  }
  return list;
}

/// What was there at any time since the report was taken.
Json host_memory(const Memory* memory) {
  HostMemory seen = host_memory_released();
  if (memory != nullptr) {
    for (const Allocation* allocation : memory->live()) {
      seen.add(*allocation);
    }
  }
  return {{"bytes", seen.bytes}, {"largest", readable_variable(seen.largest)}};
}

void make_readable(AllocationRef& allocation) {
  if (!allocation.name.empty() && allocation.name != kDynamicSharedMemory) {
    allocation.qualifier = is_constant_table(allocation.name) ? "const" : allocation.qualifier;
    allocation.name = readable_variable(allocation.name);
  }
}

void make_readable(Fault& fault) {
  fault.kernel = readable_name(fault.kernel);
  if (fault.allocation) {
    for (std::string& array : fault.allocation->arrays) {
      array = readable_variable(array);
    }
  }
  if (fault.allocation && fault.allocation->name != kDynamicSharedMemory) {
    AllocationRef& allocation = *fault.allocation;
    allocation.qualifier = is_constant_table(allocation.name) ? "const" : allocation.qualifier;
    allocation.name = readable_variable(allocation.name);
    if (allocation.origin.empty()) {
      allocation.origin = place_of_variable(allocation.name, fault.where);
    }
  }
}

}  // namespace

/// Launches of one kernel are added up; of their accesses the dearest of each instruction stays.
void Recorder::keep_recording(LaunchRecord& record) {
  if (record.trace && !trace_) {
    Trace trace = *record.trace;
    for (AllocationRef& allocation : trace.allocations) {
      make_readable(allocation);
    }
    trace_ = std::make_shared<const Trace>(std::move(trace));
  }
  if (record.lines) {
    LineRecord lines = *record.lines;
    for (RecordedAccess& access : lines.accesses) {
      make_readable(access.allocation);
    }
    lines_[record.kernel].add(lines);
  }
  record.trace = nullptr;
  record.lines = nullptr;
}

void Recorder::launch(LaunchRecord record) {
  keep_recording(record);
  if (launches_.size() == kMostRecords) {
    ++dropped_;
    return;
  }
  launches_.push_back(std::move(record));
}

void Recorder::fault(Fault fault) {
  keep(std::move(fault), false);
}

/// A loop of the host over memory that is in use is found page by page: the same words each time.
bool Recorder::was_told(const Fault& fault) const {
  return fault.kind == FaultKind::kUnsynchronisedAccess &&
         std::any_of(faults_.begin(), faults_.end(), [&](const Fault& told) {
           return told.kind == fault.kind && told.where.line == fault.where.line &&
                  told.where.file == fault.where.file && told.detail == fault.detail;
         });
}

/// A loop of the host that makes the same mistake very often: its first reports say all.
bool Recorder::is_one_too_many(const Fault& fault) {
  constexpr unsigned kMostAlike = 20;
  if (!fault.kernel.empty()) {
    return false;
  }
  const std::string place = fmt::format("{}:{}", fault.where.file, fault.where.line);
  const unsigned count =
      ++alike_[fmt::format("{} {} {}", to_string(fault.kind), place, fault.detail)];
  if (count == kMostAlike + 1) {
    note(fmt::format("{}: the same was reported {} times: more of it is not told",
                     fault.where.line == 0 ? "host code" : place, kMostAlike));
  }
  return count > kMostAlike;
}

void Recorder::keep(Fault fault, bool returned) {
  if (was_told(fault)) {
    return;
  }
  (returned ? misuse_ : has_unreturned_faults_) = true;
  if (is_one_too_many(fault)) {
    return;
  }
  make_readable(fault);
  if (to_stderr_) {
    const std::string text = fault_text(fault);
    std::fflush(stdout);
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);  // the program may have given it a buffer, and may end without warning
  }
  news_ = true;
  if (faults_.size() < kMostRecords) {
    faults_.push_back(std::move(fault));
  }
}

void Recorder::host_fault(FaultKind kind, const std::string& text,
                          std::optional<AllocationRef> allocation) {
  Fault record;
  record.kind = kind;
  record.where = current_call().where_in_program();
  record.thread_count = 0;
  record.allocation = std::move(allocation);
  record.detail = text;
  keep(std::move(record), true);
}

void Recorder::note(const std::string& text) {
  if (to_stderr_) {
    std::fflush(stdout);
    std::fprintf(stderr, "warpschool: note: %s\n", text.c_str());
    std::fflush(stderr);
  }
  if (notes_.size() < kMostRecords) {
    notes_.push_back(text);
  }
}

void Recorder::note_once(const std::string& key, const std::string& text) {
  if (noted_.insert(key).second) {
    note(text);
  }
}

void Recorder::note_if_it_fails(const std::string& place, const std::string& text) {
  constexpr std::size_t kMostSuspicions = 3;
  if (suspicions_.size() < kMostSuspicions) {
    suspicions_.emplace(place, text);
  }
}

void Recorder::tell_suspicions() {
  for (const auto& [place, text] : std::exchange(suspicions_, {})) {
    note(text);
  }
}

void Recorder::reason(const std::string& text) {
  reason_ = text;
  if (!to_stderr_ && notes_.size() < kMostRecords) {
    notes_.push_back(text);
  }
}

void Recorder::note(Fault note) {
  make_readable(note);
  if (is_zero_by_chance(note) && unset_reads_.size() < kMostRecords) {
    unset_reads_.push_back(explain(note));
  }
  const std::string place = fmt::format("{}:{}", note.where.file, note.where.line);
  if (noted_.emplace(fmt::format("{} {}", to_string(note.kind), place)).second) {
    if (note.kind == FaultKind::kInvalidLaneMask || note.kind == FaultKind::kInvalidFree) {
      lane_notes_.push_back(note);
    }
    this->note(fmt::format("{}: {}", note.where.line == 0 ? note.kernel : place, explain(note)));
  }
}

void Recorder::work(TimelineRecord record) {
  if (std::strcmp(record.what, "host_to_device") == 0) {
    ++copies_.host_to_device;
    copies_.bytes += record.bytes;
  } else if (std::strcmp(record.what, "device_to_host") == 0) {
    ++copies_.device_to_host;
    copies_.bytes += record.bytes;
    copies_.device_to_host_bytes += record.bytes;
  }
  if (timeline_.size() < kMostRecords) {
    timeline_.push_back(std::move(record));
  }
}

bool Recorder::take_news() {
  constexpr std::size_t kEachIsNews = 16;
  const std::size_t count = faults_.size();
  const bool is_power_of_two = (count & (count - 1)) == 0;
  return std::exchange(news_, false) && (count <= kEachIsNews || is_power_of_two);
}

std::string Recorder::report(const Memory* memory) const {
  const AllocationsMade made = allocations_made();
  Json report = {
      {"launches", Json::array()},
      {"faults", Json::array()},
      {"notes", notes_},
      {"unset_reads", unset_reads_},
      {"lane_notes", Json::array()},
      {"timeline", Json::array()},
      {"allocations", live_allocations(memory)},
      {"host_memory", host_memory(memory)},
      {"allocated", {{"device", made.device}, {"managed", made.managed}, {"pinned", made.pinned}}},
      {"launches_dropped", dropped_},
      {"copies",
       {{"host_to_device", copies_.host_to_device},
        {"device_to_host", copies_.device_to_host},
        {"bytes", copies_.bytes},
        {"device_to_host_bytes", copies_.device_to_host_bytes}}}};
  for (const Fault& note : lane_notes_) {
    report["lane_notes"].push_back({{"line", note.where.line}, {"text", explain(note)}});
  }
  for (const LaunchRecord& record : launches_) {
    report["launches"].push_back(to_json(record));
  }
  for (const auto& [kernel, lines] : lines_) {
    report["lines"][kernel] = Json::parse(sim::to_json(lines));
  }
  if (trace_) {
    report["trace"] = Json::parse(sim::to_json(*trace_));
    report["trace"]["kernel_name"] = readable_name(trace_->kernel);
  }
  for (const Fault& fault : faults_) {
    Json entry = Json::parse(sim::to_json(fault));
    entry["text"] = explain(fault);
    entry["source"] = source_line(fault.where);
    report["faults"].push_back(std::move(entry));
  }
  for (const TimelineRecord& record : timeline_) {
    report["timeline"].push_back(to_json(record));
  }
  return report.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string Recorder::take(const Memory* memory) {
  std::string text = report(memory);
  launches_.clear();
  faults_.clear();
  notes_.clear();
  unset_reads_.clear();
  lane_notes_.clear();
  alike_.clear();
  timeline_.clear();
  trace_ = nullptr;
  lines_.clear();
  copies_ = {};
  forget_allocations_made();
  dropped_ = 0;
  return text;
}

}  // namespace warpschool::sim::runtime
