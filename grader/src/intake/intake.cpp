// Takes in a class: reads the downloads, finds their people in the roster, matches their files.
#include "intake/intake.hpp"

#include "intake/archive.hpp"
#include "intake/class_builder.hpp"
#include "support/files.hpp"
#include "support/moment.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace warpschool::grader::intake {

Result<Intake> ClassBuilder::run() {
  if (!read_roster() || !read_downloads() || !find_people()) {
    return problems_;
  }
  if (auto problem = nobody_known()) {
    return *problem;
  }
  add_students();
  match_all();
  finish_submissions(course_, intake_.folder);
  tell_roster();
  if (const auto problem = nothing_to_grade()) {
    return *problem;
  }
  tell_names();
  return std::move(intake_);
}

bool ClassBuilder::read_roster() {
  if (options_.roster.empty()) {
    return true;
  }
  auto roster = Roster::read(options_.roster);
  if (!roster) {
    problems_ = roster.diagnostics();
    return false;
  }
  roster_ = std::make_unique<Roster>(std::move(*roster));
  return true;
}

bool ClassBuilder::read_downloads() {
  const Matters matters = [this](std::string_view name) {
    return name == kGradescopeMetadata || wanted_.may_matter(name);
  };
  Hints hints{wanted_, options_.layout, {}, {}, {}};
  if (roster_) {
    hints.knows = [this](const std::string& name) {
      return !roster_->find_any(name).people.empty();
    };
    hints.knows_user = [this](const std::string& name) {
      return !roster_->find_any(name, {{}, {}, {}, {}, {}, name}).people.empty();
    };
    hints.knows_group = [this](const std::string& name) {
      return !roster_->group(name).people.empty();
    };
  }
  for (const std::filesystem::path& place : options_.submissions) {
    auto tree = read_tree(place, matters, {}, options_.out);
    if (!tree) {
      add_problems(tree.diagnostics());
      continue;
    }
    auto download = std::make_unique<Download>();
    download->place = place.string();
    download->tree = std::move(*tree);
    auto reading = read_layout(download->tree, hints);
    if (!reading) {
      add_problems(named(reading.diagnostics(), *download));
      continue;
    }
    download->reading = std::move(*reading);
    intake_.told.push_back(fmt::format(
        "{} looks like {}: {}", to_utf8(download->place), describe(download->reading.layout),
        count_of(download->reading.handins.size(), "student", "students")));
    tell("Results of a grader, not looked at:", download->tree.left_out);
    downloads_.push_back(std::move(download));
  }
  return problems_.empty();
}

void ClassBuilder::add_problems(const Diagnostics& more) {
  problems_.insert(problems_.end(), more.begin(), more.end());
}

Diagnostics ClassBuilder::named(Diagnostics problems, const Download& download) {
  for (Diagnostic& problem : problems) {
    problem.file =
        problem.file == download.tree.name ? download.place : download.place + "/" + problem.file;
  }
  return problems;
}

void ClassBuilder::add_students() {
  if (roster_) {
    for (const RosterPerson& person : roster_->people()) {
      remember(person.id, person.who, person.section);
    }
  }
  for (auto& [id, person] : intake_.folder.people) {
    intake_.folder.students.push_back(id);
    person.who.upload_prefix = upload_prefixes_[id];
  }
  for (const auto& download : downloads_) {
    for (UnmatchedFile file : download->reading.unmatched) {
      file.path = prefix_of(*download) + file.path;
      intake_.folder.unmatched.push_back(std::move(file));
    }
  }
}

void ClassBuilder::put_in_order(std::vector<Part>& parts) {
  std::reverse(parts.begin(), parts.end());
  const auto has_time = [](const Part& part) { return part.handin->submitted_at.has_value(); };
  const auto is_numbered = [](const Part& part) { return part.handin->last_attachment > 0; };
  if (std::all_of(parts.begin(), parts.end(), has_time)) {
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
      return *a.handin->submitted_at > *b.handin->submitted_at;
    });
  } else if (std::all_of(parts.begin(), parts.end(), is_numbered)) {
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
      return a.handin->last_attachment > b.handin->last_attachment;
    });
  }
}

void ClassBuilder::match_all() {
  for (auto& [id, parts] : parts_) {
    put_in_order(parts);
    match_files(id, parts, wanted_, options_.accept_likely_names, intake_.folder, names_);
  }
}

Result<Intake> take_in(const IntakeOptions& options, const course::Course& course) {
  return ClassBuilder(options, course).run();
}

}  // namespace warpschool::grader::intake
