// The attacks that change launches.
#include "lint/attacks.hpp"

#include "lint/source.hpp"

#include <fmt/format.h>

namespace warpschool::grader {
namespace {

constexpr std::string_view kIdleKernel = "__global__ void warpschool_idle() {}\n";

/// Replaces grid (0) and block (1) of each launch by one.
std::optional<std::string> with_ones(std::string_view text, const std::vector<std::size_t>& which) {
  const Source source(text);
  std::vector<Edit> edits;
  for (const Launch& launch : launches_in(source)) {
    for (const std::size_t i : which) {
      const std::string_view old = source.text_of(launch.config[i]);
      const auto begin = static_cast<std::size_t>(old.data() - text.data());
      edits.push_back({begin, begin + old.size(), launch.is_call ? "dim3(1)" : "1"});
    }
  }
  return edits.empty() ? std::nullopt : std::optional(edited(text, edits));
}

std::optional<std::string> without_launches(std::string_view text) {
  std::vector<Edit> edits;
  for (const Launch& launch : launches_in(Source(text))) {
    edits.push_back({launch.begin, launch.end, launch.is_call ? "cudaSuccess" : "((void)0)"});
  }
  return edits.empty() ? std::nullopt : std::optional(edited(text, edits));
}

}  // namespace

std::optional<std::string> with_idle_kernels(std::string_view text) {
  const Source source(text);
  std::vector<Edit> edits;
  for (const Launch& launch : launches_in(source)) {
    edits.push_back(
        {launch.begin, launch.begin,
         fmt::format("(warpschool_idle<<<{}, {}>>>(), ", source.text_of(launch.config[0]),
                     source.text_of(launch.config[1]))});
    edits.push_back({launch.end, launch.end, ")"});
  }
  if (edits.empty()) {
    return std::nullopt;
  }
  const std::size_t top = behind_includes(text);
  edits.push_back({top, top, std::string(kIdleKernel)});
  return edited(text, edits);
}

std::vector<Attack> attacks_on(std::string_view answer, std::string_view interface) {
  return {
      {"one_thread", "launches every kernel with one block of one thread",
       with_ones(answer, {0, 1})},
      {"one_block", "launches every kernel with one block", with_ones(answer, {0})},
      {"one_thread_a_block", "launches every kernel with one thread a block",
       with_ones(answer, {1})},
      {"serial", "does the whole problem in one thread", serialised(answer, {false, false})},
      {"serial_block", "does the whole problem in one block", serialised(answer, {true, false})},
      {"serial_idle", "does the whole problem in one thread beside idle kernels",
       serialised(answer, {false, true})},
      {"serial_block_idle", "does the whole problem in one block beside idle kernels",
       serialised(answer, {true, true})},
      {"one_thread_of_many", "does the whole problem in one thread of a full grid",
       serialised(answer, {false, false, true})},
      {"one_block_of_many", "does the whole problem in one block of a full grid",
       serialised(answer, {true, false, true})},
      {"one_lane_of_warps", "does the work of each warp in its first lane",
       with_one_lane(answer, false)},
      {"one_lane_of_warps_thinned",
       "does the work of each warp in its first lane, in warps that spin beside it",
       with_one_lane(answer, true)},
      {"no_launch", "launches no kernel", without_launches(answer)},
      {"idle_kernel", "launches an idle kernel beside each real one", with_idle_kernels(answer)},
      {"cached_answer", "gives its first answer again", with_cached_answers(answer, interface)},
  };
}

}  // namespace warpschool::grader
