// Finds a function's basic blocks, lays them out and gives branches their targets.
#include "lower/analysis/block_layout.hpp"
#include "lower/lowering/function_lowering.hpp"

#include <algorithm>

namespace warpschool::sim {
namespace {

bool is_opcode(const ptx::Instruction& instruction, const char* opcode) {
  return instruction.opcode == opcode;
}

bool ends_block(const ptx::Instruction& instruction) {
  return is_opcode(instruction, "bra") || is_opcode(instruction, "brx") ||
         is_opcode(instruction, "ret") || is_opcode(instruction, "exit") ||
         is_opcode(instruction, "trap");
}

}  // namespace

void FunctionLowering::find_blocks() {
  const std::size_t count = function_.instructions.size();
  std::vector<bool> leader(count + 1, false);
  leader[0] = true;
  for (const ptx::Label& label : function_.labels) {
    leader[std::min(label.instruction, count)] = true;
    label_instruction_.emplace(label.name,
                               static_cast<std::uint32_t>(std::min(label.instruction, count)));
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (ends_block(function_.instructions[i])) {
      leader[i + 1] = true;
    }
  }
  std::vector<std::uint32_t> block_of(count + 1, 0);
  for (std::size_t i = 0; i <= count; ++i) {
    if (leader[i]) {
      blocks_.push_back({});
      blocks_.back().begin = i;
    }
    block_of[i] = static_cast<std::uint32_t>(blocks_.size() - 1);
    blocks_.back().end = std::min(i + 1, count);
  }
  for (const auto& [name, instruction] : label_instruction_) {
    label_block_.emplace(name, block_of[instruction]);
  }
  for (Block& block : blocks_) {
    link_block(block);
  }
}

void FunctionLowering::link_block(Block& block) {
  const auto next = static_cast<std::uint32_t>(&block - blocks_.data() + 1);
  const ptx::Instruction* last =
      block.begin < block.end ? &function_.instructions[block.end - 1] : nullptr;
  block.falls_through = next < blocks_.size();
  if (last != nullptr && ends_block(*last)) {
    for (const ptx::Operand& operand : last->operands) {
      const auto target = label_block_.find(operand.name);
      if (target != label_block_.end()) {
        block.successors.push_back(target->second);
      }
      for (const ptx::BranchTargets& list : function_.branch_targets) {
        for (std::size_t n = 0; list.name == operand.name && n < list.labels.size(); ++n) {
          const auto listed = label_block_.find(list.labels[n]);
          if (listed != label_block_.end()) {
            block.successors.push_back(listed->second);
          }
        }
      }
    }
    block.falls_through &= last->guard.has_value();
  }
  if (block.falls_through) {
    block.successors.push_back(next);
  }
}

void FunctionLowering::emit_blocks() {
  FlowGraph graph;
  for (const Block& block : blocks_) {
    graph.push_back(block.successors);
  }
  const std::vector<std::uint32_t> order = layout_order(graph);
  for (std::size_t i = 0; i < order.size(); ++i) {
    Block& block = blocks_[order[i]];
    block.entry = static_cast<std::uint32_t>(program_.code.size());
    for (std::size_t n = block.begin; n < block.end; ++n) {
      lower(function_.instructions[n]);
    }
    const std::uint32_t next = order[i] + 1;
    const bool is_next = i + 1 < order.size() && order[i + 1] == next;
    if (block.falls_through && !is_next) {
      emit_jump(next);
    } else if (!block.falls_through && next == blocks_.size()) {
      // Control may run off the end of a body only if it has no ret: end the thread there.
    }
  }
  Decoded end;
  end.step = function_.is_entry ? Step::kExit : Step::kReturn;
  InstructionInfo info;
  info.counted = false;
  emit(end, info);
}

void FunctionLowering::emit_jump(std::uint32_t block) {
  Decoded jump;
  jump.step = Step::kJump;
  InstructionInfo info;
  info.counted = false;
  info.issue_slots = 0;
  branches_.emplace_back(program_.code.size(), block);
  emit(jump, info);
}

void FunctionLowering::patch_branches() {
  for (const auto& [index, block] : branches_) {
    program_.code[index].target = blocks_[block].entry;
  }
  for (const auto& [name, block] : label_block_) {
    for (auto& table : kernel_.pending_tables) {
      for (std::size_t i = 0; i < table.labels.size(); ++i) {
        if (table.labels[i] == name) {
          program_.branch_tables[table.index][i] = blocks_[block].entry;
        }
      }
    }
  }
  kernel_.pending_tables.clear();
}

}  // namespace warpschool::sim
