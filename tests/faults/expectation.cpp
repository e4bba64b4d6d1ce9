// Reads from a program of tests/faults what it must do.
#include "expectation.hpp"

#include <cctype>
#include <fstream>
#include <sstream>

namespace warpschool::faults_test {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    if (!trimmed(part).empty()) {
      parts.push_back(trimmed(part));
    }
  }
  return parts;
}

/// "key: value" of a "//!" line; false: a sentence for the reader.
bool apply(const std::string& key, const std::string& value, Expectation& expectation) {
  if (key == "expect") {
    expectation.kinds = split(value, '|');
  } else if (key == "who" || key == "says") {
    expectation.words.push_back(value);
  } else if (key == "omits") {
    expectation.omitted.push_back(value);
  } else if (key == "flags") {
    expectation.flags = split(value, ' ');
  } else if (key == "warns") {
    expectation.warnings.push_back(value);
  } else if (key == "env") {
    expectation.environment.push_back(value);
  } else if (key == "prints") {
    expectation.prints += value + "\n";
  } else if (key == "allow" && value == "notes") {
    expectation.notes_allowed = true;
  } else if (key == "status") {
    expectation.status = std::stoi(value);
  } else {
    return false;
  }
  return true;
}

void read_marks(const std::string& line, unsigned number, Expectation& expectation) {
  const std::size_t comment = line.rfind("// ");
  if (comment == std::string::npos || trimmed(line.substr(0, comment)).empty()) {
    return;
  }
  const std::string mark = trimmed(line.substr(comment + 3));
  if (mark == "fault") {
    expectation.fault.insert(number);
  } else if (mark == "other") {
    expectation.other.insert(number);
  } else if (mark == "allocation") {
    expectation.allocation.insert(number);
  }
}

}  // namespace

Expectation read_expectation(const std::filesystem::path& source, std::string& problem) {
  Expectation expectation;
  std::ifstream file(source);
  unsigned number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.rfind("//!", 0) != 0) {
      read_marks(line, number, expectation);
      continue;
    }
    const std::size_t colon = line.find(':');
    const bool has_key = colon != std::string::npos &&
                         trimmed(line.substr(3, colon - 3)).find(' ') == std::string::npos;
    if (has_key &&
        !apply(trimmed(line.substr(3, colon - 3)), trimmed(line.substr(colon + 1)), expectation)) {
      problem = "line " + std::to_string(number) + ": unknown key";
    }
  }
  if (number == 0) {
    problem = "cannot be read";
  } else if (expectation.kinds.empty() &&
             !(expectation.fault.empty() && expectation.words.empty())) {
    problem = "expects a report, but has no line '//! expect: KIND'";
  }
  return expectation;
}

std::string plain_words(const std::string& text) {
  std::string words;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      words += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!words.empty() && words.back() != ' ') {
      words += ' ';
    }
  }
  return words;
}

}  // namespace warpschool::faults_test
