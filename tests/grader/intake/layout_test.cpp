// Downloads of platforms, made by hand after their documented formats.
#include "intake/layout.hpp"

#include "../archive_maker.hpp"
#include "../small_course.hpp"
#include "../test_folder.hpp"
#include "intake/intake.hpp"

#include <cstdlib>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader::intake {
namespace {

/// What is made of one download.
struct Taken {
  explicit Taken(const std::filesystem::path& place, std::optional<Layout> layout = std::nullopt) {
    IntakeOptions options;
    options.submissions = {place};
    options.layout = layout;
    auto taken = take_in(options, two_exercises());
    if (!taken) {
      error = to_string(taken.diagnostics().front());
      return;
    }
    folder = std::move(taken->folder);
    told = taken->told.at(0);
  }

  std::string code(const std::string& student, const std::string& exercise = "vector_add") const {
    const Submission& submission = folder.of(student, exercise);
    return submission.files.empty() ? "missing" : submission.files[0].bytes;
  }
  bool has_note(const std::string& student, const std::string& words) const {
    for (const std::string& note : folder.of(student, "vector_add").notes) {
      if (note.find(words) != std::string::npos) {
        return true;
      }
    }
    return false;
  }
  std::string reason(const std::string& path) const {
    for (const UnmatchedFile& file : folder.unmatched) {
      if (file.path == path) {
        return file.reason;
      }
    }
    return "matched";
  }

