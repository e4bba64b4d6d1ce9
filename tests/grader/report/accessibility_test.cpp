// What can be said about the pages' markup without a browser: landmarks, headings, tables, names.
#include "report/page_texts.hpp"
#include "sample_class.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>
#include <warpschool/harness/catch.hpp>

using namespace warpschool::grader;

namespace {

struct Tag {
  std::string name;  ///< "/table" where it ends one
  std::map<std::string, std::string> attributes;
  std::string text;  ///< up to the next tag
};

/// One tag, from behind '<' to before '>'.
Tag tag_of(const std::string& inside) {
  Tag tag;
  std::size_t at = std::min(inside.find_first_of(" \n/", 1), inside.size());
  tag.name = inside.substr(0, at);
  while ((at = inside.find_first_not_of(" \n/", at)) != std::string::npos) {
    const std::size_t end = std::min(inside.find_first_of("= \n", at), inside.size());
    const std::string name = inside.substr(at, end - at);
    at = end;
    if (inside.substr(end, 2) == "=\"") {
      const std::size_t close = inside.find('"', end + 2);
      tag.attributes[name] = inside.substr(end + 2, close - end - 2);
      at = close + 1;
    } else {
      tag.attributes[name] = "";
    }
  }
  return tag;
}

std::vector<Tag> tags_of(const std::string& page) {
  std::vector<Tag> tags;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at)) {
    const std::size_t end = page.find('>', at);
    const std::size_t next = std::min(page.find('<', end), page.size());
    tags.push_back(tag_of(page.substr(at + 1, end - at - 1)));
    tags.back().text = page.substr(end + 1, next - end - 1);
    at = end;
    if (tags.back().name == "style" || tags.back().name == "script") {
      at = page.find("</" + tags.back().name, at);
    }
  }
  return tags;
}

std::size_t count_tags(const std::vector<Tag>& tags, const std::string& name) {
  return static_cast<std::size_t>(
      std::count_if(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == name; }));
}

bool has(const Tag& tag, const std::string& attribute) {
  return tag.attributes.count(attribute) > 0;
}

void check_landmarks(const std::vector<Tag>& tags) {
  for (const char* const once : {"main", "h1", "footer", "title"}) {
    INFO(once);
    CHECK(count_tags(tags, once) == 1);
  }
  const auto html =
      std::find_if(tags.begin(), tags.end(), [](const Tag& t) { return t.name == "html"; });
  REQUIRE(html != tags.end());
  CHECK(html->attributes.at("lang") == "en");
}

/// No level is left out on the way down.
void check_headings(const std::vector<Tag>& tags) {
  int level = 0;
  for (const Tag& tag : tags) {
    if (tag.name.size() == 2 && tag.name[0] == 'h' && tag.name[1] >= '1' && tag.name[1] <= '6') {
      const int next = tag.name[1] - '0';
      INFO("<" << tag.name << "> " << tag.text);
      CHECK(next <= level + 1);
      level = next;
    }
  }
}

void check_tables(const std::vector<Tag>& tags) {
  for (const Tag& tag : tags) {
    if (tag.name == "th") {
      INFO(tag.text);
      CHECK(has(tag, "scope"));
    }
  }
  CHECK(count_tags(tags, "thead") == count_tags(tags, "table"));
}

/// Pictures say nothing or have a name; what scrolls can be reached; fields have labels.
void check_names(const std::vector<Tag>& tags) {
  for (std::size_t i = 0; i < tags.size(); ++i) {
    const Tag& tag = tags[i];
    INFO(tag.name << " " << tag.text);
    CHECK((tag.name != "svg" || has(tag, "aria-hidden") || has(tag, "aria-label")));
    CHECK((tag.name != "img" || has(tag, "alt")));
    CHECK((!has(tag, "role") || tag.attributes.at("role") != "region" || has(tag, "aria-label")));
    const bool is_field = tag.name == "input" || tag.name == "select";
    CHECK((!is_field || tags[i - 1].name == "label" || has(tag, "aria-label")));
    CHECK((tag.name != "summary" || tag.text.size() > 1));
  }
}

void check_ids(const std::vector<Tag>& tags) {
  std::set<std::string> ids;
  for (const Tag& tag : tags) {
    if (has(tag, "id")) {
      INFO(tag.attributes.at("id"));
      CHECK(ids.insert(tag.attributes.at("id")).second);
    }
  }
  for (const Tag& tag : tags) {
    if (has(tag, "aria-labelledby")) {
      CHECK(ids.count(tag.attributes.at("aria-labelledby")) == 1);
    }
  }
}

/// Every element that is opened is closed, in order.
void check_nesting(const std::vector<Tag>& tags) {
  static const std::set<std::string> kEmpty{"!DOCTYPE", "meta", "link", "input",
                                            "wbr",      "img",  "col"};
  std::vector<std::string> open;
  for (const Tag& tag : tags) {
    const bool in_picture = tag.name == "rect" || tag.name == "line";
    if (tag.name[0] == '/') {
      REQUIRE_FALSE(open.empty());
      CHECK(open.back() == tag.name.substr(1));
      open.pop_back();
    } else if (kEmpty.count(tag.name) == 0 && !in_picture) {
      open.push_back(tag.name);
    }
  }
  CHECK(open.empty());
}

void check_page(const std::string& page) {
  const std::vector<Tag> tags = tags_of(page);
  check_landmarks(tags);
  check_headings(tags);
  check_tables(tags);
  check_names(tags);
  check_ids(tags);
  check_nesting(tags);
}

}  // namespace

TEST_CASE("the class page can be read without seeing it", "[grader][report]") {
  check_page(report::overview_page(sample_class(), {true, true}));
  check_page(report::overview_page(ClassResult{}, {}));
}

TEST_CASE("an exercise's page can be read without seeing it", "[grader][report]") {
  const ClassResult result = sample_class();
  report::Template page("exercise");
  for (std::size_t column = 0; column < result.exercises.size(); ++column) {
    INFO(result.exercises[column].id);
    check_page(report::exercise_page(page, result, column, true));
  }
}

TEST_CASE("a student's page can be read without seeing it", "[grader][report]") {
  const ClassResult result = sample_class();
  for (const StudentResult& student : result.students) {
    INFO(student.id);
    const report::StudentPages pages(result, student);
    check_page(pages.linked());
    check_page(pages.self_contained());
  }
}

TEST_CASE("a class of 300 by 41 is few elements, one for each result", "[grader][report]") {
  const std::string page = report::overview_page(large_class(300, 41), {true, false});
  const std::vector<Tag> tags = tags_of(page);
  const auto elements =
      std::count_if(tags.begin(), tags.end(), [](const Tag& tag) { return tag.name[0] != '/'; });
  CHECK(elements < 15'000);
  CHECK(elements > 300L * 41);
  CHECK(page.size() < 600'000);
}
