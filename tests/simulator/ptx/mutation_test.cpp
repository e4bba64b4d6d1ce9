// Damaged copies of real PTX: cut off, with pieces removed, doubled, exchanged, with odd bytes.
// Each parses or is refused with a reason; preset asan-ubsan watches. The fuzzer
// (tests/fuzz/fuzz_ptx_parser.cpp) goes further.
#include "parse_helpers.hpp"

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace warpschool::sim::ptx {
namespace {

std::vector<std::string> sources() {
  std::vector<std::string> texts;
  for (const char* name :
       {"language.clang14.O2.ptx", "language.clang19.O0.ptx", "warps.clang16.O2.ptx"}) {
    std::ostringstream text;
    text << std::ifstream(std::filesystem::path(WARPSCHOOL_GOLDEN_PTX) / name).rdbuf();
    texts.push_back(text.str());
  }
  return texts;
}

std::string damaged(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t limit) { return random() % (limit == 0 ? 1 : limit); };
  const std::size_t at = below(text.size());
  const std::size_t length = 1 + below(40);
  switch (below(6)) {
    case 0:
      return text.substr(0, at);
    case 1:
      return text.erase(at, length);
    case 2:
      return text.insert(at, text.substr(below(text.size()), length));
    case 3:
      text[at] = static_cast<char>(random());
      return text;
    case 4:
      return text.replace(at, length, text.substr(below(text.size()), length));
    default:
      return text.insert(at, 1, "{}()[];,.%@!|:\"<>+-"[below(19)]);
  }
}

TEST_CASE("damaged PTX is parsed or refused with a reason", "[sim][ptx]") {
  std::mt19937 random(20261121);
  for (const std::string& source : sources()) {
    REQUIRE_FALSE(source.empty());
    for (int round = 0; round < 200; ++round) {
      std::string text = source;
      for (std::size_t damages = 1 + random() % 4; damages > 0; --damages) {
        text = damaged(text, random);
      }
      const Result<Module> module = parse(text, "damaged.ptx");
      if (!module) {
        REQUIRE_FALSE(module.diagnostics().empty());
        REQUIRE(module.diagnostics().size() <= 50);
      }
    }
  }
}

}  // namespace
}  // namespace warpschool::sim::ptx
