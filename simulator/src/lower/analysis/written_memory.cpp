// Finds the pointers through which a kernel can write.
#include "lower/analysis/written_memory.hpp"

#include "lower/analysis/registers.hpp"
#include "lower/analysis/transfers.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

/// Numbers below are offsets, and places in shared and local memory.
constexpr std::uint64_t kFirstVariableAddress = std::uint64_t{1} << 24;
constexpr std::uint32_t kPointerBytes = 8;

bool is_write(const InstructionInfo& info) {
  switch (info.opcode) {
    case Opcode::kSt:
    case Opcode::kAtom:
    case Opcode::kRed:
      return true;
    case Opcode::kWmma:  // a store has no result
      return info.counter == CounterClass::kLsu && info.destinations.empty();
    default:
      return false;
  }
}

/// Comparisons say nothing of an address that could become one again.
bool makes_truth(Opcode opcode) {
  return opcode == Opcode::kSetp || opcode == Opcode::kSet || opcode == Opcode::kIsspacep ||
         opcode == Opcode::kTestp || opcode == Opcode::kVote;
}

/// Is the result one of the sources, or put together of their halves?
bool keeps_address(Opcode opcode) {
  return opcode == Opcode::kMov || opcode == Opcode::kCvta || opcode == Opcode::kShfl;
}

}  // namespace

/// Makes steps of a program's instructions.
class WrittenMemory::Builder {
 public:
  Builder(const Program& program, WrittenMemory& result)
      : program_(program), result_(result), constants_(program) {}

  void build() {
    for (std::size_t n = 0; n < program_.code.size(); ++n) {
      add(program_.code[n], program_.info[n]);
    }
    result_.cells_ = cells_.size();
  }

 private:
  std::uint32_t cell(std::uint32_t slot);
  void add_source(std::uint32_t cell, const ConstantSlot& constant);
  void add(const Decoded& i, const InstructionInfo& info);
  void add_call(const CallSite& call);
  void pass(const std::vector<ParameterSlot>& from, const std::vector<ParameterSlot>& to);
  static Rule rule_of(Opcode opcode);
  bool is_parameter(const Decoded& i) const;
  std::uint32_t parameter_cell(const Decoded& i);
  Transfer step_of(const Decoded& i, const InstructionInfo& info);

  const Program& program_;
  WrittenMemory& result_;
  const Constants constants_;
  std::unordered_map<std::uint32_t, std::uint32_t> cells_;
};

/// Of a register, a constant or a variable of .param space, by its place in the frame.
std::uint32_t WrittenMemory::Builder::cell(std::uint32_t slot) {
  const auto [found, is_new] = cells_.emplace(slot, static_cast<std::uint32_t>(cells_.size()));
  const ConstantSlot* const constant = is_new ? constants_.find(slot) : nullptr;
  if (constant != nullptr) {
    add_source(found->second, *constant);
  }
  return found->second;
}

void WrittenMemory::Builder::add_source(std::uint32_t cell, const ConstantSlot& constant) {
  const bool is_parameter = constant.source == ConstantSlot::Source::kParameter &&
                            constant.parameter_bytes == kPointerBytes;
  const bool is_variable =
      constant.source == ConstantSlot::Source::kBits && constant.bits >= kFirstVariableAddress;
  if (!is_parameter && !is_variable) {
    return;
  }
  if (result_.sources_.size() == kMostSources) {
    result_.is_known_ = false;
    return;
  }
  result_.sources_.push_back(
      {is_parameter ? AddressSource::Kind::kParameter : AddressSource::Kind::kVariable,
       constant.bits});
  result_.cell_of_source_.push_back(cell);
}

/// Loads of the kernel's parameters are moves of constants.
bool WrittenMemory::Builder::is_parameter(const Decoded& i) const {
  const ConstantSlot* const constant = constants_.find(i.a);
  return constant != nullptr && constant->source == ConstantSlot::Source::kParameter;
}

/// What a call passes lies in a variable; kNoIndex: the instruction accesses none.
std::uint32_t WrittenMemory::Builder::parameter_cell(const Decoded& i) {
  const ConstantSlot* const base = constants_.find(i.a);
  return i.space == Space::kParam && i.target != 0 && base != nullptr
             ? cell(static_cast<std::uint32_t>(base->bits))
             : kNoIndex;
}

WrittenMemory::Rule WrittenMemory::Builder::rule_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAdd:
    case Opcode::kMad:
    case Opcode::kOr:  // where the bits are known to be clear, compilers add with an or
      return Rule::kSum;
    case Opcode::kSub:
      return Rule::kDifference;
    default:
      return Rule::kJoin;
  }
}

