// Names of people and files as strangers write them: encodings, accents, capital letters, order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader::intake {

/// A name that is not UTF-8 comes from an old code page, and none says which.
enum class CodePage { kDos, kWindows };  ///< 437 (zip archives), 1252 (everything else)

struct DecodedName {
  std::string text;                    ///< UTF-8, composed (NFC), without control characters
  bool guessed = false;                ///< it was no UTF-8: the code page is a guess
  CodePage page = CodePage::kWindows;  ///< the guess
};

/// Bytes that are no UTF-8 are read as `otherwise`. Where that is code page 437, in which zips were
/// made to be written, and only code page 1252, in which Windows writes many, makes Latin letters
/// of all of them, 1252 is the better guess.
DecodedName decode_name(std::string_view bytes, CodePage otherwise);

/// "437" or "1252", for messages.
const char* to_string(CodePage page);

/// A whole text from code page 1252.
std::string from_windows(std::string_view bytes);

/// Composed form of valid UTF-8: the "e" and its accent that macOS writes become one letter.
std::string composed(std::string_view text);

/// For comparing: composed, and small letters in every script.
std::string folded(std::string_view text);

/// The words of a name, folded and sorted.
std::vector<std::string> name_words(std::string_view name);

/// "Doe, Jane" and "jane doe" have the same key: their words.
std::string name_key(std::string_view name);

/// Letters and digits alone, folded, without accents: "zoemuller". With `ascii_only`, letters
/// beyond ASCII are dropped rather than stripped of accents: "zomller".
std::string squashed(std::string_view name, bool ascii_only = false);

bool is_number(std::string_view text);

std::string trimmed(std::string_view text);

/// What unpacked archives and file managers leave behind.
bool is_litter(std::string_view name);

/// The parts of a path between '/'.
std::vector<std::string> split_path(std::string_view path);

}  // namespace warpschool::grader::intake
