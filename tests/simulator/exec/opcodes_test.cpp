// Every opcode of the table has a handler and a golden program:
// tests/golden/exec/<family>/<opcode>_<case>.ptx.
//
// A golden program is a kernel "test" of one block. Its comments say what it is given and what it
// must give:
//   // threads: 4
//   // in u32: 1 2 3 4        a buffer, passed after the output
//   // out u32: 2 4 6 8       a word a thread
//   // fault: trap            instead of an output
#include "guest.hpp"
#include "lower/form.hpp"
#include "warpschool/harness/catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

using namespace warpschool::sim;

namespace {

struct Values {
  std::string type;
  std::vector<std::string> words;
};

struct Golden {
  std::string ptx;
  unsigned threads = 1;
  std::vector<Values> inputs;
  Values output;
  std::string fault;
};

Values read_values(std::istringstream& line) {
  Values values;
  line >> values.type;
  values.type.pop_back();  // the colon
  for (std::string word; line >> word;) {
    values.words.push_back(word);
  }
  return values;
}

Golden read_golden(const std::filesystem::path& path) {
  Golden golden;
  golden.ptx = read_file(path.string());
  std::istringstream text(golden.ptx);
  for (std::string line; std::getline(text, line) && line.rfind("//", 0) == 0;) {
    std::istringstream words(line.substr(2));
    std::string key;
    words >> key;
    if (key == "threads:") {
      words >> golden.threads;
    } else if (key == "in") {
      golden.inputs.push_back(read_values(words));
    } else if (key == "out") {
      golden.output = read_values(words);
    } else if (key == "fault:") {
      words >> golden.fault;
    }
  }
  return golden;
}

unsigned bytes_of(const std::string& type) {
  if (type == "f16x2") {
    return 4;
  }
  return static_cast<unsigned>(std::stoul(type.substr(1))) / 8;
}

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

/// A word of the comment as bits of its type, zero-extended.
std::uint64_t parse_word(const std::string& word, const std::string& type) {
  if (type == "f32") {
    return bits_of(std::strtof(word.c_str(), nullptr));
  }
  if (type == "f64") {
    return bits_of(std::strtod(word.c_str(), nullptr));
  }
  const bool negative = word[0] == '-';
  const std::uint64_t value =
      negative ? static_cast<std::uint64_t>(std::stoll(word)) : std::stoull(word);
  const unsigned bits = 8 * bytes_of(type);
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

bool is_nan(std::uint64_t bits, const std::string& type) {
  return (type == "f32" && (bits & 0x7fff'ffffu) > 0x7f80'0000u) ||
         (type == "f64" && (bits & ~(std::uint64_t{1} << 63)) > 0x7ff0'0000'0000'0000ull);
}

DeviceAddress upload(Guest& guest, const Values& values) {
  const unsigned bytes = bytes_of(values.type);
  std::vector<std::uint8_t> packed;
  for (const std::string& word : values.words) {
    const std::uint64_t bits = parse_word(word, values.type);
    const auto* begin = reinterpret_cast<const std::uint8_t*>(&bits);
    packed.insert(packed.end(), begin, begin + bytes);
  }
  return guest.upload(packed);
}

/// What is wrong with a golden program; empty: nothing.
std::string mistake(const std::filesystem::path& path) {
  const Golden golden = read_golden(path);
  Guest guest(golden.ptx, path.filename().string());
  const unsigned bytes = bytes_of(golden.output.type);
  const DeviceAddress out =
      guest.upload(std::vector<std::uint8_t>(golden.threads * std::size_t{bytes}, 0));
  std::vector<std::uint64_t> parameters{out};
  for (const Values& input : golden.inputs) {
    parameters.push_back(upload(guest, input));
  }
  const auto buffer = std::as_bytes(std::span(parameters));
  const LaunchOutcome outcome = guest.device.launch(
      *guest.module, "test", {{1, 1, 1}, {golden.threads, 1, 1}, 0, false}, buffer);
  if (!outcome.faults.empty() || !golden.fault.empty()) {
    const std::string found = outcome.faults.empty() ? "none" : to_string(outcome.faults[0].kind);
    return found == golden.fault
               ? ""
               : "fault " + found + " " + (outcome.faults.empty() ? "" : outcome.faults[0].detail);
  }
  const std::vector<std::uint8_t> result =
      guest.download<std::uint8_t>(out, golden.threads * std::size_t{bytes});
  for (std::size_t i = 0; i < golden.output.words.size(); ++i) {
    std::uint64_t got = 0;
    std::memcpy(&got, result.data() + i * bytes, bytes);
    const std::uint64_t expected = parse_word(golden.output.words[i], golden.output.type);
    if (got != expected &&
        !(is_nan(got, golden.output.type) && is_nan(expected, golden.output.type))) {
      return "thread " + std::to_string(i) + ": expected bits " + std::to_string(expected) +
             ", got " + std::to_string(got);
    }
  }
  return "";
}

std::vector<std::filesystem::path> golden_programs() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(GOLDEN_DIR)) {
    if (entry.path().extension() == ".ptx" && entry.path().parent_path().filename() != "programs") {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The opcodes that a golden program executes.
std::set<std::string> opcodes_in(const std::string& ptx) {
  std::set<std::string> found;
  std::istringstream text(ptx);
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first.rfind('@', 0) == 0) {
      words >> first;
    }
    found.insert(first.substr(0, first.find_first_of(".;")));
  }
  return found;
}

}  // namespace

TEST_CASE("golden programs of single instructions give what their comments say") {
  const auto paths = golden_programs();
  REQUIRE(paths.size() > 200);
  for (const auto& path : paths) {
    INFO(path.string());
    CHECK(mistake(path) == "");
  }
}

TEST_CASE("every opcode of the table is executed by a golden program") {
  std::set<std::string> executed;
  for (const auto& path : golden_programs()) {
    executed.merge(opcodes_in(read_file(path.string())));
  }
  const char* const table[] = {
#define WARPSCHOOL_OPCODE(enumerator, mnemonic, ...) mnemonic,
#include "lower/opcodes.def"
#undef WARPSCHOOL_OPCODE
  };
  for (const std::string mnemonic : table) {
    // .pragma is a directive in PTX text; the parser drops it.
    if (mnemonic != "pragma") {
      INFO(mnemonic);
      CHECK(executed.count(mnemonic) == 1);
    }
  }
}
