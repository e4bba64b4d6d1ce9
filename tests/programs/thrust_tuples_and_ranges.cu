// Thrust's tuples where they lie in memory and are sorted, ranges made of iterators and their types, thrust::min and max.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/tuple.h>

static_assert(sizeof(thrust::tuple<int, int>) == 2 * sizeof(int), "elements and nothing else");
static_assert(sizeof(thrust::tuple<double, int, char>) == 2 * sizeof(double), "laid out like a struct");

// Every stride-th element of a range.
template <class Iterator>
class Strided {
 public:
  typedef typename thrust::iterator_difference<Iterator>::type difference_type;
  typedef typename thrust::iterator_value<Iterator>::type value_type;
  struct Step {
    difference_type stride;
    Step(difference_type s) : stride(s) {}
    __host__ __device__ difference_type operator()(const difference_type& i) const { return stride * i; }
  };
  typedef typename thrust::counting_iterator<difference_type> Counting;
  typedef typename thrust::transform_iterator<Step, Counting> Indices;
  typedef typename thrust::permutation_iterator<Iterator, Indices> iterator;

  Strided(Iterator first, Iterator last, difference_type stride) : first_(first), last_(last), stride_(stride) {}
  iterator begin() const { return iterator(first_, Indices(Counting(0), Step(stride_))); }
  iterator end() const { return begin() + (last_ - first_ + stride_ - 1) / stride_; }

 private:
  Iterator first_, last_;
  difference_type stride_;
};

struct Scaled {
  __host__ __device__ double operator()(int x) const { return 2.5 * x; }
};

typedef thrust::tuple<int, int> Cell;
struct ByDistance {
  __host__ __device__ bool operator()(const Cell& a, const Cell& b) const {
    return thrust::get<0>(a) * thrust::get<0>(a) + thrust::get<1>(a) * thrust::get<1>(a) <
           thrust::get<0>(b) * thrust::get<0>(b) + thrust::get<1>(b) * thrust::get<1>(b);
  }
};

struct Wider {
  __host__ __device__ Cell operator()(const Cell& a, const Cell& b) const {
    return Cell(thrust::min(thrust::get<0>(a), thrust::get<0>(b)), thrust::max(thrust::get<1>(a), thrust::get<1>(b)));
  }
};

int main() {
  const int n = 9;
  thrust::device_vector<int> x(n), y(n);
  thrust::device_vector<Cell> cells(n);
  for (int i = 0; i < n; i++) {
    x[i] = (i * 5) % n - 4;
    y[i] = i;
    cells[i] = Cell(y[i], x[i]);
  }
  auto both = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), y.begin()));
  const Cell around = thrust::reduce(both, both + n, Cell(100, -100), Wider());
  printf("from %d to %d\n", thrust::get<0>(around), thrust::get<1>(around));
  thrust::sort(both, both + n);
  for (int i = 0; i < n; i++) printf("%d:%d ", (int)x[i], (int)y[i]);
  thrust::sort(cells.begin(), cells.end(), ByDistance());
  for (int i = 0; i < n; i++) {
    const Cell cell = cells[i];
    printf("(%d, %d) ", thrust::get<0>(cell), thrust::get<1>(cell));
  }
  thrust::device_vector<thrust::tuple<char, double>> mixed(3);
  for (int i = 0; i < 3; i++) mixed[i] = thrust::make_tuple((char)('c' - i), 0.5 * i);
  thrust::sort(mixed.begin(), mixed.end());
  const thrust::tuple<char, double> least = mixed[0];
  printf("%c %g\n", thrust::get<0>(least), thrust::get<1>(least));

  typedef thrust::device_vector<int>::iterator Iterator;
  Strided<Iterator> some(y.begin(), y.end(), 4);
  printf("%d elements, sum %d\n", (int)(some.end() - some.begin()), thrust::reduce(some.begin(), some.end()));
  thrust::transform_iterator<Scaled, Iterator, int> whole(x.begin(), Scaled());
  thrust::transform_iterator<Scaled, Iterator, float, float> halves(x.begin());
  printf("%d %g %d\n", whole[n - 1] + whole[n - 2], halves[n - 2], thrust::reduce(whole, whole + n));
  printf("%d %d %g\n", thrust::min(3, 2), thrust::max(3, 2, thrust::greater<int>()), thrust::max(0.5, 1.5));
}
