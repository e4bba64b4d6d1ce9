// Reads the simulator's report on one question.
#include "simulator_report.hpp"

#include "overlap.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace warpschool::harness {
namespace {

using nlohmann::json;

CounterValues counters_in(const json& launch) {
  CounterValues values;
  const auto counters = launch.find("counters");
  if (counters == launch.end()) {
    return values;
  }
  for (const auto& [name, value] : counters->items()) {
    if (value.is_number()) {
      values[name] = value.get<double>();
    }
  }
  return values;
}

void read_extent(const json& launch, const char* name, std::array<std::size_t, 3>& extent) {
  const auto found = launch.is_object() ? launch.find(name) : launch.end();
  if (!launch.is_object() || found == launch.end() || !found->is_array()) {
    return;
  }
  for (std::size_t i = 0; i < extent.size() && i < found->size(); ++i) {
    const json& number = (*found)[i];
    extent.at(i) = number.is_number_unsigned() ? number.get<std::size_t>() : extent.at(i);
  }
}

/// Copies and kernels of the time line; what only happens within the device's memory is neither.
std::vector<Busy> copies_and_kernels(const json& report) {
  std::vector<Busy> work;
  for (const json& piece : report.value("timeline", json::array())) {
    const std::string what = piece.value("what", std::string());
    if (what == "kernel" || what == "host_to_device" || what == "device_to_host") {
      work.push_back({piece.value("begin_us", 0.0), piece.value("end_us", 0.0)});
    }
  }
  return work;
}

std::size_t kernels_in_default_stream(const json& report) {
  const json timeline = report.value("timeline", json::array());
  return static_cast<std::size_t>(
      std::count_if(timeline.begin(), timeline.end(), [](const json& piece) {
        return piece.value("what", std::string()) == "kernel" && piece.value("stream", json()) == 0;
      }));
}

std::size_t streams_of_kernels(const json& report) {
  std::set<json> streams;  // whatever the report calls them
  for (const json& piece : report.value("timeline", json::array())) {
    if (piece.value("what", std::string()) == "kernel") {
      streams.insert(piece.value("stream", json()));
    }
  }
  return streams.size();
}

std::uint64_t less(const json& copies, const char* name, std::uint64_t harness) {
  const auto value = copies.find(name);
  const std::uint64_t all =
      value != copies.end() && value->is_number_unsigned() ? value->get<std::uint64_t>() : 0;
  return all - std::min(all, harness);
}

constexpr std::size_t kMostReportBytes = std::size_t{64} << 20;
constexpr int kDeepest = 16;  ///< a fault's other party is at level 5

/// Discarded where it is no JSON or too deep: a tree of a million levels overflows the stack of
/// whoever copies it.
json parse_shallow(const std::string& text) {
  bool deep = false;
  const auto keep = [&](int depth, json::parse_event_t, json&) {
    deep = deep || depth > kDeepest;
    return !deep;
  };
  json parsed = json::parse(text, keep, false);
  return deep ? json(json::value_t::discarded) : parsed;
}

/// Counts the objects of the top level's list "launches", and keeps nothing of all the rest.
class LaunchCounter : public nlohmann::json_sax<json> {
 public:
  std::uint64_t launches() const { return launches_ + dropped_; }

  bool key(string_t& name) override {
    if (depth_ == 1) {
      key_ = name;
    }
    return true;
  }
  bool number_unsigned(number_unsigned_t number) override {
    dropped_ = depth_ == 1 && key_ == "launches_dropped" ? number : dropped_;
    return true;
  }
  bool start_object(std::size_t) override {
    constexpr int kOfList = 2;
    launches_ += depth_ == kOfList && key_ == "launches" ? 1U : 0U;
    return ++depth_ <= kDeepest;
  }
  bool start_array(std::size_t) override { return ++depth_ <= kDeepest; }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  bool leave() {
    --depth_;
    return true;
  }

  std::string key_;
  std::uint64_t launches_ = 0, dropped_ = 0;
  int depth_ = 0;
};

/// Absent, or as the predicate wants it.
template <class Predicate>
bool fits(const json& object, const char* key, Predicate predicate) {
  const auto found = object.find(key);
  return found == object.end() || predicate(*found);
}

template <class Predicate>
bool all_fit(const json& list, Predicate predicate) {
  return list.is_array() && std::all_of(list.begin(), list.end(), predicate);
}

bool is_text(const json& value) {
  return value.is_string();
}

bool is_number(const json& value) {
  return value.is_number();
}

bool is_launch(const json& launch) {
  return launch.is_object() && fits(launch, "time_us", is_number) &&
         fits(launch, "counters", [](const json& counters) { return counters.is_object(); });
}

bool is_fault(const json& fault) {
  return fault.is_object() && fault.contains("kind") && fits(fault, "kind", is_text) &&
         fits(fault, "text", is_text);
}

bool is_piece(const json& piece) {
  return piece.is_object() && fits(piece, "what", is_text) && fits(piece, "begin_us", is_number) &&
         fits(piece, "end_us", is_number);
}

bool is_count(const json& value) {
  return value.is_number_unsigned();
}

bool is_remark(const json& note) {
  return note.is_object() && fits(note, "line", is_count) && fits(note, "text", is_text);
}

bool is_host_memory(const json& memory) {
  return memory.is_object() && fits(memory, "bytes", is_count) && fits(memory, "largest", is_text);
}

}  // namespace

