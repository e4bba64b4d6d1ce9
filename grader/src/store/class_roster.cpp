// Keeps the roster as text, and looks up the results that answer for it.
#include "store/class_roster.hpp"

#include "store/history.hpp"
#include "store/result_json.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace warpschool::grader {
namespace {

Json to_json(const ExerciseInfo& info) {
  return {{"id", info.id},
          {"title", info.title},
          {"module", info.module},
          {"module_title", info.module_title},
          {"points", number(info.points)},
          {"points_of", info.points_of},
          {"due", info.due},
          {"bonus", info.bonus}};
}

ExerciseInfo info_from(const Json& json) {
  return {json.at("id").get<std::string>(),
          json.at("title").get<std::string>(),
          json.at("module").get<std::string>(),
          json.at("module_title").get<std::string>(),
          json.at("points").get<double>(),
          json.at("points_of").get<std::map<std::string, double>>(),
          json.at("due").get<std::string>(),
          json.at("bonus").get<bool>()};
}

ExerciseResult not_graded(const std::string& exercise) {
  ExerciseResult result;
  result.exercise = exercise;
  result.status = Verdict::kSkipped;
  result.notes.emplace_back("This has not been graded yet.");
  return result;
}

Json to_json(const Identity& who) {
  return {{"platform_id", who.platform_id},
          {"number", who.number},
          {"login", who.login},
          {"email", who.email},
          {"github", who.github},
          {"is_canvas", who.is_canvas},
          {"vague_number", who.vague_number},
          {"vague_login", who.vague_login},
          {"upload_prefix", who.upload_prefix}};
}

Identity identity_from(const Json& json, const std::string& name) {
  const auto text = [&](const char* key) { return json.value(key, std::string()); };
  return {text("platform_id"),
          text("number"),
          text("login"),
          text("email"),
          name,
          text("github"),
          json.value("is_canvas", false),
          json.value("vague_number", false),
          json.value("vague_login", false),
          text("upload_prefix")};
}

Json to_json(const Person& person) {
  return {{"name", person.name},
          {"section", person.section},
          {"notes", person.notes},
          {"who", to_json(person.who)}};
}

Person person_from(const Json& json) {
  const std::string name = json.at("name").get<std::string>();
  return {name, json.at("section").get<std::string>(),
          json.at("notes").get<std::vector<std::string>>(),
          identity_from(json.value("who", Json::object()), name)};  // earlier stores have none
}

Json to_json(const std::vector<PastSubmission>& earlier) {
  Json json = Json::array();
  for (const PastSubmission& submission : earlier) {
    json.push_back({submission.files, submission.handed_in, submission.place});
  }
  return json;
}

std::vector<PastSubmission> earlier_from(const Json& json) {
  std::vector<PastSubmission> earlier;
  for (const Json& submission : json) {
    PastSubmission read;
    read.files = submission.at(0).get<std::string>();
    read.handed_in = submission.at(1).get<std::string>();
    read.place = submission.at(2).get<std::string>();
    earlier.push_back(std::move(read));
  }
  return earlier;
}

/// Bonus exercises add points, but nobody has to have them.
void add_up(StudentResult& student, const std::vector<ExerciseInfo>& exercises) {
  for (std::size_t i = 0; i < exercises.size(); ++i) {
    const Score& points = student.exercises[i].points;
    student.points.won += points.won;
    student.points.possible += exercises[i].bonus ? 0 : points.possible;
  }
}

}  // namespace

std::string to_text(const ClassRoster& roster) {
  Json json = {{"title", roster.course.title},     {"term", roster.course.term},
               {"version", roster.course.version}, {"grading", roster.course.grading},
               {"preset", roster.preset},          {"toolchain", roster.toolchain},
               {"students", roster.students},      {"submissions", roster.submissions}};
  for (const ExerciseInfo& info : roster.exercises) {
    json["exercises"].push_back(to_json(info));
  }
  for (const RollEntry& entry : roster.entries) {
    const ResultKey& key = entry.key;
    json["entries"].push_back({key.student, key.exercise, key.files, key.rules, key.environment,
                               entry.missing ? to_stored(*entry.missing) : Json(nullptr),
                               entry.notes, to_json(entry.earlier)});
  }
  for (const auto& [id, person] : roster.people) {
    json["people"][id] = to_json(person);
  }
  for (const UnmatchedFile& file : roster.unmatched) {
    json["unmatched"].push_back({file.path, file.reason});
  }
  return json.dump();
}

