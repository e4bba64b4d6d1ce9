// Words and figures as a reader sees them, and foreign text made harmless before it enters a page.
// Escaping for HTML is the template engine's job; what is done here is what escaping cannot do.
#pragma once

#include "result/grade_verdict.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace warpschool::grader::report {

/// Every word that a result may have, worst first, those that say nothing about work last.
const std::vector<Verdict>& all_words();

/// Whether the word says that something is there, judged or not.
bool is_handed_in(Verdict verdict);

/// "memory fault": the status as people read it.
std::string word_of(Verdict verdict);

/// "memory-fault": the status as part of a CSS class.
std::string class_of(Verdict verdict);

/// Text from a student or a compiler, fit for a page: valid UTF-8, '\n' line ends, no terminal
/// colours; control characters become visible, and so do the invisible ones that reorder text or
/// hide in it.
std::string clean(std::string_view text);

/// At most two decimals and none that say nothing: "4", "4.5", "0.33". Never "-0".
std::string number(double value);

/// A counter's value: whole numbers with thin groups of three ("1 048 576"), else four digits.
std::string figure(double value);

/// A part of a whole in whole percent, "83 %"; a dash where the whole is nothing.
std::string percent(double part, double whole);

/// Of a name or a number: a letter, a digit or '_'.
bool is_word(char c);

/// A path as the value of href: everything but letters, digits and -._~/ percent-encoded.
std::string url_path(std::string_view path);

/// The name of an exercise, or of a mistake, in HTML: may break behind every '_'. Trusted HTML.
std::string breakable(std::string_view text);

/// For HTML text and quoted attributes: the template engine's own escaping.
std::string escape(std::string_view text);

}  // namespace warpschool::grader::report
