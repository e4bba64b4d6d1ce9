// A whole class taken in: roster, likely names, several downloads.
#include "intake/intake.hpp"

#include "../small_course.hpp"
#include "../test_folder.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader::intake {
namespace {

struct TakenIn {
  explicit TakenIn(const IntakeOptions& options) {
    auto taken = take_in(options, two_exercises());
    if (!taken) {
      for (const Diagnostic& diagnostic : taken.diagnostics()) {
        error += to_string(diagnostic) + "\n";
      }
      return;
    }
    folder = std::move(taken->folder);
    for (const std::string& sentence : taken->told) {
      told += sentence + "\n";
    }
  }
  std::string code(const std::string& student) const {
    const Submission& submission = folder.of(student, "vector_add");
    return submission.files.empty() ? "missing" : submission.files[0].bytes;
  }
  std::string reason(const std::string& path) const {
    for (const UnmatchedFile& file : folder.unmatched) {
      if (file.path == path) {
        return file.reason;
      }
    }
    return "matched";
  }
  bool tells(const std::string& words) const { return told.find(words) != std::string::npos; }
  bool complains(const std::string& words) const { return error.find(words) != std::string::npos; }

  ClassFolder folder;
  std::string told;
  std::string error;
};

IntakeOptions options_for(const ScratchFolder& folder, const std::string& place = "class") {
  IntakeOptions options;
  options.submissions = {folder.path() / place};
  return options;
}

TEST_CASE("who handed in nothing is in the class, who is in no roster is graded and listed",
          "[intake]") {
  const ScratchFolder folder;
  folder.add("class/ada/vector_add.cu", "a");
  folder.add("class/stranger/vector_add.cu", "s");
  folder.add("roster.csv", "login,name,section\nada,Ada L.,2\nboris,Boris K.,1\n");
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  const TakenIn taken(options);
  CHECK(taken.error.empty());
  CHECK(taken.folder.students == std::vector<std::string>{"ada", "boris", "stranger"});
  CHECK(taken.folder.people.at("ada").name == "Ada L.");
  CHECK(taken.folder.people.at("boris").section == "1");
  CHECK(taken.code("ada") == "a");
  CHECK(taken.code("boris") == "missing");
  CHECK(taken.code("stranger") == "s");
  CHECK(taken.reason("stranger").find("matches nobody in the roster") == 0);
  CHECK(taken.tells("2 students; 1 handed in nothing"));
  CHECK(taken.tells("Not in the roster, but graded: stranger"));
}

TEST_CASE("two who may be one, or one who may be two, are an error that names both", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/ada/vector_add.cu", "a");
  folder.add("class/Ada Lovelace/vector_add.cu", "b");
  folder.add("roster.csv", "login,name\nada,Ada Lovelace\n");
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  CHECK(TakenIn(options).complains("Ada Lovelace and ada both are ada"));
  folder.add("roster.csv", "login,name\nada1,Ada Lovelace\nada2,\"Lovelace, Ada\"\n");
  const TakenIn two(options);
  CHECK(two.complains(
      "Ada Lovelace may be ada1 (Ada Lovelace, line 2) or ada2 (Ada Lovelace, line 3)"));
}

TEST_CASE("a group's work is its people's, where the roster says who they are", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/labgroup1_61_801_vector_add.cu", "one");
  folder.add("class/labgroup2_LATE_63_802_vector_add.cu", "two");
  folder.add("class/soloann_65_803_vector_add.cu", "alone");
  folder.add("roster.csv",
             "name,canvas_user_id,user_id,login_id,sections,group_name,canvas_group_id,group_id\n"
             "Tim Bauer,61,,tim,S1,Lab Group 1,501,\nEva Cruz,62,,eva,S1,Lab Group 1,501,\n"
             "Ida Dahl,63,,ida,S1,Lab Group 2,502,\nAnn Solo,65,,ann,S1,,,\n");
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  const TakenIn taken(options);
  CHECK(taken.error.empty());
  CHECK(taken.folder.students == std::vector<std::string>{"ann", "eva", "ida", "tim"});
  CHECK(taken.code("tim") == "one");
  CHECK(taken.code("eva") == "one");
  CHECK(taken.code("ida") == "two");
  CHECK(taken.code("ann") == "alone");
  CHECK(taken.folder.of("eva", "vector_add").notes.at(0) == "Handed in by the group Lab Group 1.");
  CHECK(taken.tells("Lab Group 1: tim, eva"));

  // A gradebook does not say so: then the TA is told, rather than the others left without marks.
  folder.add(
      "roster.csv",
      "Student,ID,SIS Login ID,Section\n\"Bauer, Tim\",61,tim,S1\n\"Dahl, Ida\",63,ida,S1\n");
  const TakenIn unknown(options);
  CHECK(unknown.tells("Perhaps groups, whose people get nothing for it yet: labgroup1_61, "));
  CHECK(unknown.reason("labgroup1_61").find("Its number is that of tim: if it is a group's") !=
        std::string::npos);
}

TEST_CASE("teams of Moodle and of GitHub Classroom are found in the roster", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/Team Rocket_17_assignsubmission_file/vector_add.cu", "rocket");
  folder.add(
      "class/Grupo \xc3\x91"
      "and\xc3\xba_18_assignsubmission_file/vector_add.cu",
      "two");
  folder.add("roster.csv",
             "Nombre,Apellidos,Email,Grupos\nAna,Gil,ana@uni.es,\"Lab Lunes, Team Rocket\"\n"
             "Eva,Gil,eva@uni.es,Team Rocket\nPau,Gil,pau@uni.es,Grupo \xc3\x91"
             "and\xc3\xba\n");
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  const TakenIn moodle(options);
  CHECK(moodle.code("ana@uni.es") == "rocket");
  CHECK(moodle.code("eva@uni.es") == "rocket");
  CHECK(moodle.code("pau@uni.es") == "two");
  folder.add("clones/tiles-team-rocket/vector_add.cu", "r");
  folder.add("clones/tiles-team-rocket/.git/HEAD", "x");
  folder.add("grades.csv",
             "github_username,roster_identifier,group_name,student_repository_name\n"
             "ann-lee,ann@uni.edu,Team Rocket,tiles-team-rocket\n"
             "jdoe,jane@uni.edu,Team Rocket,tiles-team-rocket\n");
  options.submissions = {folder.path() / "clones"};
  options.roster = folder.path() / "grades.csv";
  const TakenIn github(options);
  CHECK(github.code("ann@uni.edu") == "r");
  CHECK(github.code("jane@uni.edu") == "r");
  CHECK(github.folder.students.size() == 2);
}

TEST_CASE("Moodle's default group is those whom the roster puts in none", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/Team Rocket_17_assignsubmission_file/vector_add.cu", "rocket");
  folder.add("class/Default group_assignsubmission_file/vector_add.cu", "rest");
  folder.add("roster.csv",
             "First name,Surname,Email,Groups\nAna,Gil,ana@uni.es,Team Rocket\n"
             "Eva,Gil,eva@uni.es,\nPau,Gil,pau@uni.es,\n");
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  const TakenIn moodle(options);
  CHECK(moodle.code("ana@uni.es") == "rocket");
  CHECK(moodle.code("eva@uni.es") == "rest");
  CHECK(moodle.code("pau@uni.es") == "rest");
  CHECK(moodle.folder.students.size() == 3);
  options.roster.clear();
  const TakenIn alone(options);
  CHECK(alone.code("Default group") == "rest");
}

TEST_CASE("folders of which the roster knows nobody are no class of it", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/lab1/vector_add.cu", "a");
  folder.add("class/lab2/vector_add.cu", "b");
  folder.add("roster.csv", "login,name\nada,Ada Lovelace\nalan,Alan Turing\n");
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  const TakenIn strangers(options);
  CHECK(strangers.complains("none of its 2 folders is anybody in"));
  CHECK(strangers.complains("lab1, lab2"));
  CHECK(strangers.complains("without --roster"));
  folder.add("class/ada/vector_add.cu", "c");
  const TakenIn one(options);
  CHECK(one.code("ada") == "c");
  CHECK(one.code("lab1") == "a");
}

TEST_CASE("clones without their .git are told by the roster's users behind a dash", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/week-1-ada-l/vector_add.cu", "a");
  folder.add("class/week-1-alan/vector_add.cu", "b");
  folder.add("roster.csv", "identifier,github_username\nada@uni.edu,ada-l\nalan@uni.edu,alan\n");
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  const TakenIn taken(options);
  CHECK(taken.code("ada@uni.edu") == "a");
  CHECK(taken.code("alan@uni.edu") == "b");
  CHECK(taken.tells("clones of GitHub Classroom"));
}

/// A Gradescope export of one student.
void add_gradescope(const ScratchFolder& folder, const std::string& submitter) {
  folder.add("class/submission_metadata.yml",
             "submission_1:\n  :submitters:\n  - {" + submitter + "}\n");
  folder.add("class/submission_1/vector_add.cu", "s");
}

TEST_CASE("Gradescope: a namesake is nobody of the roster, and it is said why", "[intake]") {
  const ScratchFolder folder;
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  add_gradescope(folder, ":name: John Park, :sid: '7009', :email: john@gmail.com");
  folder.add("roster.csv",
             "Student,ID,SIS User ID,SIS Login ID,Section\n\"Miller, John\",106,7001,john,A\n");
  const TakenIn park(options);
  CHECK(park.code("john") == "missing");
  CHECK(park.code("john@gmail.com") == "s");
  CHECK(park.tells("Not in the roster, but graded: john@gmail.com"));
  CHECK(park.tells("john@gmail.com: john (John Miller, line 2) has the number 7001, not 7009"));
  CHECK(park.reason("submission_1").find("7001, not 7009: if they are one, correct the roster") !=
        std::string::npos);

  add_gradescope(folder, ":name: John Smith, :sid: '7004', :email: john2@uni.edu");
  folder.add("roster.csv", "Name,SID,Email,Role\nJohn Smith,7003,john1@uni.edu,Student\n");
  const TakenIn smith(options);
  CHECK(smith.code("john1@uni.edu") == "missing");
  CHECK(smith.code("john2@uni.edu") == "s");

  // The key that is the roster's is no name for a stranger.
  add_gradescope(folder, ":name: J. Smith, :sid: '7004', :email: John1@uni.edu");
  const TakenIn mistyped(options);
  CHECK(mistyped.code("john1@uni.edu") == "missing");
  CHECK(mistyped.code("John1@uni.edu (not in the roster)") == "s");
}

TEST_CASE("Canvas and Moodle: a stale roster gives nobody a namesake's work", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/wangwei_201_9001_vector_add.cu", "w");
  folder.add("class/leeann_202_9002_vector_add.cu", "a");
  folder.add("roster.csv",
             "Student,ID,SIS User ID,SIS Login ID,Section\n\"Wang, Wei\",200,u200,wwang1,A\n"
             "\"Lee, Ann\",202,u202,alee,A\n");
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  const TakenIn canvas(options);
  CHECK(canvas.code("wwang1") == "missing");
  CHECK(canvas.code("wangwei_201") == "w");
  CHECK(canvas.code("alee") == "a");
  folder.add("moodle/Wei Wang_201_assignsubmission_file/vector_add.cu", "w");
  folder.add("moodle/Ann Lee_202_assignsubmission_file/vector_add.cu", "a");
  folder.add("roster.csv",
             "Identifier,Full name,Email address\nParticipant 200,Wei Wang,ww1@u\n"
             "Participant 202,Ann Lee,al@u\n");
  options.submissions = {folder.path() / "moodle"};
  const TakenIn moodle(options);
  CHECK(moodle.code("ww1@u") == "missing");
  CHECK(moodle.code("Wei Wang_201") == "w");
  CHECK(moodle.code("al@u") == "a");
  // Another assignment's worksheet: none of its numbers is in the download.
  folder.add("roster.csv",
             "Identifier,Full name,Email address\nParticipant 900,Wei Wang,ww1@u\n"
             "Participant 902,Ann Lee,al@u\n");
  const TakenIn other(options);
  CHECK(other.code("ww1@u") == "w");
  CHECK(other.code("al@u") == "a");
}

TEST_CASE("GitHub: a repository's user is no other user's mail address", "[intake]") {
  const ScratchFolder folder;
  for (const char* const user : {"john", "annlee"}) {
    folder.add(std::string("class/week1-") + user + "/vector_add.cu", user);
    folder.add(std::string("class/week1-") + user + "/.git/HEAD", "x");
  }
  folder.add("roster.csv",
             "identifier,github_username,github_id,name\njohn@uni.edu,jmiller77,1,John Miller\n"
             "ann@uni.edu,annlee,2,Ann Lee\n");
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  const TakenIn taken(options);
  CHECK(taken.code("john@uni.edu") == "missing");
  CHECK(taken.code("john") == "john");
  CHECK(taken.code("ann@uni.edu") == "annlee");
  CHECK(taken.tells("has the GitHub login jmiller77, not john"));
}

TEST_CASE("Gradescope: a mail address is one person's, whatever its capitals", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/submission_metadata.yml",
             "submission_1:\n  :submitters:\n  - {:name: Jane, :email: Jane@uni.edu}\n"
             "  :created_at: 2024-02-01T00:00:00Z\n"
             "submission_2:\n  :submitters:\n  - {:name: Jane, :email: jane@Uni.edu}\n"
             "  :created_at: 2024-02-02T00:00:00Z\n");
  folder.add("class/submission_1/vector_add.cu", "old");
  folder.add("class/submission_2/vector_add.cu", "new");
  folder.add("roster.csv", "Name,Email\nJane Doe,jane@uni.edu\n");
  IntakeOptions options = options_for(folder);
  CHECK(TakenIn(options).folder.students.size() == 1);
  options.roster = folder.path() / "roster.csv";
  const TakenIn taken(options);
  CHECK(taken.error.empty());
  CHECK(taken.code("jane@uni.edu") == "new");
}

