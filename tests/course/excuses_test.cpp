// Tries the list of findings that an exercise is excused from.
#include "warpschool/course/excuses.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::course {

TEST_CASE("excuses are read with their places", "[course][excuses]") {
  const auto excuses = parse_excuses(
      "# why\n- attack: reference\n  why: it is all there is\n"
      "- {mutation: \"if (i < n) {\", change: \"< -> <=\", why: the guard is twice}\n",
      "f");
  REQUIRE(excuses);
  REQUIRE(excuses->size() == 2);
  CHECK((*excuses)[0].attack == "reference");
  CHECK((*excuses)[0].place.line == 2);
  CHECK((*excuses)[1].line == "if (i < n) {");
  CHECK((*excuses)[1].change == "< -> <=");
  CHECK((*excuses)[1].times == 1);
  CHECK(parse_excuses("- {attack: a, times: 3, why: b}\n", "f")->front().times == 3);
  CHECK(parse_excuses("- {reference: a check, why: b}\n", "f")->front().reference == "a check");
  CHECK(parse_excuses("", "f")->empty());
}

TEST_CASE("an excuse says what for and why", "[course][excuses]") {
  const auto said = [](const std::string& text) {
    const auto excuses = parse_excuses(text, "f");
    std::string all;
    if (!excuses) {
      for (const Diagnostic& diagnostic : excuses.diagnostics()) {
        all += to_string(diagnostic) + "\n";
      }
    }
    return all;
  };
  CHECK(said("- {attack: a}\n").find("f:1:3: an excuse has no 'why'") == 0);
  CHECK(said("- {why: b}\n").find("an 'attack', a 'mutation' or a 'reference'") !=
        std::string::npos);
  CHECK(said("- {mutation: a, why: b}\n").find("belong together") != std::string::npos);
  CHECK(said("a: b\n").find("excuses are a list, but this is a mapping") != std::string::npos);
  CHECK(said("- {atack: a, why: b}\n").find("did you mean 'attack'?") != std::string::npos);
}

}  // namespace warpschool::course
