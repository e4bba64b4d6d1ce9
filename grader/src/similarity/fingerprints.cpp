// Tokens to grams, grams to hashes, hashes to fingerprints.
#include "similarity/fingerprints.hpp"

#include "warpschool/course/tokens.hpp"

#include <algorithm>
#include <cctype>

namespace warpschool::grader {
namespace {

using course::Token;
using std::string_view;
using Names = std::set<std::string, std::less<>>;

/// What a text is compared by: a word's hash and where it stands.
struct Word {
  std::uint64_t hash;
  int line;
};

std::uint64_t hash_of(string_view word) {  // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : word) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return hash;
}

/// Spreads the bits, so that the smallest hash of a window is any gram's (the finaliser of
/// SplitMix64).
std::uint64_t mixed(std::uint64_t hash) {
  hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9U;
  hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111ebU;
  return hash ^ (hash >> 31U);
}

std::vector<Fingerprint> grams_of(const std::vector<Word>& words, std::size_t k) {
  std::vector<Fingerprint> grams;
  for (std::size_t first = 0; first + k <= words.size(); ++first) {
    std::uint64_t hash = 0;
    for (std::size_t i = first; i < first + k; ++i) {
      hash = hash * 0x9e3779b97f4a7c15U + words[i].hash;
    }
    grams.push_back({mixed(hash), words[first].line, words[first + k - 1].line});
  }
  return grams;
}

/// Of a text shorter than a window the smallest of all.
std::vector<Fingerprint> winnow(const std::vector<Fingerprint>& grams, std::size_t window) {
  std::vector<Fingerprint> kept;
  constexpr auto kNone = static_cast<std::size_t>(-1);
  std::size_t chosen = kNone;
  const std::size_t windows = grams.size() < window ? 1 : grams.size() - window + 1;
  for (std::size_t first = 0; first < windows && !grams.empty(); ++first) {
    const std::size_t end = std::min(first + window, grams.size());
    const bool gone = chosen == kNone || chosen < first;
    std::size_t least = gone ? first : chosen;
    for (std::size_t i = least + 1; i < end; ++i) {
      least = grams[i].hash < grams[least].hash ? i : least;
    }
    if (least != chosen) {
      kept.push_back(grams[least]);
      chosen = least;
    }
  }
  return kept;
}

bool is_renamed(const Token& token, const Names& given) {
  return token.kind == Token::Kind::kIdentifier && token.text.substr(0, 2) != "__" &&
         given.find(token.text) == given.end();
}

/// %r12 and %fd3 are registers, %tid and %laneid are not.
bool is_register(string_view name) {
  const std::size_t digits = name.find_first_of("0123456789");
  return digits != 0 && digits != string_view::npos &&
         name.find_first_not_of("0123456789", digits) == string_view::npos;
}

std::string normal_comment(string_view text) {
  std::string normal;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80) {
      normal += static_cast<char>(std::tolower(byte));
    } else if (!normal.empty() && normal.back() != ' ') {
      normal += ' ';
    }
  }
  if (!normal.empty() && normal.back() == ' ') {
    normal.pop_back();
  }
  return normal;
}

/// The comments of what lies between two tokens; directives lie there, too.
void add_comments(string_view gap, int line, std::vector<Comment>& comments) {
  constexpr std::ptrdiff_t kLeastBlanks = 2;
  bool inside = false;
  while (!gap.empty()) {
    const std::size_t end = std::min(gap.find('\n'), gap.size());
    string_view text = gap.substr(0, end);
    const std::size_t opened = inside ? 0 : std::min(text.find("//"), text.find("/*"));
    if (opened != string_view::npos) {
      const std::string normal = normal_comment(text.substr(opened));
      if (std::count(normal.begin(), normal.end(), ' ') >= kLeastBlanks) {
        comments.push_back({normal, line});
      }
    }
    const std::size_t block = text.rfind("/*"), closed = text.rfind("*/");
    const bool closes = closed != string_view::npos;
    inside = block == string_view::npos ? inside && !closes : !closes || closed < block;
    gap.remove_prefix(std::min(end + 1, gap.size()));
    ++line;
  }
}

}  // namespace

std::vector<Fingerprint> fingerprints_of_source(string_view source, const Names& given,
                                                const Winnowing& winnowing) {
  std::vector<Word> words;
  for (const Token& token : course::tokens_of(source)) {
    words.push_back({is_renamed(token, given) ? 1 : hash_of(token.text), token.line});
  }
  return winnow(grams_of(words, winnowing.k), winnowing.window);
}

std::vector<Fingerprint> fingerprints_of_ptx(string_view ptx, const Winnowing& winnowing) {
  std::vector<Word> words;
  int declared = 0;  // the line of a declaration of registers: their number says nothing
  const std::vector<Token> tokens = course::tokens_of(ptx);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool after_dot = i > 0 && tokens[i - 1].is(".");
    if (after_dot && tokens[i].is("reg")) {
      declared = tokens[i].line;
    }
    if (tokens[i].line != declared) {
      words.push_back({is_register(tokens[i].text) ? 1 : hash_of(tokens[i].text), tokens[i].line});
    }
  }
  return winnow(grams_of(words, winnowing.k), winnowing.window);
}

Names names_in(string_view source) {
  Names names;
  for (const Token& token : course::tokens_of(source)) {
    if (token.kind == Token::Kind::kIdentifier) {
      names.emplace(token.text);
    }
  }
  return names;
}

std::vector<Comment> comments_in(string_view source) {
  std::vector<Comment> comments;
  std::size_t at = 0;
  int line = 1;
  const auto gap_to = [&](std::size_t end) {
    const string_view gap = source.substr(at, end - at);
    add_comments(gap, line, comments);
    line += static_cast<int>(std::count(gap.begin(), gap.end(), '\n'));
  };
  for (const Token& token : course::tokens_of(source)) {
    gap_to(token.at);
    line += static_cast<int>(std::count(token.text.begin(), token.text.end(), '\n'));
    at = token.end();
  }
  gap_to(source.size());
  return comments;
}

}  // namespace warpschool::grader
