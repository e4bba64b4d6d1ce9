// Text in the report's style sheet against what it may stand on, in both colour schemes.
#include "report/templates.hpp"
#include "report/words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>
#include <warpschool/harness/catch.hpp>

using namespace warpschool::grader;

namespace {

constexpr double kLeast = 4.5;  // WCAG 2.2, success criterion 1.4.3

using Colour = std::array<double, 3>;
using Values = std::map<std::string, std::string>;

struct Rule {
  std::string selector;
  Values values;
};

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \n\t");
  const std::size_t end = text.find_last_not_of(" \n\t");
  return begin == std::string::npos ? "" : text.substr(begin, end + 1 - begin);
}

std::string without_comments(std::string css) {
  for (std::size_t at = css.find("/*"); at != std::string::npos; at = css.find("/*", at)) {
    css.erase(at, css.find("*/", at) + 2 - at);
  }
  return css;
}

/// "selector { ... }" by "selector { ... }"; the later of two values of a rule wins, as it does in
/// a browser that knows both.
std::vector<std::pair<std::string, std::string>> blocks_of(const std::string& css) {
  std::vector<std::pair<std::string, std::string>> blocks;
  std::size_t begin = 0;
  for (std::size_t open = css.find('{'); open != std::string::npos; open = css.find('{', begin)) {
    std::size_t end = open + 1;
    for (int depth = 1; depth > 0; ++end) {
      depth += css.at(end) == '{' ? 1 : css.at(end) == '}' ? -1 : 0;
    }
    blocks.emplace_back(trimmed(css.substr(begin, open - begin)),
                        css.substr(open + 1, end - open - 2));
    begin = end;
  }
  return blocks;
}

Values colours_of(const std::string& block) {
  Values values;
  for (std::size_t begin = 0; begin < block.size();) {
    const std::size_t end = std::min(block.find(';', begin), block.size());
    const std::string one = block.substr(begin, end - begin);
    const std::size_t colon = one.find(':');
    if (colon != std::string::npos) {
      values[trimmed(one.substr(0, colon))] = trimmed(one.substr(colon + 1));
    }
    begin = end + 1;
  }
  return values;
}

struct Sheet {
  Values light, dark;  // the variables
  std::vector<Rule> rules;
};

const Sheet& sheet() {
  static const Sheet kSheet = [] {
    Sheet read;
    const std::string css = report::style_sheet() + std::string(report::embedded("similarity.css"));
    for (const auto& [selector, block] : blocks_of(without_comments(css))) {
      if (selector == ":root") {
        read.light = colours_of(block);
      } else if (selector.find("@media") == std::string::npos) {
        read.rules.push_back({selector, colours_of(block)});
      } else {
        const bool on_screen = selector.find("print") == std::string::npos;
        for (const auto& [inner, text] : blocks_of(block)) {
          if (inner == ":root" && selector.find("dark") != std::string::npos) {
            read.dark = colours_of(text);
          } else if (on_screen) {
            read.rules.push_back({inner, colours_of(text)});
          }
        }
      }
    }
    read.dark.insert(read.light.begin(), read.light.end());
    return read;
  }();
  return kSheet;
}

Colour from_hex(const std::string& text) {
  Colour colour{};
  for (std::size_t i = 0; i < 3; ++i) {
    colour.at(i) = std::stoi(text.substr(1 + 2 * i, 2), nullptr, 16);
  }
  return colour;
}

