// Makes steps for people of what the simulator wrote down.
#include "step_maker.hpp"
#include "trace_wording.hpp"
#include "warpschool/profile/limits.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace warpschool::profile {
namespace {

using nlohmann::json;

std::string place_text_of(const json& numbers) {
  std::string text;
  for (const json& number : numbers) {
    text += (text.empty() ? "" : ", ") + number.dump();
  }
  return "(" + text + ")";
}

}  // namespace

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
