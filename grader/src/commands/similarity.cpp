// grader similarity: which works of a class are alike beyond what the exercise makes alike?
#include "commands/commands.hpp"
#include "commands/folder_lock.hpp"
#include "commands/scoring.hpp"
#include "pipeline/ptx.hpp"
#include "process/stop.hpp"
#include "report/report.hpp"
#include "report/similarity_pages.hpp"
#include "similarity/compare.hpp"
#include "store/class_roster.hpp"
#include "store/kept_rules.hpp"
#include "store/result_json.hpp"
#include "support/files.hpp"
#include "support/moment.hpp"
#include "warpschool/support/cores.hpp"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <map>
#include <set>
#include <system_error>
#include <thread>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// A work and what its files are called.
struct Entry {
  Work work;
  std::string name;  ///< for people
  Submission submission;
};

/// The works of one exercise, this class's first.
struct Shelf {
  const course::Exercise* exercise = nullptr;
  std::vector<Entry> entries;
  std::vector<std::string> given;  ///< stub, headers and reference
  Submission stub;
  std::string stub_ptx;
};

Submission submission_from(const ExerciseResult& result) {
  std::vector<SourceFile> files{{result.file, result.source, {}}};
  for (const SourceText& more : result.more_sources) {
    files.push_back({more.file, more.text, {}});
  }
  return submission_of(std::move(files));
}

std::string text_of(const Submission& submission) {
  std::string text;
  for (const SourceFile& file : submission.files) {
    text += (text.empty() ? "" : fmt::format("\n// {}\n", file.name)) + file.bytes;
  }
  return text;
}

/// A class that a grader's store in `folder` knows, if it is such a folder.
std::optional<ClassResult> stored_class(const fs::path& folder) {
  if (!is_class_folder(folder)) {
    return std::nullopt;
  }
  Store store(folder / "grades.sqlite");
  const auto roster = store.fact("roster");
  return roster ? std::optional(collect(roll_from(*roster), store)) : std::nullopt;
}

/// The course.yaml that was named, else the one that the class was graded by, else one that is
/// near.
std::optional<fs::path> course_of(const SimilarityOptions& options) {
  std::error_code failure;
  const fs::path kept = options.out / "grades.sqlite";
  if (!options.course && fs::exists(kept, failure)) {
    Store store(kept);
    const fs::path file = kept_rules(store).course_file;
    if (fs::exists(file, failure)) {
      return file;
    }
  }
  return course_file(options.course);
}

std::string no_class_in(const fs::path& folder) {
  return fmt::format("{} holds no graded class: pass the folder that `grader grade --out` wrote",
                     folder.string());
}

/// "Handed in by the group ...", if it was.
std::string group_note_of(const ExerciseResult& result) {
  for (const std::string& note : result.notes) {
    if (note.rfind(intake::kGroupNote, 0) == 0) {
      return note;
    }
  }
  return {};
}

/// What the students were given: lines of it are nobody's.
void add_given(Shelf& shelf, const fs::path& folder) {
  std::vector<SourceFile> stub;
  for (const fs::path& file : files_in(folder)) {
    const std::string extension = file.extension().string(), name = file.filename().string();
    if (extension != ".cu" && extension != ".hpp" && extension != ".cuh" && extension != ".h") {
      continue;
    }
    shelf.given.push_back(read_file(file));
    const auto& asked = shelf.exercise->files;
    if (std::find(asked.begin(), asked.end(), name) != asked.end()) {
      stub.push_back({name, shelf.given.back(), {}});
    }
  }
  shelf.stub = submission_of(std::move(stub));
}

class Similarity {
 public:
  Similarity(const SimilarityOptions& options, const course::Course& course, fs::path root)
      : options_(options), root_(std::move(root)) {
    for (const course::Module& module : course.modules) {
      for (const course::Exercise& exercise : module.exercises) {
        if (is_asked(exercise.id)) {
          shelves_.push_back({&exercise, {}, {}, {}, {}});
          add_given(shelves_.back(), root_ / "exercises" / module.id / exercise.id);
        }
      }
    }
  }

  bool read(const course::Course& course);
  int compile();
  SimilarityReport compare() const;

 private:
  bool is_asked(const std::string& id) const {
    return options_.exercises.empty() ||
           std::find(options_.exercises.begin(), options_.exercises.end(), id) !=
               options_.exercises.end();
  }
  void add(const ClassResult& result, const std::string& year);
  bool add_folder(const fs::path& folder, const course::Course& course);
  void add_entry(const std::string& exercise, const std::string& id, const std::string& name,
                 const std::string& year, Submission submission);
  void compile_all(const Workshop& workshop);

