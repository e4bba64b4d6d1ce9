// Stores of older and newer graders, and rows that nobody may change.
#include "store/class_roster.hpp"
#include "store/export.hpp"
#include "store/kept_rules.hpp"
#include "store/migrations.hpp"
#include "store/statement.hpp"
#include "store/store.hpp"
#include "test_folder.hpp"

#include <sqlite3.h>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

/// A database beside the store's class, for what its users must not do.
class RawDatabase {
 public:
  explicit RawDatabase(const std::filesystem::path& file) {
    REQUIRE(sqlite3_open(file.c_str(), &database_) == SQLITE_OK);
  }
  ~RawDatabase() { sqlite3_close(database_); }
  RawDatabase(const RawDatabase&) = delete;
  RawDatabase& operator=(const RawDatabase&) = delete;

  void run(const std::string& sql) { execute(database_, sql.c_str()); }
  std::int64_t number(const char* question) {
    Statement select(database_, question);
    return select.step() ? select.integer(0) : -1;
  }

 private:
  sqlite3* database_ = nullptr;
};

std::string old_store_sql() {
  return read_file(std::filesystem::path(WARPSCHOOL_OLD_STORES) / "unnumbered.sql");
}

std::string why_refused(const std::filesystem::path& file) {
  try {
    const Store store(file);
  } catch (const std::exception& problem) {
    return problem.what();
  }
  return {};
}

TEST_CASE("a store without a version opens, keeps every row and gives the same grades",
          "[grader][store]") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "grades.sqlite";
  RawDatabase(file).run(old_store_sql());
  Store store(file);
  CHECK(RawDatabase(file).number("PRAGMA user_version") == kStoreVersion);
  CHECK(store.attempts("").size() == 6);
  CHECK(store.attempts("wrong").size() == 3);
  CHECK(store.remarks().empty());

  const ClassRoster roster = roll_from(store.fact("roster").value());
  const KeptRules kept = kept_rules(store);
  CHECK(course::to_text(kept.as_of) == "2026-11-25T07:04:12Z");  // when it graded last
  const auto rules = rules_from(kept, roster);
  REQUIRE(rules);
  ClassResult result = collect(roster, store);
  score_class(result, *rules, store.remarks());
  CHECK(to_csv(result) ==
        "student,alpha points,alpha status,beta points,beta status,gamma points,gamma "
        "status,total,possible,percent,grade,early,remarks,name,section,email\r\n"
        "no_compile,0,build_error,0,missing,0,missing,0,20,0,,0,,no_compile,,\r\n"
        "nobody,0,missing,0,missing,0,missing,0,20,0,,0,,nobody,,\r\n"
        "passed,10,passed,0,missing,0,missing,10,20,50,B,0,,passed,,\r\n"
        "slow,7.5,slow,0,missing,0,missing,7.5,20,37.5,,0,,slow,,\r\n"
        "wrong,10,passed,0,race,0,missing,10,20,50,B,0,,wrong,,\r\n");
}

TEST_CASE("a second opening changes nothing", "[grader][store]") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "grades.sqlite";
  RawDatabase(file).run(old_store_sql());
  { const Store first(file); }
  RawDatabase raw(file);
  const std::int64_t changes = raw.number("PRAGMA schema_version");
  { const Store second(file); }
  CHECK(raw.number("PRAGMA schema_version") == changes);
}

TEST_CASE("a newer grader's store is refused and left alone", "[grader][store]") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "grades.sqlite";
  { const Store store(file); }
  RawDatabase(file).run("PRAGMA user_version = 99");
  const std::string why = why_refused(file);
  CHECK(why.find(file.string()) == 0);
  CHECK(why.find("a newer grader made it (its version is 99, this grader knows 3)") !=
        std::string::npos);
  CHECK(RawDatabase(file).number("PRAGMA user_version") == 99);
}

TEST_CASE("another program's database is refused and left alone", "[grader][store]") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "grades.sqlite";
  RawDatabase(file).run("CREATE TABLE songs (name TEXT)");
  CHECK(why_refused(file).find("another program's database") != std::string::npos);
  CHECK(RawDatabase(file).number("SELECT count(*) FROM sqlite_master") == 1);
}

TEST_CASE("rows of the store are never changed or deleted", "[grader][store]") {
  const ScratchFolder folder;
  const std::filesystem::path file = folder.path() / "grades.sqlite";
  RawDatabase(file).run(old_store_sql());
  Store store(file);
  Remark remark;
  remark.student = "slow";
  store.add(remark);
  store.add(std::vector<ScoreEntry>{{"slow", "alpha", 3, "slow", 7, 10, 0, false, false, ""}});
  RawDatabase raw(file);
  CHECK_THROWS_WITH(raw.run("UPDATE results SET won = 10"),
                    Catch::Contains("results are never changed"));
  CHECK_THROWS_WITH(raw.run("DELETE FROM results"), Catch::Contains("never deleted"));
  CHECK_THROWS_WITH(raw.run("UPDATE scores SET won = 10"), Catch::Contains("never changed"));
  CHECK_THROWS_WITH(raw.run("DELETE FROM remarks"), Catch::Contains("never deleted"));
  CHECK_THROWS_WITH(raw.run("UPDATE remarks SET author = 'x'"), Catch::Contains("never changed"));
  CHECK(store.attempts("").size() == 6);
}

TEST_CASE("rules of scoring come back from the store", "[grader][store]") {
  const ScratchFolder folder;
  Store store(folder.path() / "grades.sqlite");
  KeptRules kept;
  kept.course = "title: t\nmodules: []\n";
  kept.course_file = "/course/course.yaml";
  kept.policy = "term: x\n";
  kept.policy_file = "/course/terms/x.yaml";
  kept.as_of = course::parse_time("2027-03-01T12:00:00+01:00").value();
  kept.as_of_chosen = true;
  kept.handed_in[{"ada", "alpha"}] = kept.as_of;
  keep_rules(store, kept);
  const KeptRules back = kept_rules(store);
  CHECK(back.course == kept.course);
  CHECK(back.policy_file == kept.policy_file);
  CHECK(back.as_of == kept.as_of);
  CHECK(back.as_of_chosen);
  CHECK(back.handed_in == kept.handed_in);
  const auto rules = rules_from(back, {});
  REQUIRE(rules);
  CHECK(rules->policy.term == "x");
}

TEST_CASE("only news of scores are recorded, and what was scored anew is counted",
          "[grader][store]") {
  const ScratchFolder folder;
  Store store(folder.path() / "grades.sqlite");
  ExerciseResult judged;
  judged.exercise = "alpha";
  judged.status = Verdict::kSlow;
  judged.points = {7, 10};
  judged.attempt = 5;
  ClassResult result;
  result.students = {{"ada", "ada", {judged}, {7, 10}}};
  CHECK(record_scores(store, result) == 0);
  CHECK(record_scores(store, result) == 0);
  CHECK(store.score_history("ada").size() == 1);
  result.students[0].exercises[0].points.won = 8;
  CHECK(record_scores(store, result) == 1);
  result.students[0].exercises[0].attempt = 6;  // judged again: no rescoring
  result.students[0].exercises[0].points.won = 9;
  CHECK(record_scores(store, result) == 0);
  result.students[0].exercises[0].by_hand = Override{3, "", "", ""};
  result.students[0].exercises[0].points.won = 3;
  CHECK(record_scores(store, result) == 0);
  CHECK(store.score_history("ada").size() == 4);
}

}  // namespace
}  // namespace warpschool::grader
