// Recognised mistakes: each gets its sentence from the values that it leaves behind, and a mistake
// that looks like it does not.
#include "mistakes/recogniser.hpp"

#include "mistakes/launch_facts.hpp"
#include "random.hpp"
#include "warpschool/harness/catch.hpp"
#include "warpschool/harness/inputs.hpp"
#include "warpschool/harness/matchers.hpp"

#include <cmath>
#include <limits>
#include <numeric>

namespace warpschool::harness::detail {
namespace {

using Floats = std::vector<float>;

/// Those of a matrix of 40 rows and 25 columns.
constexpr std::size_t kPlaces = std::size_t{40} * 25;

const float kUntouched = [] {
  float value = 0;
  std::memset(&value, kFloatPoison, sizeof value);
  return value;
}();

/// Values that differ from each other, with fractions.
Floats some_floats(std::size_t n) {
  seed_stream(3, "mistakes", 0);
  return random_floats(n, 1, 100);
}

struct Case {
  Floats want, got;
  Layout layout = {};
  LaunchFacts facts = {};
  bool is_number = false;  ///< and no array
};

std::vector<LaunchShape> one_launch(std::array<std::size_t, 3> grid,
                                    std::array<std::size_t, 3> block) {
  return {LaunchShape{grid, block}};
}

LaunchFacts launched(std::size_t blocks, std::size_t threads) {
  LaunchFacts facts;
  facts.launches = one_launch({blocks, 1, 1}, {threads, 1, 1});
  facts.uses_block_index = facts.uses_thread_index = true;
  return facts;
}

std::string sentence_of(const Case& one) {
  const auto agree = [](float want, float got) {
    return std::fabs(want - got) <= 1e-6F * std::fabs(want);
  };
  Differences found = compare(
      one.got, one.want.size(), [&one](std::size_t i) { return one.want[i]; }, agree);
  found.scalar = one.is_number;
  return recognise({found, one.layout, one.facts});
}

/// A copy of n floats of which `change(i)` gives the i-th, from the right ones.
template <class Change>
Case changed(std::size_t n, const Change& change, LaunchFacts facts = {}) {
  Case made{some_floats(n), Floats(n), {}, std::move(facts)};
  for (std::size_t i = 0; i < n; ++i) {
    made.got[i] = change(made.want, i);
  }
  return made;
}

bool says(const Case& one, const std::string& words) {
  const std::string sentence = sentence_of(one);
  CAPTURE(sentence, words);
  return sentence.find(words) != std::string::npos;
}

template <class Written>
Case written_if(std::size_t n, const Written& written, LaunchFacts facts = {}) {
  return changed(
      n, [&](const Floats& want, std::size_t i) { return written(i) ? want[i] : kUntouched; },
      std::move(facts));
}

}  // namespace

TEST_CASE("whether a kernel ran is known, not guessed", "[harness][mistakes]") {
  const auto nobody = [](std::size_t) { return false; };
  LaunchFacts none;
  none.launches.emplace();
  CHECK(says(written_if(1000, nobody, none), "No kernel was launched"));
  CHECK(says(written_if(1000, nobody, launched(4, 256)),
             "A kernel ran with 4 blocks of 256 threads, but no thread wrote"));
  CHECK(says(written_if(1000, nobody), "does the kernel run at all"));
}

TEST_CASE("too few threads are counted", "[harness][mistakes]") {
  const auto before = [](std::size_t end) { return [end](std::size_t i) { return i < end; }; };
  CHECK(says(written_if(1000, before(768), launched(3, 256)), "1000 / 256 was rounded down"));
  CHECK(says(written_if(1000, before(512), launched(2, 256)),
             "The number of blocks must be n / 256"));
  CHECK(says(written_if(1000, before(256), launched(1, 256)),
             "One block of 256 threads was launched"));
  CHECK(says(written_if(1000, before(256)), "too few threads? The number of blocks"));
  // Threads enough: then the number of blocks is not the mistake.
  const Case guarded = written_if(1000, before(768), launched(4, 256));
  CHECK(says(guarded, "4 blocks of 256 threads are threads enough"));
  CHECK_FALSE(says(guarded, "rounded"));
}

TEST_CASE("blockIdx or threadIdx is missing from the index", "[harness][mistakes]") {
  const auto first_256 = [](std::size_t i) { return i < 256; };
  LaunchFacts facts = launched(4, 256);
  CHECK(says(written_if(1000, first_256, facts), "though 4 blocks ran: what index"));
  facts.uses_block_index = false;
  CHECK(says(written_if(1000, first_256, facts), "no kernel uses blockIdx"));
  const auto first_4 = [](std::size_t i) { return i < 4; };
  CHECK(says(written_if(1000, first_4, launched(4, 256)), "as many as there are blocks"));
  facts.uses_thread_index = false;
  CHECK(says(written_if(1000, first_4, facts), "no kernel uses threadIdx"));
  const auto first_5 = [](std::size_t i) { return i < 5; };
  CHECK_FALSE(says(written_if(1000, first_5, launched(4, 256)), "as many as there are blocks"));
}

TEST_CASE("blocks or threads stand along y, and the index counts along x", "[harness][mistakes]") {
  LaunchFacts facts = launched(4, 256);
  facts.launches = one_launch({1, 4, 1}, {256, 1, 1});
  const auto first_256 = [](std::size_t i) { return i < 256; };
  CHECK(says(written_if(1000, first_256, facts), "The grid is 1 x 4 x 1"));
  CHECK(says(written_if(1000, first_256, facts), "blockIdx.x is 0 in all of them"));
  facts.launches = one_launch({4, 1, 1}, {1, 256, 1});
  const auto first_4 = [](std::size_t i) { return i < 4; };
  CHECK(says(written_if(1000, first_4, facts), "threadIdx.x is 0 in all of them"));
}

TEST_CASE("a regular pattern of written elements is named", "[harness][mistakes]") {
  const auto every = [](std::size_t step) {
    return [step](std::size_t i) { return i % step == 0; };
  };
  CHECK(says(written_if(1000, every(2)), "Only every second element was written (0, 2, 4"));
  CHECK(says(written_if(4096, every(256), launched(16, 256)), "the first thread of each block"));
  CHECK(says(written_if(1000, every(32)), "the first lane of each warp"));
  const auto nearly = [](std::size_t i) { return i % 2 == 0 && i != 500; };
  CHECK_FALSE(says(written_if(1000, nearly), "every second"));
}

TEST_CASE("ends that nobody wrote are named", "[harness][mistakes]") {
  CHECK(says(written_if(1000, [](std::size_t i) { return i > 0; }), "The first element was never"));
  CHECK(
      says(written_if(1000, [](std::size_t i) { return i < 999; }), "The last element was never"));
  CHECK(says(written_if(
                 1000, [](std::size_t i) { return i >= 768; }, launched(4, 256)),
             "Only the last block's"));
  CHECK_FALSE(
      says(written_if(1000, [](std::size_t i) { return i < 998; }), "The last element was"));
}

TEST_CASE("a size in elements is told from too few threads", "[harness][mistakes]") {
  LaunchFacts none;
  none.launches.emplace();
  const auto quarter = [](std::size_t i) { return i < 250; };
  CHECK(says(written_if(1000, quarter, none), "as many bytes as it has elements"));
  CHECK_FALSE(says(written_if(
                       1000, [](std::size_t i) { return i < 256; }, none),
                   "bytes"));
}

TEST_CASE("of a matrix the missing rows or columns are named", "[harness][mistakes]") {
  const std::size_t rows = 40, cols = 100;
  LaunchFacts facts;
  facts.launches = one_launch({2, 13, 1}, {32, 8, 1});  // 64 along x, 104 along y
  Case one = written_if(
      rows * cols, [](std::size_t i) { return i % 100 < 64; }, facts);
  one.layout = {rows, cols, 32, 8};
  CHECK(says(one, "are the two exchanged in the grid?"));
  one.facts.launches = one_launch({2, 5, 1}, {32, 8, 1});
  CHECK(says(one, "Columns from 64 on were never written"));
  CHECK_FALSE(says(one, "exchanged"));
  Case tall = written_if(
      rows * cols, [](std::size_t i) { return i / 100 < 32; }, facts);
  tall.layout = one.layout;
  tall.facts.launches = one_launch({4, 4, 1}, {32, 8, 1});
  CHECK(says(tall, "Rows from 32 on were never written"));
}

TEST_CASE("shifted values are named with what shifts them", "[harness][mistakes]") {
  const auto by = [](int distance) {
    return [distance](const Floats& want, std::size_t i) {
      const auto from = static_cast<std::ptrdiff_t>(i) - distance;
      const bool inside = from >= 0 && from < static_cast<std::ptrdiff_t>(want.size());
      return inside ? want[static_cast<std::size_t>(from)] : -1.0F;
    };
  };
  CHECK(says(changed(1000, by(1)), "one place earlier: the index is off by one"));
  CHECK(says(changed(1000, by(-1)), "one place later: the index is off by one"));
  CHECK(says(changed(1024, by(256), launched(4, 256)), "a whole block of threads"));
  Case matrix = changed(kPlaces, by(25));
  matrix.layout = {40, 25, 0, 0};
  CHECK(says(matrix, "one row higher: the row is off by one"));
  CHECK_FALSE(says(changed(1000, by(7)), "off by one"));
}

TEST_CASE("an exclusive sum is told from a shift", "[harness][mistakes]") {
  Floats ones(1000);
  std::iota(ones.begin(), ones.end(), 1.0F);
  Floats exclusive(1000);
  std::iota(exclusive.begin(), exclusive.end(), 0.0F);
  CHECK(says({ones, exclusive}, "the exclusive one"));
  CHECK(says({exclusive, ones}, "the inclusive one"));
  exclusive[0] = 7;
  CHECK_FALSE(says({ones, exclusive}, "exclusive"));
}

TEST_CASE("exchanged and repeated places are named", "[harness][mistakes]") {
  Case transposed = changed(
      kPlaces, [](const Floats& want, std::size_t i) { return want[i % 40 * 25 + i / 40]; });
  transposed.layout = {40, 25, 0, 0};
  CHECK(says(transposed, "Rows and columns are exchanged"));
  CHECK(says(changed(1000, [](const Floats& want, std::size_t i) { return want[999 - i]; }),
             "in reverse order"));
  CHECK(says(
      changed(
          1000, [](const Floats& want, std::size_t i) { return want[i % 256]; }, launched(4, 256)),
      "Each block of 256 elements holds what belongs to the first block"));
  CHECK(says(changed(
                 1000, [](const Floats& want, std::size_t i) { return want[i / 256 * 256]; },
                 launched(4, 256)),
             "the thread's number is missing"));
  CHECK(says(changed(1000, [](const Floats& want, std::size_t) { return want[0]; }),
             "what belongs to the first: the index that is read"));
  CHECK(says(changed(1000, [](const Floats& want, std::size_t i) { return want[i ^ 1U]; }),
             "Of each pair of neighbours"));
  CHECK(sentence_of(changed(1000, [](const Floats& want, std::size_t i) {
          return want[i * 7 % 1000];
        })).empty());
}

TEST_CASE("of equal values no place is told", "[harness][mistakes]") {
  const Case flat{Floats(1000, 5), Floats(1000, 4)};
  CHECK_FALSE(says(flat, "belongs"));
}

TEST_CASE("what becomes of an infinity is told apart from what nobody wrote",
          "[harness][mistakes]") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float nan = std::nanf("");
  Case one = changed(1000, [](const Floats& want, std::size_t i) { return want[i]; });
  one.want[7] = one.want[9] = kInfinity;
  one.got[7] = one.got[9] = nan;
  CHECK(says(one, "0 * inf"));
  CHECK_FALSE(says(one, "nobody wrote"));
  one.got[3] = nan;  // no infinity belongs there
  CHECK(says(one, "nobody wrote"));
  CHECK(says(one, "0 * inf"));
}

