// Makes PTX of a source, and repairs and checks it before it is embedded.
#include "simcc/diagnostics/clang_messages.hpp"
#include "simcc/diagnostics/constant_writes.hpp"
#include "simcc/diagnostics/device_symbols.hpp"
#include "simcc/diagnostics/host_uses.hpp"
#include "simcc/diagnostics/size_limits.hpp"
#include "simcc/driver/driver_steps.hpp"
#include "simcc/repairs/run_time_arrays.hpp"
#include "simcc/repairs/split_copies.hpp"
#include "simcc/repairs/triangular_loops.hpp"
#include "simcc/repairs/two_compilers.hpp"
#include "simcc/repairs/vector_copies.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace warpschool::simcc {

namespace fs = std::filesystem;
namespace {

/// The front end's intermediate code with what nvcc keeps and clang would not; nothing: it is as it
/// should be.
std::optional<std::string> code_as_nvccs(const std::string& code) {
  std::optional<std::string> copies = with_vector_copies(code);
  std::optional<std::string> loops = with_outer_loops_kept(copies ? *copies : code);
  return loops ? loops : copies;
}

}  // namespace

bool has_variables_in(const std::string& ptx) {
  std::ifstream text(ptx);
  return has_device_variables(text);
}

int Driver::make_ptx(const Input& input, const std::string& ptx) {
  source_ = read_source(input.path, options_.include_folders(), folder_);
  return make_ptx_of_source(input, ptx);
}

Words Driver::words_for_device(const Input& input, const std::string& ptx) const {
  Words words = device_command(tools_, options_, input.path, ptx);
  // The host side shows all other warnings.
  const Words warnings = source_.has_constants ? constant_write_options() : Words{"-w"};
  words.insert(words.end(), warnings.begin(), warnings.end());
  words.insert(words.end(), source_.words.begin(), source_.words.end());
  return words;
}

/// As long as clang's messages tell of something that can be repaired: it gives up after some.
/// Where that does not help, all stays as it was.
void Driver::repair_and_compile(const Input& input, const std::string& ptx, Words& words,
                                ProcessOutcome& outcome) {
  constexpr int kMostRounds = 40;
  ProcessOutcome other = outcome;
  for (int round = 0;
       round < kMostRounds && other.status != 0 && repair_as_told(source_, other.errors, folder_);
       ++round) {
    is_repaired_as_told_ = true;
    words = words_for_device(input, ptx);
    other = compile_device(words);
  }
  if (is_repaired_as_told_ && (other.status == 0 || !blames_set_arrays(other.errors))) {
    outcome = other;
  }
}

int Driver::make_ptx_of_source(const Input& input, const std::string& ptx) {
  Words words = words_for_device(input, ptx);
  without_nvccs_name_ = false;
  is_repaired_as_told_ = false;
  // What is said of constants that kernels write, and of commands, are messages of the other way.
  const bool may_differ = source_.has_vectors || source_.has_triangular_loops;
  const bool may_be_direct =
      may_differ && !source_.has_constants && !options_.verbose && !options_.dry_run;
  if (may_be_direct && go_by_code(words, ptx)) {
    return tell(words, {}, {});
  }
  ProcessOutcome outcome = compile_device(words);
  if (outcome.status != 0) {
    repair_and_compile(input, ptx, words, outcome);
  }
  if (outcome.status != 0 &&
      fails_between_compilers(outcome.errors, input.path, tools_.toolkit_include)) {
    words.emplace_back(kWithoutNvccsName);
    ProcessOutcome other = compile_device(words);
    without_nvccs_name_ = other.status == 0;
    outcome = without_nvccs_name_ ? other : outcome;
  }
  if (outcome.status == 0 && !options_.dry_run && !may_be_direct &&
      (may_differ || has_split_copies(text_of(ptx)))) {
    go_by_code(words, ptx);
  }
  return tell(words, outcome, {});
}

/// Makes the device side by way of the front end's intermediate code, where that is changed.
/// @param words the command that makes the PTX directly.
/// @return whether there is PTX now. If not, nothing is to be changed, or that command tells why it
/// fails; the file is what it was.
bool Driver::go_by_code(Words words, const std::string& ptx) const {
  const std::string code = folder_.file(0, ".copies.ll");
  *(std::find(words.begin(), words.end(), "-o") + 1) = code;
  words.insert(words.end(), {"-emit-llvm", "-Xclang", kUnoptimisedCode});
  const std::optional<std::string> changed =
      start_cuda(words).status == 0 ? code_as_nvccs(text_of(code)) : std::nullopt;
  if (!changed) {
    return false;
  }
  std::ofstream(code, std::ios::binary | std::ios::trunc) << *changed;
  const std::string other = folder_.file(0, ".copies.ptx");
  const Words back_end =
      device_back_end_command(tools_, options_, target_features(*changed), code, other);
  std::error_code error;
  return start(back_end).status == 0 &&
         fs::copy_file(other, ptx, fs::copy_options::overwrite_existing, error);
}

/// The same as start(), with what is said of constants that kernels write.
ProcessOutcome Driver::compile_device(const Words& words) const {
  ProcessOutcome outcome = start_cuda(words);
  if (source_.has_constants) {
    bool refused = false;
    outcome.errors = tell_constant_writes(outcome.errors, refused);
    outcome.status = refused && outcome.status == 0 ? 1 : outcome.status;
  }
  return outcome;
}

/// Marks the PTX as ours (the runtime takes no other) and ends it with a zero byte, as it is
/// embedded without its length.
bool Driver::embed(const std::string& ptx, const std::string& source) const {
  if (options_.dry_run) {
    return true;
  }
  std::ifstream in(ptx, std::ios::binary);
  std::stringstream text;
  text << "// warpschool-ptx 1 " << source << "\n" << in.rdbuf() << '\0';
  in.close();
  const std::string missing = options_.relocatable ? "" : undefined_function(text.str());
  if (!missing.empty()) {
    std::fprintf(
        stderr,
        "simcc: %s: the device function %s is declared, but not defined in this file. If another "
        "file has it, compile all of them with -rdc=true (or -dc); else put the definition into "
        "this file, or into a header that it includes.\n",
        source.c_str(), missing.c_str());
    return false;
  }
  if (const std::string why = too_large(text.str()); !why.empty()) {
    std::fprintf(stderr, "simcc: error: %s: %s\n", source.c_str(), why.c_str());
    return false;
  }
  std::ofstream out(ptx, std::ios::binary | std::ios::trunc);
  out << text.str();
  out.close();
  if (!out) {
    std::fprintf(stderr, "simcc: cannot write %s\n", ptx.c_str());
    return false;
  }
  if (options_.keep) {
    std::error_code ignored;
    fs::copy_file(ptx, fs::path(source).filename().replace_extension(".ptx"),
                  fs::copy_options::overwrite_existing, ignored);
  }
  return true;
}

}  // namespace warpschool::simcc
