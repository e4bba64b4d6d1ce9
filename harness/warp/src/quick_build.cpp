// Compiles what depends on a student's files, if nothing else changed since the last whole build.
#include "quick_build.hpp"

#include "file_io.hpp"
#include "file_marks.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <set>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;

bool is_one_of(const std::string& text, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return text == word; });
}

bool is_compiled(const fs::path& file) {
  return is_one_of(file.extension().string(), {".cu", ".cpp", ".cc"});
}

bool is_code(const fs::path& file) {
  return is_compiled(file) ||
         is_one_of(file.extension().string(), {".hpp", ".cuh", ".h", ".inc", ".inl"});
}

/// Beside simcc: the compilers that its precompiled headers are of, by the first lines of their
/// lists. When one is another, a whole build makes the headers anew.
std::string compilers_of_headers(const fs::path& simcc) {
  std::error_code error;
  std::set<std::string> compilers;
  const fs::path folder = simcc.parent_path().parent_path() / "lib/precompiled";
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    if (at->path().extension() == ".from") {
      std::ifstream list(at->path());
      std::string size, seconds, nanoseconds, compiler;
      list >> size >> seconds >> nanoseconds >> compiler;
      compilers.insert(compiler);
    }
  }
  std::string marks;
  for (const std::string& compiler : compilers) {
    marks += mark_of(compiler) + "\n";
  }
  return marks;
}

/// The files behind "name:" of a compiler's dependency file, where "\\ " is a blank in a name.
std::vector<std::string> files_in(const fs::path& dependencies) {
  std::ifstream in(dependencies);
  std::vector<std::string> files;
  std::string word;
  bool is_escaped = false;
  const auto end_word = [&] {
    if (!word.empty()) {
      files.push_back(std::move(word));
    }
    word.clear();
  };
  for (char c = 0; in.get(c);) {
    const bool is_of_word = is_escaped ? c != '\n' : c != ' ' && c != '\n' && c != '\\';
    if (is_of_word) {
      word += c;
    } else if (c != '\\') {
      end_word();
    }
    is_escaped = !is_escaped && c == '\\';
  }
  end_word();
  if (!files.empty()) {
    files.erase(files.begin());  // the target
  }
  return files;
}

/// Was a file saved while it was compiled? Times of files lag behind the clock by a tick.
bool any_is_newer(const std::vector<std::string>& files, fs::file_time_type start) {
  constexpr auto kTick = std::chrono::milliseconds(20);
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    std::error_code error;
    const auto time = fs::last_write_time(file, error);
    return error || time > start - kTick;
  });
}

/// Whoever finds less than all of it takes it for out of date.
void keep(const fs::path& file, const std::string& text) {
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

/// As the compiler's messages have it everywhere else: paths begin at the course's folder.
std::string without_folder(std::string text, const fs::path& source) {
  const std::string prefix = source.string() + "/";
  for (std::size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;) {
    text.erase(at, prefix.size());
  }
  return text;
}

std::string joined(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    line += word + " ";
  }
  return line;
}

}  // namespace

QuickBuild::QuickBuild(const Tree& tree, const course::Exercise& exercise)
    : tree_(tree), exercise_(exercise), notes_(tree.build / "course/warp" / exercise.id) {}

std::string QuickBuild::inputs() const {
  std::string marks;
  for (const char* file : {"CMakeLists.txt", "CMakePresets.json", "course.yaml"}) {
    marks += mark_of(tree_.source / file) + "\n";
  }
  const auto is_input = [](const fs::path& file) {
    return file.parent_path().filename() !=
           "precompiled";  // a build's product beside a student's tools
  };
  for (const char* folder : {"cmake", "harness", "simulator", "tools"}) {
    marks += mark_of_all(tree_.source / folder, is_input) + "\n";
  }
  const auto is_ours = [&](const fs::path& file) {
    return is_code(file) && std::find(exercise_.files.begin(), exercise_.files.end(),
                                      file.filename().string()) == exercise_.files.end();
  };
  return marks + mark_of_all(tree_.folder(exercise_), is_ours) + "\n";
}

std::string QuickBuild::products() const {
  std::string marks = mark_of(tree_.build / "build.ninja") + "\n" +
                      mark_of(tree_.build / "lib/libwarpschool_cudart.so") + "\n" +
                      mark_of_all(tree_.build / "lib/graded") + "\n";
  for (const Backend& backend : tree_.backends) {
    const auto judged = backend.exercises.find(exercise_.id);
    if (judged == backend.exercises.end() || backend.compiler.empty()) {
      continue;
    }
    for (const fs::path& file :
         {judged->second.judge, judged->second.reference, fs::path(backend.compiler.front())}) {
      marks += mark_of(file) + "\n";
    }
    marks += compilers_of_headers(backend.compiler.front());
  }
  return marks;
}