  const SimilarityOptions& options_;
  fs::path root_;
  std::vector<Shelf> shelves_;
};

void Similarity::add_entry(const std::string& exercise, const std::string& id,
                           const std::string& name, const std::string& year,
                           Submission submission) {
  const auto shelf = std::find_if(shelves_.begin(), shelves_.end(), [&](const Shelf& candidate) {
    return candidate.exercise->id == exercise;
  });
  std::string text = text_of(submission);
  if (shelf == shelves_.end() || is_blank(text) || text == text_of(shelf->stub)) {
    return;
  }
  const bool earlier = !year.empty();
  Entry entry;
  entry.work = {earlier ? year + "/" + id : id, earlier, std::move(text), {}};
  entry.name = earlier ? fmt::format("{} ({})", name, year) : name;
  entry.submission = std::move(submission);
  shelf->entries.push_back(std::move(entry));
}

void Similarity::add(const ClassResult& result, const std::string& year) {
  std::set<std::pair<std::string, std::string>> groups;  // a group's work is there once
  for (const StudentResult& student : result.students) {
    for (const ExerciseResult& exercise : student.exercises) {
      const std::string group = group_note_of(exercise);
      if (!group.empty() && !groups.insert({exercise.exercise, group}).second) {
        continue;
      }
      add_entry(exercise.exercise, student.id, student.name.empty() ? student.id : student.name,
                year, submission_from(exercise));
    }
  }
}

bool Similarity::add_folder(const fs::path& folder, const course::Course& course) {
  intake::IntakeOptions options;
  options.submissions = {folder};
  const auto taken = intake::take_in(options, course);
  if (!taken) {
    complain(taken.diagnostics());
    return false;
  }
  for (const auto& [key, submission] : taken->folder.submissions) {
    add_entry(key.second, key.first, key.first, folder.filename().string(), submission);
  }
  return true;
}

bool Similarity::read(const course::Course& course) {
  const auto here = stored_class(options_.out);
  if (!here) {
    complain(no_class_in(options_.out));
    return false;
  }
  const auto is_known = [&](const ExerciseInfo& info) { return course.find(info.id) != nullptr; };
  if (std::none_of(here->exercises.begin(), here->exercises.end(), is_known)) {
    complain(
        fmt::format("{} was graded by another course: it has none of the exercises of \"{}\". "
                    "Name its course.yaml with --course",
                    options_.out.string(), course.title));
    return false;
  }
  add(*here, "");
  for (const fs::path& folder : options_.earlier) {
    const fs::path named = folder.has_filename() ? folder : folder.parent_path();
    if (const auto year = stored_class(named)) {
      add(*year, named.filename().string());
    } else if (!add_folder(named, course)) {
      return false;
    }
  }
  return true;
}

void Similarity::compile_all(const Workshop& workshop) {
  struct Task {
    const course::Exercise* exercise;
    const Submission* submission;
    std::string* ptx;
  };
  std::vector<Task> tasks;
  for (Shelf& shelf : shelves_) {
    if (shelf.entries.size() > 1) {
      tasks.push_back({shelf.exercise, &shelf.stub, &shelf.stub_ptx});
      for (Entry& entry : shelf.entries) {
        tasks.push_back({shelf.exercise, &entry.submission, &entry.work.ptx});
      }
    }
  }
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < tasks.size() && !stop_requested(); i = next++) {
      *tasks[i].ptx = ptx_of(workshop, *tasks[i].exercise, *tasks[i].submission);
    }
  };
  std::vector<std::thread> pool;
  for (unsigned i = 0; i < usable_cores(); ++i) {
    pool.emplace_back(work);
  }
  for (std::thread& thread : pool) {
    thread.join();
  }
}

/// Exit status: 0, or why it cannot be.
int Similarity::compile() {
  catch_stop_signals();
  const auto manifest = find_manifest(options_.build);
  if (!manifest) {
    complain(manifest.diagnostics());
    return kExitCannotRun;
  }
  const auto sandbox = open_sandbox(options_.sandbox);
  if (!sandbox) {
    return kExitCannotRun;
  }
  Workshop workshop;
  workshop.manifest = &*manifest;
  workshop.sandbox = &*sandbox;
  workshop.scratch = options_.out / ".ptx";
  compile_all(workshop);
  std::error_code ignored;
  fs::remove_all(workshop.scratch, ignored);
  return stop_requested() ? kExitInterrupted : kExitDone;
}

