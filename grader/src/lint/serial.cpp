// Rewrites kernels so that one thread, or one block, walks over the whole grid, or one lane of each
// warp over the others.
//
// Each kernel becomes a device function that is given the indices it asked the hardware for, under
// the same names; so do all device functions. In the kernel's place stands one that loops over the
// launch's blocks (and threads), or over a warp's lanes, and calls it, or one that lets blocks idle
// that nobody asked for.
#include "lint/attacks.hpp"
#include "lint/source.hpp"
#include "lint/written_functions.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace warpschool::grader {
namespace {

using Range = Source::Range;
using Function = WrittenFunction;

constexpr const char* kParameters =
    "const uint3 threadIdx, const uint3 blockIdx, const dim3 blockDim, const dim3 gridDim";
constexpr const char* kArguments = "threadIdx, blockIdx, blockDim, gridDim";

/// The head of what stands in a kernel's place, up to its body.
std::string wrapper_head(const Source& source, const Function& kernel) {
  const std::string_view parameters =
      source.text_of({kernel.open + 1, source.partner(kernel.open)});
  return fmt::format("\n{}({}{}const dim3 warpschool_grid, const dim3 warpschool_block) {{\n",
                     source.text_of({kernel.head, kernel.open}), parameters,
                     parameters.empty() ? "" : ", ");
}

/// The call of what the kernel has become, with these thread and block indices.
std::optional<std::string> call_of(const Source& source, const Function& kernel,
                                   std::string_view indices) {
  const auto arguments = arguments_of(source, kernel);
  const auto types = template_arguments(source, kernel);
  if (!arguments || !types) {
    return std::nullopt;
  }
  return fmt::format("{}_warpschool{}({}, warpschool_block, warpschool_grid{});\n",
                     source[kernel.name].text, *types, indices, *arguments);
}

/// Leaves blocks alone that nobody asked for; they spin, as that makes lanes and branches look
/// well.
constexpr const char* kIdleBlocks = R"(if (blockIdx.x >= warpschool_grid.x) {
#pragma unroll 1
  for (unsigned warpschool_i = 0; warpschool_i < 64; ++warpschool_i) {
    asm volatile("" ::: "memory");
  }
  return;
}
)";

/// The kernel beside whose blocks others idle.
std::optional<std::string> widened_kernel(const Source& source, const Function& kernel) {
  const auto call = call_of(source, kernel, "threadIdx, blockIdx");
  return call ? std::optional(wrapper_head(source, kernel) + kIdleBlocks + *call + "}\n")
              : std::nullopt;
}

/// In whole warps, so that lanes and branches look well.
constexpr const char* kSpinning = R"(#pragma unroll 1
for (unsigned warpschool_i = 0; warpschool_i < 256; ++warpschool_i) {
  asm volatile("" ::: "memory");
}
)";

/// Lanes are numbered as the hardware does it: x runs fastest in the block, then y, then z.
constexpr const char* kFirstLane = R"(const unsigned warpschool_lanes =
    warpschool_block.x * warpschool_block.y * warpschool_block.z;
const unsigned warpschool_first =
    (threadIdx.z * warpschool_block.y + threadIdx.y) * warpschool_block.x + threadIdx.x;
if (warpschool_first % 32 != 0) {
  return;
}
#pragma unroll 1
for (unsigned warpschool_t = warpschool_first;
     warpschool_t < warpschool_first + 32 && warpschool_t < warpschool_lanes; ++warpschool_t)
)";

/// The kernel in which the first lane of each warp does the work of all.
std::optional<std::string> one_lane_kernel(const Source& source, const Function& kernel,
                                           bool spins) {
  const auto call = call_of(source, kernel,
                            "uint3{warpschool_t % warpschool_block.x, warpschool_t / "
                            "warpschool_block.x % warpschool_block.y, warpschool_t / "
                            "warpschool_block.x / warpschool_block.y}, blockIdx");
  return call ? std::optional(wrapper_head(source, kernel) + (spins ? kSpinning : "") + kFirstLane +
                              *call + "}\n")
              : std::nullopt;
}

/// The kernel that loops.
std::optional<std::string> looping_kernel(const Source& source, const Function& kernel,
                                          Serial how) {
  const std::string thread =
      how.keeps_block ? "threadIdx" : "uint3{warpschool_tx, warpschool_ty, warpschool_tz}";
  const auto call =
      call_of(source, kernel, thread + ", uint3{warpschool_bx, warpschool_by, warpschool_bz}");
  if (!call) {
    return std::nullopt;
  }
  std::string text = wrapper_head(source, kernel);
  if (how.of_many) {
    text += fmt::format("if (blockIdx.x + blockIdx.y + blockIdx.z{} > 0) {{ return; }}\n",
                        how.keeps_block ? "" : " + threadIdx.x + threadIdx.y + threadIdx.z");
  }
  const auto loop = [&](const char* what, char axis) {
    text += fmt::format(
        "for (unsigned warpschool_{0}{1} = 0; warpschool_{0}{1} < warpschool_{2}.{1}; "
        "++warpschool_{0}{1})\n",
        what, axis, std::string_view(what) == "b" ? "grid" : "block");
  };
  loop("b", 'z'), loop("b", 'y'), loop("b", 'x');
  text += "{\n";
  if (!how.keeps_block) {
    loop("t", 'z'), loop("t", 'y'), loop("t", 'x');
  }
  return text + *call + (how.keeps_block ? "__syncthreads();\n" : "") + "}\n}\n";
}

