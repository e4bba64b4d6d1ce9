// Finds the atomics that check a plain load again: on the same address, by its value.
#include "lower/analysis/validated_loads.hpp"

#include "lower/analysis/value_makers.hpp"

#include <algorithm>
#include <optional>

namespace warpschool::sim {
namespace {

bool is_atomic(const InstructionInfo& info) {
  return info.opcode == Opcode::kAtom || info.opcode == Opcode::kRed;
}

/// An "and" or an "or": bits that are set already it may set again.
bool sets_bits(const InstructionInfo& info) {
  return info.is_extreme && !info.is_one_number;
}

/// Does it look at what is there? A compare-and-swap, a minimum, a maximum; or the program does, at
/// what the atomic says was there.
bool checks_again(const Decoded& i, const InstructionInfo& info) {
  return is_atomic(info) && (is_swap(i, info) || info.is_extreme || info.result_compared);
}

bool is_kept(const Decoded& i, const InstructionInfo& info) {
  return is_frame_scalar(i, info) || info.opcode == Opcode::kMov;
}

bool takes_bits(const InstructionInfo& info) {
  return info.opcode == Opcode::kAnd || info.opcode == Opcode::kShr || info.opcode == Opcode::kCvt;
}

/// From the load on to the end of the branch, does the atomic alone change memory? Places of the
/// stack frame do not count.
bool is_all_that_happens(const Program& program, std::size_t load, std::size_t atomic) {
  for (std::size_t at = load + 1; at < program.code.size(); ++at) {
    const InstructionInfo& info = program.info[at];
    const bool is_store = info.opcode == Opcode::kSt && program.code[at].target == 0;
    if (at != atomic && (is_store || is_atomic(info))) {
      return false;
    }
    if (at > atomic && program.code[at].step != Step::kPlain) {
      break;
    }
  }
  return true;
}

/// A comparison of a loaded value, or of bits of it.
struct Test {
  std::uint32_t at = 0;
  std::uint32_t other = kNoSlot;  ///< what it is compared with
  bool of_bits = false;
};

/// All that is done with what an instruction sets, if that is to compare it; nothing: it is used
/// otherwise, too. Unoptimised code keeps it in the stack frame in between.
std::optional<std::vector<Test>> tests_of(const Program& program, const DefUse& def_use,
                                          std::uint32_t load) {
  std::vector<Test> tests;
  std::vector<std::uint32_t> work{load};
  DefUse::Instructions makers{load};
  bool of_bits = false;
  while (!work.empty()) {
    const std::uint32_t maker = work.back();
    work.pop_back();
    for (const std::uint32_t use : def_use.uses(maker)) {
      const InstructionInfo& info = program.info[use];
      if (is_kept(program.code[use], info) || takes_bits(info)) {
        of_bits |= takes_bits(info);
        if (makers.insert(use).second) {
          work.push_back(use);
        }
      } else if (info.opcode == Opcode::kSetp) {
        const Decoded& i = program.code[use];
        const bool is_first = def_use.is_made_by(def_use.read(use, i.a), makers);
        tests.push_back({use, is_first ? i.b : i.a, of_bits});
      } else {
        return std::nullopt;
      }
    }
  }
  return tests.empty() ? std::nullopt : std::optional(std::move(tests));
}

/// Does the program do something with what an atomic found, beyond keeping it?
bool is_looked_at(const Program& program, const DefUse& def_use, std::uint32_t atomic) {
  std::vector<std::uint32_t> work{atomic};
  DefUse::Instructions seen{atomic};
  while (!work.empty()) {
    const std::uint32_t maker = work.back();
    work.pop_back();
    for (const std::uint32_t use : def_use.uses(maker)) {
      if (!is_kept(program.code[use], program.info[use])) {
        return true;
      }
      if (seen.insert(use).second) {
        work.push_back(use);
      }
    }
  }
  return false;
}

/// May a thread come from the one to the other?
bool leads_to(const ControlFlowGraph& cfg, std::size_t from, std::size_t to) {
  const std::uint32_t begin = cfg.block_of(from), end = cfg.block_of(to);
  if (begin == end && from < to) {
    return true;
  }
  std::vector<bool> reached(cfg.blocks().size());
  std::vector<std::uint32_t> work{begin};
  while (!work.empty() && !reached[end]) {
    const std::uint32_t block = work.back();
    work.pop_back();
    for (const std::uint32_t next : cfg.blocks()[block].successors) {
      if (!reached[next]) {
        reached[next] = true;
        work.push_back(next);
      }
    }
  }
  return reached[end];
}

/// Decides for one load and one atomic on the same address.
class Guess {
 public:
  Guess(const Program& program, const Dataflow& flow, std::uint32_t load, std::uint32_t atomic)
      : program_(program), flow_(flow), load_(load), atomic_(atomic) {}

