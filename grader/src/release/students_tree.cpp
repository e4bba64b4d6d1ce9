// Decides what students get of the course's folder.
#include "release/students_tree.hpp"

#include "course_files/course_subset.hpp"
#include "course_files/course_term.hpp"
#include "course_files/exercise_files.hpp"
#include "course_files/links.hpp"
#include "embedded_release.hpp"
#include "release/readme.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// Of cmake/: what only those need who build the framework.
constexpr std::array kFrameworkOnly{
    "Dependencies.cmake", "Dist.cmake",       "EmbedTexts.cmake",        "Pages.cmake",
    "Rooms.cmake",        "StdHeaders.cmake", "WarpschoolTargets.cmake", "check_layers.cmake",
    "strip_module.cmake"};

/// Pages that students read, and what these lead to.
constexpr std::array kDocs{"API_COVERAGE.md",    "COMPATIBILITY.md", "FAULTS.md",
                           "GETTING_STARTED.md", "MODEL.md",         "REPORT_FORMAT.md",
                           "TIME_MODEL.md",      "WARP.md"};

/// What a framework is built of.
constexpr std::array kSources{"CMakeLists.txt",          "cmake",    "grader", "harness",
                              "scripts/install-deps.sh", "simulator"};

bool is_executable(const fs::path& file) {
  std::error_code failure;
  return (fs::status(file, failure).permissions() & fs::perms::owner_exec) != fs::perms::none;
}

ReleasedFile copy_of(const fs::path& file) {
  return {{}, file, is_executable(file)};
}

std::string template_text(const char* name) {
  return std::string(embedded_release().at(name));
}

/// What has a use for students. Reference and tests are their business in a release of sources
/// only, checks for grading day are nobody's before it.
void add_used(ReleasedTree& tree, const std::string& folder, const std::vector<UsedFile>& files,
              bool sources) {
  for (const UsedFile& file : files) {
    if (file.use == FileUse::kStudents || (sources && file.use == FileUse::kSources)) {
      tree["exercises/" + folder + "/" + file.path.filename().string()] = copy_of(file.path);
    }
  }
}

/// A module's page, with its pictures, if any of its exercises is there.
void add_exercises(ReleasedTree& tree, const fs::path& root, const course::Course& course,
                   const ReleaseParts& parts) {
  for (const course::Module& module : course.modules) {
    bool any = false;
    for (const course::Exercise& exercise : module.exercises) {
      if (parts.exercises.count(exercise.id) > 0) {
        any = true;
        const fs::path folder = exercise.folder();
        add_used(tree, folder.generic_string(),
                 files_of_exercise(root / "exercises" / folder, exercise), parts.sources);
      }
    }
    if (any) {
      add_used(tree, module.id, files_of_module(root / "exercises" / module.id), false);
    }
  }
}

/// clangd's flags for the stubs: the toolkit's headers lie elsewhere than in the sources.
void add_compile_flags(ReleasedTree& tree, const fs::path& root, bool sources) {
  const fs::path file = root / "exercises" / "compile_flags.txt";
  std::error_code failure;
  if (!fs::exists(file, failure)) {
    return;
  }
  std::string text = read_file(file);
  const std::string ours = "../simulator/toolkit/include";
  const std::size_t at = text.find(ours);
  if (!sources && at != std::string::npos) {
    text.replace(at, ours.size(), "../tools/include/warpschool/toolkit");
  }
  tree["exercises/compile_flags.txt"] = {text, {}, false};
}

void fill(std::string& text, const std::string& mark, const std::string& value) {
  text.replace(text.find(mark), mark.size(), value);
}

std::string presets(bool gpu, bool sources) {
  std::string text = template_text("CMakePresets.json.in");
  const std::array<std::array<const char*, 2>, 3> marks{
      {{"@GPU_CONFIGURE@",
        ",\n    {\"name\": \"gpu\", \"displayName\": \"The course on a real GPU (nvcc)\", "
        "\"inherits\": \"base\",\n"
        "     \"cacheVariables\": {\"WARPSCHOOL_ENABLE_CUDA\": \"ON\"}}"},
       {"@GPU_BUILD@", ",\n    {\"name\": \"gpu\", \"configurePreset\": \"gpu\"}"},
       {"@GPU_TEST@",
        ",\n    {\"name\": \"gpu\", \"inherits\": \"tests\", \"configurePreset\": \"gpu\"}"}}};
  for (const auto& [mark, value] : marks) {
    fill(text, mark, gpu ? value : "");
  }
  fill(text, "@FLAGS@", sources ? ", \"CMAKE_CXX_FLAGS_RELEASE\": \"-O2 -DNDEBUG\"" : "");
  return text;
}