ClassRoster roll_from(const std::string& text) {
  const Json json = Json::parse(text);
  ClassRoster roster;
  roster.course = {json.at("title").get<std::string>(), json.at("term").get<std::string>(),
                   json.at("version").get<std::string>(),
                   json.at("grading").get<std::map<std::string, double>>()};
  roster.preset = json.at("preset").get<std::string>();
  roster.toolchain = json.at("toolchain").get<std::map<std::string, std::string>>();
  roster.students = json.at("students").get<std::vector<std::string>>();
  roster.submissions = json.at("submissions").get<std::string>();
  for (const Json& info : json.value("exercises", Json::array())) {
    roster.exercises.push_back(info_from(info));
  }
  for (const Json& entry : json.value("entries", Json::array())) {
    const auto text_at = [&](std::size_t i) { return entry.at(i).get<std::string>(); };
    RollEntry read{{text_at(0), text_at(1), text_at(2), text_at(3), text_at(4)}, std::nullopt, {}};
    if (!entry.at(5).is_null()) {
      read.missing = from_stored(entry.at(5));
    }
    if (entry.size() > 6) {  // stores of earlier versions have none
      read.notes = entry.at(6).get<std::vector<std::string>>();
    }
    if (entry.size() > 7) {
      read.earlier = earlier_from(entry.at(7));
    }
    roster.entries.push_back(std::move(read));
  }
  const Json people = json.value("people", Json::object());
  for (const auto& [id, person] : people.items()) {
    roster.people[id] = person_from(person);
  }
  for (const Json& file : json.value("unmatched", Json::array())) {
    roster.unmatched.push_back({file.at(0).get<std::string>(), file.at(1).get<std::string>()});
  }
  return roster;
}

ClassResult collect(const ClassRoster& roster, Store& store) {
  ClassResult result;
  result.course = roster.course;
  result.preset = roster.preset;
  result.toolchain = roster.toolchain;
  result.grader_version = WARPSCHOOL_VERSION;
  result.exercises = roster.exercises;
  result.unmatched = roster.unmatched;
  std::set<std::string> devices;
  std::map<std::pair<std::string, std::string>, std::vector<Attempt>> attempts;
  for (Attempt& attempt : store.attempts("")) {
    attempts[{attempt.key.student, attempt.key.exercise}].push_back(std::move(attempt));
  }
  auto entry = roster.entries.begin();
  for (const std::string& id : roster.students) {
    StudentResult student{id, id, {}, {}, {}};
    if (const auto person = roster.people.find(id); person != roster.people.end()) {
      student.name = person->second.name.empty() ? id : person->second.name;
      student.notes = person->second.notes;
      student.who = person->second.who;
      student.section = person->second.section;
    }
    for (const ExerciseInfo& info : roster.exercises) {
      if (entry->missing) {
        student.exercises.push_back(*entry->missing);
      } else if (const auto stored = store.find(entry->key)) {
        student.exercises.push_back(stored->result);
        devices.insert(stored->devices.begin(), stored->devices.end());
      } else {
        student.exercises.push_back(not_graded(info.id));
      }
      student.exercises.back().history = history_of(*entry, attempts[{id, info.id}]);
      std::vector<std::string>& notes = student.exercises.back().notes;
      notes.insert(notes.begin(), entry->notes.begin(), entry->notes.end());
      ++entry;
    }
    add_up(student, roster.exercises);
    result.students.push_back(std::move(student));
  }
  result.devices.assign(devices.begin(), devices.end());
  return result;
}

}  // namespace warpschool::grader
