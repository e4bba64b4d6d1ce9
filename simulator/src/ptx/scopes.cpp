// Resolves names in the nested scopes of a function body.
#include "ptx/scopes.hpp"

#include "ptx/lexer.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace warpschool::sim::ptx {
namespace {

/// Without the % and what follows a dot (PTX ISA, section 10).
constexpr std::array kSpecialRegisters{"tid",
                                       "ntid",
                                       "ctaid",
                                       "nctaid",
                                       "laneid",
                                       "warpid",
                                       "nwarpid",
                                       "warpsize",
                                       "smid",
                                       "nsmid",
                                       "gridid",
                                       "clock",
                                       "clock_hi",
                                       "clock64",
                                       "globaltimer",
                                       "globaltimer_lo",
                                       "globaltimer_hi",
                                       "lanemask_eq",
                                       "lanemask_le",
                                       "lanemask_lt",
                                       "lanemask_ge",
                                       "lanemask_gt",
                                       "total_smem_size",
                                       "aggr_smem_size",
                                       "dynamic_smem_size",
                                       "clusterid",
                                       "nclusterid",
                                       "cluster_ctaid",
                                       "cluster_nctaid",
                                       "cluster_ctarank",
                                       "cluster_nctarank",
                                       "is_explicit_cluster",
                                       "current_graph_exec",
                                       "reserved_smem_offset_begin",
                                       "reserved_smem_offset_end",
                                       "reserved_smem_offset_cap"};

void rename_symbols(std::vector<Operand>& operands, std::string_view from, const std::string& to) {
  for (Operand& operand : operands) {
    if (operand.kind == Operand::Kind::kSymbol && operand.name == from) {
      operand.name = to;
    }
    rename_symbols(operand.elements, from, to);
  }
}

}  // namespace

void Scopes::open(std::size_t first_instruction, std::size_t first_label) {
  Scope& scope = scopes_.emplace_back();
  scope.serial = ++serial_;
  scope.first_instruction = first_instruction;
  scope.first_label = first_label;
}

void Scopes::close(Function& function) {
  const Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  const std::string suffix = "@" + std::to_string(scope.serial);
  for (std::size_t i = scope.first_label; i < function.labels.size(); ++i) {
    Label& label = function.labels[i];
    if (label.name.find('@') != std::string::npos) {
      continue;  // of a scope inside this one
    }
    const std::string unique = label.name + suffix;
    for (std::size_t k = scope.first_instruction; k < function.instructions.size(); ++k) {
      rename_symbols(function.instructions[k].operands, label.name, unique);
    }
    label.name = unique;
  }
}

std::string Scopes::declare(std::string_view name, NameKind kind) {
  Scope& scope = scopes_.back();
  std::string unique(name);
  if (scope.serial != 0) {
    unique += "@" + std::to_string(scope.serial);
  }
  const bool is_new = scope.names.emplace(name, ResolvedName{kind, unique}).second;
  return is_new ? unique : std::string();
}

std::string Scopes::declare_range(std::string_view prefix, unsigned count) {
  Scope& scope = scopes_.back();
  std::string unique(prefix);
  if (scope.serial != 0) {
    unique += "@" + std::to_string(scope.serial) + ":";
  }
  for (const Range& range : scope.ranges) {
    if (range.prefix == prefix) {
      return {};
    }
  }
  scope.ranges.push_back({std::string(prefix), unique, count});
  return unique;
}

// "%r12" may be number 12 of "%r<20>" or number 2 of "%r1<5>".
bool Scopes::resolve_range(const Scope& scope, std::string_view name, std::string& unique) {
  std::size_t digits = name.size();
  while (digits > 1 && is_digit(name[digits - 1])) {
    --digits;
    unsigned number = 0;
    const char* end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data() + digits, end, number);
    if (parsed.ec != std::errc{}) {
      return false;
    }
    if (name[digits] == '0' && digits + 1 < name.size()) {
      continue;  // registers are numbered without leading zeros
    }
    for (const Range& range : scope.ranges) {
      if (number < range.count && range.prefix == name.substr(0, digits)) {
        unique = range.unique + std::to_string(number);
        return true;
      }
    }
  }
  return false;
}

ResolvedName Scopes::resolve(std::string_view name) const {
  const std::string key(name);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto found = scope->names.find(key); found != scope->names.end()) {
      return found->second;
    }
    std::string unique;
    if (resolve_range(*scope, name, unique)) {
      return {NameKind::kRegister, unique};
    }
  }
  return {NameKind::kUnknown, key};
}

bool is_special_register(std::string_view name) {
  if (name.empty() || name.front() != '%') {
    return false;
  }
  name.remove_prefix(1);
  if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
    name = name.substr(0, dot);
  }
  // %envreg0.., %pm0.., %reserved_smem_offset_0
  for (const std::string_view numbered : {"envreg", "pm", "reserved_smem_offset_"}) {
    if (name.size() > numbered.size() && name.substr(0, numbered.size()) == numbered &&
        is_digit(name.back())) {
      return true;
    }
  }
  return std::find(kSpecialRegisters.begin(), kSpecialRegisters.end(), name) !=
         kSpecialRegisters.end();
}

}  // namespace warpschool::sim::ptx