TEST_CASE("who handed in nothing that counts is no one who handed in nothing", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/ada/vector_add.cu", "a");
  folder.add("class/boris/vector_sum.txt", "b");
  folder.add("roster.csv", "login,name\nada,Ada\nboris,Boris\nchen,Chen\ndana,Dana\n");
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  CHECK(TakenIn(options).tells("4 students; 2 handed in nothing, 1 nothing that counts"));
}

TEST_CASE("likely names are proposed, and taken when told so", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/ada/vector add.cu", "likely");
  folder.add("class/boris/vector_add.cu", "exact");
  folder.add("class/boris/vector_add (1).cu", "copy");
  folder.add("class/chen/Vector_Add.CU", "one");
  folder.add("class/chen/vector_add.cu.txt", "two");
  folder.add("class/dora/vector_add(1).cu", "same");
  folder.add("class/dora/vector_add(2).cu", "same");
  IntakeOptions options = options_for(folder);
  const TakenIn proposed(options);
  CHECK(proposed.code("ada") == "missing");
  CHECK(proposed.reason("ada/vector add.cu").find("did you mean vector_add.cu? --accept") !=
        std::string::npos);
  CHECK(proposed.tells("ada/vector add.cu is probably vector_add.cu"));
  CHECK(proposed.folder.of("ada", "vector_add").notes.at(0).find("vector add.cu was handed in") ==
        0);
  options.accept_likely_names = true;
  const TakenIn taken(options);
  CHECK(taken.code("ada") == "likely");
  CHECK(taken.folder.of("ada", "vector_add").files[0].name == "vector_add.cu");
  CHECK(taken.reason("ada/vector add.cu") == "matched");
  CHECK(taken.folder.of("ada", "vector_add").notes.at(0) ==
        "vector add.cu was handed in and graded as vector_add.cu.");
  CHECK(taken.tells("ada/vector add.cu is graded as vector_add.cu"));
  CHECK(taken.code("boris") == "exact");
  CHECK(taken.reason("boris/vector_add (1).cu") == "boris/vector_add.cu was graded instead");
  CHECK(taken.code("chen") == "missing");
  CHECK(taken.tells(
      "vector_add.cu may be each of these: chen/Vector_Add.CU, chen/vector_add.cu.txt"));
  CHECK(taken.reason("chen/Vector_Add.CU").find("so may others") != std::string::npos);
  CHECK(taken.code("dora") == "same");
}