/// "#3a5fcd", "var(--name)", "color-mix(in srgb, A 40%, B)"; `status` is what var(--v) stands for.
std::optional<Colour> colour_of(const std::string& text, const Values& variables,
                                const std::string& status) {
  if (text.size() == 7 && text[0] == '#') {
    return from_hex(text);
  }
  if (text.rfind("var(", 0) == 0) {
    const std::string name = text.substr(4, text.size() - 5);
    return colour_of(variables.at(name == "--v" ? "--v-" + status : name), variables, status);
  }
  const std::string kMix = "color-mix(in srgb, ";
  if (text.rfind(kMix, 0) != 0) {
    return std::nullopt;
  }
  const std::size_t percent = text.find("%, ");
  const std::size_t blank = text.rfind(' ', percent);
  const auto one = colour_of(text.substr(kMix.size(), blank - kMix.size()), variables, status);
  const auto other =
      colour_of(text.substr(percent + 3, text.size() - percent - 4), variables, status);
  if (!one || !other) {
    return std::nullopt;
  }
  const double share = std::stod(text.substr(blank, percent - blank)) / 100;
  Colour mixed{};
  for (std::size_t i = 0; i < 3; ++i) {
    mixed.at(i) = share * one->at(i) + (1 - share) * other->at(i);
  }
  return mixed;
}

/// WCAG 2.2: relative luminance.
double luminance(const Colour& colour) {
  const auto linear = [](double value) {
    const double share = value / 255;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}

double contrast(const Colour& one, const Colour& other) {
  const double light = std::max(luminance(one), luminance(other));
  const double dark = std::min(luminance(one), luminance(other));
  return (light + 0.05) / (dark + 0.05);
}

/// What a rule's text stands on: its own background, else every ground that the pages have.
std::vector<std::string> grounds_of(const Rule& rule) {
  const auto own = rule.values.find("background");
  if (own != rule.values.end() && own->second != "none") {
    return {own->second};
  }
  return {"var(--page)", "var(--raised)", "var(--sunken)", "var(--mark)", "var(--warn)"};
}

std::vector<std::string> statuses_in(const std::string& text) {
  if (text.find("var(--v)") == std::string::npos) {
    return {"passed"};
  }
  std::vector<std::string> classes;
  for (const Verdict verdict : report::all_words()) {
    classes.push_back(report::class_of(verdict));
  }
  return classes;
}

/// Checks every pair of one scheme and says how many there were.
std::size_t check_scheme(const Values& variables) {
  std::size_t pairs = 0;
  for (const Rule& rule : sheet().rules) {
    const auto text = rule.values.find("color");
    if (text == rule.values.end() || text->second == "inherit") {
      continue;
    }
    for (const std::string& ground : grounds_of(rule)) {
      for (const std::string& status : statuses_in(text->second + ground)) {
        const auto front = colour_of(text->second, variables, status);
        const auto back = colour_of(ground, variables, status);
        INFO(rule.selector << ": " << text->second << " on " << ground << ", " << status);
        REQUIRE(front);
        REQUIRE(back);
        CHECK(contrast(*front, *back) >= kLeast);
        ++pairs;
      }
    }
  }
  return pairs;
}

}  // namespace

TEST_CASE("black on white has the contrast that the standard says", "[grader][report]") {
  CHECK(contrast({0, 0, 0}, {255, 255, 255}) == Approx(21));
  CHECK(contrast({118, 118, 118}, {255, 255, 255}) == Approx(4.54).margin(0.005));
}

TEST_CASE("every text of the report stands out from its ground, light and dark",
          "[grader][report]") {
  CHECK(check_scheme(sheet().light) > 200);
  CHECK(check_scheme(sheet().dark) > 200);
}

TEST_CASE("every status has a colour in both schemes, and its word in the class table",
          "[grader][report]") {
  for (const Verdict verdict : report::all_words()) {
    const std::string name = report::class_of(verdict);
    INFO(name);
    CHECK(sheet().light.count("--v-" + name) == 1);
    CHECK(sheet().dark.at("--v-" + name) != sheet().light.at("--v-" + name));
    const auto is_word = [&](const Rule& rule) {
      const auto content = rule.values.find("content");
      return rule.selector == ".class .v-" + name + "::after" && content != rule.values.end() &&
             content->second == "\"" + report::word_of(verdict) + "\" attr(data-also)";
    };
    CHECK(std::any_of(sheet().rules.begin(), sheet().rules.end(), is_word));
    const auto gives_colour = [&](const Rule& rule) {
      return rule.selector == ".v-" + name && rule.values.count("--v") == 1;
    };
    CHECK(std::any_of(sheet().rules.begin(), sheet().rules.end(), gives_colour));
  }
}
