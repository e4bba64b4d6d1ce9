// Estimates the registers that ptxas gives a thread, from what was seen of nvcc 13.0 for sm_90.
#include "lower/analysis/register_estimate.hpp"

#include "lower/analysis/live_sets.hpp"
#include "lower/analysis/register_weights.hpp"
#include "lower/analysis/scheduled_block.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace warpschool::sim {
namespace {

constexpr std::uint32_t kLeast = 8, kMost = 255, kOfNothing = 4;
/// With so many an SM holds all the threads that it can: ptxas has loads wait for their values side
/// by side until then, and orders what needs more in another way.
constexpr double kFree = 32;
/// What is a little more is brought down to it.
constexpr double kBroughtDown = 6;
/// Of every kernel (a stack pointer, what waits to be used), beside what is live within a block;
/// the same where blocks hand registers on; and of what sequences need. Chosen on 515 kernels.
constexpr double kAlways = 6.5, kAlwaysHanded = 8, kOfEachHanded = 0.8, kOfSequences = 0.625;
constexpr unsigned kTurnsInOne = 4;

/// A loop without branches, by the block that it is, and what ptxas makes of it.
class ShortLoop {
 public:
  ShortLoop(const Program& program, const Dataflow& flow, std::size_t block)
      : program_(program), flow_(flow), block_(flow.cfg.blocks()[block]) {
    is_loop_ =
        leads_back(block_.end - 1) || (block_.end < program.code.size() && leads_back(block_.end));
  }

  /// So many are one to ptxas: of loops that it unrolls for their loads' sake, and of short ones
  /// that count in 32 bits, even where clang has unrolled them.
  unsigned turns_in_one() const {
    const bool is_short = is_loop_ && block_.end - block_.begin <= kMostInstructions;
    const bool is_one = program_.info[block_.end - 1].turns_in_one == kTurnsInOne ||
                        (is_short && is_straight() && counts());
    return is_one ? kTurnsInOne : 1;
  }

 private:
  static constexpr std::uint32_t kMostInstructions = 30;

  bool leads_back(std::uint32_t at) const {
    const Decoded& i = program_.code[at];
    return (i.step == Step::kBranch || i.step == Step::kJump) && i.target == block_.begin;
  }

  bool is_straight() const {
    const auto begin = program_.code.begin();
    return std::all_of(begin + block_.begin, begin + block_.end - 1,
                       [](const Decoded& i) { return i.step == Step::kPlain; });
  }

  /// Is its last comparison of a number that a constant comes to in each turn?
  bool counts() const {
    for (std::uint32_t at = block_.end; at-- > block_.begin;) {
      const InstructionInfo& info = program_.info[at];
      if (info.opcode == Opcode::kSetp) {
        const std::int64_t step = std::abs(step_of(info));
        const bool is_to_the_end = info.compare == Compare::kEq || info.compare == Compare::kNe;
        return is_to_the_end ? (step == 2 || step == 4) && ptx::bytes_of(info.source_type) != 8
                             : step != 0;
      }
    }
    return false;
  }

  std::int64_t step_of(const InstructionInfo& test) const {
    for (const std::uint32_t slot : test.sources) {
      for (const std::uint32_t at : flow_.registers.setters(slot)) {
        const auto step =
            at >= block_.begin && at < block_.end && program_.info[at].opcode == Opcode::kAdd
                ? flow_.constants.number(program_.code[at].b)
                : std::nullopt;
        if (step) {
          return static_cast<std::int32_t>(*step);
        }
      }
    }
    return 0;
  }

  const Program& program_;
  const Dataflow& flow_;
  const ControlFlowGraph::Block& block_;
  bool is_loop_;
};

/// What functions and sequences that stand in one place need for themselves.
double needs_of_sequences(const Program& program) {
  constexpr double kFunction = 10, kFunctionOfDoubles = 14, kDivision = 2, kDivisionOfDoubles = 10,
                   kWholeDivision = 3, kLongDivision = 8;
  constexpr unsigned kLongest32 = 20;  // issue slots of a whole division of 32 bits are fewer
  double most = 0;
  for (const InstructionInfo& info : program.info) {
    if (is_division_sequence(info)) {
      const double whole = info.issue_slots > kLongest32 ? kLongDivision : kWholeDivision;
      most = std::max(most, info.type == ptx::Type::kF64   ? kDivisionOfDoubles
                            : info.type == ptx::Type::kF32 ? kDivision
                                                           : whole);
    }
  }
  for (const CallSite& call : program.calls) {
    const bool is_function = call.intrinsic != kNoIndex && call.results.size() == 1 &&
                             call.name != "vprintf" && call.name != "malloc" &&
                             call.name != "__ws_texture";
    if (is_function) {
      most = std::max(most, call.name.back() == 'f' ? kFunction : kFunctionOfDoubles);
    }
  }
  return most;
}

}  // namespace

std::uint32_t estimate_registers(const Program& program, const Dataflow& flow) {
  if (!LiveSets::is_affordable(program)) {
    return kMost;
  }
  const LiveSets live(program, flow.cfg);
  if (live.numbering().numbers.empty()) {
    return kOfNothing;
  }
  const RegisterWeights weights(program, flow, live.numbering());
  ScheduledBlock scheduled(program, live.numbering(), weights.all());
  std::uint32_t within = 0, handed = 0;
  for (std::size_t block = 0; block < flow.cfg.blocks().size(); ++block) {
    const ControlFlowGraph::Block& here = flow.cfg.blocks()[block];
    const LiveSets::Bits behind = live.behind(block);
    scheduled.fill(here, live.at_begin(block), ShortLoop(program, flow, block).turns_in_one());
    within = std::max(within, scheduled.peak(behind));
    scheduled.hoist_loads();
    within = std::max(within, scheduled.peak(behind));
    handed = std::max(handed, weights.sum(live.at_begin(block)));
  }
  double registers =
      std::max(std::min(kAlways + within, kFree), kAlwaysHanded + kOfEachHanded * handed) +
      kOfSequences * needs_of_sequences(program);
  if (registers > kFree && registers <= kFree + kBroughtDown) {
    registers = kFree;
  }
  const auto even = static_cast<std::uint32_t>(2 * std::lround(registers / 2));  // they go in pairs
  return std::clamp(even, kLeast, kMost);
}

}  // namespace warpschool::sim
