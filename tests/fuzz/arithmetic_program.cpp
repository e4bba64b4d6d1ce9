// Makes random straight-line PTX of a fuzzer's bytes.
#include "arithmetic_program.hpp"

#include "lower/isa/forms.hpp"

#include <array>
#include <cstdio>
#include <sstream>

namespace fuzz {
namespace {

constexpr std::size_t kInputsPerClass = 4;
constexpr std::size_t kMostSteps = 24;

struct Form {
  std::string instruction;
  reference::Signature signature;
};

/// The forms that work on registers alone and are exact.
const std::vector<Form>& forms() {
  static const std::vector<Form> result = [] {
    std::vector<Form> found;
    for (const warpschool::sim::FormRow& row : warpschool::sim::form_rows()) {
      for (const std::string& name : warpschool::sim::names_of(row)) {
        std::string instruction = name;
        if (row.opcode == "set") {  // the type of its result is a hint in the table
          const std::size_t last = name.rfind('.');
          const bool is_half = name.substr(last) == ".f16";
          if (name.substr(last) != ".f16x2") {
            instruction.insert(last, is_half ? ".f16" : ".u32");
          }
        }
        const reference::Operation operation(instruction);
        const auto signature = reference::signature_of(operation);
        const reference::Bound bound = reference::bound_of(operation);
        if (signature && bound.relative == 0 && bound.absolute == 0) {
          found.push_back({instruction, *signature});
        }
      }
    }
    return found;
  }();
  return result;
}

const char* prefix(Class kind) {
  switch (kind) {
    case Class::kPredicate:
      return "%p";
    case Class::k16:
      return "%h";
    case Class::k32:
      return "%r";
    case Class::k64:
      return "%d";
  }
  return "";
}

std::size_t add_value(Program& program, Class kind) {
  program.values.push_back({kind, prefix(kind) + std::to_string(program.values.size())});
  return program.values.size() - 1;
}

std::size_t pick(const Program& program, Class kind, Choices& choices) {
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < program.values.size(); ++i) {
    if (program.values[i].kind == kind) {
      candidates.push_back(i);
    }
  }
  return candidates[choices.below(static_cast<std::uint32_t>(candidates.size()))];
}

Operand operand(const Program& program, const std::string& type, Choices& choices) {
  Operand result;
  result.type = type;
  const unsigned width = reference::width_of(type);
  const bool may_be_immediate = type != "pred" && type.find("x2") == std::string::npos &&
                                (width >= 32 || !reference::is_float(type)) && width >= 16;
  if (may_be_immediate && choices.below(6) == 0) {
    result.is_immediate = true;
    const std::uint64_t bits = choices.word() >> (choices.byte() & 63u);
    result.bits = width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
    return result;
  }
  result.value = pick(program, class_of(type), choices);
  return result;
}

std::string text_of(const Program& program, const Operand& operand) {
  if (!operand.is_immediate) {
    return program.values[operand.value].name;
  }
  char text[40];
  const auto bits = static_cast<unsigned long long>(operand.bits);
  if (operand.type == "f32") {
    std::snprintf(text, sizeof text, "0f%08llX", bits);
  } else if (operand.type == "f64") {
    std::snprintf(text, sizeof text, "0d%016llX", bits);
  } else {
    std::snprintf(text, sizeof text, "0x%llx", bits);
  }
  return text;
}

const char* move_of(Class kind) {
  return kind == Class::kPredicate ? "mov.pred"
         : kind == Class::k16      ? "mov.b16"
         : kind == Class::k32      ? "mov.b32"
                                   : "mov.b64";
}

void write_load(std::ostringstream& out, const Value& value, std::size_t index) {
  const std::string place = "[%in+" + std::to_string(index * 256) + "]";
  switch (value.kind) {
    case Class::kPredicate:
      out << "\tld.global.u32 %word, " << place << ";\n\tand.b32 %word, %word, 1;\n\tsetp.ne.u32 "
          << value.name << ", %word, 0;\n";
      break;
    case Class::k16:
      out << "\tld.global.b16 " << value.name << ", " << place << ";\n";
      break;
    case Class::k32:
      out << "\tld.global.b32 " << value.name << ", " << place << ";\n";
      break;
    case Class::k64:
      out << "\tld.global.b64 " << value.name << ", " << place << ";\n";
      break;
  }
}

void write_store(std::ostringstream& out, const Value& value, std::size_t index) {
  const std::string place = "[%out+" + std::to_string(index * 256) + "], ";
  if (value.kind == Class::kPredicate) {
    out << "\tselp.u32 %word, 1, 0, " << value.name << ";\n\tst.global.b32 " << place << "%word;\n";
    return;
  }
  out << "\tst.global."
      << (value.kind == Class::k16   ? "b16 "
          : value.kind == Class::k32 ? "b32 "
                                     : "b64 ")
      << place << value.name << ";\n";
}

}  // namespace

