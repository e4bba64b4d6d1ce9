// Makes steps for people of what the simulator wrote down.
#include "debug_info.hpp"
#include "warpschool/profile/limits.hpp"
#include "warpschool/profile/trace.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace warpschool::profile {
namespace {

using nlohmann::json;

constexpr std::size_t kMostFacts = 24;

struct Allocation {
  std::uint64_t begin = 0, bytes = 0;
  std::string name, origin;
  bool is_table = false;  ///< a constant that the compiler made: what a variable begins with
};

/// "0-4, 7".
std::string lanes_text(std::uint32_t lanes) {
  std::string text;
  for (int lane = 0; lane < 32;) {
    if ((lanes >> lane & 1U) == 0) {
      ++lane;
      continue;
    }
    int last = lane;
    while (last + 1 < 32 && (lanes >> (last + 1) & 1U) != 0) {
      ++last;
    }
    text += (text.empty() ? "" : ", ") +
            (last == lane ? fmt::format("{}", lane) : fmt::format("{}-{}", lane, last));
    lane = last + 1;
  }
  return text;
}

std::string who_text(std::uint32_t lanes) {
  return lanes == 0xffff'ffffU        ? "all lanes"
         : (lanes & (lanes - 1)) == 0 ? "lane " + lanes_text(lanes)
                                      : "lanes " + lanes_text(lanes);
}

/// "32, 33, ..., 63" of whole numbers with one step; empty: they are none, or few.
std::string progression(const std::vector<std::string>& values) {
  constexpr std::size_t kLeast = 5;
  std::vector<long long> numbers;
  for (const std::string& value : values) {
    const bool is_whole =
        !value.empty() && value.size() < 18 &&
        value.find_first_not_of("0123456789", value[0] == '-' ? 1 : 0) == std::string::npos &&
        value != "-";
    if (!is_whole) {
      return {};
    }
    numbers.push_back(std::stoll(value));
  }
  if (numbers.size() < kLeast) {
    return {};
  }
  const long long step = numbers[1] - numbers[0];
  for (std::size_t n = 1; n < numbers.size(); ++n) {
    if (numbers[n] - numbers[n - 1] != step) {
      return {};
    }
  }
  return fmt::format("{}, {}, ..., {}", numbers[0], numbers[1], numbers.back());
}

/// One value of a thread; of several lanes one if they agree, else all, from the first lane on.
std::string joined(const std::vector<std::string>& values) {
  constexpr std::size_t kMost = 32;
  if (values.empty()) {
    return "?";
  }
  if (std::all_of(values.begin(), values.end(),
                  [&](const std::string& value) { return value == values.front(); })) {
    return values.front();
  }
  if (std::string row = progression(values); !row.empty()) {
    return row;
  }
  std::string text;
  for (std::size_t n = 0; n < std::min(values.size(), kMost); ++n) {
    text += (n == 0 ? "" : ", ") + values[n];
  }
  return text;
}

std::vector<std::byte> bytes_of(const json& event, std::size_t lane) {
  const auto each = event.value("bytes", 4U), elements = event.value("elements", 1U);
  const json& values = event["values"];
  std::vector<std::byte> bytes;
  for (std::size_t e = 0; e < elements; ++e) {
    const std::size_t at = lane * elements + e;
    const std::uint64_t bits = at < values.size() ? values[at].get<std::uint64_t>() : 0;
    for (unsigned i = 0; i < each; ++i) {
      bytes.push_back(static_cast<std::byte>(i < 8 ? bits >> (8 * i) : 0));
    }
  }
  return bytes;
}

/// Does this number stand in the line, by itself?
bool has_number(const std::string& code, const std::string& number) {
  const auto is_part = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.';
  };
  for (std::size_t at = code.find(number); at != std::string::npos;
       at = code.find(number, at + 1)) {
    const bool begins = at == 0 || !is_part(code[at - 1]);
    const std::size_t end = at + number.size();
    if (begins && (end == code.size() || !is_part(code[end]) || code[end] == 'u')) {
      return true;
    }
  }
  return false;
}

/// Compilers make "j > 1" of "j < 2", the other way round: the same, and the number that the source
/// has is the one to show.
std::string as_written(const std::string& right, const std::string& operation, char type,
                       const std::string& code) {
  const bool is_whole = (type == 's' || type == 'u') && !right.empty() && right.size() < 10 &&
                        right.find_first_not_of("0123456789") == std::string::npos;
  if (!is_whole || has_number(code, right)) {
    return right;
  }
  const long long number = std::stoll(right);
  const std::string other =
      std::to_string(operation == ">" || operation == "<=" ? number + 1 : number - 1);
  const bool is_order =
      operation == ">" || operation == "<=" || operation == "<" || operation == ">=";
  return is_order && has_number(code, other) ? other : right;
}

