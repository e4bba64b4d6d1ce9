// Reads and writes whole files.
#include "support/files.hpp"

#include "support/write_trouble.hpp"
#include "warpschool/support/edit_distance.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace warpschool::grader {
namespace {

/// Bytes of the UTF-8 character that begins at `at`, or 0 if none does (RFC 3629: no overlong
/// forms, no surrogates).
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) {
    return 1;
  }
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || at + length > text.size()) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) {
      return 0;
    }
  }
  const unsigned char second = byte(at + 1);
  const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const bool outside = (lead == 0xed && second > 0x9f) || (lead == 0xf4 && second > 0x8f);
  return overlong || outside ? 0 : length;
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f;
}

}  // namespace

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  // An empty file gives no bytes, which is no failure.
  const bool is_read =
      in && (bytes << in.rdbuf() || in.peek() == std::ifstream::traits_type::eof());
  if (!is_read) {
    throw std::runtime_error(fmt::format("cannot read {}", file.string()));
  }
  return bytes.str();
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code failure;
  for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (entry->is_regular_file()) {
      files.push_back(entry->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::optional<std::string> read_untrusted(const std::filesystem::path& file, std::uint64_t limit) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) {
    return std::nullopt;
  }
  struct stat status {};
  std::optional<std::string> bytes;
  if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
      static_cast<std::uint64_t>(status.st_size) <= limit) {
    bytes.emplace();
    std::array<char, 65536> buffer{};
    ssize_t got = 0;
    while ((got = ::read(fd, buffer.data(), buffer.size())) > 0 && bytes->size() <= limit) {
      bytes->append(buffer.data(), static_cast<std::size_t>(got));
    }
    if (got < 0 || bytes->size() > limit) {
      bytes.reset();
    }
  }
  ::close(fd);
  return bytes;
}

void write_file(const std::filesystem::path& file, std::string_view bytes) {
  std::error_code ignored;
  if (file.has_parent_path()) {
    std::filesystem::create_directories(file.parent_path(), ignored);
  }
  // A pipe or a device, /dev/stdout say, is written to: no file takes its place.
  const bool is_in_place = std::filesystem::is_other(file, ignored);
  const std::filesystem::path target =
      is_in_place
          ? file
          : file.parent_path() / fmt::format(".{}.{}.new", file.filename().string(), ::getpid());
  std::ofstream out(target, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::error_code failure;
  if (out && !is_in_place) {
    std::filesystem::rename(target, file, failure);
  }
  if (!out || failure) {
    const int error = failure ? failure.value() : errno;
    if (!is_in_place) {
      std::filesystem::remove(target, ignored);
    }
    throw std::runtime_error(
        fmt::format("cannot write {}: {}", file.string(), why_not_written(error)));
  }
}

std::string to_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = character_length(bytes, at);
    if (bytes[at] == '\r') {  // Windows line ends say nothing
      ++at;
    } else if (length == 0 || (length == 1 && is_control(bytes[at]))) {
      text += "\xef\xbf\xbd";
      ++at;
    } else {
      text.append(bytes.substr(at, length));
      at += length;
    }
  }
  return text;
}

std::string cut(std::string text, std::size_t limit) {
  if (text.size() <= limit) {
    return text;
  }
  std::size_t end = limit;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) {
    --end;
  }
  const std::size_t left = text.size() - end;
  text.resize(end);
  return text + fmt::format("\n[{} more bytes were cut off here]\n", left);
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

std::size_t edit_distance(std::string_view left, std::string_view right, std::size_t limit) {
  const std::size_t longer = std::max(left.size(), right.size());
  if (longer - std::min(left.size(), right.size()) > limit) {
    return limit + 1;
  }
  return std::min(support::edit_distance(left, right), limit + 1);
}

}  // namespace warpschool::grader