  ClassFolder folder;
  std::string told;
  std::string error;
};

bool tells(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST_CASE("Canvas: user, late marker, attachments and resubmissions", "[intake]") {
  const ScratchFolder folder;
  folder.add("submissions.zip",
             ArchiveMaker(Packing::kZip)
                 .file("doejane_LATE_101_9001_vector_add.cu", "old")
                 .file("doejane_LATE_101_9050_vector_add-1.cu", "new")
                 .file("doejane_LATE_101_9051_transpose.cu", "t")
                 .file("leeann_102_9002_week 1.zip",
                       ArchiveMaker(Packing::kZip).file("w/vector_add.cu", "zipped").bytes())
                 .file("anon_x7B_9003_vector_add.cu", "anonymous")
                 .file("roejohn_103_text.html", "<p>typed</p>")
                 .file("LATE_anon_q9Z_text.html", "<p>typed</p>")
                 .file("notes.txt", "of the TA")
                 .bytes());
  const Taken taken(folder.path() / "submissions.zip");
  CHECK(taken.error.empty());
  CHECK(tells(taken.told, "looks like a Canvas download: 5 students"));
  CHECK(taken.folder.students == std::vector<std::string>{"anon_q9Z", "anon_x7B", "doejane_101",
                                                          "leeann_102", "roejohn_103"});
  CHECK(taken.code("doejane_101") == "new");
  CHECK(taken.code("doejane_101", "transpose") == "t");
  CHECK(taken.has_note("doejane_101", "handed in late"));
  CHECK(tells(taken.reason("doejane_LATE_101_9001_vector_add.cu"), "is an earlier hand-in"));
  CHECK(taken.code("leeann_102") == "zipped");
  CHECK_FALSE(taken.has_note("leeann_102", "late"));
  CHECK(taken.code("anon_x7B") == "anonymous");
  CHECK(taken.code("roejohn_103") == "missing");
  CHECK(tells(taken.reason("roejohn_103_text.html"), "typed on the platform"));
  CHECK(taken.folder.people.at("doejane_101").who.upload_prefix == "doejane_101_");
  REQUIRE(taken.folder.people.at("roejohn_103").notes.size() == 1);
  CHECK(tells(taken.folder.people.at("roejohn_103").notes[0], "exercises take files"));
  CHECK(tells(taken.reason("notes.txt"), "is not named as Canvas names files"));
  CHECK_FALSE(taken.folder.of("doejane_101", "vector_add").submitted_at);
}

TEST_CASE("Moodle: folders of participants, in all versions", "[intake]") {
  const ScratchFolder folder;
  folder.add(
      "course-week1-77.zip",
      ArchiveMaker(Packing::kZip)
          .file("Zo\xc3\xab M\xc3\xbcller, B.Sc._201_assignsubmission_file/src/vector_add.cu", "z")
          .file("Ann Lee_202_assignsubmission_file_/vector_add.cu", "a")
          .file("John Roe_203_assignsubmission_onlinetext/onlinetext.html", "typed")
          .file("Participant_204_assignsubmission_file/vector_add.cu", "blind")
          .bytes());
  const Taken taken(folder.path() / "course-week1-77.zip");
  CHECK(taken.error.empty());
  CHECK(tells(taken.told, "looks like a Moodle download: 4 students"));
  CHECK(taken.code("Zo\xc3\xab M\xc3\xbcller, B.Sc._201") == "z");
  CHECK(taken.folder.people.at("Ann Lee_202").name == "Ann Lee");
  CHECK(taken.folder.people.at("Ann Lee_202").who.upload_prefix ==
        "Ann Lee_202_assignsubmission_file_");
  CHECK(taken.code("Ann Lee_202") == "a");
  CHECK(taken.code("John Roe_203") == "missing");
  REQUIRE(taken.folder.people.at("John Roe_203").notes.size() == 1);
  CHECK(tells(taken.folder.people.at("John Roe_203").notes[0], "exercises take files"));
  CHECK(taken.code("Participant_204") == "blind");
}

TEST_CASE("Moodle: flat files, also unpacked on disk", "[intake]") {
  const ScratchFolder folder;
  folder.add("Ann Lee_202_assignsubmission_file_vector_add.cu", "a");
  folder.add("Ann Lee_202_assignsubmission_file_transpose.cu", "t");
  folder.add("Ann Lee_209_assignsubmission_file_vector_add.cu", "another Ann Lee");
  folder.add("Ann Lee_209_assignsubmission_onlinetext.html", "typed");
  const Taken taken(folder.path());
  CHECK(taken.error.empty());
  CHECK(tells(taken.told, "Moodle"));
  CHECK(taken.folder.students == std::vector<std::string>{"Ann Lee_202", "Ann Lee_209"});
  CHECK(taken.code("Ann Lee_202") == "a");
  CHECK(taken.code("Ann Lee_202", "transpose") == "t");
  CHECK(taken.code("Ann Lee_209") == "another Ann Lee");
}

constexpr const char* kGradescope = R"(---
submission_301:
  :submitters:
  - :name: Jane Doe
    :sid: '7001'
    :email: jane@uni.edu
  :created_at: 2024-02-03 04:05:06.789000000 -07:00
  :score: 3.0
  :history:
  - :id: 300
    :score: 1.0
submission_302:
  :submitters:
  - :name: "Lee, Ann"
    :sid:
    :email: ann@uni.edu
  - :name: John Roe
    :sid: '7003'
    :email: john@uni.edu
  :created_at: 2024-02-03T12:00:00Z
submission_303:
  :submitters:
  - :name: Jane Doe
    :sid: '7001'
    :email: jane@uni.edu
  :created_at: 2024-02-01 00:00:00 UTC
submission_304:
  :submitters:
  - {:name: Kim Poe, :sid: '7004', :email: kim@uni.edu}
  :created_at: 2024-02-03T12:00:00Z
)";

TEST_CASE("Gradescope: submitters, groups, times, and the latest counts", "[intake]") {
  const ScratchFolder folder;
  folder.add("export.zip", ArchiveMaker(Packing::kZip)
                               .file("assignment_9_export/submission_metadata.yml", kGradescope)
                               .file("assignment_9_export/submission_301/vector_add.cu", "latest")
                               .file("assignment_9_export/submission_302/vector_add.cu", "group")
                               .file("assignment_9_export/submission_303/vector_add.cu", "older")
                               .file("assignment_9_export/submission_999/vector_add.cu", "whose")
                               .file("__MACOSX/assignment_9_export/._x", "x")
                               .bytes());
  const Taken taken(folder.path() / "export.zip");
  CHECK(taken.error.empty());
  CHECK(tells(taken.told, "looks like a Gradescope export"));
  CHECK(taken.folder.students == std::vector<std::string>{"ann@uni.edu", "jane@uni.edu",
                                                          "john@uni.edu", "kim@uni.edu",
                                                          "submission_999"});
  CHECK(taken.code("jane@uni.edu") == "latest");
  CHECK(taken.code("ann@uni.edu") == "group");
  CHECK(taken.code("john@uni.edu") == "group");
  CHECK(taken.code("kim@uni.edu") == "missing");
  CHECK(taken.code("submission_999") == "whose");
  CHECK(tells(taken.reason("assignment_9_export/submission_303/vector_add.cu"),
              "is an earlier hand-in of jane@uni.edu"));
  const auto time = taken.folder.of("jane@uni.edu", "vector_add").submitted_at;
  REQUIRE(time);
  CHECK(time->time_since_epoch().count() == 1706958306);
}

TEST_CASE("Gradescope: without its metadata, or with damaged ones, nobody is guessed", "[intake]") {
  const ScratchFolder folder;
  folder.add("a/submission_1/vector_add.cu", "x");
  folder.add("a/submission_2/vector_add.cu", "x");
  CHECK(tells(Taken(folder.path() / "a").error, "no submission_metadata.yml"));
  CHECK(Taken(folder.path() / "a", Layout::kFolders).code("submission_1") == "x");
  folder.add("a/submission_metadata.yml", "submission_1: [\n");
  CHECK(tells(Taken(folder.path() / "a").error, "submission_metadata.yml"));
  folder.add("a/submission_metadata.yml", "just text\n");
  CHECK(tells(Taken(folder.path() / "a").error, "is no list of submissions"));
}

bool git(const std::filesystem::path& clone, const std::string& words) {
  const std::string command = "cd '" + clone.string() +
                              "' && export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null "
                              "GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b "
                              "GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b; " +
                              words + " >/dev/null 2>&1";
  return std::system(command.c_str()) == 0;  // NOLINT(cert-env33-c): the words are the test's own
}

TEST_CASE("GitHub Classroom: users, and when each file was last committed", "[intake]") {
  const ScratchFolder folder;
  folder.add("week1-submissions/week1-ann-lee/vector_add.cu", "a");
  folder.add("week1-submissions/week1-jdoe/src/vector_add.cu", "j");
  folder.add("week1-submissions/week1-jdoe/src/transpose.cu", "t");
  const auto clone = folder.path() / "week1-submissions/week1-jdoe";
  std::filesystem::create_directories(folder.path() / "week1-submissions/week1-ann-lee/.git");
  if (!git(clone, "git init -q .")) {
    WARN("test-skipped: git is not at hand, so no times");  // the rest is tried
    std::filesystem::create_directories(clone / ".git");
  } else {
    REQUIRE(git(clone,
                "git add src/vector_add.cu && GIT_COMMITTER_DATE='1700000000 +0100' "
                "git commit -q -m one"));
    REQUIRE(git(clone, "git add -A && GIT_COMMITTER_DATE='1700000900 +0100' git commit -q -m two"));
    // A clone whose settings would start a program; it must not.
    REQUIRE(git(clone, "git config gpg.program '" + (folder.path() / "evil.sh").string() +
                           "' && git config log.showSignature true && git pack-refs --all"));
  }
  const Taken taken(folder.path() / "week1-submissions");
  CHECK(taken.error.empty());
  CHECK(tells(taken.told, "looks like clones of GitHub Classroom: 2 students"));
  CHECK(taken.folder.students == std::vector<std::string>{"ann-lee", "jdoe"});
  CHECK(taken.code("jdoe") == "j");
  CHECK_FALSE(taken.folder.of("ann-lee", "vector_add").submitted_at);
  if (std::filesystem::exists(clone / ".git/HEAD")) {
    const auto first = taken.folder.of("jdoe", "vector_add").submitted_at;
    const auto second = taken.folder.of("jdoe", "transpose").submitted_at;
    REQUIRE(first);
    REQUIRE(second);
    CHECK(first->time_since_epoch().count() == 1700000000);
    CHECK(second->time_since_epoch().count() == 1700000900);
  }
}

TEST_CASE("GitHub Classroom: clones in an archive have their times, too", "[intake]") {
  const ScratchFolder folder;
  const auto clone = folder.path() / "clone";
  folder.add("clone/vector_add.cu", "x");
  if (!git(clone,
           "git init -q . && git add -A && GIT_COMMITTER_DATE='1700000000 +0100' "
           "git commit -q -m one")) {
    WARPSCHOOL_SKIP("git is not at hand");
  }
  ArchiveMaker maker(Packing::kZip);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(clone)) {
    if (entry.is_regular_file()) {
      maker.file("w1-ada/" + entry.path().lexically_relative(clone).string(),
                 read_file(entry.path()));
    }
  }
  maker.file("w1-boris/.git/HEAD", "ref: refs/heads/../../../x\n")
      .file("w1-boris/vector_add.cu", "b");
  maker.file("w1-boris/.git/objects/../../../evil", "x");
  folder.add("clones.zip", maker.bytes());
  const Taken taken(folder.path() / "clones.zip");
  CHECK(taken.error.empty());
  CHECK(taken.folder.students == std::vector<std::string>{"ada", "boris"});
  CHECK(taken.code("boris") == "b");
  const auto time = taken.folder.of("ada", "vector_add").submitted_at;
  REQUIRE(time);
  CHECK(time->time_since_epoch().count() == 1700000000);
  CHECK_FALSE(taken.folder.of("boris", "vector_add").submitted_at);
}