SimilarPair pair_of(const Shelf& shelf, const Likeness& likeness) {
  const auto side = [&](std::size_t index) {
    const Entry& entry = shelf.entries[index];
    return SimilarWork{entry.name, entry.work.who, entry.work.earlier, entry.work.source};
  };
  SimilarPair pair;
  pair.exercise = shelf.exercise->id;
  pair.title = shelf.exercise->title;
  pair.left = side(likeness.left);
  pair.right = side(likeness.right);
  pair.marks = likeness.marks;
  pair.share = likeness.share;
  pair.has_ptx = likeness.ptx_marks > 0;
  pair.ptx_share = likeness.ptx_share;
  pair.comments = likeness.comments;
  pair.weight = likeness.weight();
  for (const SharedLines& lines : likeness.lines) {
    pair.pieces.push_back({lines.left_first, lines.left_last, lines.right_first, lines.right_last});
  }
  return pair;
}

SimilarityReport Similarity::compare() const {
  SimilarityReport report;
  report.with_ptx = options_.ptx;
  for (const Shelf& shelf : shelves_) {
    std::vector<Work> works;
    works.reserve(shelf.entries.size());
    for (const Entry& entry : shelf.entries) {
      works.push_back(entry.work);
    }
    report.works += works.size();
    const std::vector<Likeness> found = likenesses(works, shelf.given, {shelf.stub_ptx});
    for (std::size_t i = 0; i < std::min(found.size(), options_.most); ++i) {
      report.pairs.push_back(pair_of(shelf, found[i]));
    }
    if (found.size() > options_.most) {
      complain(fmt::format("{}: the {} pairs that are most alike of {}; --most N shows more",
                           shelf.exercise->id, options_.most, found.size()));
    }
  }
  return report;
}

void print_json(const SimilarityReport& report) {
  Json pairs = Json::array();
  for (const SimilarPair& pair : report.pairs) {
    pairs.push_back({{"exercise", pair.exercise},
                     {"left", pair.left.id},
                     {"right", pair.right.id},
                     {"marks", pair.marks},
                     {"share", number(pair.share)},
                     {"ptx_share", pair.has_ptx ? Json(number(pair.ptx_share)) : Json(nullptr)},
                     {"comments", pair.comments},
                     {"weight", number(pair.weight)}});
  }
  fmt::print("{}\n", Json{{"schema", 1}, {"works", report.works}, {"pairs", pairs}}.dump(
                         2, ' ', false, Json::error_handler_t::replace));
}

/// The class page leads to the pairs, too.
void mention_on_class_page(const fs::path& out) {
  const auto opened = open_class(out);
  const auto rules = opened ? understood(opened->kept, opened->roster) : std::nullopt;
  std::error_code failure;
  if (rules && fs::exists(out / "index.html", failure)) {
    write_class_page(scored_class(opened->roster, *rules, *opened->store), out);
  }
}

}  // namespace

int similarity_command(const SimilarityOptions& options) {
  if (!is_class_folder(options.out)) {
    complain(no_class_in(options.out));
    return kExitBadInput;
  }
  const FolderLock lock(options.out);
  if (!lock.is_held()) {
    complain(lock.problem());
    return kExitCannotRun;
  }
  const auto file = course_of(options);
  if (!file) {
    complain(
        "there is no course.yaml in this folder or above it; name one with --course: the "
        "stubs are needed");
    return kExitBadInput;
  }
  const auto course = load_course(*file);
  if (!course || !all_known(options.exercises, ids_of(chosen_exercises(*course, {})), "exercise")) {
    return kExitBadInput;
  }
  Similarity similarity(options, *course, file->parent_path());
  if (!similarity.read(*course)) {
    return kExitBadInput;
  }
  if (options.ptx) {
    if (const int status = similarity.compile(); status != kExitDone) {
      return status;
    }
  }
  SimilarityReport report = similarity.compare();
  report.course = course->title;
  report.term = course->term;
  const fs::path folder = options.out / "similarity";
  write_similarity(report, folder);
  mention_on_class_page(options.out);
  if (options.json) {
    print_json(report);
  } else {
    fmt::print("{} compared, {} to look at\n{}\n", count_of(report.works, "work", "works"),
               count_of(report.pairs.size(), "pair", "pairs"), (folder / "index.html").string());
  }
  return kExitDone;
}

}  // namespace warpschool::grader
