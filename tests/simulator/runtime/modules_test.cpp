// Tries modules that programs register.
#include "runtime/core/registered_modules.hpp"
#include "warpschool/harness/catch.hpp"

namespace warpschool::sim::runtime {
namespace {

TEST_CASE("PTX that simcc embedded keeps the name of its source", "[runtime]") {
  Modules modules;
  const PtxFile* file = modules.add_file("// warpschool-ptx 1 dir/x.cu\n.version 6.0\n");
  CHECK(file->source_name == "dir/x.cu");
  CHECK_FALSE(file->text.empty());
}

TEST_CASE("a foreign image never loads and says why", "[runtime]") {
  Modules modules;
  PtxFile* file = modules.add_file("\x50\xed\x55\xba");
  Device device(device_profiles().front());
  std::string complaint;
  CHECK_FALSE(modules.load(*file, device, complaint));
  CHECK(complaint.find("simcc") != std::string::npos);
}

TEST_CASE("what a library registered is forgotten with it", "[runtime]") {
  Modules modules;
  PtxFile* file = modules.add_file("// warpschool-ptx 1 x.cu\n");
  const int kernel = 0;
  int variable = 0;
  modules.add_kernel(file, &kernel, "k");
  modules.add_symbol(file, &variable, "v", 4);
  REQUIRE(modules.kernel(&kernel) != nullptr);
  CHECK(modules.kernel(&kernel)->name == "k");
  CHECK(modules.symbol(&variable)->bytes == 4);
  modules.remove_file(file, nullptr);
  CHECK(modules.kernel(&kernel) == nullptr);
  CHECK(modules.symbol(&variable) == nullptr);
}

}  // namespace
}  // namespace warpschool::sim::runtime