TEST_CASE("the ratio of two numbers is nearly whole by chance", "[harness][mistakes]") {
  const auto one_number = [](float want, float got, LaunchFacts facts = {}) {
    return Case{{want}, {got}, {}, std::move(facts), true};
  };
  CHECK_FALSE(says(one_number(6.851177F, 6.851177F / 34279), "divided by"));
  CHECK(says(one_number(6.851177F, 6.851177F / 4), "divided by 4"));
  CHECK(says(one_number(6.851177F, 6.851177F / 256, launched(4, 256)), "divided by 256"));
  CHECK_FALSE(says(one_number(6.851177F, 6.851177F / 256, launched(4, 128)), "divided by"));
  CHECK_FALSE(says(one_number(6.851177F, 6.851177F * 777), "777 times"));
}

TEST_CASE("sizes and units are asked for where a factor is theirs", "[harness][mistakes]") {
  const auto one_number = [](float want, float got) { return Case{{want}, {got}, {}, {}, true}; };
  CHECK(says(one_number(6.851177F, 6.851177F / 4), "elements for bytes"));
  CHECK(says(one_number(6.851177F, 6.851177F * 16), "A float4 has 16 bytes"));
  CHECK(says(one_number(6.851177F, 6.851177F / 1000), "are the units"));
  CHECK_FALSE(says(one_number(6.851177F, 6.851177F / 5), "bytes"));
}