TEST_CASE("of several downloads the last one counts, or the later time", "[intake]") {
  const ScratchFolder folder;
  folder.add("week1/ada/vector_add.cu", "first");
  folder.add("late/ada/vector_add.cu", "second");
  folder.add("late/boris/transpose.cu", "t");
  IntakeOptions options;
  options.submissions = {folder.path() / "week1", folder.path() / "late"};
  const TakenIn taken(options);
  CHECK(taken.folder.students == std::vector<std::string>{"ada", "boris"});
  CHECK(taken.code("ada") == "second");
  CHECK(taken.reason("week1/ada/vector_add.cu") ==
        "is an earlier hand-in: late/ada/vector_add.cu was graded instead");
  const auto entry = [](const std::string& time) {
    return "submission_1:\n  :submitters:\n  - :email: a@b.c\n  :created_at: " + time + "\n";
  };
  folder.add("g1/submission_metadata.yml", entry("2024-02-02T00:00:00Z"));
  folder.add("g1/submission_1/vector_add.cu", "newer");
  folder.add("g2/submission_metadata.yml", entry("2024-02-01T00:00:00Z"));
  folder.add("g2/submission_1/vector_add.cu", "older");
  options.submissions = {folder.path() / "g1", folder.path() / "g2"};
  CHECK(TakenIn(options).code("a@b.c") == "newer");
}

