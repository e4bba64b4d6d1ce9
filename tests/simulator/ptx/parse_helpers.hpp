// Short PTX modules for the parser's tests.
#pragma once

#include "ptx/parser.hpp"
#include "warpschool/harness/catch.hpp"

#include <string>

namespace warpschool::sim::ptx {

inline std::string with_header(const std::string& rest) {
  return ".version 6.0\n.target sm_70\n.address_size 64\n" + rest;
}

/// A kernel "k" with that body, its first line is line 5 of the text.
inline std::string kernel(const std::string& body) {
  return with_header(".visible .entry k(.param .u64 p)\n{" + body + "\n}\n");
}

/// Fails the test with the diagnostics when the text does not parse.
inline Module parsed(const std::string& text) {
  Result<Module> result = parse(text, "test.ptx");
  if (!result) {
    for (const Diagnostic& diagnostic : result.diagnostics()) {
      UNSCOPED_INFO(to_string(diagnostic));
    }
    FAIL("the text does not parse");
  }
  return std::move(*result);
}

inline Function parsed_kernel(const std::string& body) {
  return parsed(kernel(body)).functions.at(0);
}

/// The only instruction of a kernel with these declarations.
inline Instruction parsed_instruction(const std::string& text,
                                      const std::string& declarations = "") {
  return parsed_kernel(".reg .b32 %r<99>; .reg .b64 %rd<99>; .reg .pred %p<9>; .reg .f32 %f<99>;" +
                       declarations + text)
      .instructions.at(0);
}

/// All diagnostics of a text, one a line; empty when it parses.
inline std::string diagnostics_of(const std::string& text) {
  const Result<Module> result = parse(text, "test.ptx");
  std::string all;
  if (!result) {
    for (const Diagnostic& diagnostic : result.diagnostics()) {
      all += to_string(diagnostic) + "\n";
    }
  }
  return all;
}

}  // namespace warpschool::sim::ptx
