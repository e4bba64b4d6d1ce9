// Starts programs and judges for profiles and traces.
#include "programs.hpp"

#include "file_io.hpp"
#include "judging.hpp"

namespace warpschool::warp {

namespace fs = std::filesystem;

static constexpr std::size_t kMostSource = std::size_t{1} << 20;

const Backend* simulator(const Tree& tree) {
  for (const Backend& backend : tree.backends) {
    if (backend.name == "sim" && !backend.compiler.empty()) {
      return &backend;
    }
  }
  return nullptr;
}

Outcome start(const fs::path& program, const std::vector<std::string>& arguments,
              const std::vector<std::string>& environment) {
  Program started;
  started.argv = {program.string()};
  started.argv.insert(started.argv.end(), arguments.begin(), arguments.end());
  started.capture = false;
  started.environment = environment;
  return run(started);
}

Program judge_program(const Tree& tree, const Backend& backend, const course::Exercise& exercise) {
  const Judged& judged = backend.exercises.at(exercise.id);
  Program program;
  program.argv = judge_command(tree, exercise, backend, judged);
  program.argv.emplace_back("--quiet");
  program.folder = tree.source;
  program.notice = "Running " + exercise.id + " ...";
  return program;
}

profile::SourceReader sources_in(const fs::path& folder, bool by_path) {
  return [folder, by_path](const std::string& file) -> std::optional<std::string> {
    std::optional<std::string> text = read_file(folder / fs::path(file).filename());
    if (!text && by_path) {
      text = read_file(file);
    }
    return text && text->size() <= kMostSource ? text : std::nullopt;
  };
}

}  // namespace warpschool::warp
