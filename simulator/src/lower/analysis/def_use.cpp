// Builds def-use chains cell by cell: which value each block begins with, then each read.
#include "lower/analysis/def_use.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace warpschool::sim {
namespace {

using Key = FrameScalars::Key;

constexpr Key kMemory = ~Key{0};               ///< the cell of all memory but scalars of the frame
constexpr Key kThroughPointers = kMemory - 1;  ///< what pointers may have made of scalars

bool is_register(Key key) {
  return key < kNoSlot;
}

bool is_param(const Decoded& i) {
  return i.space == Space::kParam;
}

/// May others, or this thread by another name, have changed memory when this is done?
bool changes_memory(const Decoded& i, const InstructionInfo& info, bool is_scalar) {
  switch (info.opcode) {
    case Opcode::kSt:
      return !is_scalar && !is_param(i);
    case Opcode::kLd:
      return info.is_strong;
    case Opcode::kAtom:
    case Opcode::kRed:
    case Opcode::kCp:
    case Opcode::kWmma:
    case Opcode::kBar:
    case Opcode::kBarrier:
    case Opcode::kMembar:
    case Opcode::kFence:
    case Opcode::kCall:
      return true;
    default:
      return i.step != Step::kPlain && i.step != Step::kBranch && i.step != Step::kJump;
  }
}

/// May it write a scalar whose address somebody took?
bool writes_through_pointers(const Decoded& i, const InstructionInfo& info) {
  const bool writes =
      info.opcode == Opcode::kSt || info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
  return i.step == Step::kCall ||
         (writes && (i.space == Space::kGeneric || i.space == Space::kLocal));
}

/// A step of the program at one cell.
struct Event {
  std::uint32_t at = 0;
  bool sets = false;   ///< else it reads
  bool keeps = false;  ///< it may leave what was there
};

}  // namespace

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
    collect_scalars();
    for (std::uint32_t at = 0; at < program_.code.size(); ++at) {
      collect(at);
    }
    for (const Key key : keys_) {
      solve(key, events_.at(key));
    }
    link();
  }

 private:
  using Events = std::vector<Event>;

  void collect_scalars();
  void collect(std::uint32_t at);
  void collect_scalar(std::uint32_t at);
  void add(Key key, const Event& event) {
    const auto [events, is_new] = events_.try_emplace(key);
    if (is_new) {
      keys_.push_back(key);
    }
    events->second.push_back(event);
  }
  void solve(Key key, const Events& events);
  std::uint32_t only_definition(Key key, const Events& events);
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
  std::vector<std::pair<Key, std::uint32_t>> all_scalars_;  ///< with their bytes, by key
  std::unordered_map<Key, Events> events_;
  std::vector<Key> keys_;
  // Of the cell at hand:
  std::uint32_t entry_ = kNoValue;
  std::vector<std::uint32_t> begins_, ends_;  ///< by block; kNoValue: not known, no definition
};

void DefUse::Builder::collect_scalars() {
  std::map<Key, std::uint32_t> found;
  for (std::uint32_t at = 0; at < program_.code.size(); ++at) {
    if (const Key key = scalars_.place(at); key != 0) {
      found[key] = std::max<std::uint32_t>(found[key], program_.code[at].bytes);
    }
  }
  all_scalars_.assign(found.begin(), found.end());
}