class StepMaker {
 public:
  StepMaker(const json& trace, std::string_view ptx, const SourceReader& source)
      : trace_(trace), debug_(DebugInfo::read(ptx)), source_(source) {
    for (const json& one : trace.value("allocations", json::array())) {
      allocations_.push_back({one.value("begin", std::uint64_t{0}),
                              one.value("bytes", std::uint64_t{0}),
                              one.value("name", std::string()), one.value("origin", std::string()),
                              one.value("qualifier", std::string()) == "const"});
    }
    is_warp_ = trace.value("whole_warp", false);
  }

  ShownTrace make();

 private:
  using Variables = std::vector<ShownVariable>;

  void add_event(const json& event, ShownStep& step);
  void add_local(const json& event, ShownStep& step);
  void add_memory(const json& event, ShownStep& step);
  void set(Variables& variables, const std::string& name, const std::string& value,
           ShownStep& step);
  std::string place_of(const json& event, std::uint64_t address) const;
  std::string through_pointer(std::uint64_t address, const Allocation& held,
                              std::uint64_t bytes) const;
  std::string function_name(std::size_t index) const;
  std::string code_of(const std::string& file, int line);

  const json& trace_;
  DebugInfo debug_;
  const SourceReader& source_;
  std::vector<Allocation> allocations_;
  bool is_warp_ = false;
  std::map<std::pair<int, std::size_t>, Variables> variables_;  ///< by depth and function
  /// Pointer variables of the first lane that this step looked at: name, value, size of an element.
  struct Pointer {
    std::string name;
    std::uint64_t value = 0, element = 0;
  };
  std::vector<Pointer> pointers_;
  std::map<std::string, std::vector<std::string>> files_;
};

/// "sq" of _Z2sqf: the length before a plain mangled name says where it ends.
std::string StepMaker::function_name(std::size_t index) const {
  const json& functions = trace_["functions"];
  std::string name = index < functions.size() && functions[index].is_string()
                         ? functions[index].get<std::string>()
                         : std::string();
  if (name.substr(0, 2) != "_Z" || name.size() < 4 || name[2] < '0' || name[2] > '9') {
    return name;
  }
  std::size_t at = 2, length = 0;
  while (at < name.size() && name[at] >= '0' && name[at] <= '9') {
    length = 10 * length + static_cast<std::size_t>(name[at++] - '0');
  }
  return name.substr(at, length);
}

std::string StepMaker::code_of(const std::string& file, int line) {
  auto found = files_.find(file);
  if (found == files_.end()) {
    std::vector<std::string> lines;
    std::istringstream text(source_(file).value_or(""));
    for (std::string one; std::getline(text, one);) {
      lines.push_back(one);
    }
    found = files_.emplace(file, std::move(lines)).first;
  }
  const auto index = static_cast<std::size_t>(line - 1);
  return line > 0 && index < found->second.size() ? found->second[index] : "";
}

void StepMaker::set(Variables& variables, const std::string& name, const std::string& value,
                    ShownStep& step) {
  const auto known = std::find_if(variables.begin(), variables.end(),
                                  [&](const ShownVariable& one) { return one.name == name; });
  if (known == variables.end()) {
    variables.push_back({name, value, true});
  } else {
    *known = {name, value, true};
  }
  if (step.facts.size() < kMostFacts) {
    step.facts.push_back(name + " = " + value);
  }
}

/// A thread's own memory, where variables are kept. Loads from there say which pointers a step
/// uses.
void StepMaker::add_local(const json& event, ShownStep& step) {
  const json& addresses = event["addresses"];
  const auto function = event.value("function", std::size_t{0});
  const json& names = trace_["functions"];
  if (addresses.empty() || function >= names.size()) {
    return;
  }
  const auto at = addresses[0].get<std::uint64_t>();
  const Variable* const variable = debug_.local_at(names[function].get<std::string>(), at);
  if (variable == nullptr) {
    return;
  }
  const std::uint64_t within = at - variable->offset;
  std::vector<std::vector<NamedValue>> of_lanes;
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    of_lanes.push_back(debug_.parts(*variable, within, bytes_of(event, lane)));
  }
  if (event.value("what", std::string()) != "store") {
    const std::uint64_t element = debug_.pointee_bytes(*variable);
    if (element > 0 && !event["values"].empty()) {
      pointers_.push_back({variable->name, event["values"][0].get<std::uint64_t>(), element});
    }
    return;
  }
  // At different depths the same function has other variables; a callee may store into its
  // caller's.
  int depth = step.depth;
  while (depth > 0 && variables_.count({depth, function}) == 0 &&
         variables_.count({depth - 1, function}) != 0) {
    --depth;
  }
  for (std::size_t part = 0; part < of_lanes.front().size(); ++part) {
    std::vector<std::string> values;
    for (const auto& lane : of_lanes) {
      if (part < lane.size()) {
        values.push_back(lane[part].value);
      }
    }
    set(variables_[{depth, function}], of_lanes.front()[part].name, joined(values), step);
  }
}

