// Makes, fills and removes the folder that a job works in.
#include "pipeline/job_folder.hpp"

#include "support/files.hpp"

#include <atomic>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

std::atomic<unsigned> g_folders{0};

bool is_header(const fs::path& file) {
  const std::string extension = file.extension().string();
  return extension == ".h" || extension == ".hpp" || extension == ".cuh";
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

JobFolder::JobFolder(const fs::path& scratch)
    : path_(fs::absolute(scratch) / fmt::format("{}-{:06}", ::getpid(), g_folders++)) {
  fs::create_directories(path_ / "include");
}

JobFolder::~JobFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void JobFolder::place_sources(const Submission& submission) const {
  for (const SourceFile& file : submission.files) {
    write_file(path_ / file.name, file.bytes);
  }
}

void JobFolder::place_headers(const std::vector<fs::path>& folders) const {
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.is_regular_file() && is_header(entry.path())) {
        fs::copy_file(entry.path(), path_ / "include" / entry.path().filename(),
                      fs::copy_options::overwrite_existing);
      }
    }
  }
}

std::string JobFolder::without_paths(std::string text) const {
  replace_all(text, path_.string() + "/", "");
  replace_all(text, path_.string(), ".");
  return text;
}

}  // namespace warpschool::grader
