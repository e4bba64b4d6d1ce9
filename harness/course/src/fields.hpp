// Typed access to the mappings of a YAML file. Every wrong type, unit, unknown or repeated key
// becomes a diagnostic with its place; reading goes on with "absent", so that one run reports every
// mistake.
#pragma once

#include "warpschool/course/course.hpp"
#include "warpschool/support/result.hpp"

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::course {

/// Collects what is wrong with one file.
class Complaints {
 public:
  explicit Complaints(std::string file) : file_(std::move(file)) {}

  void add(const YAML::Mark& mark, std::string message, std::string help = {});
  void add(Place place, std::string message, std::string help = {});
  /// Of another file.
  void add(Diagnostics others);
  bool empty() const { return diagnostics_.empty(); }
  /// Everything so far in the order of the file, then what is about others; the last entry says so
  /// if there was too much to list.
  Diagnostics take();

 private:
  std::string file_;
  Diagnostics diagnostics_;
};

/// A mark counted from 1.
Place place_of(const YAML::Mark& mark);

/// The text of a scalar and where it stands.
struct Text {
  std::string value;
  YAML::Mark mark;
};

/// A closed interval of numbers.
struct Range {
  double least;
  double most;
};

/// One mapping of the file. `what` names it in messages ("exercise 'transpose'").
class Fields {
 public:
  Fields(const YAML::Node& node, std::string what, const std::vector<std::string>& known,
         Complaints& complaints);

  const YAML::Mark& mark() const { return mark_; }
  const std::string& what() const { return what_; }
  Complaints& complaints() const { return *complaints_; }
  void rename(std::string what) { what_ = std::move(what); }

  bool has(const std::string& key) const { return values_.count(key) > 0; }
  /// The value, an undefined node when absent.
  YAML::Node node(const std::string& key) const;
  /// Where the value of `key` stands; the mapping itself when absent.
  YAML::Mark mark_of(const std::string& key) const;

  std::optional<Text> text(const std::string& key) const;
  std::optional<Text> required_text(const std::string& key) const;
  std::optional<double> number(const std::string& key, Range range) const;
  std::optional<std::uint64_t> count(const std::string& key, std::uint64_t least,
                                     std::uint64_t most) const;
  std::optional<bool> boolean(const std::string& key) const;
  std::vector<Text> texts(const std::string& key) const;
  /// Calls `each` for the entries of a list; complains when the value is no list.
  void for_each(const std::string& key, const std::function<void(const YAML::Node&)>& each) const;

  void complain(const std::string& key, std::string message, std::string help = {}) const;
  void complain_missing(const std::string& key, std::string help = {}) const;

 private:
  void add_pair(const YAML::Node& key, const YAML::Node& value,
                const std::vector<std::string>& known);

  std::string what_;
  YAML::Mark mark_;
  std::map<std::string, YAML::Node> values_;
  Complaints* complaints_;
};

/// "a list", "a mapping", "text", "nothing": for messages.
std::string kind_of(const YAML::Node& node);
/// The text fit to be quoted in a message: cut when long, control characters replaced.
std::string in_quotes(std::string_view text);
/// A number as a person would write it: "4096", "0.5".
std::string plain(double number);

}  // namespace warpschool::course
