// Names of a student's pages that are safe in a file system and a URL.
#include "result/page_name.hpp"

#include <cstdint>
#include <fmt/format.h>

namespace warpschool::grader {
namespace {

/// FNV-1a: the same on every machine, which std::hash need not be.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace

std::string page_name(const std::string& student_id) {
  // '_' is the escape itself, so that no two ids share a page even where a file system ignores
  // case.
  std::string name;
  for (const char c : student_id) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    name += plain ? std::string(1, c) : fmt::format("_{:02x}", static_cast<unsigned char>(c));
  }
  // File systems take 255 bytes; an id may be that long before it is escaped.
  constexpr std::size_t kLongest = 120;
  if (name.size() > kLongest) {
    name = fmt::format("{}_{:016x}", name.substr(0, kLongest), hash_of(student_id));
  }
  return name + ".html";
}

}  // namespace warpschool::grader