/// The scalar that a load reads, and all that a store writes a part of.
void DefUse::Builder::collect_scalar(std::uint32_t at) {
  const Decoded& i = program_.code[at];
  const Key key = scalars_.place(at);
  if (key != 0 && scalars_.key(at) == 0) {
    add(kThroughPointers, {at});
  }
  if (key != 0 && program_.info[at].opcode == Opcode::kLd) {
    add(key, {at});
  } else if (key != 0) {
    constexpr Key kWidest = 16;
    const Key least = key - std::min<Key>(kWidest, key & 0xffff'ffffu);
    const auto first = std::lower_bound(all_scalars_.begin(), all_scalars_.end(),
                                        std::pair<Key, std::uint32_t>(least, 0));
    for (auto one = first; one != all_scalars_.end() && one->first < key + i.bytes; ++one) {
      if (one->first + one->second > key) {
        const bool is_whole = one->first == key && one->second == i.bytes;
        add(one->first, {at, true, !is_whole || i.guard != kNoSlot});
      }
    }
  } else if (writes_through_pointers(i, program_.info[at])) {
    add(kThroughPointers, {at, true, true});
  }
}

/// What an instruction reads comes before what it sets.
void DefUse::Builder::collect(std::uint32_t at) {
  const Decoded& i = program_.code[at];
  const InstructionInfo& info = program_.info[at];
  std::vector<std::uint32_t> sources = info.sources;
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  for (const std::uint32_t slot : sources) {
    add(slot, {at});
  }
  if (info.opcode == Opcode::kLd) {
    add(kMemory, {at});
  }
  collect_scalar(at);
  for (const std::uint32_t slot : info.destinations) {
    add(slot, {at, true, i.guard != kNoSlot});
  }
  if (changes_memory(i, info, scalars_.key(at) != 0)) {
    add(kMemory, {at, true, true});
  }
}

/// The value of a register that one instruction sets, always, before all others read it; kNoValue:
/// it is another cell.
std::uint32_t DefUse::Builder::only_definition(Key key, const Events& events) {
  if (!is_register(key) || liveness_.may_be_unset(static_cast<std::uint32_t>(key))) {
    return kNoValue;
  }
  const Event* only = nullptr;
  for (const Event& event : events) {
    if (event.sets && (only != nullptr || event.keeps)) {
      return kNoValue;
    }
    only = event.sets ? &event : only;
  }
  return only != nullptr ? new_value(Value::Kind::kDefinition, only->at) : kNoValue;
}

void DefUse::Builder::solve(Key key, const Events& events) {
  const bool is_set =
      std::any_of(events.begin(), events.end(), [](const Event& one) { return one.sets; });
  if (!is_set && is_register(key)) {
    return;  // a constant
  }
  if (const std::uint32_t only = only_definition(key, events); only != kNoValue) {
    for (const Event& event : events) {
      if (event.sets) {
        result_.definitions_[event.at].push_back({static_cast<std::uint32_t>(key), only});
      } else {
        keep_read(key, event.at, only);
      }
    }
    return;
  }
  entry_ = new_value(Value::Kind::kEntry, 0);
  const auto first = static_cast<std::uint32_t>(result_.values_.size());
  for (const Event& event : events) {
    if (event.sets) {
      ends_[cfg_.block_of(event.at)] = new_value(Value::Kind::kDefinition, event.at);
    }
  }
  spread_all(key, events);
  std::uint32_t block = kNoIndex, now = entry_, next = first;
  for (const Event& event : events) {
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
    if (key != kMemory && key != kThroughPointers) {
      result_.definitions_[event.at].push_back(
          {is_register(key) ? static_cast<std::uint32_t>(key) : kNoSlot, now});
    }
  }
  std::fill(begins_.begin(), begins_.end(), kNoValue);
  std::fill(ends_.begin(), ends_.end(), kNoValue);
}

/// Registers and scalars belong to one function, memory to all.
void DefUse::Builder::spread_all(Key key, const Events& events) {
  const bool is_of_all = key == kMemory || key == kThroughPointers;
  std::vector<bool> concerns(cfg_.order().size(), is_of_all);
  for (const Event& event : events) {
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
  } else if (key == kMemory) {
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

std::uint32_t DefUse::find(const std::vector<Access>& accesses, std::uint32_t slot) {
  const auto found = std::find_if(accesses.begin(), accesses.end(),
                                  [&](const Access& access) { return access.slot == slot; });
  return found == accesses.end() ? kNoValue : found->value;
}

std::uint32_t DefUse::read(std::size_t at, std::uint32_t slot) const {
  return find(reads_[at], slot);
}

std::uint32_t DefUse::defined(std::size_t at, std::uint32_t slot) const {
  return find(definitions_[at], slot);
}

std::vector<std::uint32_t> DefUse::definitions(std::uint32_t value) const {
  std::vector<std::uint32_t> found, work{value};
  std::unordered_set<std::uint32_t> seen{value};
  while (!work.empty()) {
    const Value& one = values_[work.back()];
    work.pop_back();
    if (one.kind == Value::Kind::kDefinition) {
      found.push_back(one.at);
    }
    for (const std::uint32_t operand : one.operands) {
      if (seen.insert(operand).second) {
        work.push_back(operand);
      }
    }
  }
  return found;
}

bool DefUse::is_made_by(std::uint32_t value, const Instructions& makers) const {
  if (value == kNoValue) {
    return false;
  }
  const std::vector<std::uint32_t> all = definitions(value);
  return std::any_of(all.begin(), all.end(),
                     [&](std::uint32_t at) { return makers.count(at) != 0; });
}

std::vector<std::uint32_t> DefUse::uses(std::size_t at) const {
  std::vector<std::uint32_t> found, work;
  std::unordered_set<std::uint32_t> seen;
  for (const Access& access : definitions_[at]) {
    work.push_back(access.value);
    seen.insert(access.value);
  }
  while (!work.empty()) {
    const std::uint32_t value = work.back();
    work.pop_back();
    found.insert(found.end(), readers_[value].begin(), readers_[value].end());
    for (const std::uint32_t merged : merged_into_[value]) {
      if (seen.insert(merged).second) {
        work.push_back(merged);
      }
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace warpschool::sim
