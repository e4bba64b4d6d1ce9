// Tells a name that the simulator does not have from one whose header is not included.
#include "simcc/diagnostics/unknown_names.hpp"

#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/diagnostics/std_names.hpp"
#include "simcc/repairs/colours.hpp"
#include "warpschool/support/edit_distance.hpp"
#include "warpschool/support/names.hpp"
#include "warpschool/support/word_list.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;
using support::is_name_letter;

/// Those that programs include themselves; cuda_runtime.h, which comes of itself, has the others.
/// One that others include stands before them.
constexpr std::array kOwnHeaders = {
    "cooperative_groups.h", "cuda_fp16.h",         "cuda_bf16.h", "cuda_fp8.h",
    "math_constants.h",     "curand_kernel.h",     "mma.h",       "cuda_pipeline.h",
    "cuComplex.h",          "cuda_profiler_api.h", "cuda.h",      "nvrtc.h"};

/// Words that programs write of these headers, and that look like anybody's.
constexpr std::array<std::pair<std::string_view, const char*>, 6> kCommonWords = {
    {{"cg", "cooperative_groups.h"},
     {"cooperative_groups", "cooperative_groups.h"},
     {"half", "cuda_fp16.h"},
     {"half2", "cuda_fp16.h"},
     {"nvcuda", "mma.h"},
     {"nv_bfloat16", "cuda_bf16.h"}}};

/// In a list of a message; of the rest it has the number.
constexpr std::size_t kMostNamed = 3;

struct UnknownName {
  std::string name;
  std::string suggested;  ///< by the compiler, or empty
};

/// What stands in quotes behind `mark`.
std::string quoted_behind(const std::string& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) {
    return {};
  }
  const std::size_t begin = at + mark.size();
  const std::size_t end = text.find('\'', begin);
  return end == std::string::npos ? std::string() : text.substr(begin, end - begin);
}

/// A member of a namespace or of a struct: "cooperative_groups::reduce". Empty: neither of CUDA's
/// nor of the standard library's.
std::string member_of_ours(const std::string& line, const std::string& name) {
  const std::string space = quoted_behind(line, "' in namespace '");
  const std::string owner = space.empty() ? quoted_behind(line, "' in '") : space;
  if (owner == "std") {
    return "std::" + name;
  }
  for (const std::string_view begin : {"cooperative_groups", "cuda", "nvcuda", "CU"}) {
    if (owner.starts_with(begin)) {
      return std::string(owner).append("::").append(name);
    }
  }
  return {};
}

std::optional<UnknownName> unknown_in(const std::string& line) {
  for (const std::string_view mark :
       {": error: use of undeclared identifier '", ": error: unknown type name '",
        ": undefined reference to `"}) {
    if (std::string name = quoted_behind(line, mark); !name.empty()) {
      return UnknownName{std::move(name), quoted_behind(line, "; did you mean '")};
    }
  }
  for (const std::string_view mark :
       {": error: no member named '", ": error: no type named '", ": error: no template named '"}) {
    const std::string name = quoted_behind(line, mark);
    if (std::string member = name.empty() ? "" : member_of_ours(line, name); !member.empty()) {
      return UnknownName{std::move(member), quoted_behind(line, "; did you mean '")};
    }
  }
  return std::nullopt;
}

/// In order, each once.
std::vector<UnknownName> unknown_names(const std::string& errors) {
  std::vector<UnknownName> found;
  std::stringstream lines(without_colours(errors));
  for (std::string line; std::getline(lines, line);) {
    const std::optional<UnknownName> name = unknown_in(line);
    const auto is_it = [&](const UnknownName& other) { return other.name == name->name; };
    if (name && std::none_of(found.begin(), found.end(), is_it)) {
      found.push_back(*name);
    }
  }
  return found;
}

/// Whether only CUDA gives names of this form: a prefix, and behind it no small letter; or one of
/// its namespaces.
bool is_of_cuda(std::string_view name) {
  if (name.starts_with("curand") || name.find("::") != std::string_view::npos) {
    return true;
  }
  constexpr std::array<std::string_view, 9> kBegins = {"cuda", "cu",    "CUDA_",  "CU_", "CUDART_",
                                                       "CU",   "nvrtc", "NVRTC_", "__"};
  return std::any_of(kBegins.begin(), kBegins.end(), [&](std::string_view begin) {
    if (!name.starts_with(begin) || name.size() < begin.size() + 2) {
      return false;
    }
    const bool is_word = begin == "__" || begin == "CU" || begin.back() == '_';
    return is_word ? is_name_letter(name[begin.size()])
                   : std::isupper(static_cast<unsigned char>(name[begin.size()])) != 0;
  });
}

/// The file that a line includes; empty: none.
std::string included_in(const std::string& line) {
  const std::size_t word = line.find_first_not_of("# ");
  if (!line.starts_with('#') || word == std::string::npos ||
      line.compare(word, 8, "include ") != 0) {
    return {};
  }
  const std::size_t open = line.find_first_of("<\"", word);
  const std::size_t close = open == std::string::npos ? open : line.find_first_of(">\"", open + 1);
  return close == std::string::npos ? std::string() : line.substr(open + 1, close - open - 1);
}