TEST_CASE("of two downloads from Canvas the later attachment counts, in whatever order they come",
          "[intake]") {
  const ScratchFolder folder;
  folder.add("monday/leeann_65_803_vector_add.cu", "first");
  folder.add("monday/roejohn_66_900_vector_add.cu", "second");
  folder.add("tuesday/leeann_65_911_vector_add.cu", "second");
  folder.add("tuesday/roejohn_66_870_vector_add.cu", "first");
  IntakeOptions options;
  for (const auto& [one, two] : {std::pair("monday", "tuesday"), std::pair("tuesday", "monday")}) {
    options.submissions = {folder.path() / one, folder.path() / two};
    const TakenIn taken(options);
    CHECK(taken.code("leeann_65") == "second");
    CHECK(taken.code("roejohn_66") == "second");
  }
}

TEST_CASE("of two different files of one name nothing but the alphabet decides, and it is told",
          "[intake]") {
  const ScratchFolder folder;
  folder.add("class/ada/final/vector_add.cu", "a");
  folder.add("class/ada/old/vector_add.cu", "b");
  folder.add("class/boris/a/vector_add.cu", "same");
  folder.add("class/boris/b/vector_add.cu", "same");
  folder.add("class/chen/backup/vector_add.cu", "old");
  folder.add("class/chen/vector_add/vector_add.cu", "new");
  const TakenIn taken(options_for(folder));
  CHECK(taken.code("ada") == "a");
  CHECK(taken.code("chen") == "new");
  CHECK(
      taken.tells("Of two different files of one name the first was graded; remove the wrong "
                  "one:\n  ada/final/vector_add.cu, not ada/old/vector_add.cu\n"));
}

