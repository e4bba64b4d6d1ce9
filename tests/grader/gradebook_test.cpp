// Marks in gradebooks of Canvas and Moodle: every other byte stays, and nobody is dropped.
#include "handout/gradebook.hpp"

#include "store/class_roster.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

StudentResult student(const std::string& id, const std::string& name, double first, double second) {
  StudentResult result{id, name, {}, {first + second, 20}};
  for (const double won : {first, second}) {
    ExerciseResult work;
    work.status = Verdict::kPassed;
    work.points = {won, 10};
    result.exercises.push_back(work);
  }
  return result;
}

/// Two exercises of ten points in one module.
ClassResult class_of_two() {
  ClassResult result;
  result.course.title = "CUDA";
  result.exercises = {{"vector_add", "Add two vectors", "1_first", "First kernels", 10, {}, ""},
                      {"reverse", "Reverse", "1_first", "First kernels", 10, {}, ""}};
  result.students = {student("jdoe", "Jane Doe", 9.5, 10),
                     student("zoe", "Zo\xc3\xab M\xc3\xbcller", 0, 4)};
  return result;
}

constexpr const char* kCanvas =
    "\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Notes,Vector Add (55),\"Total, all "
    "(56)\","
    "Final Score\r\n"
    "    Manual Posting,,,,,,true,,\r\n"
    "    Points Possible,,,,,,10.00,20.00,(read only)\r\n"
    "\"Doe, Jane\",101,u7001,jdoe,\"A and \"\"B\"\"\",,,,\r\n"
    "\"M\xc3\xbcller, Zo\xc3\xab\",102,u7002,zoe,A,\"likes ;\r\nlines\",\"\",-,\"0,5\"\r\n"
    "\"Student, Test\",199,,0fe1,A,,,,\r\n";

FilledGradebook filled(const std::string& text, const GradebookOptions& options,
                       const ClassResult& result = class_of_two()) {
  auto book = fill_gradebook(text, "book.csv", result, options);
  if (!book) {
    FAIL(to_string(book.diagnostics().front()));
  }
  return std::move(*book);
}