/// "in[5]" where a pointer that the step looked at leads into the same memory.
std::string StepMaker::through_pointer(std::uint64_t address, const Allocation& held,
                                       std::uint64_t bytes) const {
  const Pointer* nearest = nullptr;
  for (const Pointer& pointer : pointers_) {
    const bool leads_there = pointer.value >= held.begin &&
                             pointer.value < held.begin + held.bytes && pointer.value <= address &&
                             pointer.element >= bytes &&
                             (address - pointer.value) % pointer.element == 0;
    if (leads_there && (nearest == nullptr || pointer.value >= nearest->value)) {
      nearest = &pointer;
    }
  }
  return nearest == nullptr
             ? ""
             : fmt::format("{}[{}]", nearest->name, (address - nearest->value) / nearest->element);
}

std::string StepMaker::place_of(const json& event, std::uint64_t address) const {
  const auto index = event.value("allocation", std::size_t{0});
  const auto bytes = std::max(1U, event.value("bytes", 1U));
  if (index >= allocations_.size() || allocations_[index].bytes == 0) {
    return fmt::format("{} memory at {:#x}", event.value("space", std::string()), address);
  }
  const Allocation& held = allocations_[index];
  const std::uint64_t within = address - held.begin;
  if (event.value("space", std::string()) == "shared") {
    const Variable* const variable = debug_.shared(held.name);
    if (variable != nullptr && debug_.type(variable->type).bytes == held.bytes) {
      const auto parts = debug_.parts(*variable, within, std::vector<std::byte>(bytes));
      if (!parts.empty()) {
        return parts.front().name;
      }
    }
  }
  const std::string pointed = through_pointer(address, held, bytes);
  const std::string name = !held.name.empty()     ? held.name
                           : !held.origin.empty() ? "allocation of " + held.origin
                                                  : "an allocation";
  const bool is_element = within % bytes == 0;
  const std::string place = is_element ? fmt::format("{}[{}]", name, within / bytes)
                                       : fmt::format("byte {} of {}", within, name);
  const bool says_more = held.name.empty() && !held.origin.empty() && is_element &&
                         pointed.substr(std::min(pointed.find('['), pointed.size())) !=
                             fmt::format("[{}]", within / bytes);
  return pointed.empty() ? place
         : says_more     ? fmt::format("{} (element {} of the {})", pointed, within / bytes, name)
                         : pointed;
}

void StepMaker::add_memory(const json& event, ShownStep& step) {
  const std::string what = event.value("what", std::string());
  const json& addresses = event["addresses"];
  const auto elements = std::max(1U, event.value("elements", 1U));
  const auto bytes = event.value("bytes", 4U);
  std::string type = event.value("type", std::string());
  std::vector<std::string> places, values;
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    places.push_back(place_of(event, addresses[lane].get<std::uint64_t>()));
    std::string value;
    for (std::size_t e = 0; e < elements; ++e) {
      const std::size_t at = lane * elements + e;
      value += (e == 0 ? "" : ", ") +
               (at < event["values"].size()
                    ? number_text(type, event["values"][at].get<std::uint64_t>(), bytes)
                    : std::string("?"));
    }
    values.push_back(elements > 1 ? "(" + value + ")" : value);
  }
  const auto index = event.value("allocation", std::size_t{0});
  const bool is_table = index < allocations_.size() && allocations_[index].is_table;
  if (step.facts.size() >= kMostFacts || places.empty() || is_table) {
    return;
  }
  const bool is_one = places.size() == 1;
  const std::string where = is_one || joined(places) == places.front()
                                ? places.front()
                                : places.front() + " ... " + places.back();
  const std::string who =
      is_warp_ ? who_text(event.value("lanes", std::uint32_t{0})) + ": " : std::string();
  step.facts.push_back(what == "load" ? fmt::format("{}reads {}: {}", who, where, joined(values))
                       : what == "store"
                           ? fmt::format("{}{} = {}", who, where, joined(values))
                           : fmt::format("{}atomic on {} with {}", who, where, joined(values)));
}