TEST_CASE("a student learns why a file of theirs counts for nothing", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/ada/all.rar", "Rar!");
  folder.add("class/boris/vector_add_final.cu", "b");
  folder.add("class/boris/transpose.cu", "t");
  folder.add("class/boris/transpose_old.cu", "t");
  folder.add("class/chen/kernel.cu", "c");
  folder.add("class/chen/notes.txt", "c");
  folder.add("class/dora/vector_add.cu", "d");
  folder.add("class/dora/notes.txt", "d");
  const TakenIn taken(options_for(folder));
  const auto notes = [&](const std::string& id) { return taken.folder.people.at(id).notes; };
  REQUIRE(notes("ada").size() == 1);
  CHECK(notes("ada")[0] ==
        "all.rar is an archive of a kind that is not opened: hand in the files, or a zip.");
  REQUIRE(taken.folder.of("boris", "vector_add").notes.size() == 1);
  CHECK(taken.folder.of("boris", "vector_add").notes[0] ==
        "vector_add_final.cu was handed in. The exercise asks for vector_add.cu: nothing was "
        "graded.");
  CHECK(taken.folder.of("boris", "transpose").notes.empty());
  REQUIRE(notes("chen").size() == 1);
  CHECK(notes("chen")[0] ==
        "No exercise asks for a file called kernel.cu or notes.txt: nothing was graded.");
  CHECK(notes("dora").empty());
}

