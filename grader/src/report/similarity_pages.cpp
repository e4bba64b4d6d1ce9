// Writes the pages that `grader similarity` makes.
#include "report/similarity_pages.hpp"

#include "report/highlight.hpp"
#include "report/report_files.hpp"
#include "report/templates.hpp"
#include "report/words.hpp"
#include "support/lines.hpp"
#include "support/moment.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;
using namespace report;

/// "reduce_shuffle-3.html": the third pair of its exercise.
std::vector<std::string> page_names(const SimilarityReport& report) {
  std::map<std::string, int> counts;
  std::vector<std::string> names;
  names.reserve(report.pairs.size());
  for (const SimilarPair& pair : report.pairs) {
    names.push_back(fmt::format("{}-{}.html", pair.exercise, ++counts[pair.exercise]));
  }
  return names;
}

/// One side's source; `first` and `last` are the ends of a piece on this side.
std::string side_html(const SimilarPair& pair, const std::string& source, int SimilarPiece::*first,
                      int SimilarPiece::*last) {
  std::string html;
  HighlightState state;
  int line = 0;
  for_each_line(clean(source), [&](std::string_view text) {
    ++line;
    const auto piece =
        std::find_if(pair.pieces.begin(), pair.pieces.end(),
                     [&](const SimilarPiece& p) { return p.*first <= line && line <= p.*last; });
    const bool shared = piece != pair.pieces.end();
    const auto number = shared ? piece - pair.pieces.begin() + 1 : 0;
    html += fmt::format("<div class=\"line{}\" data-n=\"{}\"><code>{}</code>{}</div>\n",
                        shared ? " alike" : "", line, highlight(text, state),
                        shared && (*piece).*first == line
                            ? fmt::format("<span class=\"alike-mark\">same as {}</span>", number)
                            : "");
  });
  return html;
}

std::string share_of(double share) {
  return percent(share, 1);
}

std::string pair_page(Template& page, const SimilarityReport& report, const SimilarPair& pair) {
  List comments;
  for (const std::string& comment : pair.comments) {
    comments.push_back(Object{{"comment", clean(comment)}});
  }
  const List sides{Object{{"name", clean(pair.left.name)},
                          {"source", side_html(pair, pair.left.source, &SimilarPiece::left_first,
                                               &SimilarPiece::left_last)}},
                   Object{{"name", clean(pair.right.name)},
                          {"source", side_html(pair, pair.right.source, &SimilarPiece::right_first,
                                               &SimilarPiece::right_last)}}};
  return page.render(Object{{"left", clean(pair.left.name)},
                            {"right", clean(pair.right.name)},
                            {"exercise", clean(pair.exercise)},
                            {"marks", std::to_string(pair.marks)},
                            {"share", share_of(pair.share)},
                            {"with_ptx", report.with_ptx && pair.has_ptx},
                            {"ptx", share_of(pair.ptx_share)},
                            {"has_comments", !pair.comments.empty()},
                            {"comments", comments},
                            {"sides", sides}});
}

/// Pairs of people over all exercises, the heaviest first.
List people_rows(const SimilarityReport& report, const std::vector<std::string>& names) {
  struct Row {
    const SimilarPair* first = nullptr;
    double weight = 0;
    List where;
  };
  std::map<std::pair<std::string, std::string>, Row> rows;
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    const SimilarPair& pair = report.pairs[i];
    Row& row = rows[{pair.left.id, pair.right.id}];
    row.first = row.first == nullptr ? &pair : row.first;
    row.weight += pair.weight;
    row.where.push_back(Object{{"to", url_path(names[i])}, {"what", clean(pair.exercise)}});
  }
  std::vector<Row> sorted;
  sorted.reserve(rows.size());
  for (auto& [ids, row] : rows) {
    sorted.push_back(std::move(row));
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Row& a, const Row& b) { return a.weight > b.weight; });
  List list;
  for (const Row& row : sorted) {
    list.push_back(Object{{"left", clean(row.first->left.name)},
                          {"right", clean(row.first->right.name)},
                          {"where", row.where},
                          {"weight", fmt::format("{:.0f}", row.weight)}});
  }
  return list;
}

std::string list_page(const SimilarityReport& report, const std::vector<std::string>& names) {
  List pairs;
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    const SimilarPair& pair = report.pairs[i];
    pairs.push_back(Object{{"exercise", clean(pair.exercise)},
                           {"to", url_path(names[i])},
                           {"left", clean(pair.left.name)},
                           {"right", clean(pair.right.name)},
                           {"marks", std::to_string(pair.marks)},
                           {"share", share_of(pair.share)},
                           {"with_ptx", report.with_ptx},
                           {"ptx", pair.has_ptx ? share_of(pair.ptx_share) : "\u2013"},
                           {"comments", std::to_string(pair.comments.size())}});
  }
  return Template("similarity")
      .render(Object{{"course", clean(report.course)},
                     {"term", clean(report.term)},
                     {"has_term", !report.term.empty()},
                     {"works", count_of(report.works, "work", "works")},
                     {"pair_count", count_of(report.pairs.size(), "pair", "pairs")},
                     {"with_ptx", report.with_ptx},
                     {"has_pairs", !report.pairs.empty()},
                     {"people", people_rows(report, names)},
                     {"pairs", pairs}});
}

}  // namespace

void write_similarity(const SimilarityReport& report, const fs::path& folder) {
  make_folder(folder);
  write_file(folder / "report.css", style_sheet());
  write_file(folder / "similarity.css", embedded("similarity.css"));
  const std::vector<std::string> names = page_names(report);
  Template page("pair");
  std::set<std::string> current{"index.html"};
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    write_file(folder / names[i], pair_page(page, report, report.pairs[i]));
    current.insert(names[i]);
  }
  write_file(folder / "index.html", list_page(report, names));
  remove_old_pages(folder, current);
}

}  // namespace warpschool::grader