TEST_CASE("one wrong operation is named", "[harness][mistakes]") {
  CHECK(says(changed(1000, [](const Floats& want, std::size_t i) { return std::trunc(want[i]); }),
             "The fractions are cut off"));
  CHECK_FALSE(
      says(changed(1000, [](const Floats& want, std::size_t i) { return std::round(want[i]); }),
           "cut off"));
  CHECK(
      says(changed(1000, [](const Floats& want, std::size_t i) { return -want[i]; }), "The sign"));
  CHECK_FALSE(says(changed(1000, [](const Floats& want, std::size_t i) { return 1 - want[i]; }),
                   "The sign"));
  CHECK(says(changed(1000, [](const Floats& want, std::size_t i) { return want[i] + 0.5F; }),
             "too large by the same amount, 0.5"));
  const Case rounded{Floats{40, 47, 60, 50},
                     Floats{40 + 0x1p-18F, 47 + 0x1p-18F, 60 + 0x1p-18F, 50}};
  CHECK_FALSE(says(rounded, "by the same amount"));
  CHECK(says(changed(1000, [](const Floats& want, std::size_t i) { return 3 * want[i]; }),
             "3 times what it should be"));
  CHECK(says(
      changed(
          1000, [](const Floats& want, std::size_t i) { return 4 * want[i]; }, launched(4, 256)),
      "as many times as there are blocks"));
  CHECK_FALSE(says(
      changed(
          1000, [](const Floats& want, std::size_t i) { return 3 * want[i]; }, launched(4, 256)),
      "as there are blocks"));
  CHECK(says(changed(1000, [](const Floats& want, std::size_t i) { return want[i] / 4; }),
             "divided by 4"));
}

