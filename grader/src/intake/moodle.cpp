// Moodle: <Full name>_<participant>_assignsubmission_file, as folders or before each file's name.
#include "intake/archive.hpp"
#include "intake/foreign_names.hpp"
#include "intake/layout.hpp"

#include <algorithm>

namespace warpschool::grader::intake {
namespace {

constexpr std::string_view kMark = "_assignsubmission_";

struct MoodleName {
  std::string person;
  std::string participant;  ///< a number; empty: of the team of those whom no group has
  std::string plugin;       ///< "file", "onlinetext"
  std::string rest;         ///< the file's name, in the flat form
};

std::optional<MoodleName> parse_moodle(const std::string& name) {
  const std::size_t mark = name.find(kMark);
  if (mark == 0 || mark == std::string::npos) {
    return std::nullopt;
  }
  const std::size_t before = name.rfind('_', mark - 1);
  MoodleName parsed;
  parsed.person = trimmed(name.substr(0, before == 0 ? mark : std::min(before, mark)));
  parsed.participant =
      before == std::string::npos ? "" : name.substr(before + 1, mark - before - 1);
  const std::string after = name.substr(mark + kMark.size());
  const std::size_t end = after.find_first_of("_./");
  parsed.plugin = after.substr(0, end);
  parsed.rest = end == std::string::npos ? "" : after.substr(end + 1);
  const bool is_named =
      before != 0 && (parsed.participant.empty() || is_number(parsed.participant));
  return is_named ? std::optional(std::move(parsed)) : std::nullopt;
}

Handin& handin_of(const MoodleName& name, std::map<std::string, Handin>& handins) {
  Handin& handin = handins[name.participant.empty() ? name.person : name.participant];
  if (handin.id.empty()) {
    handin.who.platform_id = name.participant;
    handin.who.name = name.person;
    handin.is_of_the_rest = name.participant.empty();
    handin.id = name.person + (handin.is_of_the_rest ? "" : "_" + name.participant);
    handin.label = handin.id;
  }
  return handin;
}

/// Where people hand in together Moodle puts a group before everybody's name: "Team 1-Jane Doe",
/// "Default group-John Roe".
bool has_groups(const std::map<std::string, Handin>& handins) {
  return handins.size() > 1 && std::all_of(handins.begin(), handins.end(), [](const auto& entry) {
           return entry.second.who.name.find('-') != std::string::npos;
         });
}

/// Blind marking calls everybody the same, in the language of the site: "Participant". That is
/// nobody's name. `grouped`: behind the groups, of which each has another name.
bool is_blind(const std::map<std::string, Handin>& handins, bool grouped, const Hints& hints) {
  const auto called = [&](const std::string& name) {
    return grouped ? name.substr(name.rfind('-') + 1) : name;
  };
  const std::string first = called(handins.begin()->second.who.name);
  const bool same = std::all_of(handins.begin(), handins.end(), [&](const auto& entry) {
    return called(entry.second.who.name) == first;
  });
  return same && handins.size() > 1 && !(hints.knows && hints.knows(first));
}

/// "Jane Doe" of "Team 1-Jane Doe", if the roster knows her; else the name as it is. Groups and
/// people may have dashes of their own.
std::string without_group(const std::string& name, const Hints& hints) {
  if (!hints.knows || hints.knows(name) || hints.knows_group(name)) {
    return name;
  }
  for (std::size_t dash = name.find('-'); dash != std::string::npos;
       dash = name.find('-', dash + 1)) {
    std::string person = trimmed(name.substr(dash + 1));
    if (hints.knows(person)) {
      return person;
    }
  }
  return name;
}

/// Leaves each hand-in the name of its person, and none where it is not told.
void clean_names(std::map<std::string, Handin>& handins, const Hints& hints) {
  const bool grouped = has_groups(handins);
  const bool blind = !handins.empty() && is_blind(handins, grouped, hints);
  for (auto& [participant, handin] : handins) {
    std::string& name = handin.who.name;
    name = blind || name == "Participant" ? "" : grouped ? without_group(name, hints) : name;
  }
}

}  // namespace

bool looks_like_moodle(const Level& level, bool some) {
  std::size_t hits = 0;
  for (const std::string& folder : level.folders) {
    hits += parse_moodle(folder) ? 1U : 0U;
  }
  for (const Entry* file : level.files) {
    hits += parse_moodle(file->name()) ? 1U : 0U;
  }
  return hits > 0 && (some || 2 * hits >= level.folders.size() + level.files.size());
}

void read_moodle(const Tree& tree, const Level& level, const Hints& hints, Reading& reading) {
  std::map<std::string, Handin> handins;
  for (const std::string& folder : level.folders) {
    const auto name = parse_moodle(folder);
    if (name) {
      handin_of(*name, handins);
    }
    for (const Piece& piece : pieces_below(tree, join(level.base, folder))) {
      if (!name) {
        reading.unmatched.push_back(
            {piece.entry->path, "lies in a folder that is not named as Moodle names them"});
      } else if (name->plugin != "file") {
        set_aside_typed(*piece.entry, handin_of(*name, handins), reading);
      } else {
        handin_of(*name, handins).pieces.push_back(piece);
      }
    }
  }
  for (const Entry* entry : level.files) {
    const auto name = parse_moodle(entry->name());
    if (!name) {
      reading.unmatched.push_back({entry->path, "is not named as Moodle names files: nobody's"});
    } else if (name->plugin != "file") {
      set_aside_typed(*entry, handin_of(*name, handins), reading);
    } else if (!is_archive_name(entry->name())) {  // one with trouble came with its folder
      handin_of(*name, handins).pieces.push_back({entry, name->rest, 0, 0, {}});
    }
  }
  clean_names(handins, hints);
  for (auto& [participant, handin] : handins) {
    reading.handins.push_back(std::move(handin));
  }
}

}  // namespace warpschool::grader::intake