WrittenMemory::Transfer WrittenMemory::Builder::step_of(const Decoded& i,
                                                        const InstructionInfo& info) {
  Transfer step;
  for (const std::uint32_t slot : info.destinations) {
    step.targets.push_back(cell(slot));
  }
  if (is_parameter(i)) {
    step.sources.push_back(cell(i.a));
    return step;
  }
  const bool is_load = info.opcode == Opcode::kLd || info.opcode == Opcode::kLdu;
  if (is_load || info.opcode == Opcode::kAtom) {
    const std::uint32_t bytes = is_load ? info.element_bytes : i.bytes;
    step.own = bytes != 0 && bytes < kPointerBytes ? kNumber : kLoaded;
    return step;
  }
  if (makes_truth(info.opcode)) {
    step.own = kNumber;
    return step;
  }
  step.rule = rule_of(info.opcode);
  if (step.rule == Rule::kDifference || info.opcode == Opcode::kSelp) {
    step.sources = {cell(i.a), cell(i.b)};
    return step;
  }
  if (info.opcode == Opcode::kCvta && (i.space == Space::kShared || i.space == Space::kLocal)) {
    step.own = kPrivate;
    return step;
  }
  for (const std::uint32_t slot : info.sources) {
    if (slot != i.guard) {
      step.sources.push_back(cell(slot));
    }
  }
  const bool keeps = step.rule != Rule::kJoin || keeps_address(info.opcode);
  step.own = step.sources.empty() || !keeps ? kNumber : 0;
  return step;
}

void WrittenMemory::Builder::add(const Decoded& i, const InstructionInfo& info) {
  if (i.step == Step::kCall) {
    add_call(program_.calls[i.extra]);
    return;
  }
  if (const std::uint32_t variable = parameter_cell(i); variable != kNoIndex) {
    Transfer step;
    const bool is_store = info.opcode == Opcode::kSt;
    std::vector<std::uint32_t>& registers = is_store ? step.sources : step.targets;
    for (const std::uint32_t slot : is_store ? info.sources : info.destinations) {
      if (slot != i.guard) {
        registers.push_back(cell(slot));
      }
    }
    (is_store ? step.targets : step.sources).push_back(variable);
    step.own = is_store && step.sources.empty() ? kNumber : 0;
    result_.steps_.push_back(std::move(step));
    return;
  }
  if (is_write(info) && (i.space == Space::kGlobal || i.space == Space::kGeneric)) {
    result_.stores_.push_back(cell(i.a));
  }
  if (!info.destinations.empty()) {
    result_.steps_.push_back(step_of(i, info));
  }
}

void WrittenMemory::Builder::pass(const std::vector<ParameterSlot>& from,
                                  const std::vector<ParameterSlot>& to) {
  for (std::size_t n = 0; n < std::min(from.size(), to.size()); ++n) {
    result_.steps_.push_back({Rule::kJoin, 0, {cell(to[n].offset)}, {cell(from[n].offset)}});
  }
}

/// Functions of the host write no memory of the guest; what they return may be an address.
void WrittenMemory::Builder::add_call(const CallSite& call) {
  for (std::uint32_t index = 1; index < program_.functions.size(); ++index) {
    if (call.function == index || (call.function == kNoIndex && call.intrinsic == kNoIndex)) {
      pass(call.arguments, program_.functions[index].parameters);
      pass(program_.functions[index].results, call.results);
    }
  }
  for (const ParameterSlot& slot : call.results) {
    if (call.intrinsic != kNoIndex) {
      result_.steps_.push_back({Rule::kJoin, kLoaded, {cell(slot.offset)}, {}});
    }
  }
}

WrittenMemory::WrittenMemory(const Program& program) {
  Builder(program, *this).build();
}

/// An address and a number make an address; two addresses, by their difference, a number.
WrittenMemory::Value WrittenMemory::result(const Transfer& step, const std::vector<Value>& values) {
  Value all = step.own, addresses = 0;
  for (const std::uint32_t source : step.sources) {
    const Value value = values[source];
    if (value == 0) {
      return 0;
    }
    all |= value;
    addresses |= is_address(value) ? value : 0;
  }
  if (step.rule == Rule::kDifference) {
    const Value subtracted = values[step.sources.back()];
    return is_address(subtracted)  ? kNumber
           : subtracted == kNumber ? values[step.sources.front()]
                                   : all | kNumber;
  }
  return step.rule == Rule::kSum && addresses != 0 ? addresses : all;
}

std::vector<WrittenMemory::Value> WrittenMemory::solve(Sources addresses) const {
  // What nothing writes is a special register, an immediate, or holds rubbish.
  std::vector<Value> values(cells_, kNumber);
  set_targets(steps_, values, Value{0});
  for (std::size_t n = 0; n < sources_.size(); ++n) {
    const bool is_address = (addresses >> n & 1u) != 0;
    values[cell_of_source_[n]] = is_address ? Value{1} << (n + kSourceShift) : kNumber;
  }
  propagate(
      steps_, values, [&](const Transfer& step) { return result(step, values); },
      [](Value a, Value b) { return a | b; });
  return values;
}

std::optional<WrittenMemory::Sources> WrittenMemory::written(Sources addresses) const {
  const auto known = std::find_if(answers_.begin(), answers_.end(),
                                  [&](const auto& answer) { return answer.first == addresses; });
  if (known != answers_.end()) {
    return known->second;
  }
  std::optional<Sources> answer;
  if (is_known_) {
    const std::vector<Value> values = solve(addresses);
    answer = 0;
    for (const std::uint32_t store : stores_) {
      const Value value = values[store];
      answer = is_address(value) && answer ? std::optional<Sources>(*answer | value >> kSourceShift)
                                           : std::nullopt;
    }
  }
  answers_.emplace_back(addresses, answer);
  return answer;
}

}  // namespace warpschool::sim
