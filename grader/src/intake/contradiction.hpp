// Which keys of two records say that they are of two people.
#pragma once

#include "result/identity.hpp"

#include <string>

namespace warpschool::grader::intake {

/// What people are matched by, the surest first.
enum class Key { kPlatformId, kGithub, kNumber, kLogin, kEmail, kLocalPart, kName };

/// Kinds of key that two lists evidently share: somebody has the same one and the same name in
/// both. Moodle's numbers are others in each assignment, and a plain "ID" may be any number.
struct SharedKeys {
  bool platform_ids = false;
  bool numbers = false;
  bool logins = false;
};

/// Why these are two people although a key of kind `by` matches: a key that is as sure or surer
/// differs. "the number 7001, not 7009", with the other's first; empty where nothing does. Keys of
/// different kinds contradict nothing.
std::string contradiction(const Identity& who, const Identity& other, Key by,
                          const SharedKeys& shared);

/// For comparing: folded, and without the zeros in front that spreadsheets drop.
std::string number_key(const std::string& number);

std::string local_part(const std::string& email);

}  // namespace warpschool::grader::intake