const json& parsed_report(const std::string& simulator_report) {
  static std::string text;
  static json parsed(json::value_t::discarded);
  if (text != simulator_report) {
    parsed = parse_shallow(simulator_report);
    text = simulator_report;
  }
  return parsed;
}

bool is_overlong(const std::string& simulator_report) {
  return simulator_report.size() > kMostReportBytes;
}

std::optional<std::uint64_t> launches_of_overlong(const std::string& simulator_report) {
  constexpr std::uint64_t kMany = 10'000;
  LaunchCounter counter;
  const bool is_whole = json::sax_parse(simulator_report, &counter);
  return is_whole && counter.launches() >= kMany ? std::optional(counter.launches()) : std::nullopt;
}

std::string flaw_of_report(const std::string& simulator_report) {
  if (is_overlong(simulator_report)) {
    return "it is too large";
  }
  const json& report = parsed_report(simulator_report);
  if (!report.is_object()) {
    return "it is no JSON of the simulator's";
  }
  const auto list_of = [](auto predicate) {
    return [predicate](const json& list) { return all_fit(list, predicate); };
  };
  const bool sound =
      fits(report, "launches", list_of(is_launch)) && fits(report, "faults", list_of(is_fault)) &&
      fits(report, "timeline", list_of(is_piece)) &&
      fits(report, "unset_reads", list_of(is_text)) &&
      fits(report, "lane_notes", list_of(is_remark)) &&
      fits(report, "copies", [](const json& copies) { return copies.is_object(); }) &&
      fits(report, "host_memory", is_host_memory) &&
      fits(report, "allocated", [](const json& made) { return made.is_object(); });
  return sound ? std::string() : "its fields have other types than the simulator's";
}

std::optional<CountedLaunches> counted_launches(const std::string& simulator_report) {
  const json& report = parsed_report(simulator_report);
  if (!report.is_object() || !report.contains("launches")) {
    return std::nullopt;
  }
  CountedLaunches counted;
  for (const json& launch : report["launches"]) {
    counted.launches.push_back(counters_in(launch));
  }
  const auto allocations = report.find("allocations");
  counted.leaked_allocations =
      allocations != report.end() && allocations->is_array() ? allocations->size() : 0;
  const json allocated = report.value("allocated", json::object());
  counted.managed_allocations = less(allocated, "managed", 0);
  counted.pinned_allocations = less(allocated, "pinned", 0);
  counted.overlap = overlap_of(copies_and_kernels(report));
  counted.default_stream_kernels = kernels_in_default_stream(report);
  counted.kernel_streams = streams_of_kernels(report);
  return counted;
}

HostMemory host_memory_in(const std::string& simulator_report) {
  const json& report = parsed_report(simulator_report);
  const auto memory = report.is_object() ? report.find("host_memory") : report.end();
  if (!report.is_object() || memory == report.end()) {
    return {};
  }
  return {memory->value("bytes", std::uint64_t{0}), memory->value("largest", std::string())};
}

std::vector<std::string> unset_reads(const std::string& simulator_report) {
  const json& report = parsed_report(simulator_report);
  std::vector<std::string> texts;
  if (report.is_object() && report.contains("unset_reads")) {
    for (const json& text : report["unset_reads"]) {
      texts.push_back(text.is_string() ? text.get<std::string>() : "");
    }
  }
  return texts;
}

std::vector<LineRemark> lane_notes(const std::string& simulator_report) {
  const json& report = parsed_report(simulator_report);
  std::vector<LineRemark> remarks;
  if (report.is_object() && report.contains("lane_notes")) {
    for (const json& note : report["lane_notes"]) {
      remarks.push_back({note.value("line", std::uint64_t{0}), note.value("text", std::string())});
    }
  }
  return remarks;
}

std::optional<std::vector<detail::LaunchShape>> launch_shapes(const std::string& simulator_report) {
  const json& report = parsed_report(simulator_report);
  if (!report.is_object() || !report.contains("launches") || !report["launches"].is_array()) {
    return std::nullopt;
  }
  std::vector<detail::LaunchShape> shapes;
  for (const json& launch : report["launches"]) {
    detail::LaunchShape shape;
    read_extent(launch, "grid", shape.grid);
    read_extent(launch, "block", shape.block);
    shapes.push_back(shape);
  }
  return shapes;
}

std::optional<Copies> copies_in(const std::string& simulator_report, const Copies& harness) {
  const json& report = parsed_report(simulator_report);
  const auto calls = report.is_object() ? report.find("calls") : report.end();
  // A device that knows the calls itself has left out what is not theirs.
  const json& source =
      report.is_object() && calls != report.end() && calls->is_object() ? *calls : report;
  const auto copies = source.is_object() ? source.find("copies") : source.end();
  if (!source.is_object() || copies == source.end() || !copies->is_object()) {
    return std::nullopt;
  }
  return Copies{less(*copies, "host_to_device", harness.host_to_device),
                less(*copies, "device_to_host", harness.device_to_host),
                less(*copies, "bytes", harness.bytes),
                less(*copies, "device_to_host_bytes", harness.device_to_host_bytes)};
}

}  // namespace warpschool::harness
