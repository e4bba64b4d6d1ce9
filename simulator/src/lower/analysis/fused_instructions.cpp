// Finds pairs of whole-number instructions that are one in machine code. Seen in that of nvcc 13.0
// for sm_90: a cipher's rounds, checksums and hashes are LOP3, IADD3 and LEA.
#include "lower/analysis/fused_instructions.hpp"

#include <vector>

namespace warpschool::sim {
namespace {

enum class Kind : std::uint8_t { kOther, kLogic, kSum, kShift };

class Fuser {
 public:
  Fuser(Program& program, const Dataflow& flow)
      : program_(program), flow_(flow), is_full_(program.code.size(), false) {}

  /// Joins an instruction with one of those that it gets its operands from.
  void look_at(std::uint32_t at) {
    const Kind kind = kind_of(at);
    if (kind != Kind::kLogic && kind != Kind::kSum) {
      return;
    }
    const Decoded& i = program_.code[at];
    if (!take(at, kind, i.a)) {
      take(at, kind, i.b);
    }
  }

 private:
  Kind kind_of(std::uint32_t at) const {
    const InstructionInfo& info = program_.info[at];
    if (program_.code[at].guard != kNoSlot || info.issue_slots != 1 ||
        ptx::bytes_of(info.type) != 4 || ptx::is_float(info.type)) {
      return Kind::kOther;
    }
    switch (info.opcode) {
      case Opcode::kAnd:
      case Opcode::kOr:
      case Opcode::kXor:
      case Opcode::kNot:
        return Kind::kLogic;
      case Opcode::kAdd:
      case Opcode::kSub:
        return Kind::kSum;
      case Opcode::kShl:
        return flow_.constants.number(program_.code[at].b) ? Kind::kShift : Kind::kOther;
      default:
        return Kind::kOther;
    }
  }

  bool take(std::uint32_t at, Kind kind, std::uint32_t slot) {
    const std::uint32_t value = slot == kNoSlot ? kNoValue : flow_.def_use.read(at, slot);
    if (value == kNoValue ||
        flow_.def_use.values()[value].kind != DefUse::Value::Kind::kDefinition) {
      return false;
    }
    const std::uint32_t maker = flow_.def_use.values()[value].at;
    const Kind made = kind_of(maker);
    const bool fits = made == kind || (kind == Kind::kSum && made == Kind::kShift);
    if (!fits || is_full_[maker] || flow_.cfg.block_of(maker) != flow_.cfg.block_of(at) ||
        flow_.def_use.uses(maker).size() != 1) {
      return false;
    }
    program_.info[maker].issue_slots = 0;
    is_full_[at] = true;
    return true;
  }

  Program& program_;
  const Dataflow& flow_;
  std::vector<bool> is_full_;  ///< by instruction: it has three operands already
};

}  // namespace

void mark_fused_instructions(Program& program, const Dataflow& flow) {
  Fuser fuser(program, flow);
  for (std::uint32_t at = 0; at < program.code.size(); ++at) {
    fuser.look_at(at);
  }
}

}  // namespace warpschool::sim
