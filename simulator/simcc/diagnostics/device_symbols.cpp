// Finds the device symbols that PTX defines and needs, for the linker.
#include "simcc/diagnostics/device_symbols.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <set>
#include <sstream>

namespace warpschool::simcc {
namespace {

constexpr const char* kEnding = ".device";

/// The name in ".visible .func  (.param .b32 result) name(", ".extern .global .align 4 .u32 name;".
std::string name_in(const std::string& line) {
  const std::size_t func = line.find(".func ");
  const std::size_t word = func == std::string::npos ? 0 : line.find_first_not_of(' ', func + 6);
  const bool returns = word < line.size() && line[word] == '(';
  const std::size_t from = returns ? line.find(')', word) + 1 : word;
  const std::size_t end = std::min(line.find_first_of("([;=,", from), line.size());
  const std::size_t last = line.find_last_not_of(" \t", end - 1);
  const std::size_t begin = line.find_last_of(" \t", last) + 1;
  return line.substr(begin, last + 1 - begin);
}

}  // namespace

std::string device_symbols(const std::string& ptx) {
  std::set<std::string> defined;
  std::set<std::string> needed;
  std::stringstream lines(ptx);
  for (std::string line; std::getline(lines, line);) {
    const bool is_variable =
        line.find(" .global ") != std::string::npos || line.find(" .const ") != std::string::npos;
    const bool is_function = line.find(" .func ") != std::string::npos;
    if (!is_variable && !is_function) {
      continue;
    }
    if (line.starts_with(".visible ") || line.starts_with(".weak ")) {
      defined.insert(name_in(line));
    } else if (line.starts_with(".extern ")) {
      const std::string name = name_in(line);
      if (is_variable ||
          name.starts_with("_Z")) {  // the simulator answers C functions, printf and sin
        needed.insert(name);
      }
    }
  }
  std::string text;
  for (const std::string& name : defined) {
    const std::string symbol = "\"" + name + kEnding + "\"";
    text.append(".weak ").append(symbol).append("\n.set ").append(symbol).append(", 0\n");
  }
  // Left out of programs: what no file defines is told by the runtime, when a kernel needs it.
  text += needed.empty() ? "" : ".section .warpschool.needs,\"e\",@progbits\n";
  for (const std::string& name : needed) {
    text += ".quad \"" + name + kEnding + "\"\n";
  }
  return text.empty() ? text : text + ".section .note.GNU-stack,\"\",@progbits\n";
}

std::string undefined_function(const std::string& ptx) {
  // The C++ functions of programs have mangled names; those that the simulator answers have not.
  const std::string mark = ".extern .func ";
  for (std::size_t at = ptx.find(mark); at != std::string::npos; at = ptx.find(mark, at + 1)) {
    const std::size_t end = ptx.find(';', at);
    const std::size_t name = ptx.find("_Z", at);
    if (name == std::string::npos || name > end) {
      continue;
    }
    const std::string mangled = ptx.substr(name, ptx.find_first_of(" \t\n(;", name) - name);
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> readable(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
    return status == 0 ? readable.get() : mangled;
  }
  return {};
}

}  // namespace warpschool::simcc
