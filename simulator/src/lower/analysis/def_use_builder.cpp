// Builds def-use chains cell by cell: which value each block begins with, then each read.
#include "lower/analysis/cell_events.hpp"
#include "lower/analysis/def_use.hpp"

#include <algorithm>
#include <utility>

namespace warpschool::sim {

class DefUse::Builder {
 public:
  Builder(DefUse& result, const Program& program, const ControlFlowGraph& cfg,
          const Liveness& liveness, const FrameScalars& scalars)
      : result_(result),
        program_(program),
        cfg_(cfg),
        liveness_(liveness),
        scalars_(scalars),
        function_of_(cfg.blocks().size(), kNoIndex),
        begins_(cfg.blocks().size(), kNoValue),
        ends_(cfg.blocks().size(), kNoValue) {
    for (std::uint32_t function = 0; function < cfg.order().size(); ++function) {
      for (const std::uint32_t block : cfg.order()[function]) {
        function_of_[block] = function;
      }
    }
  }

  void build() {
    const CellEvents events(program_, scalars_);
    for (const Key key : events.keys()) {
      solve(key, events.of(key));
    }
    link();
  }

 private:
  using Key = CellKey;
  using Events = std::vector<CellEvent>;

  void solve(Key key, const Events& events);
  std::uint32_t only_definition(Key key, const Events& events);
  void keep_only(Key key, const Events& events, std::uint32_t only);
  void keep_all(Key key, const Events& events, std::uint32_t next);
  void spread_all(Key key, const Events& events);
  void spread(const std::vector<std::uint32_t>& order);
  std::uint32_t joined(std::uint32_t block);
  bool is_phi_of(std::uint32_t value, std::uint32_t block) const {
    return value != kNoValue && result_.values_[value].kind == Value::Kind::kPhi &&
           result_.values_[value].at == block;
  }
  std::uint32_t end_of(std::uint32_t block) const {
    return ends_[block] != kNoValue ? ends_[block] : begins_[block];
  }
  void fill_phis(const std::vector<std::uint32_t>& order);
  void keep_read(Key key, std::uint32_t at, std::uint32_t value);
  void link();
  std::uint32_t new_value(Value::Kind kind, std::uint32_t at) {
    result_.values_.push_back({kind, at, {}});
    return static_cast<std::uint32_t>(result_.values_.size() - 1);
  }

  DefUse& result_;
  const Program& program_;
  const ControlFlowGraph& cfg_;
  const Liveness& liveness_;
  const FrameScalars& scalars_;
  std::vector<std::uint32_t> function_of_;  ///< by block; kNoIndex: nothing leads there
  // Of the cell at hand:
  std::uint32_t entry_ = kNoValue;
  std::vector<std::uint32_t> begins_, ends_;  ///< by block; kNoValue: not known, no definition
};
/// The value of a register that one instruction sets, always, before all others read it; kNoValue:
/// it is another cell.
std::uint32_t DefUse::Builder::only_definition(Key key, const Events& events) {
  if (!is_register(key) || liveness_.may_be_unset(static_cast<std::uint32_t>(key))) {
    return kNoValue;
  }
  const CellEvent* only = nullptr;
  for (const CellEvent& event : events) {
    if (event.sets && (only != nullptr || event.keeps)) {
      return kNoValue;
    }
    only = event.sets ? &event : only;
  }
  return only != nullptr ? new_value(Value::Kind::kDefinition, only->at) : kNoValue;
}

void DefUse::Builder::solve(Key key, const Events& events) {
  const bool is_set =
      std::any_of(events.begin(), events.end(), [](const CellEvent& one) { return one.sets; });
  if (!is_set && is_register(key)) {
    return;  // a constant
  }
  if (const std::uint32_t only = only_definition(key, events); only != kNoValue) {
    keep_only(key, events, only);
    return;
  }
  entry_ = new_value(Value::Kind::kEntry, 0);
  const auto first = static_cast<std::uint32_t>(result_.values_.size());
  for (const CellEvent& event : events) {
    if (event.sets) {
      ends_[cfg_.block_of(event.at)] = new_value(Value::Kind::kDefinition, event.at);
    }
  }
  spread_all(key, events);
  keep_all(key, events, first);
  std::fill(begins_.begin(), begins_.end(), kNoValue);
  std::fill(ends_.begin(), ends_.end(), kNoValue);
}

/// Everybody reads the only definition.
void DefUse::Builder::keep_only(Key key, const Events& events, std::uint32_t only) {
  for (const CellEvent& event : events) {
    if (event.sets) {
      result_.definitions_[event.at].push_back({static_cast<std::uint32_t>(key), only});
    } else {
      keep_read(key, event.at, only);
    }
  }
}

/// What each instruction reads and sets. @param next the value that the first definition makes.
void DefUse::Builder::keep_all(Key key, const Events& events, std::uint32_t next) {
  std::uint32_t block = kNoIndex, now = entry_;
  for (const CellEvent& event : events) {
    if (cfg_.block_of(event.at) != block) {
      block = cfg_.block_of(event.at);
      now = begins_[block] == kNoValue ? entry_ : begins_[block];
    }
    if (!event.sets) {
      keep_read(key, event.at, now);
      continue;
    }
    if (event.keeps) {
      result_.values_[next].operands.push_back(now);
    }
    now = next++;
    if (key != kMemoryCell && key != kThroughPointers) {
      result_.definitions_[event.at].push_back(
          {is_register(key) ? static_cast<std::uint32_t>(key) : kNoSlot, now});
    }
  }
}

/// Registers and scalars belong to one function, memory to all.
void DefUse::Builder::spread_all(Key key, const Events& events) {
  const bool is_of_all = key == kMemoryCell || key == kThroughPointers;
  std::vector<bool> concerns(cfg_.order().size(), is_of_all);
  for (const CellEvent& event : events) {
    if (const std::uint32_t function = function_of_[cfg_.block_of(event.at)];
        function != kNoIndex) {
      concerns[function] = true;
    }
  }
  for (std::size_t function = 0; function < concerns.size(); ++function) {
    if (concerns[function]) {
      spread(cfg_.order()[function]);
      fill_phis(cfg_.order()[function]);
    }
  }
}

/// Finds what each block begins with. A phi stays where it was made, so this ends.
void DefUse::Builder::spread(const std::vector<std::uint32_t>& order) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t block : order) {
      if (is_phi_of(begins_[block], block)) {
        continue;
      }
      const std::uint32_t value = joined(block);
      changed |= value != begins_[block];
      begins_[block] = value;
    }
  }
}

