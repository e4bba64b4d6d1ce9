// Partitions, merges and sets by key, searches and changes that a second range or a function
// decides.
#include <cstdio>
#include <initializer_list>
#include <thrust/binary_search.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/replace.h>
#include <thrust/scatter.h>
#include <thrust/set_operations.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

struct IsNotZero {
  __host__ __device__ bool operator()(int x) const { return x != 0; }
};
struct Even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct SameTens {
  __host__ __device__ bool operator()(int a, int b) const { return a / 10 == b / 10; }
};

template <class Vector>
static void show(const char* what, const Vector& v, int count = 99) {
  printf("%s:", what);
  for (int x : thrust::host_vector<int>(v.begin(), v.end())) {
    if (count-- > 0)
      printf(" %d", x);
  }
  printf("\n");
}

// What vectors are made of in later versions alone
template <class T>
static thrust::device_vector<T> of(std::initializer_list<T> list) {
  return thrust::device_vector<T>(list.begin(), list.end());
}

template <class Vector>
void partitions() {
  Vector v = of<int>({5, 2, 8, 1, 4, 7}), flags = of<int>({0, 1, 0, 0, 1, 1}), yes(6), no(6);
  printf("partitioned before: %d", thrust::is_partitioned(v.begin(), v.end(), Even()));
  auto ends = thrust::partition_copy(v.begin(), v.end(), flags.begin(), yes.begin(), no.begin(),
                                     IsNotZero());
  Vector by_flags = v;
  thrust::stable_partition(by_flags.begin(), by_flags.end(), flags.begin(),
                           IsNotZero());
  const int middle =
      static_cast<int>(thrust::stable_partition(v.begin(), v.end(), Even()) - v.begin());
  printf(", after: %d, point %d %d, copied %d %d\n",
         thrust::is_partitioned(v.begin(), v.end(), Even()), middle,
         static_cast<int>(thrust::partition_point(v.begin(), v.end(), Even()) - v.begin()),
         static_cast<int>(ends.first - yes.begin()), static_cast<int>(ends.second - no.begin()));
  show("even first", v);
  show("flagged first", by_flags);
}

static void by_key() {
  thrust::device_vector<int> a = of<int>({1, 3, 3, 7}), b = of<int>({2, 3, 8}), va = of<int>({10, 30, 31, 70}), vb = of<int>({200, 300, 800}),
      keys(7), values(7);
  thrust::merge_by_key(a.begin(), a.end(), b.begin(), b.end(), va.begin(), vb.begin(), keys.begin(),
                       values.begin());
  show("merged", values);
  auto end = thrust::set_union_by_key(a.begin(), a.end(), b.begin(), b.end(), va.begin(),
                                      vb.begin(), keys.begin(), values.begin());
  show("union", values, static_cast<int>(end.second - values.begin()));
  end = thrust::set_intersection_by_key(a.begin(), a.end(), b.begin(), b.end(), va.begin(),
                                        keys.begin(), values.begin());
  show("both", values, static_cast<int>(end.second - values.begin()));
  end = thrust::set_difference_by_key(a.begin(), a.end(), b.begin(), b.end(), va.begin(),
                                      vb.begin(), keys.begin(), values.begin());
  show("only first", values, static_cast<int>(end.second - values.begin()));
  end = thrust::set_symmetric_difference_by_key(a.begin(), a.end(), b.begin(), b.end(), va.begin(),
                                                vb.begin(), keys.begin(), values.begin());
  show("either", values, static_cast<int>(end.second - values.begin()));
}

