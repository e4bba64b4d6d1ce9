// Fills the template of a trace's page.
#include "page_texts.hpp"
#include "warpschool/profile/limits.hpp"
#include "warpschool/profile/pictures.hpp"
#include "warpschool/profile/shown_trace.hpp"

#include <kainjow/mustache.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace warpschool::profile {
namespace {

using Json = nlohmann::ordered_json;
using List = kainjow::mustache::list;
using Object = kainjow::mustache::object;

/// JSON inside <script>: no character in it can end the element.
std::string for_script(const Json& tree) {
  std::string text;
  for (const char letter : tree.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    text += letter == '<' ? "\\u003c" : letter == '>' ? "\\u003e" : std::string(1, letter);
  }
  return text;
}

Json to_tree(const ShownStep& step) {
  Json variables = Json::array();
  for (const ShownVariable& variable : step.variables) {
    variables.push_back({variable.name, variable.value, variable.is_new});
  }
  return {{"file", place_text(step.file, step.line)},
          {"line", step.line},
          {"path", step.file},
          {"function", step.function},
          {"depth", step.depth},
          {"lanes", step.lanes},
          {"facts", step.facts},
          {"variables", std::move(variables)}};
}

/// The files that the steps lead through: name -> lines.
Json files_of(const ShownTrace& trace, const SourceReader& source) {
  Json files = Json::object();
  for (const ShownStep& step : trace.steps) {
    if (files.contains(step.file)) {
      continue;
    }
    Json lines = Json::array();
    std::istringstream text(source(step.file).value_or(""));
    for (std::string line; std::getline(text, line);) {
      lines.push_back(line);
    }
    files[step.file] = std::move(lines);
  }
  return files;
}

/// The steps as rows, for readers without scripts and for print.
List rows_of(const ShownTrace& trace) {
  List rows;
  std::size_t number = 0;
  for (const ShownStep& step : trace.steps) {
    std::string facts;
    for (const std::string& fact : step.facts) {
      facts += (facts.empty() ? "" : "; ") + fact;
    }
    rows.push_back(Object{{"number", std::to_string(++number)},
                          {"place", escaped(place_text(step.file, step.line))},
                          {"code", escaped(step.code)},
                          {"says", escaped(facts)}});
  }
  return rows;
}

}  // namespace

std::string trace_page(const std::string& title, const ShownTrace& trace,
                       const SourceReader& source) {
  kainjow::mustache::mustache form(std::string(page_texts().at("trace.mustache")));
  if (!form.is_valid()) {
    throw std::logic_error("trace.mustache: " + form.error_message());
  }
  Json steps = Json::array();
  for (const ShownStep& step : trace.steps) {
    steps.push_back(to_tree(step));
  }
  const Json all = {{"steps", std::move(steps)}, {"files", files_of(trace, source)}};
  return form.render(Object{{"title", title},
                            {"who", trace.who + " of " + trace.kernel},
                            {"style", std::string(page_texts().at("ground.css")) +
                                          std::string(page_texts().at("trace.css"))},
                            {"script", std::string(page_texts().at("trace.js"))},
                            {"data", for_script(all)},
                            {"cut", cut_text(trace)},
                            {"count", std::to_string(trace.steps.size())},
                            {"rows", rows_of(trace)}});
}

}  // namespace warpschool::profile
