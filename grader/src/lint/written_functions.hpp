// The device functions that a source defines, as far as a rewriter of its text understands them.
#pragma once

#include "lint/source.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

/// Of a kernel or another function of the device: tokens of the source.
struct WrittenFunction {
  bool is_kernel = false;
  std::size_t head = 0;   ///< first token, template<...> included
  std::size_t mark = 0;   ///< __global__ or __device__
  std::size_t name = 0;   ///< its name
  std::size_t open = 0;   ///< ( of the parameters
  std::size_t brace = 0;  ///< { of the body
};

/// Those behind __global__ and __device__; not methods that are operators, what the host may call
/// as well, and declarations.
std::vector<WrittenFunction> functions_in(const Source& source);

/// "<T, N>" of `template <typename T, unsigned N>`; empty without a template. Nothing where a
/// parameter has no name.
std::optional<std::string> template_arguments(const Source& source,
                                              const WrittenFunction& function);

/// ", a, b" of a kernel's parameters. Nothing where one has no name.
std::optional<std::string> arguments_of(const Source& source, const WrittenFunction& kernel);

}  // namespace warpschool::grader
