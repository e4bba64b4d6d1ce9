// Refuses variables that are larger than the memory they are placed in.
#include "simcc/diagnostics/size_limits.hpp"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <sstream>
#include <string_view>

namespace warpschool::simcc {
namespace {

struct Limit {
  const char* space;
  std::size_t most;
  const char* what;    ///< takes so many bytes
  const char* remedy;  ///< the sentence behind the numbers
};

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr Limit kConstants = {
    ".const", 65536, "the __constant__ variables of this file",
    "Keep large tables in memory of cudaMalloc, and pass the pointer to the kernel."};
constexpr Limit kShared = {".shared", 49152, "the __shared__ variables",
                           "Make them smaller. Dynamic shared memory (extern __shared__, the third "
                           "launch parameter) may be "
                           "larger, if cudaFuncSetAttribute asks for it."};
constexpr Limit kLocal = {".local", 524288, "the local arrays (of each thread)",
                          "Keep large arrays in memory of cudaMalloc, a part for each thread."};
constexpr Limit kParameters = {".param", 32768, "the parameters",
                               "Copy large structs to memory of cudaMalloc, and pass the pointer."};

std::string readable(const std::string& mangled) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? name.get() : mangled;
}

std::size_t bytes_of_type(const std::string& type) {
  const std::size_t digit = type.find_first_of("0123456789");
  return digit == std::string::npos ? 1 : std::strtoul(type.c_str() + digit, nullptr, 10) / 8;
}

/// Of ".shared .align 4 .b8 tile[1024];" the bytes; 0: no variable of `space`.
std::size_t bytes_declared(const std::string& line, std::string_view space) {
  if (line.find(space) == std::string::npos) {
    return 0;
  }
  std::istringstream text(line);
  std::string word, type, name;
  bool is_there = false;
  while (text >> word) {
    if (word == ".extern") {
      return 0;
    }
    if (word == ".align") {
      text >> word;
    } else if (word == space) {
      is_there = true;
    } else if (word[0] == '.') {
      type = word;
    } else if (is_there && !type.empty()) {
      name = word;
      break;
    } else {
      return 0;
    }
  }
  if (name.empty()) {
    return 0;
  }
  const std::size_t bracket = name.find('[');
  const std::size_t count =
      bracket == std::string::npos ? 1 : std::strtoul(name.c_str() + bracket + 1, nullptr, 10);
  return count * bytes_of_type(type);
}

std::string complaint(const Limit& limit, std::size_t bytes, const std::string& function) {
  return (function.empty() ? std::string() : "in '" + readable(function) + "' ") + limit.what +
         " take " + std::to_string(bytes) + " bytes, and there are at most " +
         std::to_string(limit.most) + ". " + limit.remedy;
}

/// The name in ".visible .entry _Z4stepPf(" and ".func  (.param .b32 r) _Z3addf("; empty: none.
std::string function_begun(const std::string& line) {
  if (line.find(".entry ") == std::string::npos && line.find(".func ") == std::string::npos) {
    return {};
  }
  std::size_t end = line.find_last_not_of(" \t(");
  const std::size_t begin = line.find_last_of(" \t)", end);
  return begin == std::string::npos ? line : line.substr(begin + 1, end - begin);
}

/// Adds up what a function declares, and the constants of the file, line by line.
class Sizes {
 public:
  /// Empty, or what is wrong.
  std::string read(const std::string& line) {
    if (const std::string begun = function_begun(line); !begun.empty()) {
      function_ = begun;
      shared_ = local_ = parameters_ = 0;
      place_ = line.find(".entry ") != std::string::npos ? Place::kHead : Place::kOutside;
    } else if (line[0] == '{') {
      place_ = Place::kBody;
    } else if (line[0] == '}' || line[0] == ';') {  // a declaration ends with the latter
      place_ = Place::kOutside;
    }
    if (place_ == Place::kHead) {
      return add(kParameters, line, parameters_);
    }
    constants_ += bytes_declared(line, kConstants.space);
    const std::string why = add(kShared, line, shared_);
    return why.empty() ? add(kLocal, line, local_) : why;
  }

  std::string constants() const {
    return constants_ > kConstants.most ? complaint(kConstants, constants_, "") : std::string();
  }

 private:
  std::string add(const Limit& limit, const std::string& line, std::size_t& used) const {
    const std::size_t bytes = bytes_declared(line, limit.space);
    const bool is_outside = place_ == Place::kOutside;  // several kernels may use it
    used = is_outside ? bytes : used + bytes;
    return bytes != 0 && used > limit.most ? complaint(limit, used, is_outside ? "" : function_)
                                           : std::string();
  }

  enum class Place { kOutside, kHead, kBody };
  Place place_ = Place::kOutside;
  std::string function_;
  std::size_t constants_ = 0, shared_ = 0, local_ = 0, parameters_ = 0;
};

}  // namespace

std::string too_large(const std::string& ptx) {
  Sizes sizes;
  std::istringstream lines(ptx);
  for (std::string line; std::getline(lines, line);) {
    if (std::string why = sizes.read(line); !why.empty()) {
      return why;
    }
  }
  return sizes.constants();
}

}  // namespace warpschool::simcc
