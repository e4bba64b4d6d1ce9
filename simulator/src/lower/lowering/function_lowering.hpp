// Private to lowering: the state shared by the files that lower one function.
#pragma once

#include "lower/analysis/block_layout.hpp"
#include "lower/analysis/hoisted_loads.hpp"
#include "lower/analysis/provenance.hpp"
#include "lower/lowering/lowering.hpp"
#include "lower/program/frame.hpp"

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace warpschool::sim {

/// What all functions of a kernel share while it is lowered.
struct KernelContext {
  const ptx::Module& module;
  const LoadedSymbols& symbols;
  const LoweringTools& tools;
  Program& program;
  FrameBuilder frame;
  Diagnostics diagnostics;
  std::unordered_map<std::string, std::uint64_t> shared;  ///< shared variable -> offset
  std::unordered_map<std::string, std::uint32_t>
      functions;                             ///< name -> index into Program::functions
  std::vector<const ptx::Function*> bodies;  ///< parallel to Program::functions
  std::deque<ptx::Function> resolved;        ///< bodies that are not the module's own
  struct PendingTable {
    std::uint32_t index;
    std::vector<std::string> labels;
  };
  std::vector<PendingTable> pending_tables;  ///< brx tables whose labels have no address yet
};

/// Lowers one function body into Program::code.
class FunctionLowering {
 public:
  FunctionLowering(KernelContext& kernel, std::uint32_t index);

  void run();

 private:
  using Block = BasicBlock;

  // function_lowering.cpp
  void declare_variables();
  void lower(const ptx::Instruction& instruction);
  using Lowering = bool (FunctionLowering::*)(const ptx::Instruction&, Form&, Decoded&,
                                              InstructionInfo&);
  static Lowering lowering_of(Opcode opcode);
  Decoded begin(const ptx::Instruction& instruction, const Form& form, InstructionInfo& info);
  bool is_students(const ptx::Instruction& instruction) const;
  std::vector<const ptx::Instruction*> readers_of(const ptx::Instruction& instruction) const;
  const ptx::Instruction* first_reader(const ptx::Instruction& load) const;
  void emit(const Decoded& decoded, InstructionInfo info);
  void emit_unsupported(const ptx::Instruction& instruction, const std::string& why);
  void complain(const ptx::PtxPosition& position, std::string message);

  // basic_blocks.cpp
  void find_blocks();
  void link_block(Block& block);
  void emit_blocks();
  void emit_jump(std::uint32_t block);
  void patch_branches();

  // operands.cpp
  Slot slot(const ptx::Operand& operand, ptx::Type type);
  Slot register_slot(const ptx::Operand& operand, ptx::Type type);
  Slot immediate_slot(const ptx::Operand& operand, ptx::Type type);
  Slot symbol_slot(const ptx::Operand& operand);
  Slot predicate_slot(const ptx::Operand& operand);
  std::optional<std::uint64_t> symbol_value(const std::string& name);
  bool is_local(const std::string& name) const { return locals_.count(name) != 0; }
  Slot address_slot(const ptx::Operand& operand, Decoded& decoded);
  std::optional<Extents> extents_of(const Origin& origin) const;
  void keep_extents(const ptx::Operand& address, Space space, std::uint32_t site);
  Slot destination(const ptx::Operand& operand, ptx::Type type, InstructionInfo& info);
  Slot source(const ptx::Operand& operand, ptx::Type type, InstructionInfo& info);
  Slot expect(Slot found, ptx::Type type);
  Slot materialise_local(const std::string& name);
  Slot widen_address(Slot narrow);

  // instructions.cpp: one method a shape of operands
  bool lower_plain(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);
  bool lower_move(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);
  bool lower_packed_conversion(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);
  bool lower_vector_move(const ptx::Instruction&, const Form&, Decoded&, InstructionInfo&);
  bool lower_plain_move(const ptx::Instruction&, const Slot& target, bool is_free, Form&, Decoded&,
                        InstructionInfo&);
  bool lower_compare(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);
  bool lower_warp(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);
  bool elements(const ptx::Operand& operand, const Form& form, bool is_destination,
                Decoded& decoded, InstructionInfo& info);
  bool select(const Form& form, Decoded& decoded);

  // memory_instructions.cpp
  bool lower_memory(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);
  void lower_place(const ptx::Instruction&, const ptx::Operand& address, const Form&, Decoded&,
                   InstructionInfo&);
  void note_loaded(const ptx::Instruction&, const Form&, Decoded&, InstructionInfo&);
  bool lower_parameter(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);
  bool read_kernel_parameter(const ptx::Operand& data, std::uint32_t begin, const Form& form,
                             Decoded& decoded, const InstructionInfo& info);
  void note_scope(const Form&, InstructionInfo&);
  bool lower_atomic(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);
  bool lower_copy(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);

  // value_uses.cpp: what becomes of a loaded value
  void note_moves(const std::string& loaded, InstructionInfo& info) const;
  bool is_only_loaded(const std::string& value) const;
  bool is_only_stored(const std::string& value, unsigned steps) const;
  bool is_counted_with(const std::string& value, unsigned steps) const;
  bool is_one_number(const std::string& loaded, ptx::Type type) const;
  bool becomes_double(const std::string& value, unsigned steps) const;
  bool is_number_of_blocks(const std::string& value, unsigned steps) const;
  bool is_compared_with_blocks(const std::string& value, unsigned steps) const;
  bool is_compared(const std::string& value, unsigned steps) const;
  bool updates_bits(const ptx::Instruction& load) const;

  // escaped_scalars.cpp
  bool is_given(std::int64_t place) const;
  bool is_of_shared(const std::string& address, unsigned steps) const;
  bool is_put_to_use(const std::string& value, unsigned steps) const;
  bool must_be_set(const ptx::Instruction& load) const;

  // control.cpp
  bool lower_control(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);
  bool lower_branch(const ptx::Instruction&, Decoded&);
  bool lower_indexed_branch(const ptx::Instruction&, Decoded&, InstructionInfo&);
  bool lower_call(const ptx::Instruction&, Decoded&, InstructionInfo&);
  bool lower_barrier(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);

  // matrix_instructions.cpp
  bool lower_matrix(const ptx::Instruction&, Form&, Decoded&, InstructionInfo&);
  bool lower_matrix_product(const ptx::Instruction&, const Form&, MatrixSite&, InstructionInfo&);
  bool lower_matrix_access(const ptx::Instruction&, const Form&, MatrixSite&, Decoded&,
                           InstructionInfo&);
  bool lower_ldmatrix(const ptx::Instruction&, MatrixSite&, Decoded&, InstructionInfo&);
  bool matrix_registers(const ptx::Operand& operand, std::size_t count, bool is_target,
                        Fragment& fragment, InstructionInfo& info);

  KernelContext& kernel_;
  Program& program_;
  const ptx::Function& function_;
  std::uint32_t index_;
  RegisterMap registers_;
  std::unordered_map<std::string, std::uint32_t> label_instruction_;
  std::unordered_map<std::string, std::uint32_t> label_block_;
  std::unordered_map<std::string, std::uint32_t>
      locals_;  ///< .local variable -> offset in a thread's memory
  std::unordered_map<std::string, ParameterSlot>
      param_variables_;  ///< .param variables in the frame
  std::unordered_map<std::string, std::uint32_t>
      kernel_parameters_;  ///< offset in the parameter buffer
  RegisterUses uses_;
  Provenance provenance_;
  std::vector<Block> blocks_;
  std::vector<std::pair<std::size_t, std::uint32_t>> branches_;  ///< code index -> target block
  std::unordered_set<std::uint32_t> wide_products_;              ///< slots that mul.wide wrote
  std::string failure_;  ///< why the instruction at hand is not supported
  const ptx::Instruction* last_student_ = nullptr;  ///< the last one not from a toolkit header
};

}  // namespace warpschool::sim
