// The manual page and the shell completion of a program, made of the declarations that its command
// line is read by: they cannot say anything else than the program does.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace warpschool::pages {

/// In troff, for man(1). `version` stands at the foot.
std::string manual(const CLI::App& app, const std::string& version);

/// For bash; zsh reads it behind `autoload -U bashcompinit; bashcompinit`.
std::string completion(const CLI::App& app);

/// Adds --print-manual and --print-completion, which help does not list. Call it once everything
/// else is declared.
void add_pages(CLI::App& app, const std::string& version);

}  // namespace warpschool::pages