std::uint32_t DefUse::Builder::joined(std::uint32_t block) {
  std::uint32_t all = cfg_.blocks()[block].is_entry ? entry_ : kNoValue;
  for (const std::uint32_t from : cfg_.blocks()[block].predecessors) {
    const std::uint32_t value = end_of(from);
    if (value != kNoValue && all != kNoValue && value != all) {
      return new_value(Value::Kind::kPhi, block);
    }
    all = value == kNoValue ? all : value;
  }
  return all;
}

void DefUse::Builder::fill_phis(const std::vector<std::uint32_t>& order) {
  for (const std::uint32_t block : order) {
    const std::uint32_t phi = begins_[block];
    if (!is_phi_of(phi, block)) {
      continue;
    }
    std::vector<std::uint32_t> operands;
    if (cfg_.blocks()[block].is_entry) {
      operands.push_back(entry_);
    }
    for (const std::uint32_t from : cfg_.blocks()[block].predecessors) {
      const std::uint32_t value = end_of(from);
      if (value != kNoValue && value != phi) {
        operands.push_back(value);
      }
    }
    std::sort(operands.begin(), operands.end());
    operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
    result_.values_[phi].operands = std::move(operands);
  }
}

void DefUse::Builder::keep_read(Key key, std::uint32_t at, std::uint32_t value) {
  if (is_register(key)) {
    result_.reads_[at].push_back({static_cast<std::uint32_t>(key), value});
  } else if (key == kMemoryCell) {
    result_.memory_[at] = value;
  } else if (key == kThroughPointers) {
    result_.through_pointers_[at] = value;
  } else {
    result_.scalars_[at] = value;
  }
}

/// Each value with those that it may be a part of, and with who reads it.
void DefUse::Builder::link() {
  result_.merged_into_.resize(result_.values_.size());
  result_.readers_.resize(result_.values_.size());
  result_.phis_.resize(cfg_.blocks().size());
  for (std::uint32_t value = 0; value < result_.values_.size(); ++value) {
    if (result_.values_[value].kind == Value::Kind::kPhi) {
      result_.phis_[result_.values_[value].at].push_back(value);
    }
    for (const std::uint32_t operand : result_.values_[value].operands) {
      result_.merged_into_[operand].push_back(value);
    }
  }
  for (std::uint32_t at = 0; at < program_.code.size(); ++at) {
    for (const Access& access : result_.reads_[at]) {
      result_.readers_[access.value].push_back(at);
    }
    if (result_.scalars_[at] != kNoValue) {
      result_.readers_[result_.scalars_[at]].push_back(at);
    }
  }
}

DefUse::DefUse(const Program& program, const ControlFlowGraph& cfg, const Liveness& liveness,
               const FrameScalars& scalars)
    : reads_(program.code.size()),
      definitions_(program.code.size()),
      scalars_(program.code.size(), kNoValue),
      memory_(program.code.size(), kNoValue),
      through_pointers_(program.code.size(), kNoValue) {
  Builder(*this, program, cfg, liveness, scalars).build();
}
}  // namespace warpschool::sim
