// Programs for instruction forms: text with its expected output.
#pragma once

#include "reference.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace golden {

/// A program that executes the instruction (opcode and modifiers); empty: nobody knows how.
std::optional<std::string> program_for(const std::string& instruction);

std::optional<std::string> register_program(const reference::Operation& operation,
                                            const std::string& instruction);
std::optional<std::string> memory_program(const reference::Operation& operation,
                                          const std::string& instruction);
std::optional<std::string> atomic_program(const reference::Operation& operation,
                                          const std::string& instruction);
std::optional<std::string> warp_program(const reference::Operation& operation,
                                        const std::string& instruction);

/// A program's text, put together.
struct Text {
  std::string about;
  unsigned threads = 1;
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> inputs;  ///< type, words
  std::string output_type;
  std::vector<std::uint64_t> output;
  reference::Bound bound;
  std::string module;        ///< before the kernel
  std::string declarations;  ///< lines of the body
  std::string body;          ///< reads %a, %b, ... and writes %d
  bool loads_inputs = true;  ///< input n into register %a, %b, ...
  bool newest = false;       ///< needs sm_90
};
std::string to_text(const Text& text);

/// The register type, load and store of a PTX type.
std::string register_type(const std::string& type);
std::string memory_type(const std::string& type);

/// `count` words of a type: its edges and seeded random ones.
std::vector<std::uint64_t> samples(const std::string& type, unsigned count, std::uint64_t seed);

bool needs_newest(const reference::Operation& operation);
std::uint64_t seed_of(const std::string& text);

}  // namespace golden
