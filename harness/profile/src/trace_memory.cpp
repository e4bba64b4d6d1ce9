// Says of a trace's loads, stores and atomics which variable or element they are about.
#include "step_maker.hpp"
#include "trace_wording.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace warpschool::profile {
namespace {

std::vector<std::byte> bytes_of(const nlohmann::json& event, std::size_t lane) {
  const auto each = event.value("bytes", 4U), elements = event.value("elements", 1U);
  const nlohmann::json& values = event["values"];
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

}  // namespace

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
std::string StepMaker::through_pointer(std::uint64_t address, const TracedAllocation& held,
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
  const TracedAllocation& held = allocations_[index];
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

}  // namespace warpschool::profile
