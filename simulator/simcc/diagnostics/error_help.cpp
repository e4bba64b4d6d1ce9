// What simcc adds to a compiler's messages, and takes from them.
#include "simcc/diagnostics/error_help.hpp"

#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/repairs/colours.hpp"
#include "simcc/repairs/nameless_types.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <sstream>
#include <utility>

namespace warpschool::simcc {

namespace {

/// "4 errors generated." with so many less.
std::string summary_without_errors(std::string summary, std::size_t left_out) {
  const std::size_t word = summary.find(" error");
  const std::size_t before =
      word == std::string::npos ? word : summary.find_last_not_of("0123456789", word - 1);
  const std::size_t number = before == std::string::npos ? 0 : before + 1;
  if (left_out == 0 || word == std::string::npos || number == word) {
    return summary;
  }
  const std::size_t count = std::strtoul(summary.c_str() + number, nullptr, 10) - left_out;
  const std::size_t end = summary.find(" generated", word);
  return summary.substr(0, number) + std::to_string(count) + (count == 1 ? " error" : " errors") +
         summary.substr(std::min(end, summary.size()));
}

/// threadIdx and its kin have types of their own here, for what reads a register; in CUDA they are
/// uint3 and dim3.
std::string with_types_of_cuda(std::string text) {
  static constexpr std::pair<const char*, const char*> kTypes[] = {{"WarpschoolThreadIdx", "uint3"},
                                                                   {"WarpschoolBlockIdx", "uint3"},
                                                                   {"WarpschoolBlockDim", "dim3"},
                                                                   {"WarpschoolGridDim", "dim3"}};
  for (const auto& [own, of_cuda] : kTypes) {
    const std::string name = own;
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;) {
      text.replace(at, name.size(), of_cuda);
    }
  }
  return text;
}

/// threadIdx.x is a property here, of which clang says two things where the host uses it, in words
/// that no student knows.
std::string with_index_word(const std::string& errors) {
  const std::string no_getter = ": error: cannot find suitable getter for property '";
  const std::string getter = "reference to __device__ function 'get_";
  const std::string end = "' in __host__ ";
  if (errors.find(no_getter) == std::string::npos) {
    return errors;
  }
  std::string all;
  std::size_t left_out = 0;
  for (const ClangMessage& message : split_messages(errors)) {
    const std::string plain = without_colours(message.text);
    if (plain.find(no_getter) != std::string::npos) {
      ++left_out;
      continue;
    }
    std::string text = plain.find(" generated") == std::string::npos
                           ? message.text
                           : summary_without_errors(message.text, left_out);
    const std::size_t at = text.find(getter), name = at + getter.size();
    if (at != std::string::npos && text.compare(name + 1, end.size(), end) == 0) {
      text.replace(at, name + 1 + end.size() - at,
                   std::string("'.") + text[name] +
                       "' of threadIdx, blockIdx, blockDim or gridDim in a __host__ ");
    }
    all += text;
  }
  return all;
}

}  // namespace

std::string tidy_messages(const std::string& all_errors) {
  const std::string errors = with_types_of_cuda(with_index_word(all_errors));
  std::string tidy;
  std::size_t begin = 0;
  while (begin < errors.size()) {
    const std::size_t end = std::min(errors.find('\n', begin), errors.size() - 1) + 1;
    std::string line = errors.substr(begin, end - begin);
    const std::size_t side = line.find(" generated when compiling for ");
    if (side != std::string::npos) {
      line = line.substr(0, side) + " generated.\n";
    }
    tidy += with_device_word(std::move(line));
    begin = end;
  }
  return tidy;
}

namespace {

bool is_elsewhere(const std::string& line, const std::string& toolkit) {
  return line.rfind(toolkit, 0) == 0 || line.rfind("/usr/", 0) == 0;
}

/// The head line of an error, a warning or a note: a place and what it is.
bool is_head(const std::string& line) {
  for (const char* mark : {": error: ", ": warning: ", ": fatal error: ", ": note: "}) {
    if (line.find(mark) != std::string::npos) {
      return true;
    }
  }
  return false;
}

/// Of notes that are dropped: why a function of a header does not fit ("no known conversion ...").
/// One that wants another number of arguments says least.
class Misfit {
 public:
  void look_at(const std::string& note) {
    const std::string mark = " not viable: ";
    const std::size_t at = note.find(mark);
    if (at == std::string::npos) {
      return;
    }
    // Of a const pointer clang advises what would compile, and be wrong.
    std::string why = note.substr(at + mark.size());
    const bool is_const = why.rfind("no known conversion from 'const ", 0) == 0;
    why = is_const ? why.substr(0, why.find("; take the address")) : why;
    const bool counts = why.rfind("requires ", 0) == 0;
    if (why_.empty() || (counts_ && !counts)) {
      why_ = why;
      counts_ = counts;
    }
  }
  /// A note at the place of the error; empty: there is nothing to say.
  std::string note(const std::string& head) const {
    const std::size_t place = head.find(": error: ");
    return why_.empty() || place == std::string::npos
               ? ""
               : head.substr(0, place) + ": note: " + why_ + "\n";
  }

 private:
  std::string why_;
  bool counts_ = false;
};

std::string message_without_notes(const ClangMessage& message, const std::string& toolkit) {
  std::string kept, head;
  Misfit misfit;
  bool drops = false;
  std::stringstream lines(message.text);
  for (std::string line; std::getline(lines, line);) {
    const std::string plain = without_colours(line);
    if (is_head(plain)) {
      const bool is_note = plain.find(": note: ") != std::string::npos;
      if (head.empty() && !is_note && !is_elsewhere(plain, toolkit)) {
        head = plain;
      }
      drops = is_note && !head.empty() && is_elsewhere(plain, toolkit);
      if (drops) {
        misfit.look_at(plain);
      }
    }
    kept += drops ? "" : line + "\n";
  }
  return kept.find(" not viable: ") == std::string::npos ? kept + misfit.note(head) : kept;
}

}  // namespace

std::string without_notes_elsewhere(const std::string& errors, const std::string& toolkit) {
  std::string kept;
  for (const ClangMessage& message : split_messages(errors)) {
    kept += message_without_notes(message, toolkit);
  }
  return kept;
}

}  // namespace warpschool::simcc
