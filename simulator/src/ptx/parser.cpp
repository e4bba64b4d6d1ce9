// Parses a PTX module.
#include "ptx/parser.hpp"

#include "ptx/function_parser.hpp"
#include "ptx/token_stream.hpp"
#include "ptx/variable_parser.hpp"

#include <charconv>
#include <unordered_map>

namespace warpschool::sim::ptx {
namespace {

constexpr unsigned kMaxFiles = 1u << 16;

// nvcc says what it is in the comment at the head of its output.
bool is_made_by_nvcc(std::string_view text) {
  const std::string_view head = text.substr(0, 4096);
  return head.find("NVIDIA NVVM Compiler") != std::string_view::npos ||
         head.find("Compiler Build ID") != std::string_view::npos ||
         head.find("Cuda compilation tools") != std::string_view::npos;
}

// Whole inputs that no parse can make sense of.
std::optional<Diagnostic> refuse(std::string_view text, std::string_view source_name) {
  Diagnostic diagnostic{std::string(source_name), 0, 0, {}, {}};
  if (text.size() > kMaxTextBytes) {
    diagnostic.message = "this PTX is longer than 64 MiB";
    return diagnostic;
  }
  if (is_made_by_nvcc(text)) {
    diagnostic.message =
        "this PTX was made by nvcc; the CUDA Toolkit's licence forbids translating its output for "
        "other platforms";
    diagnostic.help =
        "give the .cu file to simcc: it compiles with clang and needs no CUDA Toolkit";
    return diagnostic;
  }
  if (text.find('\0') != std::string_view::npos) {
    diagnostic.message = "this is not PTX text but a binary";
    diagnostic.help = "the simulator reads PTX that clang wrote; give the .cu file to simcc";
    return diagnostic;
  }
  return std::nullopt;
}

class ModuleParser {
 public:
  ModuleParser(std::string_view text, std::string_view source_name) : tokens_(text, source_name) {}

  // module := item*
  Result<Module> run() {
    while (!tokens_.at_end() && !tokens_.overflowed()) {
      try {
        parse_item();
      } catch (const SyntaxError&) {
        skip_item();
      }
    }
    if (module_.version_major == 0 && tokens_.diagnostics().empty()) {
      tokens_.report({1, 1}, "there is no .version directive: this does not look like PTX");
    }
    if (!tokens_.diagnostics().empty()) {
      return std::move(tokens_.diagnostics());
    }
    return std::move(module_);
  }

 private:
  // item := .version | .target | .address_size | .file | .section | .alias | linking* (function |
  // variables)
  void parse_item() {
    const Token item = tokens_.peek();
    if (tokens_.accept(';')) {
      return;
    }
    if (item.kind != TokenKind::kDirective) {
      tokens_.fail_expected("a directive, a function or a variable");
    }
    if (item.text == "version") {
      parse_version();
    } else if (item.text == "target") {
      parse_target();
    } else if (item.text == "address_size") {
      parse_address_size();
    } else if (item.text == "file") {
      parse_file();
    } else if (item.text == "section") {
      parse_section();
    } else if (item.text == "alias") {
      parse_alias();
    } else if (item.text == "pragma") {
      tokens_.skip_statement();
    } else {
      parse_linked();
    }
  }

  // version := ".version" major "." minor
  void parse_version() {
    tokens_.take();
    const Token number = tokens_.peek();
    const std::size_t dot = number.text.find('.');
    if (number.kind != TokenKind::kFloat64 || dot == std::string_view::npos) {
      tokens_.fail_expected("a version such as 7.5");
    }
    const char* end = number.text.data() + number.text.size();
    std::from_chars(number.text.data(), end, module_.version_major);
    std::from_chars(number.text.data() + dot + 1, end, module_.version_minor);
    tokens_.take();
  }

  // target := ".target" name ("," name)*
  void parse_target() {
    tokens_.take();
    module_.target = tokens_.expect_identifier("an architecture such as sm_70");
    while (tokens_.accept(',')) {
      tokens_.expect_identifier("an option of .target");
    }
  }

  void parse_address_size() {
    tokens_.take();
    const PtxPosition position = tokens_.peek().position;
    module_.address_bits = static_cast<unsigned>(tokens_.expect_integer("32 or 64", 64));
    if (module_.address_bits != 64) {
      tokens_.report(position, "only PTX with 64-bit addresses is supported");
    }
  }

