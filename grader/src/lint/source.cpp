// Matches brackets, finds launches, applies edits.
#include "lint/source.hpp"

#include <algorithm>

namespace warpschool::grader {
namespace {

/// The bracket that closes `open`, or nothing.
std::string_view closing_of(std::string_view open) {
  return open == "(" ? ")" : open == "[" ? "]" : open == "{" ? "}" : open == "<<<" ? ">>>" : "";
}

bool is_closing(std::string_view word) {
  return word == ")" || word == "]" || word == "}" || word == ">>>";
}

/// The first token of the name that ends before `end`: `kernel`, `space::kernel`, `kernel<float,
/// 4>`.
std::size_t begin_of_name(const Source& source, std::size_t end) {
  std::size_t at = end;
  if (source.is(at - 1, ">")) {
    int depth = 0;
    while (at > 0) {
      --at;
      depth += source.is(at, ">") ? 1 : source.is(at, "<") ? -1 : 0;
      if (depth == 0) {
        break;
      }
    }
  } else if (source.is(at - 1, ")")) {
    return source.partner(at - 1);  // (*kernel)<<<...>>>
  }
  if (at == 0 || !source.is_name(at - 1)) {
    return end;
  }
  --at;
  while (at >= 2 && source.is(at - 1, "::") && source.is_name(at - 2)) {
    at -= 2;
  }
  return at;
}

Launch launch_at(const Source& source, std::size_t open) {
  Launch launch;
  const std::size_t close = source.partner(open);
  const std::size_t name = open == 0 ? open : begin_of_name(source, open);
  if (close + 1 >= source.size() || !source.is(close + 1, "(") || name == open ||
      source.partner(close + 1) == source.size()) {
    return launch;
  }
  launch.kernel = {name, open};
  launch.config = source.arguments(open);
  launch.arguments = close + 1;
  launch.begin = source[name].at;
  launch.end = source[source.partner(close + 1)].end();
  return launch;
}

Launch call_at(const Source& source, std::size_t name) {
  Launch launch;
  const std::size_t close = source.partner(name + 1);
  const std::vector<Source::Range> arguments = source.arguments(name + 1);
  if (close == source.size() || arguments.size() < 4) {
    return launch;
  }
  launch.is_call = true;
  launch.kernel = arguments[0];
  launch.config = {arguments[1], arguments[2]};
  launch.begin = source[name].at;
  launch.end = source[close].end();
  return launch;
}

}  // namespace

std::string edited(std::string_view source, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string text;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    if (edit.begin >= at) {
      text.append(source.substr(at, edit.begin - at)).append(edit.text);
      at = edit.end;
    }
  }
  return text.append(source.substr(at));
}

Source::Source(std::string_view text) : text_(text), tokens_(course::tokens_of(text)) {
  partners_.assign(tokens_.size(), tokens_.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (!closing_of(tokens_[i].text).empty()) {
      open.push_back(i);
    } else if (is_closing(tokens_[i].text)) {
      // What does not match is no bracket: >>> ends three template argument lists, too.
      if (!open.empty() && closing_of(tokens_[open.back()].text) == tokens_[i].text) {
        partners_[open.back()] = i;
        partners_[i] = open.back();
        open.pop_back();
      }
    }
  }
}

std::vector<Source::Range> Source::arguments(std::size_t open) const {
  std::vector<Range> ranges;
  const std::size_t close = partner(open);
  if (close == size() || close == open + 1) {
    return ranges;
  }
  std::size_t begin = open + 1;
  for (std::size_t i = begin; i <= close; ++i) {
    if (i == close || is(i, ",")) {
      ranges.emplace_back(begin, i);
      begin = i + 1;
    } else if (partner(i) > i && partner(i) < close) {
      i = partner(i);
    }
  }
  return ranges;
}

std::string_view Source::text_of(Range range) const {
  return range.first >= range.second
             ? std::string_view()
             : text_.substr(tokens_[range.first].at,
                            tokens_[range.second - 1].end() - tokens_[range.first].at);
}

std::vector<Launch> launches_in(const Source& source) {
  std::vector<Launch> launches;
  for (std::size_t i = 0; i < source.size(); ++i) {
    Launch launch;
    if (source.is(i, "<<<")) {
      launch = launch_at(source, i);
    } else if (source.is(i + 1, "(") &&
               (source.is(i, "cudaLaunchKernel") || source.is(i, "cudaLaunchCooperativeKernel"))) {
      launch = call_at(source, i);
    }
    if (launch.config.size() >= 2) {
      launches.push_back(std::move(launch));
    }
  }
  return launches;
}

std::size_t behind_includes(std::string_view text) {
  std::size_t behind = 0;
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t end = std::min(text.find('\n', line), text.size() - 1) + 1;
    const std::size_t word = text.find_first_not_of(" \t", line);
    if (text.substr(std::min(word, text.size()), 8) == "#include") {
      behind = end;
    }
    line = end;
  }
  return behind;
}

}  // namespace warpschool::grader
