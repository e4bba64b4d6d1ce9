// Starts fake judges as processes and reads their results.
#include "judge_process.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace warpschool::tests {

nlohmann::json JudgeRun::check(const std::string& name) const {
  for (const nlohmann::json& one : result.at("checks")) {
    if (one.at("name") == name) {
      return one;
    }
  }
  throw std::runtime_error("no check \"" + name + "\" in the result");
}

Scratch::Scratch() {
  std::string pattern =
      (std::filesystem::temp_directory_path() / "warpschool_judge_XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("no scratch folder");
  }
  path_ = pattern;
}

Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Scratch::submission(const std::string& fate, Backend backend) const {
  std::string copy = path_ + "/" + fate + ".so";
  if (!std::filesystem::exists(copy)) {
    std::filesystem::copy_file(backend == Backend::kGpu ? FAKE_SUBMISSION_GPU : FAKE_SUBMISSION_SIM,
                               copy);
  }
  return copy;
}

CallTrace::CallTrace(const Scratch& scratch) : path_(scratch.path() + "/mark") {
  ::setenv("FAKE_MARK", path_.c_str(), 1);
}

CallTrace::~CallTrace() {
  ::unsetenv("FAKE_MARK");
}

std::string CallTrace::text() const {
  return read_file(path_);
}

int CallTrace::number() const {
  return std::atoi(text().c_str());
}

int start(const std::vector<std::string>& command, const std::string& output,
          const std::string& input) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  const int pid = ::fork();
  if (pid == 0) {
    const int file = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(file, STDOUT_FILENO);
    ::dup2(file, STDERR_FILENO);
    if (!input.empty()) {
      ::dup2(::open(input.c_str(), O_RDWR), STDIN_FILENO);
    }
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  return pid;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool comes_true(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

std::vector<std::string> judge_command(const Scratch& scratch, const std::string& fate,
                                       Backend backend) {
  const bool gpu = backend == Backend::kGpu;
  return {gpu ? FAKE_JUDGE_GPU : FAKE_JUDGE_SIM,
          "--student",
          scratch.submission(fate, backend),
          "--reference",
          scratch.submission("right", backend),
          "--course",
          FAKE_COURSE,
          "--exercise",
          "doubling",
          "--backend",
          gpu ? "gpu" : "sim",
          "--result",
          scratch.path() + "/result.json",
          "--seed",
          "424242"};
}

JudgeRun run_judge(const std::string& fate, Backend backend, const std::vector<std::string>& extra,
                   const std::string& judge, const std::string& input) {
  const Scratch scratch;
  std::vector<std::string> command = judge_command(scratch, fate, backend);
  std::string file;
  if (!input.empty()) {
    command.resize(command.size() - 2);  // the seed is on stdin
    file = scratch.path() + "/input";
    std::ofstream(file) << input;
  }
  if (!judge.empty()) {
    command.front() = judge;
  }
  command.insert(command.end(), extra.begin(), extra.end());
  JudgeRun run;
  const auto begin = std::chrono::steady_clock::now();
  const int pid = start(command, scratch.path() + "/printed", file);
  int status = 0;
  ::waitpid(pid, &status, 0);
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  run.printed = read_file(scratch.path() + "/printed");
  run.result = nlohmann::json::parse(read_file(scratch.path() + "/result.json"), nullptr, false);
  if (run.result.is_discarded()) {
    run.result = nullptr;
  }
  return run;
}

}  // namespace warpschool::tests
