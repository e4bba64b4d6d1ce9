// Random straight-line PTX on the simulator against the scalar reference, all 32 lanes of it. Each
// operation is judged by the operands that the simulator had, so the first wrong one is the one
// that is printed, with the shortest program that shows it.
#include "arithmetic_program.hpp"
#include "warpschool/sim/device.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace warpschool::sim;

constexpr unsigned kLanes = 32;

using Words = std::vector<std::uint64_t>;  // word n of lane l at n * 32 + l

void stop(const std::string& why, const std::string& ptx) {
  std::fprintf(stderr, "%s\n%s\n", why.c_str(), ptx.c_str());
  std::abort();
}

/// Bits of every kind: edges, small numbers, floats near each other, and anything.
std::uint64_t input_word(fuzz::Choices& choices, unsigned lane, std::uint64_t& mix) {
  static constexpr std::uint64_t kEdges[] = {0,
                                             1,
                                             ~0ull,
                                             0x8000'0000'8000'8000ull,
                                             0x7fff'ffff'7fff'7fffull,
                                             0x3ff0'0000'3f80'3c00ull,
                                             0x7ff0'0000'7f80'7c00ull,
                                             0x7ff8'0000'7fc0'7e00ull,
                                             0x0000'0001'0000'0001ull,
                                             0x7fef'ffff'7f7f'7bffull,
                                             0x4330'0000'4b00'6400ull,
                                             0xfff0'0000'ff80'fc00ull};
  mix = mix * 6364136223846793005ull + choices.byte() + lane;
  const std::uint64_t kind = mix >> 60;
  const std::uint64_t wide = mix * 0x9e37'79b9'7f4a'7c15ull;
  if (kind < 4) {
    return kEdges[(mix >> 32) % (sizeof kEdges / sizeof *kEdges)];
  }
  return kind < 8 ? wide & 0x3f : wide ^ (mix >> 17);
}

Words run(const fuzz::Program& program, const Words& inputs, const std::string& ptx) {
  DeviceOptions options;
  options.counters = false;
  options.max_thread_instructions = 1'000'000;
  Device device(*find_profile("h200"), options);
  const auto module = device.load(ptx, "fuzz.ptx");
  if (!module) {
    stop("refused: " + to_string(module.diagnostics().front()), ptx);
  }
  const std::uint64_t bytes = program.values.size() * kLanes * 8;
  const Allocation* in = device.memory().allocate(bytes, AllocationKind::kDevice);
  const Allocation* out = device.memory().allocate(bytes, AllocationKind::kDevice);
  std::memset(in->backing, 0, bytes);
  std::memset(out->backing, 0, bytes);
  std::memcpy(in->backing, inputs.data(), inputs.size() * 8);
  const DeviceAddress parameters[] = {in->begin, out->begin};
  const LaunchOutcome outcome =
      device.launch(**module, "test", {{1, 1, 1}, {kLanes, 1, 1}, 0, false},
                    std::as_bytes(std::span(parameters)));
  if (!outcome.faults.empty()) {
    stop(
        std::string("fault: ") + to_string(outcome.faults[0].kind) + " " + outcome.faults[0].detail,
        ptx);
  }
  Words words(program.values.size() * kLanes);
  std::memcpy(words.data(), out->backing, bytes);
  for (std::size_t i = 0; i < program.inputs; ++i) {  // as the kernel loaded them
    const std::uint64_t masks[] = {1, 0xffff, 0xffff'ffff, ~0ull};
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      words[i * kLanes + lane] =
          inputs[i * kLanes + lane] & masks[static_cast<unsigned>(program.values[i].kind)];
    }
  }
  return words;
}

bool same(std::uint64_t got, std::uint64_t wanted, const std::string& type) {
  const auto is_nan = [&](std::uint64_t bits) {
    return type == "f64"   ? (bits & ~0ull >> 1) > 0x7ff0'0000'0000'0000ull
           : type == "f32" ? (bits & 0x7fff'ffffu) > 0x7f80'0000u
           : type == "f16" ? (bits & 0x7fffu) > 0x7c00u
                           : type == "bf16" && (bits & 0x7fffu) > 0x7f80u;
  };
  if (type == "f16x2" || type == "bf16x2") {
    const std::string half = type.substr(0, type.size() - 2);
    return same(got & 0xffffu, wanted & 0xffffu, half) && same(got >> 16, wanted >> 16, half);
  }
  return got == wanted || (is_nan(got) && is_nan(wanted));
}

/// 8-bit results stand extended in their registers.
std::uint64_t in_register(std::uint64_t bits, const std::string& type) {
  return type == "s8" && (bits & 0x80u) != 0 ? bits | 0xffff'ff00u : bits;
}

struct Lane {
  unsigned index = 0;
  bool carry = false;
};

/// What is wrong with one step in one lane; empty: nothing.
std::string judge(const fuzz::Step& step, const Words& words, Lane& lane) {
  const auto at = [&](std::size_t value) { return words[value * kLanes + lane.index]; };
  const reference::Operation operation(step.instruction);
  const std::string type = reference::signature_of(operation)->result;
  std::uint64_t wanted = 0, second = 0;
  std::vector<std::uint64_t> sources;
  for (const fuzz::Operand& operand : step.operands) {
    const unsigned width = reference::width_of(operand.type);
    const std::uint64_t bits = operand.is_immediate ? operand.bits : at(operand.value);
    sources.push_back(width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1));
  }
  const bool runs =
      step.guard < 0 || (at(static_cast<std::size_t>(step.guard)) != 0) != step.guard_negated;
  if (runs) {
    const reference::Result result = reference::evaluate(operation, sources, lane.carry);
    wanted = in_register(result.bits, type);
    second = result.second;
  } else {
    wanted = at(step.before);
  }
  const bool agrees = same(at(step.result), wanted, runs ? type : "b64") &&
                      (step.second == 0 || at(step.second) == second);
  if (agrees) {
    return "";
  }
  std::string text = step.instruction + ", lane " + std::to_string(lane.index) + ":";
  char hex[32];
  for (const std::uint64_t source : sources) {
    std::snprintf(hex, sizeof hex, " 0x%llx", static_cast<unsigned long long>(source));
    text += hex;
  }
  std::snprintf(hex, sizeof hex, " 0x%llx", static_cast<unsigned long long>(at(step.result)));
  text += std::string(" gave") + hex;
  std::snprintf(hex, sizeof hex, " 0x%llx", static_cast<unsigned long long>(wanted));
  return text + ", not" + hex;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Choices choices(data, size);
  Words inputs;
  fuzz::Choices seeds(data, size);
  std::uint64_t mix = 1;  // of this input alone, so that a found input fails again
  fuzz::Program program = fuzz::make_program(choices);
  for (std::size_t i = 0; i < program.inputs * kLanes; ++i) {
    inputs.push_back(input_word(seeds, static_cast<unsigned>(i), mix));
  }
  const std::string ptx = fuzz::to_ptx(program);
  const Words words = run(program, inputs, ptx);
  for (unsigned index = 0; index < kLanes; ++index) {
    Lane lane{index, false};
    for (std::size_t i = 0; i < program.steps.size(); ++i) {
      const std::string mistake = judge(program.steps[i], words, lane);
      if (!mistake.empty()) {
        program.values.resize(std::max(program.steps[i].result, program.steps[i].second) + 1);
        program.steps.resize(i + 1);  // the rest does not matter
        stop(mistake, fuzz::to_ptx(program));
      }
    }
  }
  return 0;
}
