// Typed access to the mappings of a YAML file, with diagnostics.
#include "fields.hpp"

#include "suggest.hpp"
#include "units.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <tuple>

namespace warpschool::course {
namespace {

constexpr std::size_t kMostDiagnostics = 100;

}  // namespace

Place place_of(const YAML::Mark& mark) {
  return mark.is_null() ? Place{} : Place{mark.line + 1, mark.column + 1};
}

void Complaints::add(const YAML::Mark& mark, std::string message, std::string help) {
  add(place_of(mark), std::move(message), std::move(help));
}

void Complaints::add(Place place, std::string message, std::string help) {
  diagnostics_.push_back({file_, place.line, place.column, std::move(message), std::move(help)});
}

void Complaints::add(Diagnostics others) {
  diagnostics_.insert(diagnostics_.end(), others.begin(), others.end());
}

Diagnostics Complaints::take() {
  std::stable_sort(
      diagnostics_.begin(), diagnostics_.end(), [&](const Diagnostic& a, const Diagnostic& b) {
        const bool foreign_a = a.file != file_, foreign_b = b.file != file_;
        return std::tie(foreign_a, a.line, a.column) < std::tie(foreign_b, b.line, b.column);
      });
  if (diagnostics_.size() > kMostDiagnostics) {
    const std::size_t more = diagnostics_.size() - kMostDiagnostics;
    diagnostics_.resize(kMostDiagnostics);
    diagnostics_.push_back({file_, 0, 0, "and " + std::to_string(more) + " more", ""});
  }
  return std::move(diagnostics_);
}

Fields::Fields(const YAML::Node& node, std::string what, const std::vector<std::string>& known,
               Complaints& complaints)
    : what_(std::move(what)), mark_(node.Mark()), complaints_(&complaints) {
  if (!node.IsMap()) {
    complaints.add(mark_, what_ + " must be a mapping (key: value), but is " + kind_of(node));
    return;
  }
  for (const auto& pair : node) {
    add_pair(pair.first, pair.second, known);
  }
}

void Fields::add_pair(const YAML::Node& key, const YAML::Node& value,
                      const std::vector<std::string>& known) {
  if (!key.IsScalar()) {
    complaints_->add(key.Mark(), "a key must be a word, but is " + kind_of(key));
    return;
  }
  const std::string& name = key.Scalar();
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    complaints_->add(key.Mark(), "unknown key " + in_quotes(name) + " in " + what_,
                     did_you_mean(name, known));
    return;
  }
  if (!values_.emplace(name, value).second) {
    complaints_->add(key.Mark(), "key " + in_quotes(name) + " appears twice in " + what_,
                     "take one of the two out");
  }
}

YAML::Node Fields::node(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? YAML::Node(YAML::NodeType::Undefined) : found->second;
}

YAML::Mark Fields::mark_of(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? mark_ : found->second.Mark();
}

void Fields::complain(const std::string& key, std::string message, std::string help) const {
  complaints_->add(mark_of(key), std::move(message), std::move(help));
}

void Fields::complain_missing(const std::string& key, std::string help) const {
  complaints_->add(mark_, what_ + " has no '" + key + "'", std::move(help));
}

std::optional<Text> Fields::text(const std::string& key) const {
  if (!has(key)) {
    return std::nullopt;
  }
  const YAML::Node value = node(key);
  if (!value.IsScalar() || value.Scalar().empty()) {
    complain(key, "'" + key + "' must be text, but is " + kind_of(value));
    return std::nullopt;
  }
  constexpr std::size_t kLongestText = 200;
  const std::string& scalar = value.Scalar();
  const bool has_control = std::any_of(scalar.begin(), scalar.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (scalar.size() > kLongestText || has_control) {
    complain(key, "'" + key + "' must be one line of at most " + std::to_string(kLongestText) +
                      " characters");
    return std::nullopt;
  }
  return Text{scalar, value.Mark()};
}

std::optional<Text> Fields::required_text(const std::string& key) const {
  if (!has(key)) {
    complain_missing(key);
  }
  return text(key);
}

std::optional<double> Fields::number(const std::string& key, Range range) const {
  if (!has(key)) {
    return std::nullopt;
  }
  const YAML::Node given = node(key);
  const std::optional<double> value =
      given.IsScalar() ? parse_number(given.Scalar()) : std::nullopt;
  if (!value || *value < range.least || *value > range.most) {
    complain(key, "'" + key + "' must be a number from " + plain(range.least) + " to " +
                      plain(range.most) + ", but is " + kind_of(given));
    return std::nullopt;
  }
  return value;
}

std::optional<std::uint64_t> Fields::count(const std::string& key, std::uint64_t least,
                                           std::uint64_t most) const {
  if (!has(key)) {
    return std::nullopt;
  }
  const YAML::Node given = node(key);
  const std::optional<std::uint64_t> value =
      given.IsScalar() ? parse_count(given.Scalar()) : std::nullopt;
  if (!value || *value < least || *value > most) {
    complain(key, "'" + key + "' must be a whole number from " + std::to_string(least) + " to " +
                      std::to_string(most) + ", but is " + kind_of(given));
    return std::nullopt;
  }
  return value;
}

std::optional<bool> Fields::boolean(const std::string& key) const {
  const std::optional<Text> scalar = text(key);
  if (!scalar) {
    return std::nullopt;
  }
  if (scalar->value != "true" && scalar->value != "false") {
    complain(key, "'" + key + "' must be true or false, but is " + in_quotes(scalar->value));
    return std::nullopt;
  }
  return scalar->value == "true";
}

void Fields::for_each(const std::string& key,
                      const std::function<void(const YAML::Node&)>& each) const {
  if (!has(key)) {
    return;
  }
  const YAML::Node list = node(key);
  if (!list.IsSequence()) {
    complain(key, "'" + key + "' must be a list, but is " + kind_of(list),
             list.IsScalar() ? "write " + key + ": [" + list.Scalar().substr(0, 40) + "]" : "");
    return;
  }
  for (const auto& entry : list) {
    each(entry);
  }
}

std::vector<Text> Fields::texts(const std::string& key) const {
  std::vector<Text> all;
  for_each(key, [&](const YAML::Node& entry) {
    if (!entry.IsScalar() || entry.Scalar().empty()) {
      complaints_->add(entry.Mark(),
                       "entries of '" + key + "' must be text, but one is " + kind_of(entry));
    } else {
      all.push_back({entry.Scalar(), entry.Mark()});
    }
  });
  return all;
}

std::string kind_of(const YAML::Node& node) {
  if (!node.IsDefined()) {
    return "missing";
  }
  switch (node.Type()) {
    case YAML::NodeType::Undefined:
      return "missing";
    case YAML::NodeType::Null:
      return "empty";
    case YAML::NodeType::Scalar:
      return node.Scalar().empty() ? "empty" : in_quotes(node.Scalar());
    case YAML::NodeType::Sequence:
      return "a list";
    case YAML::NodeType::Map:
      return "a mapping";
  }
  return "unknown";
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 48;
  std::string shown = "'";
  for (const char c : text.substr(0, kLongest)) {
    shown += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  }
  return shown + (text.size() > kLongest ? "...'" : "'");
}

std::string plain(double number) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.10g", number);
  return buffer.data();
}

}  // namespace warpschool::course