TEST_CASE("one value for all is named, where the places tell nothing", "[harness][mistakes]") {
  const auto every_eighth = [](const Floats& want, std::size_t i) {
    return i % 8 == 0 ? 0.5F : want[i];
  };
  Case stored = changed(240, every_eighth);
  stored.layout = {30, 8, 0, 0};
  CHECK(says(stored, "All wrong elements have the same value, 0.5"));
  const auto tail = [](const Floats& want, std::size_t i) { return i < 992 ? want[i] : -1; };
  CHECK_FALSE(says(changed(1000, tail, launched(4, 256)), "same value"));
}

TEST_CASE("a variable of 8 bits is recognised", "[harness][mistakes]") {
  Floats counts(256), narrow(256);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = static_cast<float>(300 + 5 * i);
    narrow[i] = std::fmod(counts[i], 256.0F);
  }
  CHECK(says({counts, narrow}, "a variable of 8 bits"));
  narrow[9] += 1;
  CHECK_FALSE(says({counts, narrow}, "bits"));
}

TEST_CASE("running sums that begin anew in each block are recognised", "[harness][mistakes]") {
  Floats sums(1000), anew(1000);
  float all = 0, block = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    block = i % 256 == 0 ? 0 : block;
    const auto value = static_cast<float>(i % 7 + 1);
    sums[i] = all += value;
    anew[i] = block += value;
  }
  CHECK(says({sums, anew, {}, launched(4, 256)}, "Each stretch of 256 elements begins again"));
  anew[600] += 1;
  CHECK_FALSE(says({sums, anew, {}, launched(4, 256)}, "begins again"));
}

TEST_CASE("the places that are wrong are told", "[harness][mistakes]") {
  const auto wrong_if = [](auto is, LaunchFacts facts = {}) {
    return changed(
        1000,
        [is](const Floats& want, std::size_t i) {
          return is(i) ? 0.3F * want[i] + static_cast<float>(i) : want[i];
        },
        std::move(facts));
  };
  CHECK(says(wrong_if([](std::size_t i) { return i == 0; }), "Only the first element is wrong"));
  CHECK(says(wrong_if([](std::size_t i) { return i == 999; }), "Only the last element is wrong"));
  CHECK(says(wrong_if([](std::size_t i) { return i >= 768; }, launched(4, 256)), "partial block"));
  CHECK(says(wrong_if([](std::size_t i) { return i >= 768; }, launched(1, 256)),
             "last round of the loop"));
  CHECK_FALSE(
      says(wrong_if([](std::size_t i) { return i >= 512; }, launched(4, 256)), "partial block"));
  const auto edges = [](std::size_t i) {
    return i > 0 && i < 999 && (i % 256 == 0 || i % 256 == 255);
  };
  CHECK(says(wrong_if(edges, launched(4, 256)), "first and last elements of each block"));
  const auto edges_and_one = [edges](std::size_t i) { return edges(i) || i == 400; };
  CHECK_FALSE(says(wrong_if(edges_and_one, launched(4, 256)), "of each block"));
  CHECK(says(wrong_if([](std::size_t i) { return i % 3 == 1; }),
             "Only every third element is wrong"));
}

