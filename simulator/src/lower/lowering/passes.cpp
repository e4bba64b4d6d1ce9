// The passes over a lowered kernel: the table of contents of lower/analysis.
#include "lower/lowering/passes.hpp"

#include "lower/analysis/branch_regions.hpp"
#include "lower/analysis/compiled_atomics.hpp"
#include "lower/analysis/fused_instructions.hpp"
#include "lower/analysis/held_back_loads.hpp"
#include "lower/analysis/maybe_undefined_addresses.hpp"
#include "lower/analysis/merged_loads.hpp"
#include "lower/analysis/min_max_stores.hpp"
#include "lower/analysis/near_stores.hpp"
#include "lower/analysis/overtaking_stores.hpp"
#include "lower/analysis/polls.hpp"
#include "lower/analysis/predicated_branches.hpp"
#include "lower/analysis/reduced_indices.hpp"
#include "lower/analysis/register_estimate.hpp"
#include "lower/analysis/repeated_computations.hpp"
#include "lower/analysis/repeated_divisions.hpp"
#include "lower/analysis/tested_loads.hpp"
#include "lower/analysis/undefined_values.hpp"
#include "lower/analysis/unrolled_loops.hpp"
#include "lower/analysis/validated_loads.hpp"
#include "lower/analysis/volatile_data.hpp"
#include "lower/analysis/volatile_updates.hpp"
#include "lower/analysis/warp_reductions.hpp"

#include <utility>

namespace warpschool::sim {
namespace {

// No pass changes what the dataflow was found from (code, sources, destinations) before the last
// three: two have instructions watched lane by lane, one has others go first.
constexpr Pass kPasses[] = {
    {"liveness", "which registers may be read before they are set",
     [](const PassContext& context) { context.program.unset = context.flow.liveness.unset(); }},
    {"undefined values", "stores of what nobody has set on any way there",
     [](const PassContext& context) { mark_never_set(context.program, context.flow); }},
    {"validated loads", "plain loads that guess, and an atomic on the same address checks again",
     [](const PassContext& context) { mark_validated_loads(context.program, context.flow); }},
    {"tested loads", "plain loads whose test a compare-and-swap of the same array cannot change",
     [](const PassContext& context) { find_tested_loads(context.program, context.flow); }},
    {"min-max stores", "stores of a minimum, a maximum or a selection",
     [](const PassContext& context) { mark_min_max_stores(context.program, context.flow); }},
    {"volatile data", "volatile accesses that tell nobody when to go on",
     [](const PassContext& context) { mark_volatile_data(context.program, context.flow); }},
    {"volatile updates", "volatile stores of what was computed from a load of the same place",
     [](const PassContext& context) { mark_volatile_updates(context.program, context.flow); }},
    {"compiled atomics", "atomics of which ptxas makes less, or more, than an operation a lane",
     [](const PassContext& context) { mark_compiled_atomics(context.program, context.flow); }},
    {"fused instructions", "pairs of whole-number instructions that are one in machine code",
     [](const PassContext& context) { mark_fused_instructions(context.program, context.flow); }},
    {"reduced indices", "what counts on the index of an access, in machine code the address itself",
     [](const PassContext& context) { fold_reduced_indices(context.program, context.flow); }},
    {"repeated divisions", "divisions of which another one, or a loop's begin, has the reciprocal",
     [](const PassContext& context) { mark_repeated_divisions(context.program, context.flow); }},
    {"held-back loads", "loads that stay behind a store to what may be the same place",
     [](const PassContext& context) { mark_held_back_loads(context.program, context.flow); }},
    {"near stores", "stores that follow each other closely",
     [](const PassContext& context) { mark_near_stores(context.program, context.flow); }},
    {"overtaking stores", "stores that do not wait for a load of the same place",
     [](const PassContext& context) { mark_overtaking_stores(context.program, context.flow); }},
    {"closing jumps", "branches out of a loop and jumps back that are one branch to ptxas",
     [](const PassContext& context) { join_closing_jumps(context.program); }},
    {"unrolled loops", "loops of which several turns are one in machine code",
     [](const PassContext& context) { mark_unrolled_loops(context.program, context.flow); }},
    {"registers", "how many registers ptxas would give a thread",
     [](const PassContext& context) {
       context.program.registers = estimate_registers(context.program, context.flow);
     }},
    {"merged loads", "loads of neighbouring words of shared memory that ptxas makes one of",
     [](const PassContext& context) { mark_merged_loads(context.program, context.flow); }},
    {"predicated branches", "short conditional code that ptxas makes no branch of",
     [](const PassContext& context) { mark_predicated_branches(context.program, context.flow); }},
    {"repeated computations", "what ptxas computes once for several pieces of predicated code",
     [](const PassContext& context) { fold_repeated_computations(context.program, context.flow); }},
    {"branch regions", "branches at which lanes may part, and where they wait for each other",
     [](const PassContext& context) { mark_branch_regions(context.program, context.flow); }},
    {"maybe-undefined addresses", "addresses made of registers that only some lanes have set",
     [](const PassContext& context) {
       taint_maybe_undefined(context.program, context.flow, context.frame,
                             context.tools.follow_set);
     }},
    {"warp reductions", "sums over a warp that are whole in one lane only",
     [](const PassContext& context) {
       taint_warp_reductions(context.program, context.flow, context.frame,
                             context.tools.warp_reductions);
     }},
    {"polls", "accesses by which threads wait for what other blocks write",
     [](const PassContext& context) { mark_polls(context.program, context.flow); }},
};

}  // namespace

std::span<const Pass> passes() {
  return kPasses;
}

void run_passes(Program& program, FrameBuilder& frame, const LoweringTools& tools) {
  const Dataflow flow(program);
  for (const Pass& pass : kPasses) {
    pass.run({program, flow, frame, tools});
  }
}

}  // namespace warpschool::sim
