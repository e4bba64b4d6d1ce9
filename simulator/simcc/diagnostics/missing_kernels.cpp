// Looks for the function that a launch names.
#include "simcc/diagnostics/missing_kernels.hpp"

#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/repairs/colours.hpp"
#include "simcc/repairs/declared_words.hpp"

#include <algorithm>
#include <cstdlib>

namespace warpschool::simcc {
namespace {

constexpr const char* kSign = ": error: kernel call to non-global function '";

/// "file.cu:11:18: error: kernel call to non-global function 'add'"
struct Launch {
  std::string file;
  unsigned line = 0;
  std::string name;
};

bool read_launch(const std::string& message, Launch& launch) {
  const std::string plain = without_colours(message);
  const std::size_t at = plain.find(kSign);
  const std::size_t column = at == std::string::npos ? at : plain.rfind(':', at - 1);
  const std::size_t line = column == std::string::npos ? column : plain.rfind(':', column - 1);
  if (line == std::string::npos) {
    return false;
  }
  const std::size_t begin = plain.rfind('\n', line) + 1;
  const std::size_t name = plain.find('\'', at) + 1;
  launch.file = plain.substr(begin, line - begin);
  launch.line = static_cast<unsigned>(std::strtoul(plain.c_str() + line + 1, nullptr, 10));
  launch.name = plain.substr(name, plain.find('\'', name) - name);
  return true;
}

/// What clang would say at `at`, with what to write there.
std::string told(const Launch& launch, const std::string& source, std::size_t at) {
  const std::size_t before = at == 0 ? std::string::npos : source.rfind('\n', at - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const auto line =
      1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const std::string indent(at - begin, ' ');
  return launch.file + ":" + std::to_string(line) + ":" + std::to_string(at - begin + 1) +
         ": error: '" + launch.name + "' is launched with <<<...>>> at line " +
         std::to_string(launch.line) + ", so it must be a kernel: write __global__ in front\n" +
         source.substr(begin, source.find('\n', at) - begin) + "\n" + indent + "^\n" + indent +
         "__global__ \n";
}

}  // namespace

std::string point_at_missing_kernels(const std::string& errors) {
  std::string all;
  for (const ClangMessage& message : split_messages(errors)) {
    Launch launch;
    const bool is_launch = read_launch(message.text, launch);
    const std::string source = is_launch ? text_of(launch.file) : std::string();
    const std::size_t at = is_launch ? function_in(source, launch.name) : std::string::npos;
    if (at == std::string::npos) {
      all += message.text;
      continue;
    }
    all += told(launch, source, at);
  }
  return all;
}

}  // namespace warpschool::simcc
