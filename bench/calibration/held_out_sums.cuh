// Held-out cases that combine values: sums, scans, histograms, compaction, clusters.
#pragma once

namespace calibration {

inline void add_plain_sums(Runner& runner, size_t n) {
  const auto blocks = bench::blocks_for(n);
  runner.add(sized("sum_by_threads", n), [=] {
    auto values = floats(n), sum = zeros<float>(1);
    return [=] { sum_by_threads<<<blocks, 256>>>(values->get(), n, sum->get()); };
  });
  runner.add(sized("sum_interleaved", n), [=] {
    auto values = floats(n), sum = zeros<float>(1);
    return [=] { sum_interleaved<<<blocks, 256>>>(values->get(), n, sum->get()); };
  });
  runner.add(sized("sum_sequential", n), [=] {
    auto values = floats(n), sum = zeros<float>(1);
    return [=] { sum_sequential<<<blocks, 256>>>(values->get(), n, sum->get()); };
  });
}

inline void add_sums(Runner& runner) {
  for (const unsigned bits : {18U, 20U, 22U, 24U}) {
    const size_t n = size_t{1} << bits;
    add_plain_sums(runner, n);
    for (const unsigned threads : {256U, 1024U}) {
      runner.add(sized("reduce_shared_" + std::to_string(threads), n), [=] {
        auto values = floats(n), sum = zeros<float>(1);
        return [=] { answer_reduce_shared::reduce_shared(values->get(), n, threads, sum->get()); };
      });
    }
    runner.add(sized("reduce_shuffle", n), [=] {
      auto values = floats(n), sum = zeros<float>(1);
      return [=] { answer_reduce_shuffle::reduce_shuffle(values->get(), n, sum->get()); };
    });
    runner.add(sized("dot_cooperative", n), [=] {
      auto a = floats(n), b = floats(n, 2), dot = zeros<float>(1);
      return [=] { answer_dot::dot_cooperative(a->get(), b->get(), n, dot->get()); };
    });
    runner.add(sized("dissemination_sum", n), [=] {
      auto values = filled(random_numbers<int>(n, 1000)), sums = zeros<int>(n);
      return [=] { answer_dissemination::dissemination_sum(values->get(), n, sums->get()); };
    });
  }
  for (const unsigned bits : {14U, 20U}) {
    const size_t n = size_t{1} << bits;
    runner.add(sized("reduce_global", n), [=] {
      auto values = floats(n);
      return [=] { answer_reduce_global::reduce_global(values->get(), n); };
    });
  }
}

inline void add_scans(Runner& runner) {
  for (const unsigned rows : {132U, 1024U, 8192U}) {
    const size_t n = size_t{rows} * 1000;
    runner.add(sized("scan_hillis_steele", rows), [=] {
      auto values = filled(random_numbers<int>(n, 1000)), sums = zeros<int>(n);
      return [=] { answer_hillis_steele::scan_rows(values->get(), rows, 1000, sums->get()); };
    });
    runner.add(sized("scan_blelloch", rows), [=] {
      auto values = filled(random_numbers<int>(n, 1000)), sums = zeros<int>(n);
      return [=] { answer_blelloch::scan_rows_exclusive(values->get(), rows, 1000, sums->get()); };
    });
  }
  for (const unsigned bits : {20U, 22U, 24U}) {
    const size_t n = size_t{1} << bits;
    runner.add(sized("scan_large", n), [=] {
      auto values = filled(random_numbers<int>(n, 1000)), sums = zeros<int>(n);
      auto scratch = zeros<int>(n / 1024 + 1);
      return [=] { answer_scan_large::scan_large(values->get(), n, sums->get(), scratch->get()); };
    });
    runner.add(sized("compact", n), [=] {
      auto values = filled(random_numbers<int>(n, 1000)), kept = zeros<int>(n);
      auto count = zeros<unsigned>(1), scratch = zeros<unsigned>(n / 32 + 8);
      return [=] {
        answer_compact::compact(values->get(), n, 500, kept->get(), count->get(), scratch->get());
      };
    });
  }
}

/// From 0 to 1, of each answer's own type.
template <class Interval>
Shared<Interval> unit() {
  return filled(std::vector<Interval>{{0, 1}});
}

inline void add_integrals(Runner& runner, size_t n) {
  runner.add(sized("trapezoid_atomic", n), [=] {
    auto interval = unit<answer_by_point::Interval>();
    auto sum = zeros<double>(1);
    return [=] { answer_by_point::trapezoid_atomic(interval->get(), n, sum->get()); };
  });
  runner.add(sized("trapezoid_block", n), [=] {
    auto interval = unit<answer_by_block::Interval>();
    auto sum = zeros<double>(1);
    return [=] { answer_by_block::trapezoid_block(interval->get(), n, 256, sum->get()); };
  });
  runner.add(sized("trapezoid_warp_shuffle", n), [=] {
    auto interval = unit<answer_by_warp::Interval>();
    auto sum = zeros<double>(1);
    return [=] { answer_by_warp::trapezoid_warp_shuffle(interval->get(), n, sum->get()); };
  });
  runner.add(sized("trapezoid_warp_shared", n), [=] {
    auto interval = unit<answer_by_warp::Interval>();
    auto sum = zeros<double>(1);
    return [=] { answer_by_warp::trapezoid_warp_shared(interval->get(), n, sum->get()); };
  });
}

inline void add_bytes(Runner& runner, size_t n, unsigned kinds) {
  const std::string suffix = "_" + std::to_string(kinds);
  const auto blocks = bench::blocks_for(n);
  const auto bytes = [=] { return filled(random_numbers<unsigned char>(n, kinds)); };
  runner.add(sized("histogram_shared" + suffix, n), [=] {
    auto in = bytes();
    auto bins = zeros<unsigned>(256);
    return [=] { answer_histogram::histogram_shared(in->get(), n, bins->get()); };
  });
  runner.add(sized("histogram_global" + suffix, n), [=] {
    auto in = bytes();
    auto bins = zeros<unsigned>(256);
    return [=] { histogram_in_global_memory<<<132 * 8, 256>>>(in->get(), n, bins->get()); };
  });
  runner.add(sized("count_keys" + suffix, n), [=] {
    auto in = bytes();
    auto bins = zeros<unsigned>(256);
    return [=] { answer_votes::count_keys(in->get(), n, bins->get()); };
  });
  runner.add(sized("histogram_a_key_a_thread" + suffix, n), [=] {
    auto in = bytes();
    auto bins = zeros<unsigned>(256);
    return [=] { histogram_in_global_memory<<<blocks, 256>>>(in->get(), n, bins->get()); };
  });
}

inline void add_clusters(Runner& runner, size_t n) {
  runner.add(sized("kmeans_assign", n), [=] {
    auto points = filled(random_numbers<int>(n * 4, 1000));
    auto centroids = filled(random_numbers<int>(64 * 4, 1000, 5));
    auto labels = zeros<unsigned>(n), changes = zeros<unsigned>(1);
    return [=] {
      answer_assign::assign_points(points->get(), n, centroids->get(), 64, labels->get(),
                                   changes->get());
    };
  });
  runner.add(sized("kmeans_sum", n), [=] {
    auto points = filled(random_numbers<int>(n * 4, 1000));
    auto labels = filled(random_numbers<unsigned>(n, 64, 7));
    auto sums = zeros<unsigned>(64 * 5);
    return [=] { answer_update::sum_clusters(points->get(), n, labels->get(), 64, sums->get()); };
  });
}

inline void add_gathers(Runner& runner, size_t n) {
  runner.add(sized("gather_groups", n), [=] {
    auto values = filled(random_numbers<int>(n, 1000)), out = zeros<int>(n);
    auto count = zeros<unsigned>(1);
    return [=] { answer_tiles::gather_above(values->get(), n, 500, out->get(), count->get()); };
  });
  runner.add(sized("gather_one_by_one", n), [=] {
    auto values = filled(random_numbers<int>(n, 1000)), out = zeros<int>(2 * n);
    auto count = zeros<unsigned>(1);
    return [=] {
      BENCH_CHECK(cudaMemsetAsync(count->get(), 0, sizeof(unsigned)));
      gather_one_by_one<<<bench::blocks_for(n), 256>>>(values->get(), n, 500, out->get(),
                                                       count->get());
    };
  });
}

inline void add_atomic_answers(Runner& runner) {
  for (const unsigned bits : {18U, 22U}) {
    const size_t n = size_t{1} << bits;
    add_integrals(runner, n);
    add_gathers(runner, n);
    add_clusters(runner, n);
    for (const unsigned kinds : {1U, 5U, 256U}) {
      add_bytes(runner, n, kinds);
    }
  }
}

}  // namespace calibration
