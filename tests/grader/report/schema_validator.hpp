// A validator that knows the few words of JSON Schema that our schemas use and refuses others, so
// that none is ever silently unchecked.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpschool::grader {

using nlohmann::json;

class Validator {
 public:
  explicit Validator(json schema) : schema_(std::move(schema)) {}

  /// What is wrong with the value, one line each: "students/0/percent: is no number".
  std::vector<std::string> problems(const json& value) {
    problems_.clear();
    check(schema_, value, "");
    return problems_;
  }

 private:
  void complain(const std::string& at, const std::string& what) {
    problems_.push_back(at + ": " + what);
  }

  static bool has_type(const json& value, const std::string& type) {
    const bool whole = value.is_number_integer();
    return type == "object"    ? value.is_object()
           : type == "array"   ? value.is_array()
           : type == "string"  ? value.is_string()
           : type == "boolean" ? value.is_boolean()
           : type == "integer" ? whole
           : type == "number"  ? value.is_number()
                               : type == "null" && value.is_null();
  }

  void check_type(const json& types, const json& value, const std::string& at) {
    bool any = false;
    for (const json& type : types.is_array() ? types : json::array({types})) {
      any = any || has_type(value, type.get<std::string>());
    }
    if (!any) {
      complain(at, "is no " + types.dump());
    }
  }

  void check_object(const json& schema, const json& value, const std::string& at) {
    const json properties = schema.value("properties", json::object());
    for (const json& name : schema.value("required", json::array())) {
      if (!value.contains(name.get<std::string>())) {
        complain(at, "lacks " + name.dump());
      }
    }
    for (const auto& [name, member] : value.items()) {
      std::string path = at;
      path.append("/").append(name);
      if (properties.contains(name)) {
        check(properties[name], member, path);
      } else if (schema["additionalProperties"].is_object()) {
        check(schema["additionalProperties"], member, path);
      } else {
        complain(path, "is not in the schema");
      }
    }
  }

  void check_any_of(const json& choices, const json& value, const std::string& at) {
    for (const json& choice : choices) {
      if (Validator(with_definitions(choice)).problems(value).empty()) {
        return;
      }
    }
    complain(at, "is none of " + choices.dump());
  }

  json with_definitions(json schema) const {
    schema["$defs"] = schema_["$defs"];
    return schema;
  }

  void check(const json& schema, const json& value, const std::string& at) {
    static const std::set<std::string> kKnown{
        "$schema",    "$defs", "$ref", "title", "description", "type",    "required",
        "properties", "items", "enum", "const", "anyOf",       "minimum", "additionalProperties"};
    for (const auto& [word, ignored] : schema.items()) {
      if (kKnown.count(word) == 0) {
        throw std::logic_error("the test's validator does not know " + word);
      }
    }
    if (schema.contains("$ref")) {
      const std::string name = schema["$ref"].get<std::string>().substr(8);  // "#/$defs/"
      check(schema_.at("$defs").at(name), value, at);
    }
    if (schema.contains("type")) {
      check_type(schema["type"], value, at);
    }
    if (schema.contains("const") && value != schema["const"]) {
      complain(at, "is not " + schema["const"].dump());
    }
    if (schema.contains("enum") &&
        std::find(schema["enum"].begin(), schema["enum"].end(), value) == schema["enum"].end()) {
      complain(at, value.dump() + " is not allowed");
    }
    if (schema.contains("minimum") && value.is_number() && value < schema["minimum"]) {
      complain(at, "is too small");
    }
    if (schema.contains("anyOf")) {
      check_any_of(schema["anyOf"], value, at);
    }
    if (value.is_object() && schema.contains("additionalProperties")) {
      check_object(schema, value, at);
    }
    for (std::size_t i = 0; value.is_array() && schema.contains("items") && i < value.size(); ++i) {
      check(schema["items"], value[i], at + "/" + std::to_string(i));
    }
  }

  json schema_;
  std::vector<std::string> problems_;
};

}  // namespace warpschool::grader