static void decided_elsewhere() {
  thrust::device_vector<int> v = of<int>({3, 1, 4, 1, 5, 9}), flags = of<int>({1, 0, 0, 1, 1, 0}), out(6, 0),
      w = of<int>({2, 7, 1, 8, 2, 8});
  thrust::transform_if(v.begin(), v.end(), flags.begin(), out.begin(), thrust::negate<int>(),
                       IsNotZero());
  show("negated", out);
  thrust::transform_if(v.begin(), v.end(), w.begin(), flags.begin(), out.begin(),
                       thrust::plus<int>(), Even());
  show("added", out);
  thrust::replace_if(out.begin(), out.end(), flags.begin(), Even(), 0);
  show("replaced", out);
  thrust::replace_copy_if(v.begin(), v.end(), flags.begin(), out.begin(), Even(), 50);
  show("replaced copy", out);
  thrust::device_vector<int> map = of<int>({5, 4, 3, 2, 1, 0});
  thrust::fill(out.begin(), out.end(), 0);
  thrust::gather_if(map.begin(), map.end(), flags.begin(), v.begin(), out.begin(), Even());
  show("gathered", out);
  thrust::scatter_if(v.begin(), v.end(), map.begin(), flags.begin(), out.begin(), Even());
  show("scattered", out);
  int count = static_cast<int>(
      thrust::remove_copy_if(v.begin(), v.end(), flags.begin(), out.begin(), Even()) - out.begin());
  show("kept", out, count);
  auto ends = thrust::minmax_element(v.begin(), v.end(), thrust::greater<int>());
  printf("min, max downwards: %d %d\n", static_cast<int>(*ends.first),
         static_cast<int>(*ends.second));
  auto differ = thrust::mismatch(v.begin(), v.end(), w.begin(), thrust::greater<int>());
  printf("first that is not greater: %d\n", static_cast<int>(differ.first - v.begin()));
}

static void sorted_downwards() {
  thrust::device_vector<int> v = of<int>({9, 7, 7, 4, 1}), wanted = of<int>({7, 5, 1, 0}), found(4);
  auto down = thrust::greater<int>();
  thrust::lower_bound(v.begin(), v.end(), wanted.begin(), wanted.end(), found.begin(), down);
  show("lower", found);
  thrust::upper_bound(v.begin(), v.end(), wanted.begin(), wanted.end(), found.begin(), down);
  show("upper", found);
  thrust::binary_search(v.begin(), v.end(), wanted.begin(), wanted.end(), found.begin(), down);
  show("there", found);
  auto range = thrust::equal_range(v.begin(), v.end(), 7, down);
  printf("sevens: %d, sorted up to %d\n", static_cast<int>(range.second - range.first),
         static_cast<int>(thrust::is_sorted_until(v.begin(), v.end(), down) - v.begin()));
}

int main() {
  partitions<thrust::host_vector<int>>();
  partitions<thrust::device_vector<int>>();
  by_key();
  decided_elsewhere();
  sorted_downwards();
  thrust::device_vector<int> v = of<int>({11, 12, 25, 24, 31, 11}), out(6);
  printf("runs: %d, of tens: %d\n", static_cast<int>(thrust::unique_count(v.begin(), v.end())),
         static_cast<int>(thrust::unique_count(v.begin(), v.end(), SameTens())));
  show("one each", out,
       static_cast<int>(thrust::unique_copy(v.begin(), v.end(), out.begin(), SameTens()) -
                        out.begin()));

  thrust::device_vector<int> cards(52), shuffled(52);
  thrust::sequence(cards.begin(), cards.end());
  thrust::default_random_engine random(7);
  thrust::shuffle_copy(cards.begin(), cards.end(), shuffled.begin(), random);
  const bool moved = cards != shuffled;
  thrust::shuffle(shuffled.begin(), shuffled.end(), random);
  thrust::sort(shuffled.begin(), shuffled.end());
  printf("moved: %d, all there: %d\n", moved, cards == shuffled);

  thrust::tuple<int, float, char> t(1, 2.5f, 'c');
  thrust::get<0>(t) += 4;
  printf("%d %.1f, %d %d\n", thrust::get<0>(t), thrust::get<1>(t), t != thrust::make_tuple(5, 2.5f, 'c'),
         t >= thrust::make_tuple(5, 2.5f, 'b'));
  int five;
  float real;
  char letter;
  thrust::tie(five, real, letter) = t;
  thrust::pair<int, int> p(1, 2), q(1, 3);
  printf("%d, %d %d\n", five, p < q, thrust::get<1>(p) + thrust::get<1>(q));
}