void add_machinery(ReleasedTree& tree, const fs::path& root, bool sources) {
  if (sources) {
    for (const char* part : kSources) {
      const fs::path path = root / part;
      std::error_code failure;
      if (fs::is_directory(path, failure)) {
        add_folder(tree, path, std::string(part) + "/");
      } else {
        tree[part] = copy_of(path);
      }
    }
    return;
  }
  add_folder(tree, root / "cmake", "cmake/");
  for (const char* name : kFrameworkOnly) {
    tree.erase(std::string("cmake/") + name);
  }
  tree["CMakeLists.txt"] = {template_text("CMakeLists.txt.in"), {}, false};
}

void add_extras(ReleasedTree& tree, const course::Course& course, const ReleaseParts& parts) {
  if (parts.devcontainer) {
    std::string text = template_text("devcontainer.json.in");
    fill(text, "@TITLE_JSON@", nlohmann::json(course.title).dump());
    tree[".devcontainer/devcontainer.json"] = {text, {}, false};
    tree[".devcontainer/Dockerfile"] = {template_text("Dockerfile.in"), {}, false};
  }
  if (parts.github_actions) {
    tree[".github/workflows/grade.yml"] = {template_text("grade.yml.in"), {}, false};
  }
  if (parts.vscode) {
    tree[".vscode/tasks.json"] = {template_text("tasks.json.in"), {}, false};
  }
}

/// In all pages but the README, whose links are to what is added later, too. A file without such
/// links stays the one it is.
void drop_dead_links(ReleasedTree& tree) {
  for (auto& [path, file] : tree) {
    if (!path.ends_with(".md") || path == "README.md") {
      continue;
    }
    const std::string text = file.bytes();
    std::string living = without_dead_links(
        text, path, [&](const std::string& page) { return tree.count(page) > 0; });
    if (living != text) {
      file = {std::move(living), {}, file.executable};
    }
  }
}

}  // namespace

std::string ReleasedFile::bytes() const {
  return source.empty() ? text : read_file(source);
}

void add_folder(ReleasedTree& tree, const fs::path& folder, const std::string& prefix) {
  std::set<fs::path> led_to;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_symlink()) {
      led_to.insert(fs::canonical(entry.path()));
    }
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const bool has_another_name =
        !entry.is_symlink() && led_to.count(fs::canonical(entry.path())) > 0;
    if (entry.is_regular_file() && !has_another_name) {
      tree[prefix + entry.path().lexically_relative(folder).generic_string()] =
          copy_of(entry.path());
    }
  }
}

Result<ReleasedTree> students_tree(const fs::path& root, const course::Course& course,
                                   const ReleaseParts& parts) {
  const fs::path file = root / "course.yaml";
  Result<std::string> yaml = read_file(file);
  if (parts.policy) {
    yaml = in_term(*yaml, *parts.policy, file.string());
  }
  if (yaml) {
    yaml = course_for_students(*yaml, parts.exercises, file.string());
  }
  if (!yaml) {
    return yaml.diagnostics();
  }
  ReleasedTree tree;
  tree["course.yaml"] = {*yaml, {}, false};
  tree["CMakePresets.json"] = {presets(parts.gpu || parts.sources, parts.sources), {}, false};
  tree[".gitignore"] = {template_text("gitignore.in"), {}, false};
  tree["README.md"] = {
      readme_for_students(template_text("README.md.in"), course, parts), {}, false};
  add_exercises(tree, root, course, parts);
  add_compile_flags(tree, root, parts.sources);
  add_machinery(tree, root, parts.sources);
  for (const char* name : kDocs) {
    tree[std::string("docs/") + name] = copy_of(root / "docs" / name);
  }
  add_extras(tree, course, parts);
  drop_dead_links(tree);
  return tree;
}

}  // namespace warpschool::grader
