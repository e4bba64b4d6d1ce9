// Finds the course and its build.
#include "tree.hpp"

#include "file_io.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<std::string> words_of(const json& object, const char* key) {
  std::vector<std::string> words;
  for (const json& word : object.value(key, json::array())) {
    words.push_back(word.get<std::string>());
  }
  return words;
}

/// Paths may be relative to the folder of the sources.
fs::path path_of(const json& object, const char* key, const fs::path& source) {
  const fs::path path = object.value(key, std::string());
  return path.is_absolute() ? path : source / path;
}

Backend read_backend(const json& object, const fs::path& source) {
  Backend backend;
  backend.name = object.value("name", std::string());
  backend.kinds = words_of(object, "kinds");
  backend.compiler = words_of(object, "compiler");
  backend.shared_flags = words_of(object, "shared_flags");
  const json exercises = object.value("exercises", json::object());
  for (const auto& [id, entry] : exercises.items()) {
    backend.exercises[id] = {
        path_of(entry, "judge", source),
        path_of(entry, "reference", source),
        entry.contains("student") ? path_of(entry, "student", source) : fs::path(),
        {}};
    for (const std::string& folder : words_of(entry, "include")) {
      backend.exercises[id].include.emplace_back(folder);
    }
  }
  return backend;
}

Tree read_manifest(const json& manifest, const fs::path& build) {
  Tree tree;
  tree.build = build;
  tree.preset = manifest.value("preset", std::string());
  tree.source = manifest.value("source_dir", std::string());
  for (const json& backend : manifest.value("backends", json::array())) {
    tree.backends.push_back(read_backend(backend, tree.source));
  }
  return tree;
}

/// The name that shares the longest beginning with `id`; empty if none shares three letters.
std::string likely_name(const course::Course& course, const std::string& id) {
  constexpr std::size_t kLeast = 3;
  std::string best;
  std::size_t most = kLeast - 1;
  for (const course::Exercise* exercise : course.exercises()) {
    const std::size_t length = std::min(id.size(), exercise->id.size());
    const auto end = std::mismatch(id.begin(), id.begin() + static_cast<std::ptrdiff_t>(length),
                                   exercise->id.begin());
    const auto shared = static_cast<std::size_t>(end.first - id.begin());
    if (shared > most) {
      most = shared;
      best = exercise->id;
    }
  }
  return best;
}

}  // namespace

fs::path Judged::student(const std::string& id) const {
  return !module.empty() ? module
                         : reference.parent_path().parent_path() / "student" / (id + ".so");
}

fs::path Tree::folder(const course::Exercise& exercise) const {
  return source / "exercises" / exercise.folder();
}

Result<Tree> read_tree(const fs::path& manifest) {
  const std::string name = manifest.string();
  const std::optional<std::string> text = read_file(manifest);
  if (!text) {
    return Diagnostic{name, 0, 0, "is not there", "configure first: cmake --preset sim"};
  }
  Tree tree;
  try {
    tree = read_manifest(json::parse(*text), manifest.parent_path());
  } catch (const json::exception& error) {
    return Diagnostic{name, 0, 0, std::string("is no build manifest: ") + error.what(),
                      "configure again: cmake --preset sim"};
  }
  if (tree.backends.empty()) {
    return Diagnostic{name, 0, 0, "names no backend", "configure again: cmake --preset sim"};
  }
  Result<course::Course> course = course::load(tree.source / "course.yaml");
  if (!course) {
    return course.diagnostics();
  }
  tree.course = *std::move(course);
  return tree;
}

const course::Exercise* exercise_at(const Tree& tree, const fs::path& place) {
  for (const course::Exercise* exercise : tree.course.exercises()) {
    const fs::path inside = place.lexically_relative(tree.folder(*exercise));
    if (!inside.empty() && *inside.begin() != "..") {
      return exercise;
    }
  }
  return nullptr;
}

/// A folder or file of an exercise, or the name of a file that students edit; null: it is neither.
static const course::Exercise* exercise_of_path(const Tree& tree, const fs::path& path) {
  std::error_code ignored;
  if (fs::exists(path, ignored)) {
    return exercise_at(tree, fs::absolute(path).lexically_normal());
  }
  for (const course::Exercise* exercise : tree.course.exercises()) {
    for (const std::string& file : exercise->files) {
      if (path == file) {
        return exercise;
      }
    }
  }
  return nullptr;
}

Result<const course::Exercise*> find_exercise(const Tree& tree, const std::string& id) {
  if (const course::Exercise* exercise = tree.course.find(id)) {
    return exercise;
  }
  if (const course::Exercise* exercise = exercise_of_path(tree, id)) {
    return exercise;
  }
  const std::string likely = likely_name(tree.course, id);
  return Diagnostic{"", 0, 0, "there is no exercise '" + id + "'",
                    likely.empty() ? "warp lists them" : "did you mean " + likely + "?"};
}

}  // namespace warpschool::warp
