// Real output of clang 14, 16 and 19 (tests/golden/ptx/regenerate.sh made it): every file parses,
// and clang versions and -O levels agree on what a module holds.
#include "parse_helpers.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace warpschool::sim::ptx {
namespace {

std::map<std::string, std::string> golden_files() {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(WARPSCHOOL_GOLDEN_PTX)) {
    if (entry.path().extension() == ".ptx") {
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      files[entry.path().filename().string()] = text.str();
    }
  }
  return files;
}

const Function* function_named(const Module& module, const std::string& name) {
  const auto found = std::find_if(module.functions.begin(), module.functions.end(),
                                  [&](const Function& f) { return f.name == name; });
  return found == module.functions.end() ? nullptr : &*found;
}

TEST_CASE("every golden file parses", "[sim][ptx][golden]") {
  const auto files = golden_files();
  REQUIRE(files.size() >= 12);
  for (const auto& [name, text] : files) {
    CAPTURE(name);
    const Module module = parsed(text);
    CHECK(module.target == "sm_70");
    CHECK(module.files.size() >= 2);
    for (const Function& function : module.functions) {
      CHECK((function.is_declaration || !function.instructions.empty()));
    }
  }
}

TEST_CASE("all compilers agree on the kernels and variables of language.cu", "[sim][ptx][golden]") {
  for (const auto& [name, text] : golden_files()) {
    if (name.rfind("language", 0) != 0) {
      continue;
    }
    CAPTURE(name);
    const Module module = parsed(text);
    const Function* red = function_named(module, "red");
    REQUIRE(red != nullptr);
    CHECK(red->is_entry);
    CHECK(red->max_threads == Dim3{256, 1, 1});
    REQUIRE(red->parameters.size() == 4);
    CHECK(red->parameters[3].bytes == 32);
    REQUIRE(function_named(module, "vprintf") != nullptr);
    CHECK(function_named(module, "vprintf")->is_declaration);
    const auto coefficients =
        std::find_if(module.variables.begin(), module.variables.end(),
                     [](const Variable& v) { return v.name == "coefficients"; });
    REQUIRE(coefficients != module.variables.end());
    CHECK(coefficients->space == Space::kConst);
    CHECK(coefficients->initial.size() == 16);
  }
}

}  // namespace
}  // namespace warpschool::sim::ptx
