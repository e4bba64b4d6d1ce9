// Compares two records of people key by key.
#include "intake/contradiction.hpp"

#include "intake/foreign_names.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace warpschool::grader::intake {
namespace {

bool is_mail(const std::string& text) {
  return text.find('@') != std::string::npos;
}

/// Are both there and unequal, whatever their capitals?
bool differ(const std::string& left, const std::string& right) {
  return !left.empty() && !right.empty() && folded(left) != folded(right);
}

bool platform_ids_differ(const Identity& who, const Identity& other, const SharedKeys& shared) {
  return ((who.is_canvas && other.is_canvas) || shared.platform_ids) &&
         is_number(who.platform_id) && is_number(other.platform_id) &&
         who.platform_id != other.platform_id;
}

bool githubs_differ(const Identity& who, const Identity& other, const SharedKeys& /*shared*/) {
  return differ(who.github, other.github);
}

/// "u7001" -> "u0": "u7001" and 7001 are made in two ways, and may be one person's.
std::string shape_of(const std::string& number) {
  std::string shape;
  for (const char c : number) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit || shape.empty() || shape.back() != '0') {
      shape += digit ? '0' : c;
    }
  }
  return shape;
}

bool numbers_differ(const Identity& who, const Identity& other, const SharedKeys& shared) {
  const std::string left = number_key(who.number);
  const std::string right = number_key(other.number);
  return (shared.numbers || (!who.vague_number && !other.vague_number)) && differ(left, right) &&
         shape_of(left) == shape_of(right);
}

/// A login that is a mail address is compared with such alone.
bool logins_differ(const Identity& who, const Identity& other, const SharedKeys& shared) {
  return (shared.logins || (!who.vague_login && !other.vague_login)) &&
         is_mail(who.login) == is_mail(other.login) && differ(who.login, other.login);
}

/// Unless one's mail address is the other's login.
bool mails_differ(const Identity& who, const Identity& other, const SharedKeys& /*shared*/) {
  return differ(who.email, other.email) && folded(who.email) != folded(other.login) &&
         folded(who.login) != folded(other.email);
}

/// Each word of the shorter name begins a word of the other, or the other way round: "J. Doe" may
/// be Jane Maria Doe.
bool names_fit(const std::string& left, const std::string& right) {
  std::vector<std::string> few = name_words(left);
  std::vector<std::string> many = name_words(right);
  if (few.size() > many.size()) {
    std::swap(few, many);
  }
  return std::all_of(few.begin(), few.end(), [&](const std::string& word) {
    return std::any_of(many.begin(), many.end(), [&](const std::string& longer) {
      return longer.rfind(word, 0) == 0 || word.rfind(longer, 0) == 0;
    });
  });
}

struct Rule {
  Key key;
  const char* what;
  std::string Identity::*text;
  bool (*differs)(const Identity& who, const Identity& other, const SharedKeys& shared);
};

constexpr Rule kRules[] = {
    {Key::kPlatformId, "the platform's number", &Identity::platform_id, platform_ids_differ},
    {Key::kGithub, "the GitHub login", &Identity::github, githubs_differ},
    {Key::kNumber, "the number", &Identity::number, numbers_differ},
    {Key::kLogin, "the login", &Identity::login, logins_differ},
    {Key::kEmail, "the mail address", &Identity::email, mails_differ},
};

}  // namespace

std::string contradiction(const Identity& who, const Identity& other, Key by,
                          const SharedKeys& shared) {
  for (const Rule& rule : kRules) {
    if (rule.key <= by && rule.differs(who, other, shared)) {
      return fmt::format("{} {}, not {}", rule.what, other.*rule.text, who.*rule.text);
    }
  }
  // Half an address is little: john@gmail.com need not be the university's john.
  if (by == Key::kLocalPart && !names_fit(who.name, other.name)) {
    return fmt::format("the name {}, not {}", other.name, who.name);
  }
  return {};
}

std::string number_key(const std::string& number) {
  const std::string key = folded(number);
  const std::size_t first = key.find_first_not_of('0');
  return first == std::string::npos ? key : key.substr(first);
}

std::string local_part(const std::string& email) {
  return email.substr(0, email.find('@'));
}

}  // namespace warpschool::grader::intake
