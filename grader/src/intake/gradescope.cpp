// Gradescope: folders submission_<id>, and submission_metadata.yml that says whose they are.
#include "intake/foreign_names.hpp"
#include "intake/layout.hpp"
#include "support/files.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <exception>
#include <fmt/format.h>

namespace warpschool::grader::intake {
namespace {

constexpr std::string_view kFolder = "submission_";

bool is_submission(std::string_view name) {
  return name.rfind(kFolder, 0) == 0 && is_number(name.substr(kFolder.size()));
}

/// Ruby's symbols come with a colon, `:name`; other exports without.
YAML::Node at(const YAML::Node& map, const std::string& key) {
  if (!map.IsMap()) {
    return YAML::Node(YAML::NodeType::Undefined);
  }
  const YAML::Node symbol = map[":" + key];
  return symbol ? symbol : map[key];
}

std::string text_at(const YAML::Node& map, const std::string& key) {
  const YAML::Node node = at(map, key);
  return node && node.IsScalar() ? composed(to_utf8(trimmed(node.Scalar()))) : "";
}

std::optional<std::chrono::sys_seconds> time_at(const YAML::Node& map, const std::string& key) {
  const YAML::Node node = at(map, key);
  if (node && node.IsMap()) {  // a time with its zone, as Ruby on Rails writes it
    const std::string utc = text_at(node, "utc");
    return parse_time(utc.empty() ? text_at(node, "time") : utc);
  }
  return node && node.IsScalar() ? parse_time(node.Scalar()) : std::nullopt;
}

/// One folder of the export, with those who handed it in.
struct Submitted {
  std::string folder;
  std::vector<Identity> people;
  std::optional<std::chrono::sys_seconds> created_at;
};

Submitted read_submission(const std::string& folder, const YAML::Node& entry) {
  Submitted submitted{folder, {}, time_at(entry, "created_at")};
  for (const YAML::Node& person : at(entry, "submitters")) {
    Identity who;
    who.name = text_at(person, "name");
    who.number = text_at(person, "sid");
    who.email = text_at(person, "email");
    if (!who.name.empty() || !who.number.empty() || !who.email.empty()) {
      submitted.people.push_back(std::move(who));
    }
  }
  return submitted;
}

std::string id_of(const Identity& who) {
  return !who.email.empty() ? who.email : !who.number.empty() ? who.number : who.name;
}

/// Later ones first; where no time is told, the higher number is later.
bool is_later(const Submitted& left, const Submitted& right) {
  const auto number = [](const std::string& folder) {
    return std::pair(folder.size(), folder);  // digits alone: longer is larger
  };
  if (left.created_at && right.created_at && *left.created_at != *right.created_at) {
    return *left.created_at > *right.created_at;
  }
  return number(left.folder) > number(right.folder);
}

const Entry* metadata_of(const Level& level) {
  const auto found = std::find_if(level.files.begin(), level.files.end(), [](const Entry* file) {
    return file->name() == kGradescopeMetadata;
  });
  return found == level.files.end() ? nullptr : *found;
}

/// Gives a folder's files to everybody who handed it in, unless they handed in a later one.
void give_out(const Tree& tree, const Level& level, const Submitted& submitted,
              std::map<std::string, Handin>& handins, Reading& reading) {
  const std::vector<Piece> pieces = pieces_below(tree, join(level.base, submitted.folder));
  for (const Identity& who : submitted.people) {
    const std::string id = id_of(who);
    const auto [known, is_first] = handins.emplace(folded(id), Handin{});
    if (is_first) {
      known->second = {who, id, submitted.folder, pieces, submitted.created_at, {}};
      continue;
    }
    for (const Piece& piece : pieces) {
      reading.unmatched.push_back(
          {piece.entry->path, fmt::format("is an earlier hand-in of {}: {} was graded instead",
                                          known->second.id, known->second.label)});
    }
  }
}

/// Adds what Gradescope's list says, in the order of hand-ins.
std::optional<Diagnostic> read_list(const std::string& place, const std::string& text,
                                    std::vector<Submitted>& all) {
  try {
    const YAML::Node root = YAML::Load(text);
    if (!root.IsMap()) {
      return Diagnostic{place, 0, 0, "is no list of submissions", "export the submissions again"};
    }
    for (const auto& entry : root) {
      all.push_back(read_submission(entry.first.Scalar(), entry.second));
    }
  } catch (const YAML::Exception& problem) {
    return Diagnostic{place, problem.mark.line + 1, problem.mark.column + 1, problem.msg,
                      "export the submissions again"};
  }
  std::sort(all.begin(), all.end(), is_later);
  return std::nullopt;
}

/// Folders that the list does not name are graded under their names.
void add_folders_of_nobody(const Tree& tree, const Level& level, const std::set<std::string>& known,
                           Reading& reading) {
  for (const std::string& folder : level.folders) {
    if (known.find(folder) == known.end()) {
      reading.handins.push_back({{},
                                 folder,
                                 folder,
                                 pieces_below(tree, join(level.base, folder)),
                                 {},
                                 {"submission_metadata.yml does not say whose this is."}});
    }
  }
}

}  // namespace

bool looks_like_gradescope(const Level& level) {
  return metadata_of(level) != nullptr ||
         (!level.folders.empty() &&
          std::all_of(level.folders.begin(), level.folders.end(), is_submission));
}

std::optional<Diagnostic> read_gradescope(const Tree& tree, const Level& level, Reading& reading) {
  const std::string place = join(level.base, kGradescopeMetadata);
  const Entry* metadata = metadata_of(level);
  if (metadata == nullptr) {
    return Diagnostic{tree.name, 0, 0, fmt::format("has Gradescope's folders, but no {}", place),
                      "it says whose they are: export the submissions again, or name the folders "
                      "after their students and pass --layout folders"};
  }
  const std::optional<std::string> text =
      metadata->bytes ? metadata->bytes : read_untrusted(metadata->on_disk, kLargestMetadata);
  if (!text) {
    return Diagnostic{place, 0, 0, "cannot be read", "64 MiB are the most that it may have"};
  }
  std::vector<Submitted> all;
  if (std::optional<Diagnostic> problem = read_list(place, *text, all)) {
    return problem;
  }
  std::map<std::string, Handin> handins;
  std::set<std::string> known;
  for (const Submitted& submitted : all) {
    if (!submitted.people.empty()) {
      known.insert(submitted.folder);
      give_out(tree, level, submitted, handins, reading);
    }
  }
  add_folders_of_nobody(tree, level, known, reading);
  for (auto& [id, handin] : handins) {
    reading.handins.push_back(std::move(handin));
  }
  for (const Entry* file : level.files) {
    if (file != metadata) {
      reading.unmatched.push_back({file->path, "lies in no submission's folder"});
    }
  }
  return std::nullopt;
}

}  // namespace warpschool::grader::intake