std::string error_of_gradebook(const std::string& text, const GradebookOptions& options) {
  const auto book = fill_gradebook(text, "book.csv", class_of_two(), options);
  return book ? "no error" : to_string(book.diagnostics().front());
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

GradebookOptions canvas(std::vector<std::string> columns = {}) {
  GradebookOptions options;
  options.columns = std::move(columns);
  return options;
}

GradebookOptions moodle(std::vector<std::string> columns = {}) {
  GradebookOptions options = canvas(std::move(columns));
  options.kind = GradebookKind::kMoodle;
  return options;
}

TEST_CASE("Canvas: the columns' cells are filled, every other byte stays", "[grader][gradebook]") {
  const FilledGradebook book = filled(kCanvas, canvas({"55", "Total, all=total"}));
  std::string expected =
      replaced(kCanvas, "\"A and \"\"B\"\"\",,,,", "\"A and \"\"B\"\"\",,9.5,19.5,");
  expected = replaced(expected, "lines\",\"\",-,", "lines\",\"0\",4,");
  CHECK(book.text == expected);
  CHECK(book.marks == 4);
  CHECK(book.changed.empty());
  CHECK(book.unmatched.empty());
  CHECK(book.ungraded.empty());
}

TEST_CASE("Canvas: names in two columns", "[grader][gradebook]") {
  const std::string text =
      "LastName,FirstName,ID,SIS User ID,SIS Login ID,Section,Reverse (57)\n"
      "    Points Possible,,,,,,10\nDoe,Jane,101,u7001,jdoe,A,\n"
      "M\xc3\xbcller,Zo\xc3\xab,102,u7002,zoe,A,\nStudent,Test,199,,0fe1,A,\n";
  const FilledGradebook book = filled(text, canvas());
  CHECK(book.text == replaced(replaced(text, "jdoe,A,", "jdoe,A,10"), "zoe,A,", "zoe,A,4"));
  CHECK(book.ungraded.empty());
}

TEST_CASE("Canvas: a column is guessed by its title, and it says so", "[grader][gradebook]") {
  const FilledGradebook book = filled(kCanvas, canvas());
  REQUIRE(book.fillings.size() == 1);
  CHECK(book.fillings[0].column.header == "Vector Add (55)");
  CHECK(book.fillings[0].source.word() == "vector_add");
  CHECK(book.fillings[0].because == "by its title");
  GradebookOptions again = canvas();
  again.remembered = {{"Total, all (56)", "1_first"}, {"Gone (9)", "total"}};
  const FilledGradebook second = filled(kCanvas, again);
  REQUIRE(second.fillings.size() == 1);
  CHECK(second.fillings[0].source.word() == "1_first");
  CHECK(second.fillings[0].because == "as last time");
}

TEST_CASE("Canvas: sums, notes and unknown columns are refused", "[grader][gradebook]") {
  for (const char* const column : {"Final Score=total", "Notes=total", "99=total"}) {
    const std::string error = error_of_gradebook(kCanvas, canvas({column}));
    CHECK(error.find("no columns that take marks are called so") != std::string::npos);
    CHECK(error.find("\"Vector Add (55)\"") != std::string::npos);
  }
  CHECK(error_of_gradebook(kCanvas, canvas({"55=vektor_add"})).find("vektor_add") !=
        std::string::npos);
  CHECK(error_of_gradebook(kCanvas, canvas({"55", "55"})).find("twice") != std::string::npos);
}

TEST_CASE("points that the column has not are no mark", "[grader][gradebook]") {
  const GradebookOptions asked = canvas({"55=total"});
  CHECK(error_of_gradebook(kCanvas, asked).find("has 10 points, total has 20") !=
        std::string::npos);
  GradebookOptions scaled = asked;
  scaled.scale = true;
  CHECK(filled(kCanvas, scaled).text.find(",,9.75,,") != std::string::npos);
  GradebookOptions unscaled = asked;
  unscaled.unscaled = true;
  CHECK(filled(kCanvas, unscaled).text.find(",,19.5,,") != std::string::npos);
}

TEST_CASE("marks that stand there are shown, equal ones keep their bytes", "[grader][gradebook]") {
  std::string text = replaced(kCanvas, "\"A and \"\"B\"\"\",,,,", "\"A and \"\"B\"\"\",,09.50,,");
  text = replaced(text, "lines\",\"\",-,", "lines\",EX,-,");
  const FilledGradebook book = filled(text, canvas({"55"}));
  CHECK(book.text == text);  // equal, and excused
  CHECK(book.changed.empty());
  REQUIRE(book.notes.size() == 1);
  CHECK(book.notes[0].find("excused") != std::string::npos);
  const FilledGradebook other = filled(replaced(text, "09.50", "3"), canvas({"55"}));
  REQUIRE(other.changed.size() == 1);
  CHECK(other.changed[0].before == "3");
  CHECK(other.changed[0].after == "9.5");
  CHECK(other.changed[0].line == 4);
}

TEST_CASE("to whom Canvas gives no assignment it is given no mark", "[grader][gradebook]") {
  const std::string text =
      replaced(kCanvas, "\"A and \"\"B\"\"\",,,,", "\"A and \"\"B\"\"\",,N/A,,");
  const FilledGradebook book = filled(text, canvas({"55"}));
  CHECK(book.text.find(",,N/A,,") != std::string::npos);
  CHECK(book.changed.empty());
  REQUIRE(book.notes.size() == 1);
  CHECK(book.notes[0].find("not assigned") != std::string::npos);
}

TEST_CASE("nobody is dropped in silence", "[grader][gradebook]") {
  ClassResult result = class_of_two();
  result.students.push_back(student("nobody", "Nobody Known", 1, 1));
  result.students.erase(result.students.begin() + 1);  // zoe was not graded
  const FilledGradebook book = filled(kCanvas, canvas({"55"}), result);
  CHECK(book.unmatched == std::vector<std::string>{"Nobody Known (nobody)"});
  CHECK(book.ungraded == std::vector<std::string>{"line 5: Zo\xc3\xab M\xc3\xbcller"});
  // One row, claimed twice: neither mark is written.
  result.students.push_back(student("u7001", "Jane Doe", 2, 2));
  const FilledGradebook twice = filled(kCanvas, canvas({"55"}), result);
  CHECK(twice.text == kCanvas);
  CHECK(twice.unmatched.size() == 3);
}

TEST_CASE("ids of a class without a roster are found in the gradebook", "[grader][gradebook]") {
  ClassResult result = class_of_two();
  result.students[0] = student("doejane_101", "doejane_101", 7, 7);
  result.students[1] = student("M\xc3\xbcllerZo\xc3\xab_102", "M\xc3\xbcllerZo\xc3\xab_102", 6, 6);
  const FilledGradebook book = filled(kCanvas, canvas({"55"}), result);
  CHECK(book.unmatched.empty());
  CHECK(book.marks == 2);
}

TEST_CASE("a roster says who an id is that the gradebook does not know", "[grader][gradebook]") {
  ClassResult result = class_of_two();
  result.students[0] = student("jane@uni.edu", "jane@uni.edu", 7, 7);
  const auto roster = intake::Roster::parse("Email,SID\njane@uni.edu,u7001\n", "roster.csv");
  REQUIRE(roster);
  GradebookOptions options = canvas({"55"});
  CHECK(filled(kCanvas, options, result).unmatched.size() == 1);
  options.roster = &*roster;
  CHECK(filled(kCanvas, options, result).unmatched.empty());
}

constexpr const char* kNamesakes =
    "Student,ID,SIS User ID,SIS Login ID,Section,Reverse (7)\n    Points Possible,,,,,10\n"
    "\"Smith, John\",106,u7006,jsmith,A,\n";

TEST_CASE("a namesake's mark goes into nobody's row", "[grader][gradebook]") {
  ClassResult result = class_of_two();
  result.students = {student("jsmith2", "John Smith", 9, 8)};
  const FilledGradebook by_id = filled(kNamesakes, canvas(), result);
  CHECK(by_id.text == kNamesakes);
  CHECK(by_id.unmatched == std::vector<std::string>{"John Smith (jsmith2): jsmith (John Smith, "
                                                    "line 3) has the login jsmith, not jsmith2"});
  // What intake knew of them counts, too.
  result.students = {student("john2@uni.edu", "John Smith", 9, 8)};
  CHECK(filled(kNamesakes, canvas(), result).marks == 1);
  result.students[0].who.number = "u7007";
  CHECK(filled(kNamesakes, canvas(), result).text == kNamesakes);
  result.students = {student("smithjohn_107", "smithjohn", 9, 8)};
  result.students[0].who.platform_id = "107";
  result.students[0].who.is_canvas = true;
  CHECK(filled(kNamesakes, canvas(), result).text == kNamesakes);
}

TEST_CASE("the store keeps the keys of people for their gradebook", "[grader][gradebook]") {
  ClassRoster roster;
  Identity who{"107", "u7007", "jsmith2", "john2@uni.edu", "John Smith", "js", true, true, true};
  roster.people["jsmith2"] = {"John Smith", "B", {}, who};
  const Person kept = roll_from(to_text(roster)).people.at("jsmith2");
  CHECK(kept.who.platform_id == "107");
  CHECK(kept.who.number == "u7007");
  CHECK(kept.who.login == "jsmith2");
  CHECK(kept.who.email == "john2@uni.edu");
  CHECK(kept.who.name == "John Smith");
  CHECK(kept.who.github == "js");
  CHECK(kept.who.is_canvas);
  CHECK(kept.who.vague_number);
  CHECK(kept.who.vague_login);
}

TEST_CASE("Moodle: a mark goes by the participant, not by the name", "[grader][gradebook]") {
  const std::string sheet =
      "Identifier,Full name,Email address,Status,Grade,Maximum grade\n"
      "Participant 200,Wei Wang,ww1@u,,,20\nParticipant 202,Ann Lee,al@u,,,20\n";
  ClassResult result = class_of_two();
  result.students = {student("Wei Wang_201", "Wei Wang", 9, 8),
                     student("Ann Lee_202", "Ann Lee", 7, 8)};
  const FilledGradebook book = filled(sheet, moodle(), result);
  CHECK(book.text == replaced(sheet, "al@u,,,", "al@u,,15,"));
  REQUIRE(book.unmatched.size() == 1);
  CHECK(book.unmatched[0].find("has the platform's number 200, not 201") != std::string::npos);
}

TEST_CASE("a namesake's mere name spoils no sure match", "[grader][gradebook]") {
  ClassResult result = class_of_two();
  result.students = {student("jsmith", "John Smith", 9, 8), student("7007", "John Smith", 1, 2)};
  const FilledGradebook book = filled(kNamesakes, canvas(), result);
  CHECK(book.text == replaced(kNamesakes, "jsmith,A,", "jsmith,A,8"));
  CHECK(book.unmatched == std::vector<std::string>{"John Smith (7007): line 3 has the name, but is "
                                                   "John Smith (jsmith)"});
  const std::string moodle_book =
      "First name;Last name;ID number;Email address;Assignment: First kernels (Real)\n"
      "John;Smith;;john1@uni.edu;-\n";
  result.students = {student("john1@uni.edu", "John Smith", 9, 8),
                     student("john2@uni.edu", "John Smith", 1, 2)};
  const FilledGradebook mails = filled(moodle_book, moodle(), result);
  CHECK(mails.text == replaced(moodle_book, "edu;-", "edu;17"));
  CHECK(mails.unmatched.size() == 1);
  // Two mere namesakes are as doubtful as ever.
  result.students = {student("7007", "John Smith", 9, 8), student("7008", "John Smith", 1, 2)};
  CHECK(filled(kNamesakes, canvas(), result).marks == 0);
}

TEST_CASE("what is not judged or not due leaves its cell alone", "[grader][gradebook]") {
  ClassResult result = class_of_two();
  result.students[0].exercises[0].status = Verdict::kInternalError;
  const FilledGradebook book = filled(kCanvas, canvas({"55"}), result);
  CHECK(book.marks == 1);
  REQUIRE(book.notes.size() == 1);
  CHECK(book.notes[0].find("line 4, Jane Doe: no points yet in vector_add") != std::string::npos);
}

TEST_CASE("Moodle: a German worksheet with decimal commas", "[grader][gradebook]") {
  const std::string sheet =
      "ID,\"Vollst\xc3\xa4ndiger Name\",E-Mail-Adresse,Status,Bewertung,Bestwertung,\"Bewertung "
      "kann "
      "ge\xc3\xa4ndert werden\",\"Feedback als Kommentar\"\n"
      "Teilnehmer/in201,\"Jane Doe\",jdoe@uni.edu,\"Zur Bewertung, abgegeben\",,\"20,00\",Ja,\n"
      "Teilnehmer/in202,\"Zo\xc3\xab M\xc3\xbcller\",zoe@uni.edu,,\"3,50\",\"20,00\",Ja,\"gut, "
      "\"\"so\"\"\"\n";
  const FilledGradebook book = filled(sheet, moodle());
  std::string expected = replaced(sheet, "abgegeben\",,", "abgegeben\",\"19,5\",");
  expected = replaced(expected, "\"3,50\"", "\"4\"");
  CHECK(book.text == expected);
  REQUIRE(book.fillings.size() == 1);
  CHECK(book.fillings[0].because == "it is the only one");
  REQUIRE(book.changed.size() == 1);
  CHECK(book.changed[0].before == "3,50");
  const FilledGradebook locked =
      filled(replaced(sheet, "\"20,00\",Ja,\n", "\"20,00\",Nein,\n"), moodle());
  CHECK(locked.marks == 1);
  REQUIRE(locked.notes.size() == 1);
  CHECK(locked.notes[0].find("cannot be changed") != std::string::npos);
}

TEST_CASE("Moodle: worksheets in Spanish, Portuguese and French", "[grader][gradebook]") {
  for (const char* header :
       {"Identificador,\"Nombre completo\",\"Direcci\xc3\xb3n Email\",Estado,Calificaci\xc3\xb3n,"
        "\"Calificaci\xc3\xb3n m\xc3\xa1xima\"",
        "Identificador,\"Nome completo\",\"Endere\xc3\xa7o de e-mail\",Status,Nota,\"Nota "
        "m\xc3\xa1xima\"",
        "Identifiant,\"Nom complet\",\"Adresse de courriel\",Statut,Note,\"Note maximale\""}) {
    CAPTURE(header);
    const std::string sheet = std::string(header) +
                              "\n\"Participante 201\",\"Jane Doe\",jdoe@uni.edu,x,,\"20,00\"\n"
                              "\"Participante 202\",\"Zo\xc3\xab M\xc3\xbcller\",zoe@uni.edu,x,,"
                              "\"20,00\"\n";
    const FilledGradebook book = filled(sheet, moodle());
    CHECK(book.text == replaced(replaced(sheet, "jdoe@uni.edu,x,,", "jdoe@uni.edu,x,\"19,5\","),
                                "zoe@uni.edu,x,,", "zoe@uni.edu,x,4,"));
  }
}

TEST_CASE("Moodle: a gradebook, by the names of its columns", "[grader][gradebook]") {
  const std::string book =
      "First name;Last name;ID number;Email address;Assignment: First kernels (Real);Course total "
      "(Real);Last downloaded from this course\r\n"
      "Jane;Doe;7001;jdoe@uni.edu;-;-;1700000000\r\n"
      "Zo\xc3\xab;M\xc3\xbcller;7002;zoe@uni.edu;4,00;-;1700000000";
  const FilledGradebook result = filled(book, moodle());
  CHECK(result.text == replaced(book, "edu;-;-", "edu;19,5;-"));
  REQUIRE(result.fillings.size() == 1);
  CHECK(result.fillings[0].source.word() == "1_first");
  CHECK(error_of_gradebook(book, moodle({"Week 9"})).find("\"Course total (Real)\"") !=
        std::string::npos);
}

TEST_CASE("a gradebook in code page 1252 keeps its bytes", "[grader][gradebook]") {
  const std::string book =
      "Student;ID;SIS Login ID;Section;Reverse (7)\r\n    Points Possible;;;;10,0\r\n"
      "M\xfcller, Zo\xeb;102;zoe;A;\r\nDoe, Jane;101;jdoe;A;\r\n";
  const FilledGradebook result = filled(book, canvas());
  CHECK(result.text == replaced(replaced(book, "zoe;A;", "zoe;A;4"), "jdoe;A;", "jdoe;A;10"));
}

TEST_CASE("what is no gradebook is an error with a place", "[grader][gradebook]") {
  CHECK(error_of_gradebook("", canvas()).find("is empty") != std::string::npos);
  CHECK(error_of_gradebook("a,b\n1,2\n", canvas()).find("book.csv:1:1") != std::string::npos);
  CHECK(error_of_gradebook("Student,ID,Section,X (1)\n\"Doe,1,A,\n", canvas()).find("book.csv:2") !=
        std::string::npos);
  CHECK(
      error_of_gradebook("Student,ID,Section\nJane Doe,101,A\n", canvas()).find("there are none") !=
      std::string::npos);
}

}  // namespace
}  // namespace warpschool::grader