TEST_CASE("wrong borders of a matrix are told with their sides", "[harness][mistakes]") {
  Case one = changed(kPlaces, [](const Floats& want, std::size_t i) {
    return i % 25 == 24 || i / 25 == 0 ? want[i] * 0.7F : want[i];
  });
  one.layout = {40, 25, 0, 0};
  CHECK(says(one, "on the border of the matrix are wrong (top, right)"));
  one.got[512] *= 2;
  CHECK_FALSE(says(one, "border"));
}

namespace {

std::string sentence_of_sum(const Floats& values, double got, const LaunchFacts& facts = {}) {
  const std::vector<double> only{got};
  double sum = 0;
  for (const float value : values) {
    sum += static_cast<double>(value);
  }
  Differences found = compare(
      only, 1, [sum](std::size_t) { return sum; },
      [](double want, double have) { return std::fabs(want - have) < 1e-6 * std::fabs(want); });
  found.scalar = true;
  found.terms = terms_of(values);
  return recognise({found, {}, facts});
}

double sum_between(const Floats& values, std::size_t begin, std::size_t end, std::size_t step = 1) {
  double sum = 0;
  for (std::size_t i = begin; i < end; i += step) {
    sum += static_cast<double>(values[i]);
  }
  return sum;
}

}  // namespace

TEST_CASE("a sum of some values only names which", "[harness][mistakes]") {
  const Floats v = some_floats(1000);
  const LaunchFacts facts = launched(4, 256);
  const auto has = [](const std::string& sentence, const char* words) {
    CAPTURE(sentence, words);
    return sentence.find(words) != std::string::npos;
  };
  CHECK(has(sentence_of_sum(v, static_cast<double>(v[0])), "the first value alone"));
  CHECK(has(sentence_of_sum(v, static_cast<double>(v[999])), "the last value alone"));
  CHECK(has(sentence_of_sum(v, sum_between(v, 0, 999)), "The last value is missing"));
  CHECK(has(sentence_of_sum(v, sum_between(v, 1, 1000)), "The first value is missing"));
  CHECK(has(sentence_of_sum(v, sum_between(v, 0, 256), facts), "those of one block"));
  CHECK(
      has(sentence_of_sum(v, sum_between(v, 768, 1000), facts), "the blocks replace each other's"));
  CHECK(has(sentence_of_sum(v, sum_between(v, 0, 768), facts), "the last, partial block"));
  CHECK(has(sentence_of_sum(v, sum_between(v, 0, 32), facts), "those of one warp"));
  CHECK(has(sentence_of_sum(v, sum_between(v, 0, 1000, 32), facts), "the first lane of each warp"));
  CHECK(has(sentence_of_sum(v, sum_between(v, 0, 1000, 256), facts),
            "the first thread of each block"));
  CHECK(
      has(sentence_of_sum(v, sum_between(v, 0, 1000, 2)), "Only every second value is in the sum"));
  CHECK(has(sentence_of_sum(v, sum_between(v, 0, 500)), "Only the first half"));
  CHECK(has(sentence_of_sum(v, sum_between(v, 0, 512)), "a power of two"));
  CHECK(has(sentence_of_sum(v, sum_between(v, 0, 512), launched(2, 256)), "one for each of the"));
  CHECK(has(sentence_of_sum(v, 4 * sum_between(v, 0, 1000), facts),
            "as many times as there are blocks"));
  CHECK(sentence_of_sum(v, sum_between(v, 3, 977)).empty());
}

TEST_CASE("few small numbers are told nothing by chance", "[harness][mistakes]") {
  const Floats v{1, 0, 2, 1, 0, 1, 1, 2};
  for (const double got : {1.0, 2.0, 7.0, 16.0, 4.0}) {
    const std::string sentence = sentence_of_sum(v, got);
    CAPTURE(got, sentence);
    CHECK(sentence.empty());
  }
}

TEST_CASE("special registers are looked for in the PTX alone", "[harness][mistakes]") {
  const std::string module =
      std::string("ELF %ctaid.x // warpschool-ptx 1 a.cu\nmov.u32 %r1, %tid.x;") + '\0' +
      "%ctaid.y";
  CHECK(mentions(module, "%tid") == true);
  CHECK(mentions(module, "%ctaid") == false);
  CHECK_FALSE(mentions("ELF without any", "%tid"));
}

}  // namespace warpschool::harness::detail
