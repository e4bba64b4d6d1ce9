/* Prefix sums of arrays, and what scans select: elements, first ones of runs, runs with their lengths. */
#ifndef WARPSCHOOL_CUB_DEVICE_SCAN_H
#define WARPSCHOOL_CUB_DEVICE_SCAN_H

#include "device_reduce.h"

namespace cub {

struct DeviceScan {
  template <class In, class Out, class Op, class T, class N>
  static cudaError_t ExclusiveScan(void* memory, size_t& bytes, In in, Out out, Op op, T initial, N n, cudaStream_t stream = 0,
                                   bool = false) {
    using Sum = typename details::ResultOf<Op, T, details::ValueOf<In>>::type;
    return scan<Sum>(memory, bytes, in, static_cast<size_t>(n), op, static_cast<Sum>(initial), true, stream,
                     [=] __device__(size_t i, const Sum& before, const Sum&, const Sum&) mutable { out[i] = before; });
  }
  template <class In, class Out, class Op, class N>
  static cudaError_t InclusiveScan(void* memory, size_t& bytes, In in, Out out, Op op, N n, cudaStream_t stream = 0, bool = false) {
    using Value = details::ValueOf<In>;
    using Sum = typename details::ResultOf<Op, Value, Value>::type;
    return scan<Sum>(memory, bytes, in, static_cast<size_t>(n), op, Sum(), false, stream,
                     [=] __device__(size_t i, const Sum&, const Sum&, const Sum& both) mutable { out[i] = both; });
  }
  template <class In, class Out, class Op, class T, class N>
  static cudaError_t InclusiveScanInit(void* memory, size_t& bytes, In in, Out out, Op op, T initial, N n, cudaStream_t stream = 0) {
    using Sum = typename details::ResultOf<Op, T, details::ValueOf<In>>::type;
    return scan<Sum>(memory, bytes, in, static_cast<size_t>(n), op, static_cast<Sum>(initial), true, stream,
                     [=] __device__(size_t i, const Sum&, const Sum&, const Sum& both) mutable { out[i] = both; });
  }
  template <class In, class Out, class N>
  static cudaError_t ExclusiveSum(void* memory, size_t& bytes, In in, Out out, N n, cudaStream_t stream = 0, bool = false) {
    return ExclusiveScan(memory, bytes, in, out, cub::Sum(), details::ValueOf<In>(), n, stream);
  }
  template <class In, class Out, class N>
  static cudaError_t InclusiveSum(void* memory, size_t& bytes, In in, Out out, N n, cudaStream_t stream = 0, bool = false) {
    return InclusiveScan(memory, bytes, in, out, cub::Sum(), n, stream);
  }
  /* In place */
  template <class Data, class N, class = std::enable_if_t<std::is_integral<N>::value>>
  static cudaError_t ExclusiveSum(void* memory, size_t& bytes, Data data, N n, cudaStream_t stream = 0) {
    return ExclusiveSum(memory, bytes, data, data, n, stream);
  }
  template <class Data, class N, class = std::enable_if_t<std::is_integral<N>::value>>
  static cudaError_t InclusiveSum(void* memory, size_t& bytes, Data data, N n, cudaStream_t stream = 0) {
    return InclusiveSum(memory, bytes, data, data, n, stream);
  }
  /* Within runs of equal keys */
  template <class Keys, class In, class Out, class N, class Equal = cub::Equality>
  static cudaError_t InclusiveSumByKey(void* memory, size_t& bytes, Keys keys, In in, Out out, N n, Equal equal = Equal(),
                                       cudaStream_t stream = 0) {
    return InclusiveScanByKey(memory, bytes, keys, in, out, cub::Sum(), n, equal, stream);
  }
  template <class Keys, class In, class Out, class Op, class N, class Equal = cub::Equality>
  static cudaError_t InclusiveScanByKey(void* memory, size_t& bytes, Keys keys, In in, Out out, Op op, N n, Equal equal = Equal(),
                                        cudaStream_t stream = 0) {
    return by_key(memory, bytes, keys, in, op, static_cast<size_t>(n), equal, stream,
                  [=] __device__(size_t i, bool, const auto&, const auto& run) mutable { out[i] = run; });
  }
  template <class Keys, class In, class Out, class Op, class T, class N, class Equal = cub::Equality>
  static cudaError_t ExclusiveScanByKey(void* memory, size_t& bytes, Keys keys, In in, Out out, Op op, T initial, N n,
                                        Equal equal = Equal(), cudaStream_t stream = 0) {
    return by_key(memory, bytes, keys, in, op, static_cast<size_t>(n), equal, stream,
                  [=] __device__(size_t i, bool begins, const auto& before, const auto&) mutable {
                    if (begins) {
                      out[i] = initial;
                    } else {
                      out[i] = op(initial, before);
                    }
                  });
  }
  template <class Keys, class In, class Out, class N, class Equal = cub::Equality>
  static cudaError_t ExclusiveSumByKey(void* memory, size_t& bytes, Keys keys, In in, Out out, N n, Equal equal = Equal(),
                                       cudaStream_t stream = 0) {
    return by_key(memory, bytes, keys, in, cub::Sum(), static_cast<size_t>(n), equal, stream,
                  [=] __device__(size_t i, bool, const auto& before, const auto&) mutable { out[i] = before; });
  }

