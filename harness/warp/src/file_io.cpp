// Reads and writes whole files.
#include "file_io.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <unistd.h>

namespace warpschool::warp {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file) {
  throw std::runtime_error(file.string() + " cannot be written: " + std::strerror(errno));
}

}  // namespace

std::optional<std::string> read_file(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    return std::nullopt;
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    return std::nullopt;
  }
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

void write_file(const fs::path& file, std::string_view bytes) {
  std::error_code ignored;  // the write says what is wrong
  fs::create_directories(file.parent_path(), ignored);
  const fs::path temporary = file.string() + ".tmp." + std::to_string(::getpid());
  std::FILE* stream = std::fopen(temporary.c_str(), "we");
  if (stream == nullptr) {
    fail(file);
  }
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stream) == bytes.size() &&
                       std::fflush(stream) == 0 && ::fsync(::fileno(stream)) == 0;
  const bool closed = std::fclose(stream) == 0;
  if (!written || !closed || std::rename(temporary.c_str(), file.c_str()) != 0) {
    std::remove(temporary.c_str());
    fail(file);
  }
}

std::string shown_path(const fs::path& path, const fs::path& from) {
  const std::string shorter = path.lexically_relative(from).string();
  return shorter.empty() || shorter.size() >= path.string().size() ? path.string() : shorter;
}

}  // namespace warpschool::warp