Edit replace(const Source& source, Range tokens, std::string text) {
  return {source[tokens.first].at, source[tokens.second - 1].end(), std::move(text)};
}

/// The function's head and parameters as a device function's that is given the indices.
void change_head(const Source& source, const Function& function, std::vector<Edit>& edits) {
  if (function.is_kernel) {
    edits.push_back(replace(source, {function.mark, function.mark + 1}, "__device__"));
    edits.push_back(replace(source, {function.name, function.name + 1},
                            std::string(source[function.name].text) + "_warpschool"));
    for (std::size_t i = function.mark; i < function.name; ++i) {
      if (source.is(i, "__launch_bounds__")) {
        edits.push_back(replace(source, {i, source.partner(i + 1) + 1}, ""));
      }
    }
  }
  const bool alone = source.partner(function.open) == function.open + 1;
  const std::size_t at = source[function.open].end();
  edits.push_back({at, at, std::string(kParameters) + (alone ? "" : ", ")});
}

void change_calls(const Source& source, const std::vector<Function>& functions,
                  std::vector<Edit>& edits) {
  std::set<std::string_view> names;
  std::set<std::size_t> definitions;
  for (const Function& function : functions) {
    definitions.insert(function.name);
    if (!function.is_kernel) {
      names.insert(source[function.name].text);
    }
  }
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (names.count(source[i].text) == 0 || definitions.count(i) > 0) {
      continue;
    }
    std::size_t open = i + 1;
    if (source.is(open, "<")) {  // f<float>(x): up to the first closing one
      while (open < source.size() && !source.is(open, ">") && !source.is(open, ";")) {
        ++open;
      }
      ++open;
    }
    if (source.is(open, "(")) {
      const bool alone = source.partner(open) == open + 1;
      const std::size_t at = source[open].end();
      edits.push_back({at, at, std::string(kArguments) + (alone ? "" : ", ")});
    }
  }
}

/// What a launch becomes: configuration, and what stands around it.
struct NewLaunch {
  std::string grid, block, before, behind;
};

template <class F>
bool change_launches(const Source& source, const std::set<std::string_view>& kernels,
                     const F& new_launch, std::vector<Edit>& edits) {
  const std::vector<Launch> launches = launches_in(source);
  for (const Launch& launch : launches) {
    if (launch.is_call || kernels.count(source[launch.kernel.first].text) == 0) {
      return false;
    }
    const std::string_view grid = source.text_of(launch.config[0]);
    const std::string_view block = source.text_of(launch.config[1]);
    const NewLaunch made = new_launch(std::string(grid), std::string(block));
    edits.push_back({launch.begin, launch.begin, made.before});
    edits.push_back(replace(source, launch.config[0], made.grid));
    edits.push_back(replace(source, launch.config[1], made.block));
    const std::size_t close = source.partner(launch.arguments);
    edits.push_back({source[close].at, source[close].at,
                     fmt::format("{}dim3({}), dim3({})", close == launch.arguments + 1 ? "" : ", ",
                                 grid, block)});
    edits.push_back({launch.end, launch.end, made.behind});
  }
  return !launches.empty();
}

/// The text with `top` behind its includes, each kernel as new_kernel(source, kernel) has it, and
/// each launch as new_launch(grid, block) has it.
template <class K, class L>
std::optional<std::string> rewritten(std::string_view text, std::string_view top,
                                     const K& new_kernel, const L& new_launch) {
  const Source source(text);
  const std::vector<Function> functions = functions_in(source);
  const std::size_t at = behind_includes(text);
  std::vector<Edit> edits{{at, at, std::string(top)}};
  std::set<std::string_view> kernels;
  for (const Function& function : functions) {
    change_head(source, function, edits);
    if (function.is_kernel) {
      kernels.insert(source[function.name].text);
      const std::optional<std::string> kernel = new_kernel(source, function);
      if (!kernel) {
        return std::nullopt;
      }
      const std::size_t end = source[source.partner(function.brace)].end();
      edits.push_back({end, end, *kernel});
    }
  }
  change_calls(source, functions, edits);
  if (!change_launches(source, kernels, new_launch, edits)) {
    return std::nullopt;
  }
  return edited(text, edits);
}

}  // namespace

std::optional<std::string> serialised(std::string_view text, Serial how) {
  return rewritten(
      text, how.idle ? "__global__ void warpschool_idle() {}\n" : "",
      [&](const Source& source, const Function& kernel) {
        return looping_kernel(source, kernel, how);
      },
      [&](const std::string& grid, const std::string& block) {
        return NewLaunch{
            how.of_many ? grid : "1", how.of_many || how.keeps_block ? block : "1",
            how.idle ? fmt::format("(warpschool_idle<<<{}, {}>>>(), ", grid, block) : std::string(),
            how.idle ? ")" : ""};
      });
}

std::optional<std::string> with_one_lane(std::string_view text, bool spins) {
  return rewritten(
      text, {},
      [spins](const Source& source, const Function& kernel) {
        return one_lane_kernel(source, kernel, spins);
      },
      [](const std::string& grid, const std::string& block) {
        return NewLaunch{grid, block, {}, {}};
      });
}

std::optional<std::string> with_idle_blocks(std::string_view text) {
  constexpr std::string_view kWider =
      "static dim3 warpschool_wider(dim3 grid) { return dim3(8 * grid.x, grid.y, grid.z); }\n";
  return rewritten(text, kWider, &widened_kernel,
                   [](const std::string& grid, const std::string& block) {
                     return NewLaunch{"warpschool_wider(" + grid + ")", block, {}, {}};
                   });
}

}  // namespace warpschool::grader
