// What a fault says beyond its place: the condition before it, the lines at which threads wait.
#include "exec/launch/grid.hpp"
#include "lower/analysis/guards.hpp"

#include <algorithm>

namespace warpschool::sim {

/// A line of the source without what surrounds its statement.
std::string Grid::statement(const SourceLocation& where) {
  const std::string* const line = source.line(where.file, where.line);
  if (line == nullptr) {
    return {};
  }
  const std::string text = line->substr(0, line->find("//"));
  const std::size_t begin = text.find_first_not_of(" \t}");
  const std::size_t end = text.find_last_not_of(" \t\r{");
  return begin == std::string::npos || end < begin ? "" : text.substr(begin, end - begin + 1);
}

/// The condition that was to keep an index inside, and did not. A block that runs ahead is run
/// again for its fault: until then nobody reads the source, which host threads share.
void Block::add_guard(Fault& fault, std::uint32_t pc) {
  if (worker_.runs_ahead()) {
    return;
  }
  const bool is_past_the_end = fault.kind == FaultKind::kOutOfBounds && fault.allocation &&
                               fault.allocation->distance > 0 && fault.space != Space::kTexture;
  const std::uint32_t branch = is_past_the_end ? guard_of_index(grid_.program, pc) : kNoIndex;
  if (branch != kNoIndex) {
    const SourceLocation where = grid_.location(branch);
    fault.guard = Guard{where, grid_.statement(where)};
  }
}

/// The lines at which threads wait, each once.
std::vector<SourceLocation> Block::waiting_places() const {
  std::vector<SourceLocation> places;
  for (const Warp& warp : warps_) {
    for (const Split& split : warp.splits) {
      const SourceLocation place = grid_.location(split.pc);
      const bool known =
          std::any_of(places.begin(), places.end(), [&](const SourceLocation& other) {
            return other.line == place.line && other.file == place.file;
          });
      if (split.mask != 0 && !known) {
        places.push_back(place);
      }
    }
  }
  return places;
}

/// Does the loop that the first threads go round read memory anew in each turn?
bool Block::waits_for_what_others_write() {
  for (const Warp& warp : warps_) {
    for (const Split& split : warp.splits) {
      if (split.mask == 0) {
        continue;
      }
      const std::vector<std::uint32_t> loop = barrier_paths().loop_of(split.pc);
      return std::any_of(loop.begin(), loop.end(), [&](std::uint32_t at) {
        const InstructionInfo& info = grid_.program.info[at];
        return info.opcode == Opcode::kAtom || (info.opcode == Opcode::kLd && info.is_strong);
      });
    }
  }
  return false;
}

}  // namespace warpschool::sim
