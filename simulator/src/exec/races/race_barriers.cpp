// Which barriers stand on the ways between two accesses that race: asked when the fault is told.
#include "exec/races/race_check.hpp"
#include "lower/analysis/guards.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace warpschool::sim {

using namespace shadow;

bool is_line_of(const SourceLocation& one, const SourceLocation& other) {
  return one.line == other.line && one.file == other.file;
}

namespace {

bool has_step(const Program& program, Step step) {
  return std::any_of(program.code.begin(), program.code.end(),
                     [step](const Decoded& i) { return i.step == step; });
}

}  // namespace

/// The instructions of two accesses, that of the upper line first, if they stand in two lines of
/// one file.
std::optional<std::pair<std::uint32_t, std::uint32_t>> RaceCheck::upper_and_lower(
    const Entry& before, const SourceLocation& there) const {
  const std::uint32_t other = place_of(before), own = place_of(base_);
  if (other == kUnknownPlace || own == kUnknownPlace) {
    return std::nullopt;
  }
  const SourceLocation here = grid_.location(own);
  const bool is_known = is_line_of(grid_.location(other), there);
  if (!is_known || there.file != here.file || there.line == here.line) {
    return std::nullopt;
  }
  return there.line < here.line ? std::pair(other, own) : std::pair(own, other);
}

/// Is this so of a pair of such accesses in the two lines? A function that is inlined stands above
/// the lines that come before it, and has its instructions once a call; so has a loop that is
/// unrolled.
template <class Leads>
bool RaceCheck::any_of_lines(std::uint32_t from, std::uint32_t to, Leads leads_there) const {
  const SourceLocation first = grid_.location(from), last = grid_.location(to);
  const Program& program = grid_.program;
  std::vector<std::uint32_t> starts, ends;
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    const SourceLocation here = grid_.location(at);
    if (is_line_of(here, first) && program.info[at].opcode == program.info[from].opcode) {
      starts.push_back(at);
    }
    if (is_line_of(here, last) && program.info[at].opcode == program.info[to].opcode) {
      ends.push_back(at);
    }
  }
  return std::any_of(starts.begin(), starts.end(), [&](std::uint32_t start) {
    return std::any_of(ends.begin(), ends.end(),
                       [&](std::uint32_t end) { return leads_there(program, start, end); });
  });
}

/// Of a line that reads some elements and writes others: does a way lead from the write to the next
/// turn's read without a barrier? Then that is what is missing; else one array is read and written
/// in the same turn.
bool RaceCheck::is_next_turn_of_line(const Entry& before, const RaceParty& party) const {
  const std::uint32_t other = place_of(before), own = place_of(base_);
  const bool own_reads = request_.kind == AccessKind::kLoad;
  if (other == kUnknownPlace || own == kUnknownPlace || own_reads != party.is_write ||
      !is_line_of(grid_.location(own), party.where)) {
    return false;
  }
  return any_of_lines(own_reads ? other : own, own_reads ? own : other, leads_past_barriers);
}

/// A barrier to which a way leads from one access, and from which one leads to the other: it ends
/// other turns of the loop than the one of the race. Without a line: there is none.
SourceLocation RaceCheck::barrier_of_other_turns(std::uint32_t from, std::uint32_t to) const {
  const Program& program = grid_.program;
  const std::string& file = grid_.location(from).file;
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    if (program.code[at].step != Step::kBarrier || grid_.location(at).file != file) {
      continue;
    }
    const auto ends_a_turn = [at](const Program& code, std::uint32_t start, std::uint32_t end) {
      return leads(code, start, at) && leads(code, at, end);
    };
    if (any_of_lines(from, to, ends_a_turn)) {
      return grid_.location(at);
    }
  }
  return {};
}

/// What barriers stand on the ways between the two, for the advice.
void RaceCheck::add_barriers(const Entry& before, RaceParty& party) const {
  party.has_warps_only = is_shared_ && thread_of(before) / kWarpSize != warp_.index &&
                         !has_step(grid_.program, Step::kBarrier) &&
                         has_step(grid_.program, Step::kWarpBarrier);
  const auto both = upper_and_lower(before, party.where);
  if (!both) {
    party.is_next_turn = is_next_turn_of_line(before, party);
    if (party.is_next_turn) {
      const bool own_reads = request_.kind == AccessKind::kLoad;
      const std::uint32_t other = place_of(before), own = place_of(base_);
      party.left_out = barrier_of_other_turns(own_reads ? other : own, own_reads ? own : other);
    }
    return;
  }
  const auto [upper, lower] = *both;
  const Program& program = grid_.program;
  const bool comes_to_barrier = !leads_past_barriers(program, upper, lower) &&
                                !any_of_lines(upper, lower, leads_on_past_barriers);
  party.is_upper_called =
      leads_on_past_barriers(program, lower, upper) && !any_of_lines(upper, lower, leads_on);
  party.is_next_turn = comes_to_barrier && !party.is_upper_called &&
                       leads_past_barriers(program, lower, upper) &&
                       any_of_lines(upper, lower, leads);
  if (party.is_next_turn) {
    party.left_out = barrier_of_other_turns(lower, upper);
    return;
  }
  // The other thread may have come another way: not by the upper line.
  constexpr std::uint32_t kBegin = 0;
  const bool is_left_out = !comes_to_barrier || leads_past_barriers(program, kBegin, lower);
  if (!is_left_out) {
    return;
  }
  const SourceLocation above = grid_.location(upper), below = grid_.location(lower);
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    if (program.code[at].step != Step::kBarrier) {
      continue;
    }
    const SourceLocation barrier = grid_.location(at);
    const bool stands_between =
        barrier.file == party.where.file && barrier.line > above.line && barrier.line < below.line;
    if (stands_between && leads(program, upper, at) && leads(program, at, lower)) {
      party.left_out = barrier;
      return;
    }
  }
}

}  // namespace warpschool::sim
