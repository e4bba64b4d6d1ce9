// What a build must have before anything can be judged with it.
#include "pipeline/manifest.hpp"

#include "release/build_for_others.hpp"
#include "support/files.hpp"
#include "test_folder.hpp"
#include "warpschool/harness/catch.hpp"

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest =
    R"({"schema": 1, "preset": "sim", "source_dir": ".", "course": "course.yaml",
        "toolchain": {}, "backends": [{"name": "sim", "compiler": ["cc"], "shared_flags": [],
        "kinds": ["correctness"], "exercises": {
          "one": {"judge": "bin/judge_one", "reference": "lib/one.so"},
          "two": {"judge": "bin/judge_two", "reference": "lib/two.so"}}}]})";

/// A build in which everything is there.
struct Build {
  Build() {
    folder.add("warpschool-build.json", kManifest);
    folder.add("CMakeCache.txt", "");
    for (const char* file : {"bin/judge_one", "bin/judge_two", "lib/one.so", "lib/two.so"}) {
      folder.add(file, "here");
    }
  }
  Diagnostics missing(const std::vector<std::string>& exercises) const {
    const auto manifest = read_manifest(folder.path() / "warpschool-build.json");
    REQUIRE(manifest);
    return missing_tools(*manifest, exercises);
  }
  std::string at(const std::string& file) const { return (folder.path() / file).string(); }
  ScratchFolder folder;
};

}  // namespace

TEST_CASE("a build with all judges and references misses nothing", "[grader][manifest]") {
  const Build build;
  CHECK(build.missing({"one", "two"}).empty());
}

TEST_CASE("a judge that is not built is named, with the command that builds it",
          "[grader][manifest]") {
  const Build build;
  fs::remove(build.at("bin/judge_two"));
  CHECK(build.missing({"one"}).empty());
  const Diagnostics missing = build.missing({"one", "two"});
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].file == build.at("bin/judge_two"));
  CHECK(missing[0].message == "the judge of exercise 'two' for backend sim is not built");
  CHECK(missing[0].help == "without --no-build it is built; or: cmake --build " +
                               build.folder.path().string() + " --target judge_two reference_two");
}

TEST_CASE("what others get is built for their processors, whatever the build was made for",
          "[grader][manifest]") {
  Build build;
  const std::string calls = build.at("calls");
  build.folder.add("cmake", "#!/bin/sh\necho \"$*\" >>" + calls + "\n");
  fs::permissions(build.at("cmake"), fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (build.folder.path().string() + ":" + path).c_str(), 1);
  const std::string folder = build.folder.path().string();
  auto manifest = *read_manifest(build.at("warpschool-build.json"));
  CHECK(manifest.portable);
  CHECK(build_for_others(manifest, {"dist"}, /*build=*/false).empty());
  manifest.portable = false;
  const std::string refusal = build_for_others(manifest, {"dist"}, /*build=*/false);
  CHECK(refusal.find("cmake -DWARPSCHOOL_PORTABLE=ON " + folder) != std::string::npos);
  CHECK_FALSE(fs::exists(calls));
  CHECK(build_for_others(manifest, {"dist", "dist_judge_one"}, /*build=*/true).empty());
  CHECK(read_file(calls) == "-DWARPSCHOOL_PORTABLE=ON " + folder + "\n--build " + folder +
                                " --target dist dist_judge_one\n");
  setenv("PATH", path.c_str(), 1);
}

TEST_CASE("so is a compiler that comes with the build; one of the system is found or not by PATH",
          "[grader][manifest]") {
  const Build build;
  std::string text = kManifest;
  const std::string plain = R"("compiler": ["cc"])";
  text.replace(text.find(plain), plain.size(), R"("compiler": ["bin/simcc", "-O2"])");
  build.folder.add("warpschool-build.json", text);
  const Diagnostics missing = build.missing({"one"});
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].file == build.at("bin/simcc"));
  CHECK(missing[0].message == "the compiler of backend sim is not there");
  build.folder.add("bin/simcc", "here");
  CHECK(build.missing({"one"}).empty());
}

TEST_CASE("so is a reference, and of an installed build what else to do", "[grader][manifest]") {
  const Build build;
  std::filesystem::remove(build.at("lib/one.so"));
  std::filesystem::remove(build.at("CMakeCache.txt"));
  const Diagnostics missing = build.missing({"one"});
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].message == "the reference of exercise 'one' for backend sim is not built");
  CHECK(missing[0].help == "this build cannot be brought up to date: install it again");
}

TEST_CASE("an exercise that the build has never heard of is no machine's fault",
          "[grader][manifest]") {
  const Build build;
  const Diagnostics missing = build.missing({"three"});
  REQUIRE(missing.size() == 1);
  CHECK(missing[0].message == "knows no exercise 'three' for backend sim");
}

}  // namespace warpschool::grader