TEST_CASE("GitHub Classroom: zips of branches, as the website gives them", "[intake]") {
  const ScratchFolder folder;
  const auto zip = [](const std::string& inside) {
    return ArchiveMaker(Packing::kZip).file(inside + "/vector_add.cu", inside).bytes();
  };
  folder.add("week1.zip", ArchiveMaker(Packing::kZip)
                              .file("week1-ann-lee-main.zip", zip("week1-ann-lee-main"))
                              .file("week1-jdoe-master.zip", zip("week1-jdoe-master"))
                              .bytes());
  const Taken taken(folder.path() / "week1.zip");
  CHECK(tells(taken.told, "looks like clones of GitHub Classroom: 2 students"));
  CHECK(taken.folder.students == std::vector<std::string>{"ann-lee", "jdoe"});
  CHECK(taken.code("jdoe") == "week1-jdoe-master");
}

TEST_CASE("plain folders: an archive of them, wrapped or not, and archives as students",
          "[intake]") {
  const ScratchFolder folder;
  folder.add("week1.tar.gz", ArchiveMaker(Packing::kTarGz)
                                 .file("week1/ada/vector_add.cu", "a")
                                 .file("week1/boris/vector_add.cu", "b")
                                 .bytes());
  const Taken wrapped(folder.path() / "week1.tar.gz");
  CHECK(wrapped.folder.students == std::vector<std::string>{"ada", "boris"});
  CHECK(wrapped.code("boris") == "b");

  folder.add("zips/ada.zip", ArchiveMaker(Packing::kZip).file("vector_add.cu", "a").bytes());
  folder.add("zips/Jos\xc3\xa9 P.zip",
             ArchiveMaker(Packing::kZip).file("x/vector_add.cu", "j").bytes());
  folder.add("zips/broken.zip", "no zip");
  const Taken zips(folder.path() / "zips");
  CHECK(zips.folder.students == std::vector<std::string>{"Jos\xc3\xa9 P", "ada", "broken"});
  CHECK(zips.code("Jos\xc3\xa9 P") == "j");
  CHECK(tells(zips.reason("broken.zip"), "is damaged"));

  folder.add("kinds/ada/vector_add.cu", "a");
  folder.add("kinds/boris.7z", "7z");
  folder.add("kinds/Chen.RAR", "rar");
  const Taken kinds(folder.path() / "kinds");
  CHECK(kinds.folder.students == std::vector<std::string>{"Chen", "ada", "boris"});
  REQUIRE(kinds.folder.people.at("boris").notes.size() == 1);
  CHECK(tells(kinds.folder.people.at("boris").notes[0], "boris.7z is an archive of a kind"));

  folder.add("one/ada/vector_add.cu", "a");
  CHECK(Taken(folder.path() / "one").folder.students == std::vector<std::string>{"ada"});
}