void StepMaker::add_event(const json& event, ShownStep& step) {
  const std::string what = event.value("what", std::string());
  const auto add = [&](const std::string& fact) {
    if (step.facts.size() < kMostFacts) {
      step.facts.push_back(fact);
    }
  };
  if (what == "load" || what == "store" || what == "atomic") {
    event.value("space", std::string()) == "local" ? add_local(event, step)
                                                   : add_memory(event, step);
  } else if (what == "compare") {
    const std::string type = event.value("type", std::string());
    const auto bytes = event.value("bytes", 4U);
    std::vector<std::string> left, right;
    const json& values = event["values"];
    for (std::size_t n = 0; n + 1 < values.size(); n += 2) {
      left.push_back(number_text(type, values[n].get<std::uint64_t>(), bytes));
      right.push_back(number_text(type, values[n + 1].get<std::uint64_t>(), bytes));
    }
    add(fmt::format("compares {} with {}", joined(left),
                    as_written(joined(right), event.value("operation", std::string()),
                               type.empty() ? ' ' : type[0], step.code)));
  } else if (what == "branch") {
    const auto taken = event.value("lanes", 0U), among = event.value("among", 0U);
    if (is_warp_ && taken != 0 && taken != among) {
      add(fmt::format("the warp divides here: {} and {} go different ways", who_text(taken),
                      who_text(among & ~taken)));
    }
  } else if (what == "call") {
    add(fmt::format("calls {}", function_name(event.value("function", std::size_t{0}))));
  } else if (what == "return") {
    add("returns");
  } else if (what == "barrier") {
    add("comes to a barrier");
  } else if (what == "exit") {
    add(is_warp_ ? who_text(event.value("lanes", 0U)) + " end" : std::string("ends"));
  }
}

std::string place_text_of(const json& list) {
  std::string text;
  for (const json& number : list) {
    text += (text.empty() ? "" : ", ") + number.dump();
  }
  return "(" + text + ")";
}

ShownTrace StepMaker::make() {
  ShownTrace shown;
  shown.kernel = trace_.value("kernel_name", trace_.value("kernel", std::string()));
  shown.is_cut = trace_.value("is_cut", false);
  const std::string block = place_text_of(trace_.value("block", json::array()));
  shown.who = is_warp_ ? fmt::format("warp {} of block {}", trace_.value("warp", 0), block)
                       : fmt::format("thread {} of block {}",
                                     place_text_of(trace_.value("thread", json::array())), block);
  for (const json& read : trace_.value("steps", json::array())) {
    ShownStep step;
    step.file = read.value("file", std::string());
    step.line = read.value("line", 0);
    step.depth = read.value("depth", 0);
    const auto function = read.value("function", std::size_t{0});
    step.function = function_name(function);
    step.lanes = is_warp_ ? who_text(read.value("lanes", std::uint32_t{0})) : "";
    step.code = code_of(step.file, step.line);
    if (!shown.steps.empty() && shown.steps.back().depth < step.depth) {
      variables_.erase({step.depth, function});  // another call of it
    }
    for (ShownVariable& variable : variables_[{step.depth, function}]) {
      variable.is_new = false;
    }
    pointers_.clear();
    for (const json& event : read.value("events", json::array())) {
      add_event(event, step);
    }
    step.variables = variables_[{step.depth, function}];
    const bool says_nothing =
        step.facts.empty() && !shown.steps.empty() && shown.steps.back().line == step.line &&
        shown.steps.back().file == step.file && shown.steps.back().depth == step.depth;
    if (!says_nothing) {  // the jump behind a branch, for one
      shown.steps.push_back(std::move(step));
    }
  }
  return shown;
}

}  // namespace

std::optional<ShownTrace> read_trace(const std::string& report, std::string_view ptx,
                                     const SourceReader& source) {
  const json read = json::parse(report, nullptr, /*allow_exceptions=*/false);
  if (!read.is_object() || !read.contains("trace") || !read["trace"].is_object()) {
    return std::nullopt;
  }
  try {
    return StepMaker(read["trace"], ptx, source).make();
  } catch (const json::exception&) {
    return std::nullopt;  // no trace of the simulator's
  }
}

std::string cut_text(const ShownTrace& trace) {
  return trace.is_cut ? fmt::format(
                            "The thread went on, but no more than {} steps are kept: --steps N "
                            "keeps N.\n",
                            trace.steps.size())
                      : "";
}

}  // namespace warpschool::profile
