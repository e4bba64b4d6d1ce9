// Finds copies of 16 bytes in PTX that clang's back end split into words.
#include "simcc/repairs/split_copies.hpp"

#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

namespace warpschool::simcc {
namespace {

/// A register, and a distance from what it holds.
using Place = std::pair<std::string, long>;

/// The place of "[%rd3+8]"; nothing: something else.
std::optional<Place> address_in(const std::string& line) {
  const std::size_t begin = line.find("[%"), end = line.find(']');
  if (begin == std::string::npos || end == std::string::npos) {
    return std::nullopt;
  }
  const std::string inside = line.substr(begin + 1, end - begin - 1);
  const std::size_t plus = inside.find('+');
  return Place(inside.substr(0, plus),
               plus == std::string::npos ? 0 : std::atol(inside.c_str() + plus + 1));
}

std::string last_register(const std::string& line) {
  const std::size_t begin = line.rfind('%'), end = line.rfind(';');
  return begin == std::string::npos || end == std::string::npos || end < begin
             ? std::string()
             : line.substr(begin, end - begin);
}

/// Two registers, and how much further behind the second one lies what comes from behind the first.
using Move = std::tuple<std::string, std::string, long>;

/// A word that is loaded or stored: where.
struct WordAt {
  Place place;
  bool is_shared = false;
};

/// Words of 8 bytes that were copied, and those of 4 bytes where from, by their move.
struct Words {
  std::set<Place> from, to;
  std::map<Move, std::set<long>> quarters;
};

/// 8 or 4, if the line loads or stores one word of so many bytes; else 0.
long word_bytes(const std::string& line) {
  const auto has = [&](const char* type) { return line.find(type) != std::string::npos; };
  return has(".u64 \t") || has(".b64 \t")                     ? 8
         : has(".u32 \t") || has(".b32 \t") || has(".f32 \t") ? 4
                                                              : 0;
}

/// Adds a word, and says whether one beside it was there.
bool has_other_half(std::set<Place>& words, const Place& word) {
  constexpr long kHalf = 8;
  words.insert(word);
  return words.count({word.first, word.second - kHalf}) != 0 ||
         words.count({word.first, word.second + kHalf}) != 0;
}

/// Adds a word, and says whether it is one of four that lie side by side.
bool has_other_quarters(std::set<long>& words, long word) {
  constexpr long kQuarter = 4, kMost = 4;
  words.insert(word);
  long count = 1;
  for (const long step : {-kQuarter, kQuarter}) {
    for (long at = word + step; words.count(at) != 0; at += step) {
      ++count;
    }
  }
  return count >= kMost;
}

/// Is the word that was copied from there to here the last one missing of 16 bytes? Between other
/// memory than tiles and what they are made of, words of 4 bytes are what the source says.
bool is_split(Words& words, const WordAt& from, const WordAt& to, long bytes) {
  if (bytes == 8) {
    const bool is_there = has_other_half(words.from, from.place);
    return has_other_half(words.to, to.place) || is_there;
  }
  const Move move(from.place.first, to.place.first, to.place.second - from.place.second);
  return from.is_shared != to.is_shared &&
         has_other_quarters(words.quarters[move], from.place.second);
}

}  // namespace

/// Unoptimised code has an address of its own for one half of a variable: two halves that lie side
/// by side where they come from, or where they go to, are enough. Of quarters all four must, on
/// both sides.
bool has_split_copies(const std::string& ptx) {
  std::map<std::string, WordAt> loaded;
  Words words;
  std::istringstream lines(ptx);
  for (std::string line; std::getline(lines, line);) {
    const long bytes = word_bytes(line);
    const bool is_shared = line.find(".shared.") != std::string::npos;
    const std::optional<Place> place = bytes == 0 ? std::nullopt : address_in(line);
    if (line.find(".entry") != std::string::npos || line.find(".func") != std::string::npos) {
      loaded.clear();
      words = {};
    } else if (place && line.find("ld.") != std::string::npos) {
      const std::size_t begin = line.find('%');
      loaded[line.substr(begin, line.find(',') - begin)] = {*place, is_shared};
    } else if (place && line.find("st.") != std::string::npos) {
      const auto origin = loaded.find(last_register(line));
      if (origin != loaded.end() && is_split(words, origin->second, {*place, is_shared}, bytes)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace warpschool::simcc