TEST_CASE("Moodle: people behind their groups, and nobody behind a translated Participant",
          "[intake]") {
  const ScratchFolder folder;
  const auto add = [&](const std::string& who, const std::string& code) {
    folder.add("class/" + who + "_assignsubmission_file/vector_add.cu", code);
  };
  add("Team-1-Anne-Marie Lee_17", "anne");
  add("Default group-Jane Doe_18", "jane");
  add("Team-1-Max Schmidt_19", "stranger");
  folder.add("roster.csv", "login,name\nanne,Anne-Marie Lee\njane,Jane Doe\nlee,Kim Lee\n");
  IntakeOptions options = options_for(folder);
  options.roster = folder.path() / "roster.csv";
  const TakenIn teams(options);
  CHECK(teams.code("anne") == "anne");
  CHECK(teams.code("jane") == "jane");
  CHECK(teams.code("Team-1-Max Schmidt_19") == "stranger");

  folder.add("blind/Teilnehmer_21_assignsubmission_file/vector_add.cu", "21");
  folder.add("blind/Teilnehmer_22_assignsubmission_file/vector_add.cu", "22");
  folder.add("roster.csv", "id number,Full name\n21,Ann Lee\n22,Jane Doe\n");
  options.submissions = {folder.path() / "blind"};
  const TakenIn blind(options);
  CHECK(blind.folder.people.at("Teilnehmer_21").name.empty());
}

TEST_CASE("thousands of files of one student do not fill the report", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/ada/vector_add.cu", "a");
  for (int i = 0; i < 500; ++i) {
    folder.add("class/ada/build/" + std::to_string(i) + ".o", "x");
  }
  const TakenIn taken(options_for(folder));
  CHECK(taken.code("ada") == "a");
  CHECK(taken.folder.unmatched.size() == 51);
  CHECK(taken.reason("ada") == "handed in 450 more files that are not listed one by one");
}

TEST_CASE("equal downloads are taken in equally, whatever their order on disk", "[intake]") {
  const ScratchFolder folder;
  for (const char* name : {"b", "a", "c"}) {
    folder.add(std::string("class/") + name + "/vector_add.cu", name);
    folder.add(std::string("class/") + name + "/x.txt", name);
  }
  const TakenIn one(options_for(folder));
  const TakenIn two(options_for(folder));
  CHECK(one.told == two.told);
  REQUIRE(one.folder.unmatched.size() == 3);
  CHECK(one.folder.unmatched[0].path == "a/x.txt");
}

TEST_CASE("the output folder is nobody's, and neither are results of other runs", "[intake]") {
  const ScratchFolder folder;
  folder.add("class/ada/vector_add.cu", "a");
  folder.add("class/ada/index.html", "the page of a student is no result");
  folder.add("class/out/grades.sqlite", "of a run that was killed");
  folder.add("class/out/logs/ada/vector_add.cu", "x");
  for (const char* name : {"grades.sqlite", "grades.json", "grades.csv", "index.html"}) {
    folder.add(std::string("class/other/week1/") + name, "x");
  }
  IntakeOptions options = options_for(folder);
  CHECK(TakenIn(options).folder.students == std::vector<std::string>{"ada", "out"});
  options.out = folder.path() / "class" / "ada" / ".." / "out";
  const TakenIn taken(options);
  CHECK(taken.folder.students == std::vector<std::string>{"ada"});
  CHECK(taken.code("ada") == "a");
  CHECK(taken.tells("Results of a grader, not looked at:\n"));
  CHECK(taken.tells("  out\n"));
  CHECK(taken.tells("  other/week1\n"));
  options.out = folder.path() / "class" / ".";
  CHECK(TakenIn(options).complains("is the output folder as well (name another folder with --out"));
  options.out = folder.path() / "not" / "there" / "yet";
  CHECK(TakenIn(options).folder.students == std::vector<std::string>{"ada", "out"});
}

}  // namespace
}  // namespace warpschool::grader::intake