  // file := ".file" index string ("," integer "," integer)?
  void parse_file() {
    tokens_.take();
    const auto index =
        static_cast<std::size_t>(tokens_.expect_integer("the number of a file", kMaxFiles));
    const std::string path = tokens_.expect_string("the path of a file");
    while (tokens_.accept(',')) {
      tokens_.expect_integer("time stamp or size of a file");
    }
    if (module_.files.size() <= index) {
      module_.files.resize(index + 1);
    }
    module_.files[index] = path;
  }

  // section := ".section" name "{" ... "}"   debugger tables: of no use here
  void parse_section() {
    tokens_.take();
    tokens_.take();
    if (!tokens_.peek().is('{')) {
      tokens_.fail_expected("'{' after .section");
    }
    tokens_.skip_braces();
  }

  // alias := ".alias" name "," name ";"
  void parse_alias() {
    tokens_.take();
    Alias alias;
    alias.name = tokens_.expect_identifier("the new name");
    tokens_.expect(',', "between the names");
    alias.target = tokens_.expect_identifier("the name of a function");
    tokens_.expect(';', "after the names");
    module_.aliases.push_back(std::move(alias));
  }

  // linking := ".extern" | ".visible" | ".weak" | ".common"
  void parse_linked() {
    bool is_extern = false;
    Linkage linkage = Linkage::kLocal;
    while (tokens_.peek().is_directive("extern") || tokens_.peek().is_directive("visible") ||
           tokens_.peek().is_directive("weak") || tokens_.peek().is_directive("common")) {
      const std::string_view word = tokens_.take().text;
      is_extern |= word == "extern";
      linkage = word == "weak" || word == "common" ? Linkage::kWeak : Linkage::kVisible;
    }
    const Token& next = tokens_.peek();
    if (next.is_directive("entry") || next.is_directive("func")) {
      Function function = FunctionParser(tokens_).parse();
      function.linkage = linkage;
      add_function(std::move(function));
    } else if (declared_space(next)) {
      std::vector<Variable> variables = parse_variables(tokens_, is_extern);
      for (Variable& variable : variables) {
        variable.linkage = linkage;
      }
      add_variables(std::move(variables));
    } else if (next.kind == TokenKind::kDirective) {
      tokens_.fail(next.position, "the directive '." + std::string(next.text) + "' is not known");
    } else {
      tokens_.fail_expected("a function or a variable");
    }
  }

  void add_function(Function function) {
    const auto [entry, is_new] = function_index_.emplace(function.name, module_.functions.size());
    if (is_new) {
      module_.functions.push_back(std::move(function));
      return;
    }
    Function& known = module_.functions[entry->second];
    if (!known.is_declaration && !function.is_declaration) {
      tokens_.report(function.position, "the function '" + function.name + "' is defined twice");
    } else if (!function.is_declaration) {
      known = std::move(function);
    }
  }

  void add_variables(std::vector<Variable> variables) {
    for (Variable& variable : variables) {
      const auto [entry, is_new] = variable_index_.emplace(variable.name, module_.variables.size());
      if (is_new) {
        module_.variables.push_back(std::move(variable));
        continue;
      }
      Variable& known = module_.variables[entry->second];
      if (!known.is_extern && !variable.is_extern) {
        tokens_.report(variable.position, "the variable '" + variable.name + "' is defined twice");
      } else if (known.is_extern) {
        known = std::move(variable);
      }
    }
  }

  // Recovery: to the next directive that begins an item, over any bodies.
  void skip_item() {
    while (!tokens_.at_end()) {
      const Token& next = tokens_.peek();
      if (next.is('{')) {
        tokens_.skip_braces();
        return;
      }
      if (tokens_.take().is(';')) {
        return;
      }
    }
  }

  TokenStream tokens_;
  Module module_;
  std::unordered_map<std::string, std::size_t> function_index_, variable_index_;
};

}  // namespace

Result<Module> parse(std::string_view text, std::string_view source_name) {
  if (std::optional<Diagnostic> refused = refuse(text, source_name)) {
    return std::move(*refused);
  }
  return ModuleParser(text, source_name).run();
}

}  // namespace warpschool::sim::ptx
