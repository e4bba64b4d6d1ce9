// Pages to disk, and old pages away.
#include "report/report_files.hpp"

#include "support/write_trouble.hpp"

#include <cerrno>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace warpschool::grader::report {
namespace {

namespace fs = std::filesystem;

/// Every page of ours says this near its top: the sign that we may remove it.
constexpr const char* kUnfinished = ".part";
constexpr std::string_view kOurMark = "<meta name=\"generator\" content=\"warpschool\">";

[[noreturn]] void fail(const fs::path& file, int error) {
  throw std::runtime_error("cannot write " + file.string() + ": " + why_not_written(error));
}

bool is_the_same(const fs::path& file, std::string_view text) {
  std::error_code error;
  if (fs::file_size(file, error) != text.size() || error) {
    return false;
  }
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream there;
  there << stream.rdbuf();
  return stream && there.str() == text;
}

bool is_our_page(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string head(1024, '\0');
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.find(kOurMark) != std::string::npos;
}

/// How a file that is being written ends: no two programs write the same one.
std::string unfinished() {
  return "." + std::to_string(::getpid()) + kUnfinished;
}

/// What a program that was killed has left: a page's name, a number, and the ending.
bool is_left_behind(const fs::path& file) {
  const std::string number = file.stem().extension().string();
  return file.extension() == kUnfinished && file.stem().stem().extension() == ".html" &&
         number.size() > 1 && number.find_first_not_of("0123456789", 1) == std::string::npos;
}

}  // namespace

void write_file(const fs::path& file, std::string_view text) {
  if (is_the_same(file, text)) {
    return;
  }
  fs::path beside = file;
  beside += unfinished();
  std::ofstream stream(beside, std::ios::binary | std::ios::trunc);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  std::error_code error;
  if (!stream) {
    const int why = errno;
    fs::remove(beside, error);
    fail(file, why);
  }
  fs::rename(beside, file, error);
  if (error) {
    fail(file, error.value());
  }
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    fail(folder, error.value());
  }
}

void remove_old_pages(const fs::path& folder, const std::set<std::string>& current) {
  std::vector<fs::path> old;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const fs::path& file = entry.path();
    const bool is_old = file.extension() == ".html" &&
                        current.count(file.filename().string()) == 0 && is_our_page(file);
    if (is_old || is_left_behind(file)) {
      old.push_back(file);
    }
  }
  for (const fs::path& file : old) {
    std::error_code ignored;  // a page that stays misleads nobody: nothing links to it
    fs::remove(file, ignored);
  }
}

}  // namespace warpschool::grader::report
