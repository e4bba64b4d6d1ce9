// Reads terms/<name>.yaml: dates, late policy and extensions of one term.
#include "warpschool/course/policy.hpp"

#include "document.hpp"
#include "encoding.hpp"
#include "fields.hpp"
#include "sections.hpp"
#include "suggest.hpp"
#include "units.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace warpschool::course {
namespace {

constexpr double kMostExtraDays = 366;

std::vector<std::string> ids_of(const Course& course) {
  std::vector<std::string> ids;
  for (const Exercise* exercise : course.exercises()) {
    ids.push_back(exercise->id);
  }
  return ids;
}

/// due: {1_first_kernels: 2027-09-06T23:59:00+02:00, vector_add: ...}; a module's date holds for
/// those of its exercises that have none of their own.
std::map<std::string, std::string> read_dates(const Fields& policy, const Course& course) {
  std::map<std::string, std::string> dates;
  if (!policy.has("due")) {
    return dates;
  }
  std::vector<std::string> known = ids_of(course);
  for (const Module& module : course.modules) {
    known.push_back(module.id);
  }
  const Fields due(policy.node("due"), "due", known, policy.complaints());
  for (const Module& module : course.modules) {
    const std::optional<std::string> of_module = read_time(due, module.id);
    for (const Exercise& exercise : module.exercises) {
      const std::optional<std::string> own = read_time(due, exercise.id);
      if (own || of_module) {
        dates[exercise.id] = own ? *own : *of_module;
      }
    }
  }
  return dates;
}

std::string read_exercise_id(const Fields& fields, const Course& course) {
  const std::optional<Text> id = fields.text("exercise");
  if (id && course.find(id->value) == nullptr) {
    fields.complain("exercise", "there is no exercise " + in_quotes(id->value),
                    did_you_mean(id->value, ids_of(course)));
  }
  return id ? id->value : "";
}

Extension read_extension(const YAML::Node& node, const Course& course, Complaints& complaints) {
  const Fields fields(node, "an extension", {"student", "exercise", "until", "days", "why"},
                      complaints);
  Extension extension;
  extension.place = place_of(fields.mark_of("student"));
  if (!node.IsMap()) {
    return extension;
  }
  extension.student = fields.required_text("student").value_or(Text{}).value;
  extension.exercise = read_exercise_id(fields, course);
  extension.until = read_time(fields, "until");
  extension.days = fields.number("days", {0, kMostExtraDays}).value_or(0);
  extension.why = fields.text("why").value_or(Text{}).value;
  if (fields.has("until") == fields.has("days")) {
    complaints.add(fields.mark(), "an extension has either 'until' or 'days'", "write days: 3");
  }
  return extension;
}

HandedIn read_handed_in(const YAML::Node& node, const Course& course, Complaints& complaints) {
  const Fields fields(node, "an entry of handed_in", {"student", "exercise", "at"}, complaints);
  HandedIn entry;
  entry.place = place_of(fields.mark_of("student"));
  if (!node.IsMap()) {
    return entry;
  }
  entry.student = fields.required_text("student").value_or(Text{}).value;
  if (!fields.has("exercise")) {
    fields.complain_missing("exercise");
  }
  entry.exercise = read_exercise_id(fields, course);
  if (!fields.has("at")) {
    fields.complain_missing("at", "write at: 2027-03-01T23:59:00+01:00");
  }
  entry.at = read_time(fields, "at").value_or("");
  return entry;
}

/// Two moments for one piece of work: nobody can tell which is meant.
void complain_of_second(const HandedIn& entry, const std::vector<HandedIn>& entries,
                        Complaints& complaints) {
  const auto first = std::find_if(entries.begin(), entries.end(), [&](const HandedIn& other) {
    return !entry.student.empty() && other.student == entry.student &&
           other.exercise == entry.exercise;
  });
  if (first != entries.end()) {
    complaints.add(
        entry.place,
        in_quotes(entry.exercise) + " of " + in_quotes(entry.student) +
            " appears twice in handed_in",
        "take one of the two out: the first is in line " + std::to_string(first->place.line));
  }
}

Policy read_policy(const YAML::Node& root, const Course& course, Complaints& complaints) {
  Policy policy;
  if (!root.IsDefined() || root.IsNull()) {
    return policy;
  }
  const Fields fields(root, "the policy", {"term", "late", "due", "extensions", "handed_in"},
                      complaints);
  if (!root.IsMap()) {
    return policy;
  }
  policy.term = fields.text("term").value_or(Text{}).value;
  policy.late = read_late(fields);
  policy.due = read_dates(fields, course);
  fields.for_each("extensions", [&](const YAML::Node& entry) {
    policy.extensions.push_back(read_extension(entry, course, complaints));
  });
  fields.for_each("handed_in", [&](const YAML::Node& entry) {
    const HandedIn read = read_handed_in(entry, course, complaints);
    complain_of_second(read, policy.handed_in, complaints);
    policy.handed_in.push_back(read);
  });
  return policy;
}

int number_at(std::string_view text, std::size_t at, std::size_t digits) {
  return static_cast<int>(parse_count(text.substr(at, digits)).value_or(0));
}

/// How far the clock of a date as in RFC 3339 is ahead of UTC.
std::chrono::minutes ahead_of_utc(std::string_view date) {
  if (date.back() == 'Z' || date.back() == 'z') {
    return std::chrono::minutes(0);
  }
  const std::string_view offset = date.substr(date.size() - 6);
  const std::chrono::minutes ahead(60 * number_at(offset, 1, 2) + number_at(offset, 4, 2));
  return offset.front() == '-' ? -ahead : ahead;
}

/// "+01:00", or "Z".
std::string offset_text(std::chrono::minutes ahead) {
  if (ahead.count() == 0) {
    return "Z";
  }
  const auto minutes = static_cast<int>(std::abs(ahead.count()));
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%c%02d:%02d", ahead.count() < 0 ? '-' : '+',
                minutes / 60, minutes % 60);
  return buffer.data();
}

}  // namespace