 private:
  template <class T, class In, class Op, class Write>
  static cudaError_t scan(void* memory, size_t& bytes, In in, size_t n, Op op, T initial, bool has_initial, cudaStream_t stream,
                          Write write) {
    details::Parts parts(memory);
    T* sums = parts.take<T>(details::tiles_of(n));
    cudaError_t error;
    if (!parts.suffices(memory, bytes, error)) {
      return error;
    }
    return details::scan<T>(
        sums, n, [=] __device__(size_t i) -> T { return in[i]; }, write, op, initial, has_initial, stream);
  }
  /* write(i, whether a run begins there, sum before i in its run, sum up to i) */
  template <class Keys, class In, class Op, class Equal, class Write>
  static cudaError_t by_key(void* memory, size_t& bytes, Keys keys, In in, Op op, size_t n, Equal equal, cudaStream_t stream, Write write) {
    using T = details::ValueOf<In>;
    using Run = details::RunSum<T>;
    details::Parts parts(memory);
    Run* sums = parts.take<Run>(details::tiles_of(n));
    cudaError_t error;
    if (!parts.suffices(memory, bytes, error)) {
      return error;
    }
    return details::scan<Run>(
        sums, n,
        [=] __device__(size_t i) -> Run {
          return {i == 0 || !equal(keys[i - 1], keys[i]) ? 1u : 0u, in[i]};
        },
        [=] __device__(size_t i, const Run& before, const Run& own, const Run& run) mutable {
          write(i, own.runs != 0, own.runs != 0 ? T() : before.sum, run.sum);
        },
        details::JoinRuns<T, Op>{op}, Run{}, true, stream);
  }
};

struct DeviceSelect {
  /* The elements whose flag is not 0, in their order. */
  template <class In, class Flags, class Out, class Count, class N>
  static cudaError_t Flagged(void* memory, size_t& bytes, In in, Flags flags, Out out, Count count, N n, cudaStream_t stream = 0,
                             bool = false) {
    return select(memory, bytes, in, out, count, static_cast<size_t>(n), stream,
                  [=] __device__(size_t i) -> unsigned { return flags[i] ? 1u : 0u; });
  }
  template <class In, class Out, class Count, class N, class Test>
  static cudaError_t If(void* memory, size_t& bytes, In in, Out out, Count count, N n, Test test, cudaStream_t stream = 0,
                        bool = false) {
    return select(memory, bytes, in, out, count, static_cast<size_t>(n), stream,
                  [=] __device__(size_t i) -> unsigned { return test(in[i]) ? 1u : 0u; });
  }
  /* Those of whose flag a function says so. */
  template <class In, class Flags, class Out, class Count, class N, class Test>
  static cudaError_t FlaggedIf(void* memory, size_t& bytes, In in, Flags flags, Out out, Count count, N n, Test test,
                               cudaStream_t stream = 0, bool = false) {
    return select(memory, bytes, in, out, count, static_cast<size_t>(n), stream,
                  [=] __device__(size_t i) -> unsigned { return test(flags[i]) ? 1u : 0u; });
  }
  /* The first of each run of equal elements. */
  template <class In, class Out, class Count, class N>
  static cudaError_t Unique(void* memory, size_t& bytes, In in, Out out, Count count, N n, cudaStream_t stream = 0, bool = false) {
    return select(memory, bytes, in, out, count, static_cast<size_t>(n), stream,
                  [=] __device__(size_t i) -> unsigned { return i == 0 || !(in[i - 1] == in[i]) ? 1u : 0u; });
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Count, class N>
  static cudaError_t UniqueByKey(void* memory, size_t& bytes, Keys keys, Values values, KeysOut keys_out, ValuesOut values_out,
                                 Count count, N n, cudaStream_t stream = 0, bool = false) {
    return choose(
        memory, bytes, static_cast<size_t>(n), count, stream,
        [=] __device__(size_t i) -> unsigned { return i == 0 || !(keys[i - 1] == keys[i]) ? 1u : 0u; },
        [=] __device__(size_t i, unsigned before, bool chosen) mutable {
          if (chosen) {
            keys_out[before] = keys[i];
            values_out[before] = values[i];
          }
        });
  }

 private:
  friend struct DevicePartition;
  template <class Count, class Read, class Write>
  static cudaError_t choose(void* memory, size_t& bytes, size_t n, Count count, cudaStream_t stream, Read read, Write write) {
    details::Parts parts(memory);
    unsigned* sums = parts.take<unsigned>(details::tiles_of(n));
    cudaError_t error;
    if (!parts.suffices(memory, bytes, error)) {
      return error;
    }
    return details::choose(sums, n, read, write, count, stream);
  }
  template <class In, class Out, class Count, class Read>
  static cudaError_t select(void* memory, size_t& bytes, In in, Out out, Count count, size_t n, cudaStream_t stream, Read read) {
    return choose(memory, bytes, n, count, stream, read, [=] __device__(size_t i, unsigned before, bool chosen) mutable {
      if (chosen) {
        out[before] = in[i];
      }
    });
  }
};

/* The chosen ones in their order at the begin, the others from the end on backwards. */
struct DevicePartition {
  template <class In, class Flags, class Out, class Count, class N>
  static cudaError_t Flagged(void* memory, size_t& bytes, In in, Flags flags, Out out, Count count, N n, cudaStream_t stream = 0,
                             bool = false) {
    return partition(memory, bytes, in, out, count, static_cast<size_t>(n), stream,
                     [=] __device__(size_t i) -> unsigned { return flags[i] ? 1u : 0u; });
  }
  template <class In, class Out, class Count, class N, class Test>
  static cudaError_t If(void* memory, size_t& bytes, In in, Out out, Count count, N n, Test test, cudaStream_t stream = 0,
                        bool = false) {
    return partition(memory, bytes, in, out, count, static_cast<size_t>(n), stream,
                     [=] __device__(size_t i) -> unsigned { return test(in[i]) ? 1u : 0u; });
  }

