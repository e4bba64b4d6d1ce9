// Makes the figures of plots, and of the tables that show the same without scripts.
#include "report/charts.hpp"

#include "report/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpschool::grader::report {
namespace {

using nlohmann::json;

json bars_of(const BarChart& chart) {
  return {{"place", chart.place},        {"label", chart.label},        {"axis", chart.axis},
          {"labels", chart.bins.labels}, {"counts", chart.bins.counts}, {"classes", chart.classes}};
}

json statuses_of(const ClassResult& result, const std::vector<std::size_t>& columns) {
  const std::vector<ExerciseFigures> figures = figures_of_exercises(result);
  json all = json::array();
  for (auto verdict = all_words().rbegin(); verdict != all_words().rend(); ++verdict) {
    json counts = json::array();
    std::size_t sum = 0;
    for (const std::size_t column : columns) {
      counts.push_back(count_in(figures[column].tally, *verdict));
      sum += count_in(figures[column].tally, *verdict);
    }
    if (sum > 0) {
      all.push_back({{"word", word_of(*verdict)},
                     {"class", class_of(*verdict)},
                     {"counts", std::move(counts)}});
    }
  }
  return all;
}

}  // namespace

std::string chart_data(const std::vector<BarChart>& bars, const ClassResult& result,
                       const std::vector<std::size_t>& columns) {
  json data = {{"bars", json::array()},
               {"students", result.students.size()},
               {"exercises", json::array()},
               {"statuses", statuses_of(result, columns)}};
  for (const BarChart& chart : bars) {
    data["bars"].push_back(bars_of(chart));
  }
  for (const std::size_t column : columns) {
    data["exercises"].push_back(clean(result.exercises[column].id));
  }
  std::string text = data.dump(-1, ' ', true, json::error_handler_t::replace);
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    text.replace(at, 1, "\\u003c");
  }
  return text;
}

List bar_rows(const Bins& bins) {
  std::size_t most = 1;
  for (const std::size_t count : bins.counts) {
    most = std::max(most, count);
  }
  List rows;
  for (std::size_t i = 0; i < bins.labels.size(); ++i) {
    const double width = 100 * static_cast<double>(bins.counts[i]) / static_cast<double>(most);
    rows.push_back(Object{{"label", clean(bins.labels[i])},
                          {"count", std::to_string(bins.counts[i])},
                          {"width", fmt::format("{:.2f}", width)}});
  }
  return rows;
}

List tally_parts(const Tally& tally, std::size_t all) {
  List parts;
  double at = 0;
  for (auto verdict = all_words().rbegin(); verdict != all_words().rend(); ++verdict) {
    const std::size_t count = count_in(tally, *verdict);
    if (count == 0) {
      continue;
    }
    const double width = 100 * static_cast<double>(count) / static_cast<double>(all);
    parts.push_back(Object{{"part_class", class_of(*verdict)},
                           {"part_word", word_of(*verdict)},
                           {"part_count", std::to_string(count)},
                           {"part_at", fmt::format("{:.3f}", at)},
                           {"part_width", fmt::format("{:.3f}", width)}});
    at += width;
  }
  return parts;
}

std::size_t count_in(const Tally& tally, Verdict verdict) {
  return tally.at(static_cast<std::size_t>(verdict));
}

}  // namespace warpschool::grader::report
