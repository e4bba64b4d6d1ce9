// clang's messages, one by one, and what its analysis of thread safety says in them: host_uses.hpp
// and constant_writes.hpp give it locks that stand for rules of CUDA.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warpschool::simcc {

/// What ends the messages of that analysis.
inline constexpr const char* kLockAnalysis = " [-Wthread-safety-analysis]";

/// One of clang's messages: its lines, with the list of includes before and the notes behind it.
struct ClangMessage {
  std::string text;
  bool is_warning = false;
};

std::vector<ClangMessage> split_messages(const std::string& messages);

/// Appends to `all` what the user is to see of a message. Returns whether the compiler's count of
/// warnings still has it.
using TellMessage = std::function<bool(const ClangMessage&, std::string& all)>;

/// All messages as `tell` has them, and the count of warnings ("3 warnings generated.") as it is
/// then.
std::string rewrite_messages(const std::string& messages, const TellMessage& tell);

/// What the analysis says of a use.
struct VariableUse {
  std::string file, name;
  unsigned line = 0, column = 0;
  bool is_write = false;
};

/// @param lock the one that the use would need.
/// @returns false: the message is of no use, or of another lock.
bool read_use(const std::string& message, const char* lock, VariableUse& use);

/// The message about a use with this sentence in place of the analysis' own.
std::string with_sentence(const std::string& message, const std::string& sentence);

/// The whole file; empty if there is none.
std::string text_of(const std::string& path);

}  // namespace warpschool::simcc
