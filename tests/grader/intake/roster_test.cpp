// Rosters as platforms export them, and who in them is who.
#include "intake/roster.hpp"

#include "intake/csv.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader::intake {
namespace {

Roster roster_of(const std::string& text) {
  auto roster = Roster::parse(text, "roster.csv");
  if (!roster) {
    FAIL(to_string(roster.diagnostics().front()));
  }
  return std::move(*roster);
}

std::string error_of(const std::string& text) {
  const auto roster = Roster::parse(text, "roster.csv");
  return roster ? "no error" : to_string(roster.diagnostics().front());
}

std::vector<std::string> ids(const std::vector<const RosterPerson*>& people) {
  std::vector<std::string> result;
  result.reserve(people.size());
  for (const RosterPerson* person : people) {
    result.push_back(person->id);
  }
  return result;
}

std::vector<std::string> ids(const Match& match) {
  return ids(match.people);
}

using Ids = std::vector<std::string>;

TEST_CASE("CSV: quotes, marks, separators and line ends", "[intake]") {
  const auto rows = read_csv(
      "\xef\xbb\xbf"
      "a;b\r\n\"x;\r\n\"\"y\"\"\";2\r\n;\r\n\n3;\"\"",
      "f");
  REQUIRE(rows);
  REQUIRE(rows->size() == 3);
  CHECK(rows->at(0).cells == std::vector<std::string>{"a", "b"});
  CHECK(rows->at(1).cells == std::vector<std::string>{"x;\r\n\"y\"", "2"});
  CHECK(rows->at(2).cells == std::vector<std::string>{"3", ""});
  CHECK(rows->at(2).line == 6);
  CHECK(read_csv("sep=|\na|b\n", "f")->at(0).cells.size() == 2);
  CHECK(read_csv("a\tb,c\n", "f")->at(0).cells.size() == 2);
  CHECK(read_csv("J\xf6rg,x\n", "f")->at(0).cells.at(0) == "J\xc3\xb6rg");
}

TEST_CASE("CSV: what is wrong is told with its line", "[intake]") {
  CHECK(to_string(read_csv("a,b\n1,\"x\n", "f").diagnostics().front())
            .find("f:2:1: a quote is opened") == 0);
  CHECK(to_string(read_csv("a\n\"x\"y\n", "f").diagnostics().front())
            .find("f:2:1: there is text after") == 0);
  CHECK_FALSE(read_csv(std::string("\xff\xfe"
                                   "a\0",
                                   4),
                       "f"));
}

TEST_CASE("Canvas' gradebook: points possible and the test student are nobody", "[intake]") {
  const Roster roster = roster_of(
      "Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (55)\n"
      "    Points Possible,,,,,10\n"
      "\"Doe, Jane\",101,u7001,jdoe,Monday,\n"
      "\"M\xc3\xbcller, Zo\xc3\xab\",102,u7002,zmueller,\"Monday, Friday\",9\n"
      "\"Student, Test\",199,,,Monday,\n");
  REQUIRE(roster.people().size() == 2);
  CHECK(roster.people()[0].who.name == "Jane Doe");
  CHECK(roster.people()[0].id == "jdoe");
  CHECK(roster.people()[1].section == "Monday, Friday");
  CHECK(roster.skipped() == Ids{"Canvas' test student"});
  CHECK(ids(roster.find({"101", "", "", "", "doejane"})) == Ids{"jdoe"});
  CHECK(ids(roster.find({"777", "", "", "", "mullerzoe"})) == Ids{"zmueller"});
  CHECK(ids(roster.find({"777", "", "", "", "mllerzo"})) == Ids{"zmueller"});
  CHECK(roster.find({"777", "", "", "", "nobody"}).people.empty());
}

TEST_CASE("Moodle: participants, the worksheet for marks, and translations", "[intake]") {
  const Roster participants =
      roster_of("First name;Last name;ID number;Email address\nJane;Doe;7001;jane@uni.edu\n");
  CHECK(participants.people()[0].id == "jane@uni.edu");
  CHECK(ids(participants.find({"12345", "", "", "", "Jane Doe"})) == Ids{"jane@uni.edu"});
  const Roster worksheet = roster_of(
      "Identifier,\"Full name\",\"Email address\",Status,Grade\n"
      "\"Participant 12345\",\"Jane Doe\",jane@uni.edu,Submitted,\n"
      "\"Participant 12346\",\"Jane Doe\",jane2@uni.edu,\"No submission\",\n");
  CHECK(ids(worksheet.find({"12346", "", "", "", "Jane Doe"})) == Ids{"jane2@uni.edu"});
  CHECK(worksheet.find({"1", "", "", "", "Jane Doe"}).people.size() == 2);
  const Roster german = roster_of(
      "ID,\"Vollst\xc3\xa4ndiger Name\",E-Mail-Adresse\n\"Teilnehmer/in12345\",Jane "
      "Doe,jane@uni.edu\n");
  CHECK(ids(german.find({"12345", "", "", "", ""})) == Ids{"jane@uni.edu"});
}

TEST_CASE("Moodle: worksheets and participants in five more languages", "[intake]") {
  const std::string person = "\n\"Participante 201\",\"Zo\xc3\xab M\xc3\xbcller\",zoe@uni.edu,A\n";
  for (const char* header : {"Identificador,\"Nombre completo\",\"Direcci\xc3\xb3n Email\",Grupos",
                             "Identificador,\"Nome completo\",\"Endere\xc3\xa7o de e-mail\",Grupo",
                             "Identifiant,\"Nom complet\",\"Adresse de courriel\",Groupes",
                             "Identificatie,\"Volledige naam\",E-mailadres,Groepen",
                             "\xef\xbb\xbfIdentifier,\"Full name\",\"Email address\",Groups"}) {
    CAPTURE(header);
    const Roster roster = roster_of(header + person);
    REQUIRE(roster.people().size() == 1);
    CHECK(roster.people()[0].id == "zoe@uni.edu");
    CHECK(roster.people()[0].section == "A");
    CHECK(ids(roster.find({"201", "", "", "", "Zo\xc3\xab M\xc3\xbcller"})) == Ids{"zoe@uni.edu"});
  }
  for (const char* header :
       {"Nome;Cognome;Matrikelnr.;Indirizzo email", "Voornaam;Achternaam;ID number;E-mailadres",
        "Nome;Sobrenome;Student ID;Endere\xc3\xa7o de e-mail",
        "Vorname;Nachname;Matrikelnummer;E-Mail-Adresse"}) {
    CAPTURE(header);
    const Roster roster =
        roster_of(std::string(header) + "\r\nZo\xc3\xab;M\xc3\xbcller;7002;zoe@uni.edu\r\n");
    REQUIRE(roster.people().size() == 1);
    CHECK(roster.people()[0].who.name == "Zo\xc3\xab M\xc3\xbcller");
    CHECK(roster.people()[0].who.number == "7002");
    CHECK(roster.people()[0].id == "zoe@uni.edu");
  }
}

TEST_CASE("a number that two systems use for two people matches by name", "[intake]") {
  const Roster roster = roster_of("id,name\n12345,John Roe\n777,Jane Doe\n");
  CHECK(ids(roster.find({"12345", "", "", "", "Jane Doe"})) == Ids{"777"});
}

TEST_CASE("Gradescope's roster: students alone; GitHub Classroom's: users", "[intake]") {
  const Roster gradescope = roster_of(
      "Name,SID,Email,Role,Sections\nJane Doe,7001,jane@uni.edu,Student,A\n"
      "Prof X,,x@uni.edu,Instructor,\n");
  REQUIRE(gradescope.people().size() == 1);
  CHECK(gradescope.skipped() == Ids{"x@uni.edu (Instructor)"});
  CHECK(ids(gradescope.find({"", "7001", "", "other@mail.org", "J. Doe"})) == Ids{"jane@uni.edu"});
  const Roster github = roster_of(
      "\"identifier\",\"github_username\",\"github_id\",\"name\"\n\"jane@uni.edu\",\"jdoe99\","
      "\"4\",\"\"\n");
  CHECK(ids(github.find_any("JDoe99")) == Ids{"jane@uni.edu"});
  const Roster grades = roster_of(
      "assignment_name,assignment_url,starter_code_url,github_username,roster_identifier,"
      "student_repository_name,student_repository_url,submission_timestamp,points_awarded,"
      "points_available\nweek 1,https://x,https://x,jdoe99,jane@uni.edu,week-1-jdoe99,https://x,"
      "2026-09-01 10:00:00 UTC,,10\n");
  CHECK(ids(grades.find_any("jdoe99")) == Ids{"jane@uni.edu"});
}

TEST_CASE("a folder may be called by number, login, e-mail or name", "[intake]") {
  const Roster roster = roster_of(
      "id,login,email,name,section\n7001,jdoe,jane@uni.edu,Jane "
      "Doe,1\n7002,alee,ann.lee@uni.edu,Ann Lee,2\n");
  for (const char* name : {"7001", "jdoe", "JDOE", "jane@uni.edu", "jane", "Jane Doe", "Doe, Jane",
                           "doe_jane", "janedoe"}) {
    INFO(name);
    CHECK(ids(roster.find_any(name)) == Ids{"jdoe"});
  }
  CHECK(ids(roster.find_any("ann.lee")) == Ids{"alee"});
  CHECK(roster.find_any("nobody").people.empty());
  CHECK(roster.find_any("").people.empty());
}

/// Somebody on Canvas, by the number there.
Identity on_canvas(const std::string& number, const std::string& name) {
  Identity who{number, "", "", "", name};
  who.is_canvas = true;
  return who;
}

TEST_CASE("no weaker key matches where a surer one is another", "[intake]") {
  const Roster canvas = roster_of(
      "Student,ID,SIS User ID,SIS Login ID,Section\n\"Miller, John\",106,7001,john,A\n"
      "\"Wang, Wei\",200,7200,wwang1,A\n");
  const Match park = canvas.find({"", "7009", "", "john@gmail.com", "John Park"});
  CHECK(park.people.empty());
  CHECK(park.contradiction == "john (John Miller, line 2) has the number 7001, not 7009");
  CHECK(ids(canvas.find(on_canvas("200", "wangwei"))) == Ids{"wwang1"});
  CHECK(canvas.find(on_canvas("201", "wangwei")).contradiction ==
        "wwang1 (Wei Wang, line 3) has the platform's number 200, not 201");
  CHECK(canvas.find({"", "", "wwang2", "", "Wei Wang"}).contradiction ==
        "wwang1 (Wei Wang, line 3) has the login wwang1, not wwang2");
  const Roster gradescope = roster_of("Name,SID,Email\nJohn Smith,,john1@uni.edu\n");
  CHECK(gradescope.find({"", "7004", "", "john2@uni.edu", "John Smith"}).contradiction ==
        "john1@uni.edu (John Smith, line 2) has the mail address john1@uni.edu, not "
        "john2@uni.edu");
  CHECK(ids(gradescope.find({"", "7004", "", "", "John Smith"})) == Ids{"john1@uni.edu"});
}

TEST_CASE("half an address is a login where nothing says no", "[intake]") {
  const Roster roster = roster_of("Login,Name\njohn,John Miller\njdoe,Jane Doe\n");
  CHECK(ids(roster.find({"", "", "", "jdoe@uni.edu", "J. Maria Doe"})) == Ids{"jdoe"});
  CHECK(ids(roster.find({"", "", "", "jdoe@uni.edu", ""})) == Ids{"jdoe"});
  CHECK(roster.find({"", "", "", "john@gmail.com", "John Park"}).contradiction ==
        "john (John Miller, line 2) has the name John Miller, not John Park");
  const Roster mails = roster_of("Login,Email,Name\njohn,john@uni.edu,John Park\n");
  CHECK(mails.find({"", "", "", "john@gmail.com", "John Park"}).people.empty());
  CHECK(ids(mails.find({"", "", "", "John@UNI.edu", "J. P."})) == Ids{"john"});
}

TEST_CASE("keys that are written otherwise, or of another kind, contradict nothing", "[intake]") {
  const auto finds = [](const std::string& roster, const Identity& who) {
    return roster_of(roster).find(who).people.size() == 1;
  };
  CHECK(finds("SID,Email,Name\n007001,,Jane Doe\n", {"", "7001", "", "", "J"}));
  CHECK(finds("SID,Name\nu7001,Jane Doe\n", {"", "7002", "", "", "Jane Doe"}));
  CHECK(finds("SID,Name\nU7001,X\n", {"", "u7001", "", "", "Jane Doe"}));
  CHECK(finds("ID,Name\n4711,Jane Doe\n", {"", "7001", "", "", "Jane Doe"}));
  CHECK(finds("Login,Name\njane@uni.edu,Jane Doe\n", {"", "", "jdoe", "", "Jane Doe"}));
  CHECK(finds("Login,Email,Name\njane@uni.edu,j.doe@uni.edu,Jane Doe\n",
              {"", "", "", "Jane@uni.edu", "Jane Doe"}));
  CHECK(finds("Login,Email,Name\njd1@uni.edu,,Jane Doe\n",
              {"", "", "", "jane.doe@uni.edu", "Jane Doe"}));
  CHECK(finds("Login,Name\nzo\xc3\xab,X\n", {"", "", "zoe\xcc\x88", "", "Y"}));
  CHECK(finds("identifier,name\nu7001,Jane Doe\n", {"", "", "jdoe", "", "Jane Doe"}));
  CHECK(finds("Identifier,Full name\nParticipant 200,Jane Doe\n", on_canvas("4711", "doejane")));
}

TEST_CASE("numbers of unknown kind count where both lists have the same ones", "[intake]") {
  const Roster sheet =
      roster_of("Identifier,Full name\nParticipant 200,Wei Wang\nParticipant 202,Ann Lee\n");
  const Identity wang{"201", "", "", "", "Wei Wang"};
  CHECK_FALSE(sheet.shared_with({wang}).platform_ids);  // another assignment's numbers
  CHECK_FALSE(sheet.shared_with({wang, {"202", "", "", "", "Kim Poe"}}).platform_ids);
  CHECK(ids(sheet.find(wang, sheet.shared_with({wang}))) == Ids{"200"});
  const SharedKeys shared = sheet.shared_with({wang, {"202", "", "", "", "Ann Lee"}});
  CHECK(shared.platform_ids);
  CHECK(sheet.find(wang, shared).people.empty());
  const Roster plain = roster_of("ID,Name\n7001,John Miller\n7002,Ann Lee\n");
  const Identity john{"", "7009", "", "", "John Miller"};
  CHECK(ids(plain.find(john, plain.shared_with({john}))) == Ids{"7001"});
  CHECK(plain.find(john, plain.shared_with({{"", "7002", "", "", "Ann Lee"}})).people.empty());
}

TEST_CASE("a repository is nobody's who has another name on GitHub", "[intake]") {
  const Roster roster = roster_of(
      "identifier,github_username,github_id,name\njohn@uni.edu,jmiller77,1,John Miller\n"
      "jp@uni.edu,,,John Park\n");
  Identity who;
  who.github = "john";
  CHECK(roster.find_any("john", who).people.empty());
  who.github = "JMiller77";
  CHECK(ids(roster.find_any("JMiller77", who)) == Ids{"john@uni.edu"});
  who.github = "jp";
  CHECK(ids(roster.find_any("jp", who)) == Ids{"jp@uni.edu"});
}

TEST_CASE("a roster that is not there is told from one that cannot be read", "[intake]") {
  const auto missing = Roster::read("/nowhere/roster.csv");
  CHECK(to_string(missing.diagnostics().front()).find("/nowhere/roster.csv: does not exist") == 0);
  const auto folder = Roster::read("/");
  CHECK(to_string(folder.diagnostics().front()).find("cannot be read") != std::string::npos);
}

TEST_CASE("a roster that cannot be right is an error with its line", "[intake]") {
  CHECK(error_of("").find("is empty") != std::string::npos);
  CHECK(error_of("colour,size\nred,1\n").find("has no column that says who") != std::string::npos);
  CHECK(error_of("login,name\njdoe,Jane\nalee,Ann\njdoe,John\n")
            .find("roster.csv:4:1: jdoe stands in line 2 already") == 0);
  CHECK(error_of("login,name\njdoe,Doe, Jane\n").find("roster.csv:2:1: has 3 fields") == 0);
  CHECK(error_of("login,section\n,2\n").find("roster.csv:2:1: says nobody's") == 0);
  CHECK(error_of("login\n").find("names no student") != std::string::npos);
}

}  // namespace
}  // namespace warpschool::grader::intake
