// Reads excused.yaml.
#include "warpschool/course/excuses.hpp"

#include "document.hpp"
#include "encoding.hpp"
#include "fields.hpp"

#include <yaml-cpp/yaml.h>

namespace warpschool::course {
namespace {

Excuse read_excuse(const YAML::Node& node, Complaints& complaints) {
  const Fields fields(node, "an excuse",
                      {"attack", "mutation", "reference", "change", "times", "why"}, complaints);
  Excuse excuse;
  excuse.place = place_of(fields.mark());
  if (!node.IsMap()) {
    return excuse;
  }
  excuse.attack = fields.text("attack").value_or(Text{}).value;
  excuse.reference = fields.text("reference").value_or(Text{}).value;
  excuse.line = fields.text("mutation").value_or(Text{}).value;
  excuse.change = fields.text("change").value_or(Text{}).value;
  excuse.times = fields.count("times", 1, 99).value_or(1);
  excuse.why = fields.required_text("why").value_or(Text{}).value;
  const int subjects =
      int{fields.has("attack")} + int{fields.has("mutation")} + int{fields.has("reference")};
  if (subjects != 1) {
    complaints.add(fields.mark(), "an excuse is for an 'attack', a 'mutation' or a 'reference'",
                   "write attack: one_block");
  }
  if (fields.has("mutation") != fields.has("change")) {
    complaints.add(fields.mark(), "'mutation' and 'change' belong together",
                   "write mutation: \"if (i < n) {\", change: \"< -> <=\"");
  }
  return excuse;
}

}  // namespace

Result<std::vector<Excuse>> parse_excuses(const std::string& text, const std::string& name) {
  Complaints complaints(name);
  std::vector<Excuse> excuses;
  try {
    const auto document =
        check_encoding(text, complaints) ? document_in(text, complaints) : std::nullopt;
    if (document) {
      const YAML::Node& root = *document;
      if (root.IsDefined() && !root.IsNull() && !root.IsSequence()) {
        complaints.add(root.Mark(), "excuses are a list, but this is " + kind_of(root),
                       "write - {attack: one_block, why: ...}");
      } else {
        for (const auto& entry : root) {
          excuses.push_back(read_excuse(entry, complaints));
        }
      }
    }
  } catch (const YAML::Exception& error) {
    complaints.add(error.mark, "not valid YAML: " + error.msg);
  }
  if (!complaints.empty()) {
    return complaints.take();
  }
  return excuses;
}

}  // namespace warpschool::course
