// A golden program: a kernel "test" of one block whose comments say what it is given and what it
// must give. The simulator's tests and the replay on a GPU read the same files with this header.
//
//   // threads: 4
//   // in u32: 1 2 3 4        a buffer, passed after the output
//   // out u32: 2 4 6 8       a word a thread
//   // within: 1e-6 1e-7      approximate: relative and absolute error that is allowed
//   // fault: trap            instead of an output
//
// Words are numbers in the type's own notation; "0x..." are the bits of any type.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace golden {

struct Values {
  std::string type;
  std::vector<std::string> words;
};

struct Program {
  std::string ptx;
  unsigned threads = 1;
  std::vector<Values> inputs;
  Values output;
  std::string fault;
  double relative = 0, absolute = 0;
};

inline unsigned bytes_of(const std::string& type) {
  if (type.size() > 2 && type.substr(type.size() - 2) == "x2") {
    return 4;
  }
  return static_cast<unsigned>(std::stoul(type.substr(type.find_first_of("0123456789")))) / 8;
}

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

/// A word of a comment as bits of its type, zero-extended.
inline std::uint64_t parse_word(const std::string& word, const std::string& type) {
  const bool is_bits = word.rfind("0x", 0) == 0;
  if (type == "f32" && !is_bits) {
    return bits_of(std::strtof(word.c_str(), nullptr));
  }
  if (type == "f64" && !is_bits) {
    return bits_of(std::strtod(word.c_str(), nullptr));
  }
  const bool negative = word[0] == '-';
  const std::uint64_t value = negative ? static_cast<std::uint64_t>(std::stoll(word, nullptr, 0))
                                       : std::stoull(word, nullptr, 0);
  const unsigned bits = 8 * bytes_of(type);
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

inline bool is_nan(std::uint64_t bits, const std::string& type) {
  return (type == "f16" && (bits & 0x7fffu) > 0x7c00u) ||
         (type == "bf16" && (bits & 0x7fffu) > 0x7f80u) ||
         (type == "f32" && (bits & 0x7fff'ffffu) > 0x7f80'0000u) ||
         (type == "f64" && (bits & ~(std::uint64_t{1} << 63)) > 0x7ff0'0000'0000'0000ull);
}

/// The number of a floating-point word; of no use for other types.
inline double number_of(std::uint64_t bits, const std::string& type) {
  if (type == "f64") {
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  if (type == "f16") {
    const int exponent = static_cast<int>(bits >> 10 & 31u);
    const double mantissa = static_cast<double>(bits & 1023u);
    const double magnitude = exponent == 31  ? HUGE_VAL
                             : exponent == 0 ? std::ldexp(mantissa, -24)
                                             : std::ldexp(mantissa + 1024, exponent - 25);
    return (bits & 0x8000u) != 0 ? -magnitude : magnitude;
  }
  const auto narrow = static_cast<std::uint32_t>(type == "bf16" ? bits << 16 : bits);
  float value = 0;
  std::memcpy(&value, &narrow, sizeof value);
  return static_cast<double>(value);
}

/// Whether `got` is what the program promises for `expected`. What bits a NaN has, PTX leaves open.
inline bool agrees(const Program& program, std::uint64_t got, std::uint64_t expected) {
  const std::string& type = program.output.type;
  if (got == expected || (is_nan(got, type) && is_nan(expected, type))) {
    return true;
  }
  if (type == "f16x2" || type == "bf16x2") {
    const std::string half = type.substr(0, type.size() - 2);
    Program part = program;
    part.output.type = half;
    return agrees(part, got & 0xffffu, expected & 0xffffu) &&
           agrees(part, got >> 16, expected >> 16);
  }
  if (program.relative == 0 && program.absolute == 0) {
    return false;
  }
  const double wanted = number_of(expected, type);
  const double error = std::fabs(number_of(got, type) - wanted);
  return error <= std::max(program.relative * std::fabs(wanted), program.absolute);
}

inline Values read_values(std::istringstream& line) {
  Values values;
  line >> values.type;
  values.type.pop_back();  // the colon
  for (std::string word; line >> word;) {
    values.words.push_back(word);
  }
  return values;
}

inline Program read_program(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::runtime_error("cannot read " + path.string());
  }
  Program program;
  program.ptx.assign(std::istreambuf_iterator<char>(file), {});
  std::istringstream text(program.ptx);
  for (std::string line; std::getline(text, line) && line.rfind("//", 0) == 0;) {
    std::istringstream words(line.substr(2));
    std::string key;
    words >> key;
    if (key == "threads:") {
      words >> program.threads;
    } else if (key == "in") {
      program.inputs.push_back(read_values(words));
    } else if (key == "out") {
      program.output = read_values(words);
    } else if (key == "within:") {
      words >> program.relative >> program.absolute;
    } else if (key == "fault:") {
      words >> program.fault;
    }
  }
  return program;
}

/// The words of a comment as they lie in memory.
inline std::vector<std::uint8_t> pack(const Values& values) {
  const unsigned bytes = bytes_of(values.type);
  std::vector<std::uint8_t> packed;
  for (const std::string& word : values.words) {
    const std::uint64_t bits = parse_word(word, values.type);
    const auto* begin = reinterpret_cast<const std::uint8_t*>(&bits);
    packed.insert(packed.end(), begin, begin + bytes);
  }
  return packed;
}

/// All golden programs below a folder, in order of their paths. Folder "programs" holds whole
/// kernels for other tests.
inline std::vector<std::filesystem::path> programs_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".ptx" && entry.path().parent_path().filename() != "programs") {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace golden
