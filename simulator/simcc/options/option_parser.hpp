// The words of a command line one by one, each looked up among the rules of option_rules.hpp.
#pragma once

#include "simcc/options/nvcc_options.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace warpschool::simcc {

struct OptionRule;

class OptionParser {
 public:
  explicit OptionParser(const std::vector<std::string>& words) : words_(words) {}

  Result<Options> parse();

  // What rules set:
  Options options;
  bool shared = false;
  bool treat_all_as_cuda = false;
  bool make_dependencies = false;
  bool skip_system_headers = false;

  /// The next word, taken, if it is one digit; else nothing.
  std::string take_digit();

  void complain(std::string message, std::string help = {}) {
    diagnostics_.push_back({"", 0, 0, std::move(message), std::move(help)});
  }

 private:
  void read_words_for_all();
  void option(const std::string& word);
  bool apply(const OptionRule& rule, const std::string& word);
  bool apply(const OptionRule& rule, const std::string& name, const std::string& word);
  void input(const std::string& path);
  void finish();
  void finish_dependencies();

  const std::vector<std::string>& words_;
  std::size_t next_ = 0;
  bool forward_unknown_ = false;  ///< to the host's compiler
  Diagnostics diagnostics_;
};

}  // namespace warpschool::simcc