std::optional<Time> parse_time(std::string_view text) {
  namespace chr = std::chrono;
  if (!is_rfc3339(text)) {
    return std::nullopt;
  }
  const chr::year_month_day day{chr::year(number_at(text, 0, 4)),
                                chr::month(static_cast<unsigned>(number_at(text, 5, 2))),
                                chr::day(static_cast<unsigned>(number_at(text, 8, 2)))};
  Time time = chr::sys_days(day) + chr::hours(number_at(text, 11, 2)) +
              chr::minutes(number_at(text, 14, 2)) + chr::seconds(number_at(text, 17, 2));
  return time - ahead_of_utc(text);
}

std::string to_text(Time time, std::string_view zone_of) {
  namespace chr = std::chrono;
  const chr::minutes ahead = is_rfc3339(zone_of) ? ahead_of_utc(zone_of) : chr::minutes(0);
  const Time local = time + ahead;
  const chr::sys_days midnight = chr::floor<chr::days>(local);
  const chr::year_month_day day(midnight);
  const chr::hh_mm_ss clock(local - midnight);
  std::array<char, 96> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%04d-%02u-%02uT%02d:%02d:%02d",
                static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                static_cast<unsigned>(day.day()), static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  return buffer.data() + offset_text(ahead);
}

std::optional<std::string> Policy::due_of(const Exercise& exercise) const {
  const auto of_term = due.find(exercise.id);
  return of_term == due.end() ? exercise.due : std::optional(of_term->second);
}

Result<Policy> parse_policy(const std::string& text, const std::string& name,
                            const Course& course) {
  Complaints complaints(name);
  Policy policy;
  try {
    const auto document =
        check_encoding(text, complaints) ? document_in(text, complaints) : std::nullopt;
    if (document) {
      policy = read_policy(*document, course, complaints);
    }
  } catch (const YAML::Exception& error) {
    complaints.add(error.mark, "not valid YAML: " + error.msg);
  }
  if (!complaints.empty()) {
    return complaints.take();
  }
  return policy;
}

Result<Policy> load_policy(const std::filesystem::path& file, const Course& course) {
  std::ifstream stream(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream || stream.bad()) {
    return Diagnostic{file.string(), 0, 0, "cannot be read",
                      "it should be the dates and extensions of a term: docs/formats.md"};
  }
  return parse_policy(text, file.string(), course);
}

}  // namespace warpschool::course
