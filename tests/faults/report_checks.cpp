// Compares what a program said and did with its expectation.
#include "report_checks.hpp"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

namespace warpschool::faults_test {
namespace {

using Complaints = std::vector<std::string>;

std::string list_of(const Lines& lines) {
  std::string text;
  for (const unsigned line : lines) {
    text += (text.empty() ? "" : " or ") + std::to_string(line);
  }
  return text;
}

/// True if `text` speaks of one of the lines, as "x.cu:12" or as "line 12".
bool names_a_line(const std::string& text, const std::string& source_name, const Lines& lines) {
  return std::any_of(lines.begin(), lines.end(), [&](unsigned line) {
    for (const std::string& spelled :
         {source_name + ":" + std::to_string(line), "line " + std::to_string(line)}) {
      for (std::size_t at = text.find(spelled); at != std::string::npos;
           at = text.find(spelled, at + 1)) {
        if (std::isdigit(static_cast<unsigned char>(text[at + spelled.size()])) == 0) {
          return true;
        }
      }
    }
    return false;
  });
}

/// The kind in the headline of the first fault ("warpschool: race in kernel k"); "note" if there
/// are only notes.
std::string kind_of_first(const std::string& errors) {
  std::smatch match;
  const std::regex headline("(^|\n)warpschool: ([a-z_]+) in (kernel|host)");
  if (std::regex_search(errors, match, headline)) {
    return match[2].str();
  }
  return errors.find("warpschool: ") == std::string::npos ? "" : "note";
}

/// The line of the first "--> path:line", or 0.
unsigned place_of_first(const std::string& errors, const std::string& source_name) {
  std::smatch match;
  const std::regex place("--> (.*):([0-9]+)\n");
  if (!std::regex_search(errors, match, place) ||
      match[1].str().find(source_name) == std::string::npos) {
    return 0;
  }
  return static_cast<unsigned>(std::stoul(match[2].str()));
}

/// The quoted line and below it, in the same margin, a caret.
bool quotes_with_caret(const std::string& errors, unsigned line) {
  std::stringstream stream(errors);
  const std::regex quoted(" *" + std::to_string(line) + " \\| .*");
  const std::regex caret(" *\\|[ \t]*\\^.*");
  for (std::string text; std::getline(stream, text);) {
    if (std::regex_match(text, quoted)) {
      return std::getline(stream, text) && std::regex_match(text, caret);
    }
  }
  return false;
}

void check_text(const Expectation& expectation, const std::string& source_name, const Run& run,
                Complaints& list) {
  const bool is_note = expectation.kinds.front() == "note";
  const std::string kind = kind_of_first(run.errors);
  if (std::find(expectation.kinds.begin(), expectation.kinds.end(), kind) ==
      expectation.kinds.end()) {
    list.push_back("the first report is '" + kind + "', not '" + expectation.kinds.front() + "'");
  }
  const unsigned place = place_of_first(run.errors, source_name);
  if (is_note) {
    if (!expectation.fault.empty() && !names_a_line(run.errors, source_name, expectation.fault)) {
      list.push_back("the note does not name line " + list_of(expectation.fault));
    }
  } else if (!expectation.fault.empty()) {
    if (expectation.fault.count(place) == 0) {
      list.push_back("the report is about line " + std::to_string(place) + ", not " +
                     list_of(expectation.fault));
    } else if (!quotes_with_caret(run.errors, place)) {
      list.emplace_back("the line is not quoted with a caret below it");
    }
  }
  Lines others = expectation.other;
  others.insert(expectation.fault.begin(), expectation.fault.end());
  const std::size_t explanation = run.errors.find("^\n");  // below the quoted line
  const std::string told = explanation == std::string::npos ? "" : run.errors.substr(explanation);
  if (kind == "race" && !names_a_line(told, source_name, others)) {
    list.emplace_back("the other party's line is not named");
  }
  if (!expectation.allocation.empty() &&
      !names_a_line(run.errors, source_name, expectation.allocation)) {
    list.push_back("the allocation at line " + list_of(expectation.allocation) + " is not named");
  }
  const std::string said = plain_words(run.errors);
  for (const std::string& words : expectation.words) {
    if (said.find(plain_words(words)) == std::string::npos) {
      list.push_back("the report does not say '" + words + "'");
    }
  }
  for (const std::string& words : expectation.omitted) {
    if (said.find(plain_words(words)) != std::string::npos) {
      list.push_back("the report says '" + words + "', which the program does already");
    }
  }
}

/// The report for tools must tell the same as the text.
void check_json(const Expectation& expectation, const Run& run, Complaints& list) {
  const auto report = nlohmann::json::parse(run.json, nullptr, false);
  if (report.is_discarded() || !report.contains("faults") || !report.contains("notes")) {
    list.emplace_back("the report file is no JSON with faults and notes");
    return;
  }
  const auto& faults = report["faults"];
  if (expectation.kinds.empty() || expectation.kinds.front() == "note") {
    if (!faults.empty()) {
      list.emplace_back("the report file has a fault");
    }
    if (!expectation.kinds.empty() && report["notes"].empty()) {
      list.emplace_back("the report file has no note");
    }
    return;
  }
  if (faults.empty()) {
    list.emplace_back("the report file has no fault");
    return;
  }
  const std::string kind = faults[0].value("kind", "");
  if (std::find(expectation.kinds.begin(), expectation.kinds.end(), kind) ==
      expectation.kinds.end()) {
    list.push_back("the report file says '" + kind + "'");
  }
  const unsigned line = faults[0]["where"].value("line", 0U);
  if (!expectation.fault.empty() && expectation.fault.count(line) == 0) {
    list.push_back("the report file says line " + std::to_string(line));
  }
  const std::string text = faults[0].value("text", "");
  if (plain_words(run.errors).find(plain_words(text)) == std::string::npos) {
    list.emplace_back("the report file's text is not the one on standard error");
  }
}

}  // namespace

std::vector<std::string> kinds_of(const Run& run) {
  std::vector<std::string> kinds;
  const auto report = nlohmann::json::parse(run.json, nullptr, false);
  if (report.is_object() && report.contains("faults")) {
    for (const auto& fault : report["faults"]) {
      kinds.push_back(fault.value("kind", ""));
    }
  }
  return kinds;
}

std::vector<std::string> complaints(const Expectation& expectation, const std::string& source_name,
                                    const Run& run) {
  Complaints list;
  const bool is_right = expectation.kinds.empty();
  const bool only_allowed = expectation.notes_allowed && kind_of_first(run.errors) == "note";
  if (is_right && !run.errors.empty() && !only_allowed) {
    list.emplace_back("a right program was not left in peace");
  } else if (!is_right && run.errors.empty()) {
    list.emplace_back("nothing was reported");
  } else if (!is_right) {
    check_text(expectation, source_name, run, list);
  }
  if (!run.json.empty()) {
    check_json(expectation, run, list);
  }
  const bool fits =
      expectation.status >= 0 ? run.status == expectation.status : (run.status == 0) == is_right;
  if (!fits) {
    list.push_back("the exit status is " + std::to_string(run.status));
  }
  if (!expectation.prints.empty() && run.out != expectation.prints) {
    list.emplace_back("it printed other lines than it should");
  }
  return list;
}

}  // namespace warpschool::faults_test