TEST_CASE("composed and decomposed letters are one student", "[intake]") {
  const ScratchFolder folder;
  folder.add("x.zip", ArchiveMaker(Packing::kZip)
                          .file("Zo\xc3\xab/vector_add.cu", "v")
                          .file("Zoe\xcc\x88/transpose.cu", "t")
                          .bytes());
  const Taken taken(folder.path() / "x.zip");
  CHECK(taken.folder.students == std::vector<std::string>{"Zo\xc3\xab"});
  CHECK(taken.code("Zo\xc3\xab") == "v");
  CHECK(taken.code("Zo\xc3\xab", "transpose") == "t");
}

TEST_CASE("an empty, flat or wrong folder says what it looks like", "[intake]") {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path() / "empty");
  CHECK(tells(Taken(folder.path() / "empty").error, "is empty"));
  std::filesystem::create_directories(folder.path() / "hollow/ada");
  CHECK(tells(Taken(folder.path() / "hollow").error, "there is no file in it"));
  folder.add("flat/vector_add.cu", "x");
  CHECK(tells(Taken(folder.path() / "flat").error, "looks like the files of one student"));
  folder.add("exercises/vector_add/ada/vector_add.cu", "x");
  folder.add("exercises/transpose/ada/transpose.cu", "x");
  CHECK(tells(Taken(folder.path() / "exercises").error, "one folder an exercise"));
  folder.add("photos/2023/a.jpg", "x");
  CHECK(tells(Taken(folder.path() / "photos").error, "nothing to grade"));
  CHECK(tells(Taken(folder.path() / "photos").error, "the course asks for vector_add.cu"));
  folder.add("files/a.txt", "x");
  CHECK(tells(Taken(folder.path() / "files").error, "look like no platform's download: a.txt"));
  folder.add("likely/ada/Vector_Add.cu", "x");
  CHECK(tells(Taken(folder.path() / "likely").error, "--accept-likely-names"));
  CHECK(
      tells(Taken(folder.path() / "likely", Layout::kMoodle).error, "does not look like a Moodle"));
}

