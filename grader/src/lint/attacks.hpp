// Submissions that deserve no full marks, made from a model answer by rewriting its text: what
// somebody hands in who wants the points and not the exercise.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader {

struct Attack {
  std::string name;  ///< as excused.yaml and the findings call it
  std::string what;  ///< completes "a submission that ..."
  /// The source; nothing where the exercise gives no handle for it.
  std::optional<std::string> text;
};

/// All of them. `answer` is the model answer's source, `interface` the exercise's header.
///
///   one_thread, one_block, one_thread_a_block   launch configurations cut down
///   serial, serial_block                        the whole grid as a loop in one thread, in one
///                                               block
///   serial_idle, serial_block_idle              the same beside idle kernels of the model's grid
///   one_thread_of_many, one_block_of_many       the same in a grid whose other threads leave
///   one_lane_of_warps, one_lane_of_warps_thinned  the work of a warp in its first lane; the same
///                                               in warps that spin as a whole beside it
///   no_launch, idle_kernel                      no kernel; an idle one beside each real one
///   cached_answer                               the first answer again for equal sizes
std::vector<Attack> attacks_on(std::string_view answer, std::string_view interface);

/// The source with an idle kernel of the same configuration beside each launch.
std::optional<std::string> with_idle_kernels(std::string_view text);

/// The source with each kernel's grid as a loop: in one thread, or in one block of the size that
/// the launch asks for. With `idle`, kernels that do nothing are launched with the old
/// configuration; with `of_many` the kernel itself is, and all other threads or blocks leave it.
/// Nothing where the text has no launch or forms that are not understood.
struct Serial {
  bool keeps_block = false;
  bool idle = false;
  bool of_many = false;
};
std::optional<std::string> serialised(std::string_view text, Serial how);

/// The source with the first lane of each warp doing what its lanes should, one after the other.
/// Blocks and threads stay as many, and so do accesses and atomics counted by threads. With `spins`
/// whole warps spin before, which thins out ratios of lanes at work. Nothing as above.
std::optional<std::string> with_one_lane(std::string_view text, bool spins);

/// The source with eight times as many blocks in each launch, of which those that were there work.
/// Ratios within a kernel are thinned out by it. Nothing as above.
std::optional<std::string> with_idle_blocks(std::string_view text);

/// The source with its interface wrapped so that equal arguments by value get the stored answer.
/// Where an exercise never repeats them the wrapper changes nothing; kRepetitionIsFatal before the
/// text makes it crash at the first repetition, which tells.
inline constexpr const char* kRepetitionIsFatal = "#define WARPSCHOOL_REPEATED __builtin_trap()\n";
std::optional<std::string> with_cached_answers(std::string_view text, std::string_view interface);

}  // namespace warpschool::grader