  bool is_validated() const {
    const Decoded &load = program_.code[load_], &atomic = program_.code[atomic_];
    if (load.bytes != atomic.bytes ||
        flow_.addresses.address(load_) != flow_.addresses.address(atomic_)) {
      return false;
    }
    return is_swap(atomic, program_.info[atomic_]) ? is_swapped() : is_changed();
  }

 private:
  /// A compare-and-swap fails if what was loaded is stale, provided that it looks for that value,
  /// and that the program asks whether it failed.
  bool is_swapped() const {
    const bool is_asked = is_looked_at(program_, flow_.def_use, atomic_);
    return leads_to(flow_.cfg, load_, atomic_) &&
           ((is_asked && is_expected()) ||
            ((is_asked || is_all_that_happens(program_, load_, atomic_)) && is_tested_for_swap()));
  }

  /// Does what was loaded flow into what the swap looks for? Not by way of memory, of other lanes,
  /// or of a comparison.
  bool is_expected() const {
    const auto carries = [](const Decoded& i, const InstructionInfo& info) {
      return is_frame_scalar(i, info) || (i.step == Step::kPlain && info.opcode != Opcode::kLd &&
                                          !is_atomic(info) && info.opcode != Opcode::kSetp);
    };
    return ValueMakers(program_, flow_.def_use)
               .of(atomic_, program_.code[atomic_].b, carries)
               .count(load_) != 0;
  }

  /// "if (*slot == kEmpty && atomicCAS(slot, kEmpty, key) == kEmpty)": the loaded value only
  /// decides whether to try. One of its tests is for what the swap replaces or leaves, or for a
  /// range or bits.
  bool is_tested_for_swap() const {
    const auto tests = tests_of(program_, flow_.def_use, load_);
    return tests && std::any_of(tests->begin(), tests->end(), [&](const Test& test) {
             const Compare compare = program_.info[test.at].compare;
             const bool is_equality = compare == Compare::kEq || compare == Compare::kNe ||
                                      compare == Compare::kEqu || compare == Compare::kNeu;
             const Decoded& swap = program_.code[atomic_];
             return !is_equality || test.of_bits || is_same(test, swap.b) || is_same(test, swap.c);
           });
  }

  bool is_same(const Test& test, std::uint32_t swapped) const {
    const auto tested = flow_.addresses.number(flow_.def_use, test.at, test.other);
    const auto other = flow_.addresses.number(flow_.def_use, atomic_, swapped);
    if (!tested || !other || tested->base != 0 || other->base != 0) {
      return tested && other && *tested == *other;
    }
    const unsigned bits = 8U * program_.code[load_].bytes;
    const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    return ((static_cast<std::uint64_t>(tested->distance) ^
             static_cast<std::uint64_t>(other->distance)) &
            mask) == 0;
  }

  /// All others: "if (value > *best) atomicMax(best, value)".
  bool is_changed() const {
    const InstructionInfo& atomic = program_.info[atomic_];
    const bool of_bits = sets_bits(atomic);
    if (atomic_ < load_ && (of_bits || !atomic.is_extreme)) {
      return false;
    }
    const bool is_compared =
        program_.info[load_].only_compared && (!of_bits || atomic.result_compared);
    return is_compared || (of_bits && guesses_bits());
  }

  /// "if (!(seen[word] & bit)) atomicOr(&seen[word], bit)": who comes too late must find that out,
  /// or have done nothing else.
  bool guesses_bits() const {
    return (program_.info[atomic_].result_compared ||
            is_all_that_happens(program_, load_, atomic_)) &&
           tests_of(program_, flow_.def_use, load_);
  }

  const Program& program_;
  const Dataflow& flow_;
  const std::uint32_t load_, atomic_;
};

}  // namespace

void mark_validated_loads(Program& program, const Dataflow& flow) {
  std::vector<std::uint32_t> atomics;
  for (std::uint32_t i = 0; i < program.code.size(); ++i) {
    if (checks_again(program.code[i], program.info[i])) {
      atomics.push_back(i);
    }
  }
  for (std::uint32_t i = 0; i < program.code.size() && !atomics.empty(); ++i) {
    const Decoded& load = program.code[i];
    const bool may_meet = load.space == Space::kGlobal || load.space == Space::kShared ||
                          load.space == Space::kGeneric;
    if (program.info[i].opcode != Opcode::kLd || !may_meet) {
      continue;
    }
    program.info[i].is_validated = std::any_of(
        atomics.begin(), atomics.end(),
        [&](std::uint32_t atomic) { return Guess(program, flow, i, atomic).is_validated(); });
  }
}

}  // namespace warpschool::sim