  /* Three ways: what the first test chooses, of the rest what the second one does, and what is left; each in its order. `counts` gets
   * how many the tests chose. */
  template <class In, class First, class Second, class Rest, class Counts, class N, class TestFirst, class TestSecond>
  static cudaError_t If(void* memory, size_t& bytes, In in, First first, Second second, Rest rest, Counts counts, N count,
                        TestFirst is_first, TestSecond is_second, cudaStream_t stream = 0, bool = false) {
    const size_t n = static_cast<size_t>(count);
    details::Parts parts(memory);
    unsigned *sums = parts.take<unsigned>(details::tiles_of(n)), *left = parts.take<unsigned>(1);
    cudaError_t error;
    if (!parts.suffices(memory, bytes, error)) {
      return error;
    }
    const auto way = [=] __device__(size_t i) -> int { return is_first(in[i]) ? 0 : is_second(in[i]) ? 1 : 2; };
    error = take_way<0>(sums, in, first, n, counts, way, stream);
    error = error == cudaSuccess ? take_way<1>(sums, in, second, n, counts + 1, way, stream) : error;
    return error == cudaSuccess ? take_way<2>(sums, in, rest, n, left, way, stream) : error;
  }

 private:
  template <int kWay, class In, class Out, class Count, class Way>
  static cudaError_t take_way(unsigned* sums, In in, Out out, size_t n, Count count, Way way, cudaStream_t stream) {
    return details::choose(
        sums, n, [=] __device__(size_t i) -> unsigned { return way(i) == kWay ? 1u : 0u; },
        [=] __device__(size_t i, unsigned before, bool chosen) mutable {
          if (chosen) {
            out[before] = in[i];
          }
        },
        count, stream);
  }
  template <class In, class Out, class Count, class Read>
  static cudaError_t partition(void* memory, size_t& bytes, In in, Out out, Count count, size_t n, cudaStream_t stream, Read read) {
    return DeviceSelect::choose(memory, bytes, n, count, stream, read, [=] __device__(size_t i, unsigned before, bool chosen) mutable {
      out[chosen ? before : n - 1 - (i - before)] = in[i];
    });
  }
};

struct DeviceRunLengthEncode {
  template <class In, class Out, class Lengths, class Count, class N>
  static cudaError_t Encode(void* memory, size_t& bytes, In in, Out out, Lengths lengths, Count count, N n, cudaStream_t stream = 0,
                            bool = false) {
    return DeviceReduce::ReduceByKey(memory, bytes, in, out, ConstantInputIterator<int>(1), lengths, count, cub::Sum(), n, stream);
  }
  /* Where runs of more than one begin, and how long they are. */
  template <class In, class Offsets, class Lengths, class Count, class N>
  static cudaError_t NonTrivialRuns(void* memory, size_t& bytes, In in, Offsets offsets, Lengths lengths, Count count, N items,
                                    cudaStream_t stream = 0, bool = false) {
    const size_t n = static_cast<size_t>(items);
    details::Parts parts(memory);
    unsigned* sums = parts.take<unsigned>(details::tiles_of(n));
    cudaError_t error;
    if (!parts.suffices(memory, bytes, error)) {
      return error;
    }
    return details::choose(
        sums, n,
        [=] __device__(size_t i) -> unsigned {
          const bool begins = i == 0 || !(in[i - 1] == in[i]);
          return begins && i + 1 < n && in[i] == in[i + 1] ? 1u : 0u;
        },
        [=] __device__(size_t i, unsigned before, bool chosen) mutable {
          size_t end = i + 1;
          while (chosen && end < n && in[i] == in[end]) {
            ++end;
          }
          if (chosen) {
            offsets[before] = static_cast<int>(i);
            lengths[before] = static_cast<int>(end - i);
          }
        },
        count, stream);
  }
};

}  // namespace cub

#endif
