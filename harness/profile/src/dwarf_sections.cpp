// Reads the lists of numbers in PTX that a debugger's tables are written as.
#include "dwarf_sections.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace warpschool::profile {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
    text.remove_suffix(1);
  }
  return text;
}

bool is_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '$';
}

/// One element of ".b32 7, .debug_abbrev+4".
void add_element(Section& section, unsigned size, std::string_view element) {
  std::uint64_t value = 0;
  const std::string text(trimmed(element));
  const bool is_number =
      !text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '-');
  if (is_number) {
    value = std::strtoull(text.c_str(), nullptr, 0);
  } else {
    const std::size_t plus = std::min(text.find('+'), text.size());
    section.symbols[section.bytes.size()] = text.substr(0, plus);
    value = plus < text.size() ? std::strtoull(text.c_str() + plus + 1, nullptr, 0) : 0;
  }
  for (unsigned i = 0; i < size; ++i) {
    section.bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
}

void add_list(Section& section, std::string_view line) {
  const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
  const std::string_view kind = line.substr(0, blank);
  const unsigned size = kind == ".b8"    ? 1
                        : kind == ".b16" ? 2
                        : kind == ".b32" ? 4
                        : kind == ".b64" ? 8
                                         : 0;
  std::string_view list = line.substr(blank);
  list = list.substr(0, list.find("//"));
  while (size != 0 && !list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    add_element(section, size, list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
}

/// The name before the last bracket of ".visible .func (.param .b32 r) name(".
std::string function_named(std::string_view line) {
  const std::size_t end = line.rfind('(');
  if (end == std::string_view::npos) {
    return {};
  }
  std::size_t begin = end;
  while (begin > 0 && is_word(line[begin - 1])) {
    --begin;
  }
  return std::string(line.substr(begin, end - begin));
}

}  // namespace

PtxTables read_tables(std::string_view ptx) {
  PtxTables tables;
  std::string function;
  Section* section = nullptr;
  while (!ptx.empty()) {
    const std::size_t end = std::min(ptx.find('\n'), ptx.size());
    const std::string_view line = trimmed(ptx.substr(0, end));
    ptx.remove_prefix(std::min(end + 1, ptx.size()));
    if (section != nullptr) {
      if (!line.empty() && line.front() == '}') {
        section = nullptr;
      } else {
        add_list(*section, line);
      }
    } else if (line.substr(0, 8) == ".section") {
      std::string_view name = trimmed(line.substr(8));
      name = name.substr(0, name.find_first_of(" \t{"));
      section =
          line.find('}') == std::string_view::npos ? &tables.sections[std::string(name)] : nullptr;
    } else if (line.find(".entry ") != std::string_view::npos ||
               line.find(".func ") != std::string_view::npos) {
      function = function_named(line);
    } else if (const std::size_t depot = line.find("__local_depot");
               depot != std::string_view::npos && line.substr(0, 6) == ".local") {
      const std::string_view name = line.substr(depot);
      tables.function_of[std::string(name.substr(0, name.find('[')))] = function;
    }
  }
  return tables;
}

std::uint64_t ByteReader::number(unsigned bytes) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) {
    failed_ = failed_ || at_ >= section_.bytes.size();
    value |= failed_ ? 0 : std::uint64_t{section_.bytes[at_++]} << (8 * i);
  }
  return value;
}

std::uint64_t ByteReader::uleb() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint64_t byte = number(1);
    value |= (byte & 0x7fU) << shift;
    if ((byte & 0x80U) == 0) {
      return value;
    }
  }
  failed_ = true;
  return value;
}

std::int64_t ByteReader::sleb() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64;) {
    const std::uint64_t byte = number(1);
    value |= (byte & 0x7fU) << shift;
    shift += 7;
    if ((byte & 0x80U) == 0) {
      const bool is_negative = (byte & 0x40U) != 0 && shift < 64;
      return static_cast<std::int64_t>(is_negative ? value | ~std::uint64_t{0} << shift : value);
    }
  }
  failed_ = true;
  return 0;
}

std::string ByteReader::text() {
  std::string text;
  for (;;) {
    const auto letter = static_cast<char>(number(1));
    if (letter == '\0' || failed_) {
      return text;
    }
    text += letter;
  }
}

void ByteReader::skip(std::uint64_t bytes) {
  failed_ = failed_ || bytes > section_.bytes.size() - at_;
  at_ += failed_ ? 0 : bytes;
}

std::string ByteReader::symbol() const {
  const auto found = section_.symbols.find(at_);
  return found == section_.symbols.end() ? std::string() : found->second;
}

}  // namespace warpschool::profile
