// Finds the variable that an address was made of.
#include "lower/analysis/provenance.hpp"

#include "lower/analysis/instruction_words.hpp"
#include "lower/analysis/transfers.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <set>

namespace warpschool::sim {

using ptx::Instruction;
using ptx::Operand;

namespace {

/// "add.u64 %rd3, %SPL, 32": the address of what lies there.
bool makes_frame_address(const Instruction& i) {
  return i.opcode == "add" && i.operands.size() == 3 && is_frame(i.operands[1].name) &&
         i.operands[2].kind == Operand::Kind::kImmediate;
}

/// Optimised code makes addresses of .local space, by which it can be told: each begins as that of
/// a whole variable. Unoptimised code adds places inside to the frame's address, too.
bool is_of_optimised_code(const Instruction& i) {
  return (makes_frame_address(i) && i.operands[1].name == "%SPL") ||
         (i.opcode == "cvta" && has(i, "to") && has(i, "local") && !i.is_inline_asm);
}

bool is_access(const Instruction& i) {
  return (i.opcode == "ld" || i.opcode == "st") && i.operands.size() == 2;
}

const Operand& address_of(const Instruction& access) {
  return access.operands[access.opcode == "st" ? 0 : 1];
}

/// Bytes of a load or store; 0: its type is not known.
std::int64_t bytes_of_access(const Instruction& access) {
  const auto type = access.modifiers.empty() ? std::optional<ptx::Type>()
                                             : ptx::type_from(access.modifiers.back());
  const std::int64_t elements = has(access, "v4") ? 4 : has(access, "v2") ? 2 : 1;
  return type ? elements * std::int64_t{ptx::bytes_of(*type)} : 0;
}

bool is_one_of(const std::string& opcode, std::initializer_list<const char*> opcodes) {
  return std::find(opcodes.begin(), opcodes.end(), opcode) != opcodes.end();
}

/// Does a conversion keep an address?
bool is_of_integers(const Instruction& cvt) {
  const auto& words = cvt.modifiers;
  return words.size() == 2 && std::all_of(words.begin(), words.end(), [](const std::string& word) {
           return word == "u64" || word == "s64" || word == "u32" || word == "s32";
         });
}

constexpr const char* kDepot = "__local_depot";  // what clang calls a frame

}  // namespace

Provenance::Provenance(const ptx::Module& module, const ptx::Function& function)
    : function_(function) {
  find_variables(module);
  find_frame_variables();
  if (origins_.empty()) {
    return;
  }
  find_frame_slots();
  for (const Instruction& instruction : function.instructions) {
    add_step(instruction);
  }
  solve();
}

void Provenance::find_variables(const ptx::Module& module) {
  for (const ptx::Variable& variable : function_.variables) {
    add_variable(variable);
  }
  for (const ptx::Variable& variable : module.variables) {
    add_variable(variable);
  }
}

void Provenance::add_variable(const ptx::Variable& variable) {
  const bool has_origin = variable.space == Space::kShared || variable.space == Space::kLocal;
  if (!has_origin || variable.name.rfind(kDepot, 0) == 0) {
    variables_.emplace(variable.name, kMany);
    return;
  }
  if (variables_.emplace(variable.name, kFirst + static_cast<Value>(origins_.size())).second) {
    origins_.push_back(
        {variable.name, variable.space, 0, static_cast<std::int64_t>(variable.bytes)});
  }
}

/// Where one begins is known, and that it ends before the next one.
void Provenance::find_frame_variables() {
  const auto depot = std::find_if(
      function_.variables.begin(), function_.variables.end(), [](const ptx::Variable& variable) {
        return variable.space == Space::kLocal && variable.name.rfind(kDepot, 0) == 0;
      });
  std::set<std::int64_t> begins;
  for (const Instruction& i : function_.instructions) {
    if (makes_frame_address(i)) {
      begins.insert(static_cast<std::int64_t>(i.operands[2].bits));
    }
  }
  const auto& all = function_.instructions;
  if (depot == function_.variables.end() ||
      std::none_of(all.begin(), all.end(), is_of_optimised_code)) {
    return;
  }
  for (auto begin = begins.begin(); begin != begins.end(); ++begin) {
    const auto next = std::next(begin);
    frame_variables_.emplace(*begin, kFirst + static_cast<Value>(origins_.size()));
    origins_.push_back({depot->name, Space::kLocal, *begin,
                        next == begins.end() ? static_cast<std::int64_t>(depot->bytes) : *next});
  }
}

/// Pointers that unoptimised code keeps in its frame: places of 8 bytes that are only loaded and
/// stored as such, before the first one whose address is taken (behind it lies what may be written
/// through pointers).
void Provenance::find_frame_slots() {
  std::int64_t end = std::numeric_limits<std::int64_t>::max();
  std::set<std::pair<std::int64_t, std::int64_t>> places;
  for (const Instruction& i : function_.instructions) {
    for (std::size_t n = 0; n < i.operands.size(); ++n) {
      const Operand& operand = i.operands[n];
      const bool is_place = is_access(i) && &operand == &address_of(i) && is_frame(operand.name);
      if (is_place) {
        places.emplace(operand.offset, operand.offset + bytes_of_access(i));
      } else if (n > 0 && is_frame(operand.name) && !is_frame(i.operands[0].name)) {
        end = std::min(end,
                       makes_frame_address(i) ? static_cast<std::int64_t>(i.operands[2].bits) : 0);
      }
    }
  }
  constexpr std::int64_t kPointer = 8;
  std::int64_t covered = 0;  // up to here lie places before the one at hand
  for (auto place = places.begin(); place != places.end(); ++place) {
    const auto next = std::next(place);
    const bool is_apart =
        covered <= place->first && (next == places.end() || place->second <= next->first);
    if (is_apart && place->second - place->first == kPointer && place->second <= end) {
      frame_slots_.emplace(place->first, static_cast<std::uint32_t>(values_.size()));
      values_.push_back(kUnset);
    }
    covered = std::max(covered, place->second);
  }
}

std::uint32_t Provenance::cell(const std::string& name) {
  const auto [found, is_new] = cells_.emplace(name, static_cast<std::uint32_t>(values_.size()));
  if (is_new) {
    values_.push_back(kUnset);
  }
  return found->second;
}

/// Of a pointer in the frame; kNothing: it is none.
std::uint32_t Provenance::slot_cell(const Operand& address) {
  const auto found =
      is_frame(address.name) ? frame_slots_.find(address.offset) : frame_slots_.end();
  return found == frame_slots_.end() ? kNothing : found->second;
}

Provenance::Source Provenance::source(const Operand& operand) {
  switch (operand.kind) {
    case Operand::Kind::kRegister:
      return is_frame(operand.name) ? Source{kNothing, kMany} : Source{cell(operand.name), kUnset};
    case Operand::Kind::kSymbol: {  // or a register without a percent sign
      const auto variable = variables_.find(operand.name);
      return variable != variables_.end() ? Source{kNothing, variable->second}
                                          : Source{cell(operand.name), kUnset};
    }
    default:
      return {};  // what comes out of memory is a number, or a pointer of which nothing is known
  }
}

void Provenance::add_sources(const Operand& operand, Step& step) {
  if (operand.kind == Operand::Kind::kVector) {
    for (const Operand& element : operand.elements) {
      add_sources(element, step);
    }
  } else {
    step.sources.push_back(source(operand));
  }
}

void Provenance::add_targets(const Operand& operand, Step& step) {
  for (const Operand& element : operand.elements) {
    add_targets(element, step);
  }
  if (operand.kind == Operand::Kind::kRegister || operand.kind == Operand::Kind::kSymbol) {
    step.targets.push_back(cell(operand.name));
  }
}

Provenance::Rule Provenance::rule_of(const Instruction& i) {
  const bool is_vector = std::any_of(i.operands.begin(), i.operands.end(), [](const Operand& one) {
    return one.kind == Operand::Kind::kVector;
  });
  if (is_vector || has(i, "cc")) {
    return Rule::kOther;
  }
  if (is_one_of(i.opcode, {"mov", "cvta", "selp"}) || (i.opcode == "cvt" && is_of_integers(i))) {
    return Rule::kJoin;
  }
  // Where the bits are known to be clear, compilers add with an or.
  if (is_one_of(i.opcode, {"add", "or"}) && i.operands.size() == 3) {
    return Rule::kSum;
  }
  if (i.opcode == "sub" && i.operands.size() == 3) {
    return Rule::kDifference;
  }
  return i.opcode == "mad" && i.operands.size() == 4 ? Rule::kProductAndSum : Rule::kOther;
}

/// What has to do with the frame. False: the instruction has not.
bool Provenance::add_frame_step(const Instruction& i) {
  if (makes_frame_address(i)) {
    const auto variable = frame_variables_.find(static_cast<std::int64_t>(i.operands[2].bits));
    const Value value = variable == frame_variables_.end() ? kMany : variable->second;
    steps_.push_back({Rule::kJoin, {cell(i.operands[0].name)}, {{kNothing, value}}});
    return true;
  }
  const std::uint32_t slot = is_access(i) ? slot_cell(address_of(i)) : kNothing;
  if (slot == kNothing) {
    return false;
  }
  const bool is_store = i.opcode == "st";
  Step step;
  step.rule = Rule::kJoin;
  if (is_store) {
    step.targets.push_back(slot);
    add_sources(i.operands[1], step);
  } else {
    add_targets(i.operands[0], step);
    step.sources.push_back({slot, kUnset});
  }
  steps_.push_back(std::move(step));
  return true;
}

void Provenance::add_step(const Instruction& i) {
  if (i.operands.empty() || add_frame_step(i) || is_one_of(i.opcode, {"bra", "st", "red"})) {
    return;
  }
  Step step;
  step.rule = rule_of(i);
  add_targets(i.operands[0], step);
  if (i.opcode == "call") {
    step.sources.push_back({kNothing, kMany});
  } else if (!is_one_of(i.opcode, {"ld", "setp", "isspacep"})) {
    const std::size_t end =
        i.opcode == "selp" ? std::min<std::size_t>(i.operands.size(), 3) : i.operands.size();
    for (std::size_t n = 1; n < end; ++n) {
      add_sources(i.operands[n], step);
    }
  }
  steps_.push_back(std::move(step));
}

Provenance::Value Provenance::join(Value a, Value b) {
  return a == kUnset || a == b ? b : b == kUnset ? a : kMany;
}

Provenance::Value Provenance::sum(Value a, Value b) {
  if (a == kUnset || b == kUnset) {
    return kUnset;
  }
  return a == kNumber ? b : b == kNumber ? a : kMany;
}

Provenance::Value Provenance::result(const Step& step) const {
  Value first = step.sources.empty() ? kNumber : value_of(step.sources[0]);
  switch (step.rule) {
    case Rule::kJoin:
      for (const Source& one : step.sources) {
        first = join(first, value_of(one));
      }
      return first;
    case Rule::kSum:
      return sum(first, value_of(step.sources[1]));
    case Rule::kDifference: {
      const Value second = value_of(step.sources[1]);
      const bool is_distance = first == second && first >= kFirst;
      return is_distance ? kNumber : second <= kNumber ? sum(first, second) : kMany;
    }
    case Rule::kProductAndSum: {
      const Value factors = sum(first, value_of(step.sources[1]));
      return factors <= kNumber ? sum(factors, value_of(step.sources[2])) : kMany;
    }
    case Rule::kOther:
      break;
  }
  Value all = kNumber;
  for (const Source& one : step.sources) {
    const Value value = value_of(one);
    all = value > kNumber ? kMany : all;
  }
  return all;
}

void Provenance::solve() {
  // What nothing writes is a special register, or holds rubbish.
  std::fill(values_.begin(), values_.end(), kNumber);
  set_targets(steps_, values_, kUnset);
  propagate(
      steps_, values_, [this](const Step& step) { return result(step); }, join);
}

const Origin* Provenance::origin_of(const Operand& address) const {
  if (address.name.empty() || origins_.empty()) {
    return nullptr;
  }
  Value value = kMany;
  if (const auto variable = variables_.find(address.name); variable != variables_.end()) {
    value = variable->second;
  } else if (const auto found = cells_.find(address.name); found != cells_.end()) {
    value = values_[found->second];
  }
  return value >= kFirst ? &origins_[value - kFirst] : nullptr;
}

}  // namespace warpschool::sim