void QuickBuild::note(const std::string& inputs_before) const {
  const std::string now = inputs();
  if (now == inputs_before) {
    keep(notes_ / "built.txt", now + products());
  }
}

QuickBuild::Step QuickBuild::compile(const Backend& backend, const Judged& judged,
                                     const std::string& file, const fs::path& output) const {
  Step step;
  step.output = output;
  step.dependencies = notes_ / (backend.name + "_" + file + ".d");
  step.record = notes_ / (backend.name + "_" + file + ".txt");
  step.command = backend.compiler;
  for (const fs::path& folder : judged.include) {
    step.command.insert(step.command.end(), {"-I", folder.string()});
  }
  const bool is_all = output == judged.module;
  const std::vector<std::string> object{"-Xcompiler", "-fPIC", "-c"};
  const std::vector<std::string>& how = is_all ? backend.shared_flags : object;
  step.command.insert(step.command.end(), how.begin(), how.end());
  step.command.insert(step.command.end(),
                      {"-MD", "-MF", step.dependencies.string(), "-MT", output.string(), "-o",
                       output.string(), (tree_.folder(exercise_) / file).string()});
  return step;
}

QuickBuild::Step QuickBuild::link(const Backend& backend, const Judged& judged,
                                  std::vector<fs::path> objects) const {
  Step step;
  step.output = judged.module;
  step.record = notes_ / (backend.name + "_linked.txt");
  step.objects = std::move(objects);
  step.command = backend.compiler;
  step.command.insert(step.command.end(), backend.shared_flags.begin(), backend.shared_flags.end());
  step.command.insert(step.command.end(), {"-o", step.output.string()});
  for (const fs::path& object : step.objects) {
    step.command.push_back(object.string());
  }
  return step;
}

/// The same commands as _warpschool_add_module's (cmake/ExerciseTargets.cmake).
std::vector<QuickBuild::Step> QuickBuild::steps(const Backend& backend,
                                                const Judged& judged) const {
  std::vector<std::string> sources;
  std::copy_if(exercise_.files.begin(), exercise_.files.end(), std::back_inserter(sources),
               [](const std::string& file) { return is_compiled(file); });
  if (sources.size() == 1) {
    return {compile(backend, judged, sources.front(), judged.module)};
  }
  std::vector<Step> steps;
  std::vector<fs::path> objects;
  for (const std::string& source : sources) {
    objects.push_back(notes_ / (backend.name + "_" + source + ".o"));
    steps.push_back(compile(backend, judged, source, objects.back()));
  }
  steps.push_back(link(backend, judged, objects));
  return steps;
}

/// Nothing if it is up to date. Its record has the command and the marks of all files that took
/// part.
std::optional<Outcome> QuickBuild::do_step(const Step& step) const {
  const auto record = [&] {
    std::string text = joined(step.command) + "\n" + mark_of(step.output) + "\n";
    for (const std::string& file : files_in(step.dependencies)) {
      text += mark_of(file) + "\n";
    }
    for (const fs::path& object : step.objects) {
      text += mark_of(object) + "\n";
    }
    return text;
  };
  if (const auto before = read_file(step.record); before && *before == record()) {
    return std::nullopt;
  }
  std::error_code ignored;  // until it is written again this step is out of date
  fs::remove(step.record, ignored);
  Program program;
  program.argv = step.command;
  program.folder = tree_.build;
  program.notice = "Building " + exercise_.id + " ...";
  const auto start = fs::file_time_type::clock::now();
  Outcome outcome = warp::run(program);
  if (outcome.status == 0 && !any_is_newer(files_in(step.dependencies), start)) {
    keep(step.record, record());
  }
  return outcome;
}

std::optional<Outcome> QuickBuild::run() const {
  const auto built = read_file(notes_ / "built.txt");
  if (!built || *built != inputs() + products()) {
    return std::nullopt;
  }
  // The last backend first: beside a GPU's compiler the simulator's says sooner what does not
  // compile.
  for (auto backend = tree_.backends.rbegin(); backend != tree_.backends.rend(); ++backend) {
    const auto judged = backend->exercises.find(exercise_.id);
    if (judged == backend->exercises.end()) {
      continue;
    }
    if (backend->compiler.empty() || backend->shared_flags.empty() ||
        judged->second.module.empty()) {
      return std::nullopt;
    }
    for (const Step& step : steps(*backend, judged->second)) {
      if (std::optional<Outcome> done = do_step(step); done && done->status != 0) {
        done->output = without_folder(std::move(done->output), tree_.source);
        return done;
      }
    }
  }
  return Outcome{0, ""};
}

}  // namespace warpschool::warp
