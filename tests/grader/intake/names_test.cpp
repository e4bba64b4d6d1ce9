// Encodings, accents and order of names, and which file a misspelt name means.
#include "../small_course.hpp"
#include "intake/foreign_names.hpp"
#include "intake/layout.hpp"
#include "intake/wanted.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader::intake {
namespace {

TEST_CASE("a name in UTF-8 is composed, another one is read from an old code page", "[intake]") {
  const DecodedName decomposed = decode_name("Zoe\xcc\x88", CodePage::kDos);
  CHECK(decomposed.text == "Zo\xc3\xab");
  CHECK_FALSE(decomposed.guessed);
  const DecodedName dos = decode_name("J\x94rg", CodePage::kDos);  // o with two dots in 437
  CHECK(dos.text == "J\xc3\xb6rg");
  CHECK(dos.guessed);
  CHECK(decode_name("J\xf6rg", CodePage::kWindows).text == "J\xc3\xb6rg");
  CHECK(decode_name("a\x81z", CodePage::kWindows).text == "a\xef\xbf\xbdz");  // not in 1252
  // A zip that Windows wrote in 1252: box drawings and Greek are nobody's name.
  const DecodedName windows = decode_name("Erkl\xe4rung der L\xf6sung", CodePage::kDos);
  CHECK(windows.text == "Erkl\xc3\xa4rung der L\xc3\xb6sung");
  CHECK(windows.page == CodePage::kWindows);
  CHECK(decode_name("Pi\xa4"
                    "ata",
                    CodePage::kDos)
            .text ==
        "Pi\xc3\xb1"
        "ata");
  CHECK(decode_name("a\nb\x1b[31m", CodePage::kDos).text ==
        "a\xef\xbf\xbd"
        "b\xef\xbf\xbd[31m");
}

TEST_CASE("the order of a name's words, capitals and accents do not keep people apart",
          "[intake]") {
  CHECK(name_key("Doe, Jane") == name_key("jane DOE"));
  CHECK(name_key("O'Neil, Tim") == name_key("Tim O'Neil"));
  CHECK(name_key("Jane Doe") != name_key("Jane Roe"));
  CHECK(squashed("M\xc3\xbcller, Zo\xc3\xab") == "mullerzoe");
  CHECK(squashed("M\xc3\xbcller, Zo\xc3\xab", true) == "mllerzo");
}

TEST_CASE("accidents of names mean the file, other differences do not", "[intake]") {
  const WantedNames wanted(two_exercises());
  for (const char* name :
       {"vector add.cu", "Vector_Add.CU", "vector_add.cu.txt", "vector_add(1).cu",
        "vector_add (2).cu", "vector_add-1.cu", "VectorAdd.cu", "vector-add.cu",
        "vector_add - Copy.cu", "vector_add_1.cu", " vector_add.cu", "vector_add .cu"}) {
    INFO(name);
    CHECK(wanted.meant_by(name).value_or("") == "vector_add.cu");
  }
  for (const char* name : {"vector_add.cu", "vector_add.cpp", "vector_ad.cu", "vector_add_final.cu",
                           "vector_add.zip", "vector_add_2024.cu", "", "cu", ".cu", "(1).cu"}) {
    INFO(name);
    CHECK_FALSE(wanted.meant_by(name));
  }
  CHECK(wanted.near("vector_ad.cu").value_or("") == "vector_add.cu");
  CHECK_FALSE(wanted.near("notes.txt"));
}

TEST_CASE("what a platform puts before a name does not hide that it matters", "[intake]") {
  const WantedNames wanted(two_exercises());
  CHECK(wanted.may_matter("doejane_LATE_12_34_vector_add-2.cu"));
  CHECK(wanted.may_matter("Jane Doe_12_assignsubmission_file_Vector Add.cu"));
  CHECK_FALSE(wanted.may_matter("report.pdf"));
}

TEST_CASE("times with a zone are read, others are not guessed", "[intake]") {
  const auto seconds = [](const char* text) -> long long {
    const auto time = parse_time(text);
    return time ? static_cast<long long>(time->time_since_epoch().count()) : -1;
  };
  CHECK(seconds("1970-01-02T00:00:01Z") == 86401);
  CHECK(seconds("2024-02-29 12:00:00.123456000 -07:00") == 1709233200);
  CHECK(seconds("2024-02-29 19:00:00 UTC") == 1709233200);
  CHECK(seconds("2024-02-29T20:00+0100") == 1709233200);
  for (const char* text : {"2024-02-29 19:00:00", "2023-02-29 19:00:00Z", "2024-02-29", "yesterday",
                           "2024-02-29 25:00:00Z", "2024-02-29 19:00:00 EST", ""}) {
    INFO(text);
    CHECK(seconds(text) == -1);
  }
}

}  // namespace
}  // namespace warpschool::grader::intake
