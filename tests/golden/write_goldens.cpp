// Writes a golden program for each instruction form of simulator/src/lower/isa/forms.def that has
// none.
//
//   write_goldens FOLDER      FOLDER: tests/golden/exec
//
// Expected values come from tests/reference, never from the simulator. What the programs promise is
// checked on the simulator (tests/simulator/exec/opcodes_test.cpp) and on a GPU (gpu_replay.cpp).
#include "golden_text.hpp"
#include "golden_writers.hpp"
#include "lower/isa/form.hpp"
#include "lower/isa/forms.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>

namespace {

using namespace warpschool::sim;

std::string folder_of(const std::string& opcode, const std::string& form) {
  const reference::Operation operation(form);
  const bool floating = !operation.types.empty() && reference::is_float(operation.types[0]);
  switch (info(find_opcode(opcode)->opcode).family) {
    case Family::kArith:
      return floating ? "float" : "arith";
    case Family::kLogic:
      return "logic";
    case Family::kCompare:
      return "compare";
    case Family::kConvert:
      return "convert";
    case Family::kFloatMath:
      return "float_math";
    case Family::kMemory:
      return "memory";
    case Family::kAtomic:
      return "atomic";
    case Family::kControl:
      return "control";
    case Family::kWarp:
      return "warp";
    case Family::kBarrier:
      return "barrier";
    case Family::kMatrix:
      return "matrix";
  }
  return "";
}

class Writer {
 public:
  explicit Writer(std::filesystem::path folder) : folder_(std::move(folder)) {
    for (const auto& path : golden::programs_below(folder_)) {
      covered_.add(golden::read_program(path).ptx);
    }
  }

  void run() {
    for (const FormRow& row : form_rows()) {
      for (const std::string& name : names_of(row)) {
        if (!covered_.has(name)) {
          write(row, name, "");
        }
      }
      for (const ModifierGroup& group : row.groups) {
        for (const std::string_view hint : group.choices) {
          if (group.is_hint && !covered_.has_hint(row, hint)) {
            write(row, names_of(row).front(), std::string(hint));
          }
        }
      }
    }
    std::printf("%d written, %d forms without a writer\n", written_, missing_);
  }

 private:
  void write(const FormRow& row, const std::string& name, const std::string& hint) {
    const std::string instruction = golden::with_hint(row, name, hint);
    const std::optional<std::string> text = golden::program_for(instruction);
    if (!text) {
      std::printf("no writer for %s\n", instruction.c_str());
      ++missing_;
      return;
    }
    std::string file = instruction;
    for (char& c : file) {
      c = c == '.' || c == ':' ? '_' : c;
    }
    const auto path = folder_ / folder_of(std::string(row.opcode), name) / (file + ".ptx");
    std::filesystem::create_directories(path.parent_path());
    const auto place =
        std::filesystem::exists(path) ? path.parent_path() / (file + "_form.ptx") : path;
    std::ofstream(place) << *text;
    covered_.add(*text);
    ++written_;
  }

  std::filesystem::path folder_;
  golden::Coverage covered_;
  int written_ = 0, missing_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: write_goldens FOLDER\n");
    return 2;
  }
  Writer(argv[1]).run();
  return 0;
}