TEST_CASE("folders of weeks or sections are not taken for students", "[intake]") {
  const ScratchFolder folder;
  folder.add("weeks/week 1/ada/vector_add.cu", "1");
  folder.add("weeks/week 1/alan/vector_add.cu", "2");
  folder.add("weeks/week2/ada/transpose.cu", "3");
  folder.add("weeks/week2/alan/transpose.cu", "4");
  const Taken weeks(folder.path() / "weeks");
  CHECK(tells(weeks.error, "one folder a week or section"));
  CHECK(tells(weeks.error, "week 1/ada"));
  CHECK(tells(weeks.error, "--submissions '"));
  CHECK(tells(weeks.error, "weeks/week2"));
  // A student may keep what they had before.
  folder.add("class/ada/old/vector_add.cu", "5");
  folder.add("class/ada/new/vector_add.cu", "6");
  folder.add("class/alan/vector_add.cu", "7");
  folder.add("class/grace/vector_add.cu", "8");
  const Taken students(folder.path() / "class");
  CHECK(students.error == "");
  CHECK(students.code("alan") == "7");
  // Each has a folder a week of their own.
  folder.add("own/ada/week1/vector_add.cu", "9");
  folder.add("own/ada/week2/transpose.cu", "10");
  folder.add("own/alan/week1/vector_add.cu", "11");
  CHECK(Taken(folder.path() / "own").code("ada") == "9");
}

TEST_CASE("one student's clone is not taken for a class", "[intake]") {
  const ScratchFolder folder;
  folder.add("clone/.git/HEAD", "x");
  folder.add("clone/exercises/vector_add/vector_add.cu", "1");
  folder.add("clone/exercises/transpose/transpose.cu", "2");
  folder.add("clone/harness/include/student.hpp", "3");
  folder.add("clone/README.md", "4");
  const Taken clone(folder.path() / "clone");
  CHECK(tells(clone.error, "looks like the clone of one student"));
  CHECK(tells(clone.error, "lies in exercises"));
  CHECK(tells(clone.error, "pass the folder above it"));
  folder.add("copy/exercises/vector_add/vector_add.cu", "1");
  folder.add("copy/harness/include/student.hpp", "3");
  CHECK(tells(Taken(folder.path() / "copy").error, "looks like the files of one student"));
  // A class may be kept under git.
  folder.add("kept/.git/HEAD", "x");
  folder.add("kept/ada/vector_add.cu", "5");
  folder.add("kept/alan/vector_add.cu", "6");
  CHECK(Taken(folder.path() / "kept").code("alan") == "6");
}

}  // namespace
}  // namespace warpschool::grader::intake
