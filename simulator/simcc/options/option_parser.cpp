// Walks over the words of a command line and applies the rule of each.
#include "simcc/options/option_parser.hpp"

#include "simcc/options/ignored_options.hpp"
#include "simcc/options/option_rules.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;

/// clang's OpenMP has a library of its own, which takes objects of g++ too. With both in a program,
/// threads of one would ask the other for their numbers.
void leave_out_gomp(Options& options) {
  const auto& host = options.host_compiler;
  if (std::find(host.begin(), host.end(), "-fopenmp") != host.end()) {
    auto& linker = options.linker;
    linker.erase(std::remove(linker.begin(), linker.end(), "-lgomp"), linker.end());
  }
}

bool has_extension(const std::string& path, std::initializer_list<const char*> extensions) {
  const std::string own = fs::path(path).extension().string();
  return std::find(extensions.begin(), extensions.end(), own) != extensions.end();
}

}  // namespace

std::string OptionParser::take_digit() {
  const bool is_digit = next_ < words_.size() && words_[next_].size() == 1 &&
                        words_[next_][0] >= '0' && words_[next_][0] <= '9';
  return is_digit ? words_[next_++] : std::string();
}

/// True if `rule` is what `word` says under either name; then it has been applied.
bool OptionParser::apply(const OptionRule& rule, const std::string& word) {
  return apply(rule, rule.name, word) ||
         (rule.short_name != nullptr && apply(rule, rule.short_name, word));
}

bool OptionParser::apply(const OptionRule& rule, const std::string& name, const std::string& word) {
  if (word.rfind(name, 0) != 0) {
    return false;
  }
  const std::string rest = word.substr(name.size());
  if (rule.value == OptionValue::kJoined || (rule.value == OptionValue::kNone && rest.empty())) {
    rule.action(*this, rest);
    return true;
  }
  if (rule.value == OptionValue::kNone) {
    return false;
  }
  if (!rest.empty()) {
    const bool is_letter = name.size() == 2;  // -I, and not --include-path
    if (rest[0] != '=' && (rule.value == OptionValue::kSeparate || !is_letter)) {
      return false;
    }
    rule.action(*this, rest[0] == '=' ? rest.substr(1) : rest);
  } else if (next_ == words_.size()) {
    complain("option '" + word + "' needs a value");
  } else {
    rule.action(*this, words_[next_++]);
  }
  return true;
}

void OptionParser::option(const std::string& word) {
  for (const OptionRule& rule : option_rules()) {
    if (apply(rule, word)) {
      return;
    }
  }
  if (forward_unknown_) {
    options.host_compiler.push_back(word);
    return;
  }
  complain("unknown option '" + word + "'",
           "simcc takes nvcc's options (simcc --help); those of the host compiler go behind "
           "-Xcompiler, the linker's behind -Xlinker");
}

void OptionParser::input(const std::string& path) {
  if (has_extension(path, {".ptx", ".cubin", ".fatbin"})) {
    complain("cannot take " + path + " as input",
             "code that nvcc made may not be translated for another platform; give simcc the .cu "
             "file instead");
  } else if (treat_all_as_cuda || has_extension(path, {".cu"})) {
    options.inputs.push_back({path, InputKind::kCuda});
  } else if (has_extension(path, {".cpp", ".cc", ".cxx"})) {
    options.inputs.push_back({path, InputKind::kCxx});
  } else if (has_extension(path, {".c"})) {
    options.inputs.push_back({path, InputKind::kC});
  } else if (has_extension(path, {".o", ".a"}) || path.find(".so") != std::string::npos) {
    options.inputs.push_back({path, InputKind::kLinkable});
  } else {
    complain(
        "do not know what to do with " + path,
        "inputs are .cu, .cpp, .cc, .cxx, .c, .o, .a and .so files; -x cu reads any file as CUDA");
  }
}

void OptionParser::finish() {
  leave_out_gomp(options);
  if (shared && options.product == Product::kProgram) {
    options.product = Product::kSharedLibrary;
  }
  if (options.inputs.empty() && !options.show_help && !options.show_version &&
      diagnostics_.empty()) {
    complain("no input files", "simcc -o program program.cu");
  }
  const bool linking =
      options.product == Product::kProgram || options.product == Product::kSharedLibrary ||
      options.product == Product::kStaticLibrary || options.product == Product::kDeviceLink;
  if (!linking && options.inputs.size() > 1 && !options.output.empty()) {
    complain("-o names one file, but there are " + std::to_string(options.inputs.size()) +
             " inputs to compile");
  }
  finish_dependencies();
}

void OptionParser::finish_dependencies() {
  auto& words = options.dependency;
  if (options.product == Product::kDependencies) {
    words.insert(words.begin(), skip_system_headers ? "-MM" : "-M");
  } else if (make_dependencies) {
    if (options.dependency_file.empty() && !options.inputs.empty()) {
      const std::string of = options.output.empty() ? options.inputs.front().path : options.output;
      options.dependency_file = fs::path(of).replace_extension(".d").string();
    }
    words.insert(words.begin(), skip_system_headers ? "-MMD" : "-MD");
  } else {
    options.dependency_file.clear();
    words.clear();
  }
}

/// What changes how the others are read, wherever it stands.
void OptionParser::read_words_for_all() {
  for (const std::string& word : words_) {
    treat_all_as_cuda = treat_all_as_cuda || word == "-xcu";
    forward_unknown_ = forward_unknown_ || word == "--forward-unknown-to-host-compiler" ||
                       word == "-forward-unknown-to-host-compiler";
  }
}

Result<Options> OptionParser::parse() {
  read_words_for_all();
  std::vector<std::string> paths;
  while (next_ < words_.size()) {
    const std::string& word = words_[next_++];
    if (word == "-xcu") {
      continue;
    }
    // nvcc names the kind of warning in the next word.
    if (word == "-Werror" && next_ < words_.size() &&
        (words_[next_] == "all-warnings" || words_[next_] == "cross-execution-space-call")) {
      ++next_;
    }
    if (word.size() < 2 || word[0] != '-') {
      paths.push_back(word);
      continue;
    }
    const Ignored ignored = ignored_option(word);
    if (ignored == Ignored::kNo) {
      option(word);
    } else if (ignored == Ignored::kWordAndNext && next_ < words_.size()) {
      ++next_;
    }
  }
  for (const std::string& path : paths) {
    input(path);
  }
  finish();
  if (!diagnostics_.empty()) {
    return diagnostics_;
  }
  return options;
}

Result<Options> parse_options(const std::vector<std::string>& words) {
  return OptionParser(words).parse();
}

}  // namespace warpschool::simcc
