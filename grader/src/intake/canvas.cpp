// Canvas: a flat zip of <name>_[LATE_]<user>_<attachment>_<file>.
#include "intake/archive.hpp"
#include "intake/foreign_names.hpp"
#include "intake/layout.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace warpschool::grader::intake {
namespace {

struct CanvasName {
  std::string person;  ///< the sortable name without everything but letters: "doejane"
  std::string user;    ///< "1234", or "anon_x7B2q"
  std::string file;    ///< as the student named it, with Canvas' "-1" for a resubmission
  std::uint64_t attachment = 0;
  bool is_late = false;
  bool is_text = false;  ///< typed into the browser, or a link
};

std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    if (c == '_') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

std::string rejoined(const std::vector<std::string>& words, std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < to; ++i) {
    text += (i > from ? "_" : "") + words[i];
  }
  return text;
}

/// Where the user begins in the words; the number of words if nowhere.
std::size_t find_user(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const bool last = i + 2 == words.size();
    const bool text = last && (words[i + 1] == "text.html" || words[i + 1] == "link.html");
    if (is_number(words[i]) && (text || (!last && is_number(words[i + 1])))) {
      return i;
    }
    const bool anonymous_text =
        i + 3 == words.size() && (words[i + 2] == "text.html" || words[i + 2] == "link.html");
    if (words[i] == "anon" &&
        (anonymous_text || (i + 3 < words.size() && is_number(words[i + 2])))) {
      return i;
    }
  }
  return words.size();
}

std::optional<CanvasName> parse_canvas(const std::string& name) {
  const std::vector<std::string> words = words_of(name);
  const std::size_t user = find_user(words);
  if (user == words.size()) {
    return std::nullopt;
  }
  CanvasName parsed;
  parsed.is_late = user > 0 && words[user - 1] == "LATE";
  parsed.person = rejoined(words, 0, parsed.is_late ? user - 1 : user);
  const std::size_t attachment = words[user] == "anon" ? user + 2 : user + 1;
  parsed.user = rejoined(words, user, attachment);
  parsed.is_text = !is_number(words[attachment]);
  if (!parsed.is_text) {
    const std::string& digits = words[attachment];
    std::from_chars(digits.data(), digits.data() + digits.size(), parsed.attachment);
    parsed.file = rejoined(words, attachment + 1, words.size());
  }
  const bool anonymous = words[user] == "anon";
  return parsed.person.empty() && !anonymous ? std::nullopt : std::optional(std::move(parsed));
}

/// Canvas adds "-1" to the name of a file that was handed in before.
std::string without_resubmission(const std::string& file, const WantedNames& wanted) {
  const std::size_t dot = file.rfind('.');
  const std::size_t dash = file.rfind('-', dot);
  if (dot != std::string::npos && dash != std::string::npos && dash > 0 &&
      is_number(std::string_view(file).substr(dash + 1, dot - dash - 1))) {
    const std::string name = file.substr(0, dash) + file.substr(dot);
    const bool means_one = wanted.has(name) || wanted.meant_by(name);
    return means_one && !wanted.has(file) ? name : file;
  }
  return file;
}

Handin& handin_of(const CanvasName& name, std::map<std::string, Handin>& handins) {
  Handin& handin = handins[name.user];
  if (handin.id.empty()) {
    handin.who.platform_id = name.user;
    handin.who.is_canvas = true;
    handin.who.name = name.person;
    handin.id = name.person.empty() ? name.user : name.person + "_" + name.user;
    handin.label = handin.id;
  }
  handin.last_attachment = std::max(handin.last_attachment, name.attachment);
  return handin;
}

void note_late(const CanvasName& name, Handin& handin) {
  if (name.is_late && handin.notes.empty()) {
    handin.notes.emplace_back(kLateOnCanvas);
  }
}

}  // namespace

bool looks_like_canvas(const Level& level, bool some) {
  std::size_t hits = 0;
  std::size_t names = level.files.size();
  for (const Entry* file : level.files) {
    hits += parse_canvas(file->name()) ? 1U : 0U;
  }
  for (const std::string& folder : level.folders) {
    hits += is_archive_name(folder) && parse_canvas(folder) ? 1U : 0U;
    ++names;
  }
  return hits > 0 && (some || 2 * hits >= names);
}

void read_canvas(const Tree& tree, const Level& level, const Hints& hints, Reading& reading) {
  std::map<std::string, Handin> handins;
  for (const std::string& folder : level.folders) {
    const auto name = is_archive_name(folder) ? parse_canvas(folder) : std::nullopt;
    for (Piece& piece : pieces_below(tree, join(level.base, folder))) {
      if (name && !name->is_text) {
        piece.version = name->attachment;
        handin_of(*name, handins).pieces.push_back(piece);
      } else {
        reading.unmatched.push_back({piece.entry->path, "lies in a folder: Canvas makes none"});
      }
    }
    if (name) {
      note_late(*name, handin_of(*name, handins));
    }
  }
  for (const Entry* entry : level.files) {
    const auto name = parse_canvas(entry->name());
    if (!name) {
      reading.unmatched.push_back(
          {entry->path, "is not named as Canvas names files (name_123_456_file): nobody's"});
      continue;
    }
    Handin& handin = handin_of(*name, handins);
    note_late(*name, handin);
    if (name->is_text) {
      set_aside_typed(*entry, handin, reading);
    } else if (!is_archive_name(entry->name())) {  // one with trouble came with its folder
      handin.pieces.push_back(
          {entry, without_resubmission(name->file, hints.wanted), 0, name->attachment, {}});
    }
  }
  for (auto& [user, handin] : handins) {
    reading.handins.push_back(std::move(handin));
  }
}

}  // namespace warpschool::grader::intake