/// A file of the toolkit with all that it includes of the toolkit, each once and without lines that
/// begin with a comment.
void append_with_includes(const fs::path& toolkit, const std::string& header,
                          std::set<std::string>& seen, std::string& text) {
  if (!seen.insert(header).second) {
    return;
  }
  std::stringstream lines(text_of((toolkit / header).string()));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (const std::string included = included_in(line); !included.empty()) {
      append_with_includes(toolkit, included, seen, text);
    } else if (begin != std::string::npos && line[begin] != '/' && line[begin] != '*') {
      text += line + "\n";
    }
  }
}

/// @param known what need not be looked at
std::string with_includes(const std::string& toolkit, const std::string& header,
                          std::set<std::string> known = {}) {
  std::string text;
  append_with_includes(toolkit, header, known, text);
  return text;
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_name_letter(text[at - 1])) &&
        (end == text.size() || !is_name_letter(text[end]))) {
      return true;
    }
  }
  return false;
}

/// The headers of a namespace lie in a folder of its name: "cooperative_groups/reduce.h".
std::vector<std::string> headers_of_namespace(const std::string& toolkit,
                                              const std::string& space) {
  std::vector<std::string> headers;
  std::error_code ignored;
  for (const auto& file : fs::directory_iterator(fs::path(toolkit) / space, ignored)) {
    headers.push_back(space + "/" + file.path().filename().string());
  }
  std::sort(headers.begin(), headers.end());
  return headers;
}

/// "cuda_fp16.h"; empty: none of those that programs include.
std::string header_with(const std::string& toolkit, const std::string& name) {
  const std::size_t colons = name.rfind("::");
  const std::vector<std::string> headers =
      colons == std::string::npos ? std::vector<std::string>(kOwnHeaders.begin(), kOwnHeaders.end())
                                  : headers_of_namespace(toolkit, name.substr(0, colons));
  const std::string word = colons == std::string::npos ? name : name.substr(colons + 2);
  for (const std::string& header : headers) {
    if (has_word(with_includes(toolkit, header, {"cuda_runtime.h"}), word)) {
      return header;
    }
  }
  return {};
}

/// The names of the runtime and driver API that differ in few letters, at most three, nearest
/// first.
std::vector<std::string> near_names(const std::string& toolkit, const std::string& name) {
  std::set<std::pair<std::size_t, std::string>> found;
  const std::size_t most = std::max<std::size_t>(2, name.size() / 5);
  const std::string text =
      with_includes(toolkit, "cuda_runtime.h") + with_includes(toolkit, "cuda.h");
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_name_letter(text[end])) {
      ++end;
    }
    const std::string_view word = std::string_view(text).substr(at, end - at);
    const std::size_t apart =
        std::max(word.size(), name.size()) - std::min(word.size(), name.size());
    if (apart <= most && is_of_cuda(word) && word.substr(0, 2) == name.substr(0, 2)) {
      if (const std::size_t distance = support::edit_distance(word, name); distance <= most) {
        found.emplace(distance, word);
      }
    }
    at = end + 1;
  }
  std::vector<std::string> names;
  for (const auto& [distance, word] : found) {
    if (names.size() < 3) {
      names.push_back(word);
    }
  }
  return names;
}

/// Whether the compiler's suggestion is what was meant: a typing mistake changes one or two
/// letters.
bool is_slip_for(const std::string& name, const std::string& suggested) {
  const auto last = [](const std::string& text) {
    const std::size_t colons = text.rfind("::");
    return colons == std::string::npos ? text : text.substr(colons + 2);
  };
  return !suggested.empty() && last(suggested).front() == last(name).front() &&
         support::edit_distance(last(name), last(suggested)) <= 2;
}

/// "simcc: half needs #include <cuda_fp16.h>"
std::string needs(const std::string& name, std::string_view header) {
  return std::string("simcc: ").append(name).append(" needs #include <").append(header).append(">");
}

}  // namespace

std::string unknown_names_help(const std::string& errors, const std::string& toolkit) {
  std::string help;
  std::vector<std::string> missing, near;
  std::set<std::string_view> told;  // headers of the standard library
  for (const auto& [name, suggested] : unknown_names(errors)) {
    if (const std::string_view header = std_header_with(name); !header.empty()) {
      help += told.insert(header).second ? needs(name, header) + ".\n" : "";
      continue;
    }
    if (name.starts_with("std::")) {
      continue;  // the compiler knows it better
    }
    const bool is_slip = is_slip_for(name, suggested);
    const auto known =
        std::find_if(kCommonWords.begin(), kCommonWords.end(),
                     [&unknown = name](const auto& word) { return word.first == unknown; });
    if (is_slip || (known == kCommonWords.end() && !is_of_cuda(name))) {
      continue;
    }
    const std::string header =
        known != kCommonWords.end() ? known->second : header_with(toolkit, name);
    if (!header.empty()) {
      help += needs(name, header);
      help += name == "cg" ? " and namespace cg = cooperative_groups;\n" : ".\n";
      continue;
    }
    missing.push_back(name);
    const std::vector<std::string> words = near_names(toolkit, name);
    near.insert(near.end(), words.begin(), words.end());
  }
  if (!missing.empty()) {
    help += "simcc: the simulator does not have " + support::word_list(missing, kMostNamed) +
            ". docs/API_COVERAGE.md and docs/COMPATIBILITY.md list what it has of CUDA" +
            (near.empty() ? "" : "; near by name: " + support::word_list(near, kMostNamed)) + ".\n";
  }
  return help;
}

}  // namespace warpschool::simcc
