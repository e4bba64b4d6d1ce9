// Puts Gradescope's autograder together. There is no folder exercises/ in it: what is not there, no
// student's program can read.
#include "handout/autograder.hpp"

#include "course_files/course_subset.hpp"
#include "embedded_autograder.hpp"
#include "handout/zip.hpp"
#include "release/build_for_others.hpp"
#include "release/run_tool.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const Backend* simulator(const Manifest& manifest) {
  const auto found = std::find_if(manifest.backends.begin(), manifest.backends.end(),
                                  [](const Backend& backend) { return !backend.is_gpu(); });
  return found == manifest.backends.end() ? nullptr : &*found;
}

bool is_header(const fs::path& file) {
  const std::string ending = file.extension().string();
  return ending == ".hpp" || ending == ".cuh" || ending == ".h";
}

bool has_hidden_checks(const Manifest& manifest, const course::Exercise& exercise) {
  std::error_code failure;
  return fs::exists(manifest.source_dir / "exercises" / exercise.folder() / course::kHiddenHarness,
                    failure);
}

/// Paths are relative to the folder of course.yaml, so that the tree may lie anywhere.
std::string manifest_text(const Backend& backend, const std::set<std::string>& exercises) {
  std::vector<std::string> compiler = backend.compiler;
  compiler[0] = "tools/bin/simcc";
  Json entries = Json::object();
  for (const std::string& id : exercises) {
    entries[id] = {{"judge", "tools/bin/judge_" + id},
                   {"reference", "tools/lib/reference/sim/" + id + ".so"},
                   {"include", {"include/" + id}}};
  }
  const Json backends = {
      {{"name", backend.name},
       {"compiler", compiler},
       {"shared_flags", backend.shared_flags},
       {"kinds", {"correctness", "timing", "counters"}},
       {"read_only_paths", {"tools/bin", "tools/lib", "tools/include/warpschool/toolkit"}},
       {"exercises", entries}}};
  const Json document = {{"schema", 1},
                         {"preset", "gradescope"},
                         {"source_dir", ".."},
                         {"course", "course.yaml"},
                         {"toolchain", Json::object()},
                         {"backends", Json::array({backends[0]})}};
  return document.dump(2) + "\n";
}

void put_in_place(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  fs::copy_file(from, to, fs::copy_options::overwrite_existing);
}

std::string script(const char* name) {
  return std::string(embedded_autograder().at(name));
}

/// The judge's name in dist/bin: with the checks for grading day where there are some.
std::string built_judge(const Manifest& manifest, const course::Course& course,
                        const std::string& id) {
  return (has_hidden_checks(manifest, *course.find(id)) ? "full_judge_" : "judge_") + id;
}

}  // namespace

Result<ReleasedTree> autograder_tree(const Manifest& manifest, const course::Course& course,
                                     const std::set<std::string>& exercises) {
  const Backend* const backend = simulator(manifest);
  if (backend == nullptr) {
    return Diagnostic{manifest.file.string(), 0, 0, "has no simulator to grade with",
                      "Gradescope's machines have no GPU: take a build of preset sim"};
  }
  const auto yaml = course_of(read_file(manifest.course), exercises, manifest.course.string());
  if (!yaml) {
    return yaml.diagnostics();
  }
  ReleasedTree tree;
  tree["course.yaml"] = {*yaml, {}, false};
  tree["setup.sh"] = {script("setup.sh.in"), {}, true};
  tree["run_autograder"] = {script("run_autograder.in"), {}, true};
  tree["tools/warpschool-build.json"] = {manifest_text(*backend, exercises), {}, false};
  for (const course::Exercise* exercise : course.exercises()) {
    const fs::path folder = manifest.source_dir / "exercises" / exercise->folder();
    for (const fs::path& file : files_in(folder)) {
      if (exercises.count(exercise->id) > 0 && is_header(file)) {
        tree["include/" + exercise->id + "/" + file.filename().string()] = {{}, file, false};
      }
    }
  }
  return tree;
}

std::string build_autograder_tools(const Manifest& manifest, const course::Course& course,
                                   const std::set<std::string>& exercises, bool build) {
  std::vector<std::string> targets{"dist_autograder"};
  for (const std::string& id : exercises) {
    targets.push_back("dist_" + built_judge(manifest, course, id));
    targets.push_back("dist_reference_" + id + "_sim");
  }
  return build_for_others(manifest, targets, build);
}

std::string add_autograder_tools(ReleasedTree& tree, const Manifest& manifest,
                                 const course::Course& course,
                                 const std::set<std::string>& exercises, const fs::path& stage) {
  const fs::path dist = manifest.folder / "dist";
  if (std::string problem = run_tool({"cmake", "--install", manifest.folder.string(), "--component",
                                      "autograder", "--strip", "--prefix", stage.string()});
      !problem.empty()) {
    return problem;
  }
  std::vector<std::string> strip{"strip"};
  for (const std::string& id : exercises) {
    const fs::path judge = stage / "bin" / ("judge_" + id);
    put_in_place(dist / "bin" / built_judge(manifest, course, id), judge);
    strip.push_back(judge.string());
    const fs::path reference = fs::path("lib/reference/sim") / (id + ".so");
    put_in_place(dist / reference, stage / reference);
  }
  std::string problem = run_tool(strip);
  if (problem.empty()) {
    add_folder(tree, stage, "tools/");
  }
  return problem;
}

void write_zip(const ReleasedTree& tree, const fs::path& file) {
  if (file.has_parent_path()) {
    fs::create_directories(file.parent_path());
  }
  ZipFile zip(file);
  for (const auto& [path, entry] : tree) {
    zip.add(path, entry.bytes(), entry.executable);
  }
  zip.finish();
}

}  // namespace warpschool::grader
