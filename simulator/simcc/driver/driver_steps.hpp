// The steps that one call of simcc takes. driver.cpp has their order, device_side.cpp what makes
// PTX, link_step.cpp what links.
#pragma once

#include "simcc/driver/clang_commands.hpp"
#include "simcc/driver/driver.hpp"
#include "simcc/driver/host_pass.hpp"
#include "simcc/driver/link_recipes.hpp"
#include "simcc/driver/source_text.hpp"
#include "simcc/process/child_process.hpp"
#include "simcc/process/scratch_folder.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace warpschool::simcc {

using Words = std::vector<std::string>;

/// The last step of what is linked.
struct HostSide {
  Words compile;       ///< the source's host side alone; empty: there is none, or more than that
  Words command;       ///< all of it, linked by clang
  std::string source;  ///< empty: none
  std::string ptx;     ///< its device side
};

/// The steps of one call of simcc, file by file.
class Driver {
 public:
  Driver(const Toolchain& tools, const Options& options) : tools_(tools), options_(options) {}

  int make();

 private:
  int run(const Words& words, const std::string& host_source = {}) const;
  ProcessOutcome start(const Words& words) const;
  ProcessOutcome start_cuda(const Words& words) const;
  ProcessOutcome compile_device(const Words& words) const;
  int tell(const Words& words, const ProcessOutcome& outcome, const std::string& host_source) const;
  Words with_precompiled(const Words& words) const;
  int make_ptx(const Input& input, const std::string& ptx);
  int make_ptx_of_source(const Input& input, const std::string& ptx);
  Words words_for_device(const Input& input, const std::string& ptx) const;
  void repair_and_compile(const Input& input, const std::string& ptx, Words& words,
                          ProcessOutcome& outcome);
  void start_beside(const Input& input, HostPass& pass);
  int finish_link(const HostSide& side, HostPass& pass);
  bool compile_and_link(const HostSide& side, ProcessOutcome& outcome) const;
  bool may_begin_host_pass() const;
  bool move_linked() const;
  LinkFiles files_for_link(const std::string& object, const std::string& output) const;
  Words words_for_link(const std::string& output) const;
  bool link_directly() const;
  bool go_by_code(Words words, const std::string& ptx) const;
  int make_object(std::size_t number, const std::string& object);
  int make_linked();
  int make_device_side(std::size_t number, HostPass& pass, HostSide& side);
  int rename_registration(const std::string& object) const;
  int add_device_symbols(std::size_t number, const std::string& object) const;
  int make_static_library();
  int make_device_link();
  Words host_words(const Input& input, const std::string& ptx, bool has_variables) const;
  bool seems_to_have_variables() const { return source_.has_constants || source_.has_managed; }
  bool embed(const std::string& ptx, const std::string& source) const;
  void print_link_step() const;

  const Toolchain& tools_;
  const Options& options_;
  TemporaryFolder folder_;
  SourceText source_;                 ///< the one in work
  bool without_nvccs_name_ = false;   ///< it compiles for the device only so
  bool is_repaired_as_told_ = false;  ///< since clang read it first
  bool links_directly_ = false;       ///< the pass that runs beside makes an object
};

/// Does a file of PTX have variables of the device?
bool has_variables_in(const std::string& ptx);

}  // namespace warpschool::simcc