Class class_of(const std::string& type) {
  switch (reference::width_of(type)) {
    case 1:
      return Class::kPredicate;
    case 16:
      return Class::k16;
    case 64:
      return Class::k64;
    default:
      return Class::k32;
  }
}

Program make_program(Choices& choices) {
  Program program;
  for (const Class kind : {Class::kPredicate, Class::k16, Class::k32, Class::k64}) {
    for (std::size_t i = 0; i < kInputsPerClass; ++i) {
      add_value(program, kind);
    }
  }
  program.inputs = program.values.size();
  while (!choices.empty() && program.steps.size() < kMostSteps) {
    const Form& form = forms()[choices.below(static_cast<std::uint32_t>(forms().size()))];
    Step step;
    step.instruction = form.instruction;
    for (const std::string& type : form.signature.sources) {
      step.operands.push_back(operand(program, type, choices));
    }
    const Class kind = class_of(form.signature.result);
    if (choices.below(4) == 0) {
      step.guard = static_cast<int>(pick(program, Class::kPredicate, choices));
      step.guard_negated = choices.below(2) == 1;
      step.before = pick(program, kind, choices);
    }
    step.result = add_value(program, kind);
    if (form.signature.two_results && step.guard < 0) {
      step.second = add_value(program, Class::kPredicate);
    }
    program.steps.push_back(std::move(step));
  }
  return program;
}

std::string to_ptx(const Program& program) {
  std::ostringstream out;
  out << ".version 8.3\n.target sm_90\n.address_size 64\n.visible .entry test(.param .u64 in, "
         ".param "
         ".u64 out)\n{\n\t.reg .b64 %in, %out;\n\t.reg .b32 %lane, %word;\n";
  for (const Value& value : program.values) {
    out << "\t.reg "
        << (value.kind == Class::kPredicate ? ".pred "
            : value.kind == Class::k16      ? ".b16 "
            : value.kind == Class::k32      ? ".b32 "
                                            : ".b64 ")
        << value.name << ";\n";
  }
  out << "\tmov.u32 %lane, %tid.x;\n\tld.param.u64 %in, [in];\n\tmad.wide.u32 %in, %lane, 8, %in;\n"
         "\tld.param.u64 %out, [out];\n\tmad.wide.u32 %out, %lane, 8, %out;\n";
  for (std::size_t i = 0; i < program.inputs; ++i) {
    write_load(out, program.values[i], i);
  }
  for (const Step& step : program.steps) {
    const Value& result = program.values[step.result];
    if (step.guard >= 0) {
      out << "\t" << move_of(result.kind) << " " << result.name << ", "
          << program.values[step.before].name << ";\n\t@" << (step.guard_negated ? "!" : "")
          << program.values[static_cast<std::size_t>(step.guard)].name << " ";
    } else {
      out << "\t";
    }
    out << step.instruction << " " << result.name;
    if (step.second != 0) {
      out << "|" << program.values[step.second].name;
    }
    for (const Operand& operand : step.operands) {
      out << ", " << text_of(program, operand);
    }
    out << ";\n";
  }
  for (std::size_t i = program.inputs; i < program.values.size(); ++i) {
    write_store(out, program.values[i], i);
  }
  out << "\tret;\n}\n";
  return out.str();
}

}  // namespace fuzz
