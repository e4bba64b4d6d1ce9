// Held-out cases that move data: streams, layouts, tiles.
#pragma once

namespace calibration {

inline void add_streams(Runner& runner) {
  for (const unsigned bits : {18U, 20U, 22U, 24U}) {
    const size_t n = size_t{1} << bits;
    const auto blocks = bench::blocks_for(n);
    runner.add(sized("vector_add", n), [=] {
      auto a = floats(n), b = floats(n, 2), sum = zeros<float>(n);
      return [=] { answer_vector_add::vector_add(a->get(), b->get(), sum->get(), n); };
    });
    runner.add(sized("add_in_pieces_of_8", n), [=] {
      auto a = floats(n), b = floats(n, 2), sum = zeros<float>(n);
      return [=] { add_in_pieces<<<blocks / 8, 256>>>(a->get(), b->get(), sum->get(), n, 8); };
    });
    runner.add(sized("saxpy", n), [=] {
      auto x = floats(n), y = floats(n, 2);
      return [=] { answer_grid_stride::saxpy(2.0F, x->get(), y->get(), n, 256); };
    });
    runner.add(sized("scramble_by_warp", n), [=] {
      auto in = filled(random_numbers<unsigned>(n, 1U << 30)), out = zeros<unsigned>(n);
      return [=] { answer_divergence::scramble(in->get(), out->get(), n); };
    });
    runner.add(sized("scramble_by_lane", n), [=] {
      auto in = filled(random_numbers<unsigned>(n, 1U << 30)), out = zeros<unsigned>(n);
      return [=] { scramble_by_lane<<<blocks, 256>>>(in->get(), out->get(), n); };
    });
    runner.add(sized("smooth_tiled", n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { answer_smooth::smooth_1d(in->get(), out->get(), n); };
    });
    runner.add(sized("smooth_plain", n), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { smooth_without_tile<<<blocks, 256>>>(in->get(), out->get(), n); };
    });
  }
}

template <class Kernel>
void add_transpose(Runner& runner, const char* name, size_t edge, dim3 block, dim3 grid,
                   Kernel kernel) {
  runner.add(sized(name, edge), [=] {
    auto in = floats(edge * edge), out = zeros<float>(edge * edge);
    return [=] { kernel<<<grid, block>>>(in->get(), out->get(), edge, edge); };
  });
}

inline void add_layouts(Runner& runner) {
  for (const unsigned edge : {512U, 1024U, 2048U, 4096U}) {
    const size_t n = size_t{edge} * edge;
    const dim3 tiles(edge / 32, edge / 32);
    runner.add(sized("transpose_answer", edge), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { answer_transpose::transpose(in->get(), out->get(), edge, edge); };
    });
    add_transpose(runner, "transpose_plain", edge, dim3(32, 8), dim3(edge / 32, edge / 8),
                  transpose_plainly);
    add_transpose(runner, "transpose_tile", edge, dim3(32, 8), tiles, transpose_by_tiles<32>);
    add_transpose(runner, "transpose_padded", edge, dim3(32, 8), tiles, transpose_by_tiles<33>);
    if (edge <= 2048) {
      runner.add(sized("matrix_add", edge), [=] {
        auto a = floats(n), b = floats(n, 2), sum = zeros<float>(n);
        return [=] { answer_matrix_add::matrix_add(a->get(), b->get(), sum->get(), edge, edge); };
      });
      runner.add(sized("matrix_add_down", edge), [=] {
        auto a = floats(n), b = floats(n, 2), sum = zeros<float>(n);
        return [=] {
          add_down_the_columns<<<dim3(edge / 32, edge / 8), dim3(32, 8)>>>(a->get(), b->get(),
                                                                           sum->get(), edge, edge);
        };
      });
    }
  }
  for (const unsigned bits : {17U, 20U}) {
    const size_t cells = size_t{1} << bits;
    runner.add(sized("struct_of_arrays", cells), [=] {
      auto state = floats(cells * 8);
      return [=] { answer_coalescing::warm(state->get(), cells, 1.0F); };
    });
    runner.add(sized("array_of_structs", cells), [=] {
      auto state = floats(cells * 8);
      return [=] {
        answer_coalescing::warm_structs(reinterpret_cast<answer_coalescing::Cell*>(state->get()),
                                        cells, 1.0F);
      };
    });
  }
  for (const unsigned tiles : {2048U, 16384U}) {
    runner.add(sized("bank_rows_padded", tiles), [=] {
      auto tile = floats(size_t{tiles} * 1024), sums = zeros<float>(size_t{tiles} * 32);
      return [=] { answer_bank_conflicts::sum_float_rows(tile->get(), tiles, sums->get()); };
    });
    runner.add(sized("bank_rows_conflicts", tiles), [=] {
      auto tile = floats(size_t{tiles} * 1024), sums = zeros<float>(size_t{tiles} * 32);
      return [=] { sum_rows_with_conflicts<<<tiles, 32>>>(tile->get(), sums->get()); };
    });
    runner.add(sized("bank_transpose_tiles", tiles), [=] {
      auto tile = floats(size_t{tiles} * 1024), out = zeros<float>(size_t{tiles} * 1024);
      return [=] { answer_bank_conflicts::transpose_tiles(tile->get(), tiles, out->get()); };
    });
  }
}

using Product = void (*)(const float*, const float*, float*, size_t, size_t, size_t);

inline void add_tiles(Runner& runner) {
  const std::pair<const char*, Product> products[] = {
      {"matmul_naive", answer_naive::matmul_naive},
      {"matmul_tiled", answer_tiled::matmul_tiled},
      {"matmul_registers", answer_registers::matmul_registers}};
  for (const size_t edge : {size_t{256}, size_t{512}, size_t{1024}}) {
    for (const auto& [name, product] : products) {
      const Product run = product;
      runner.add(sized(name, edge), [=] {
        auto a = floats(edge * edge), b = floats(edge * edge, 2), c = zeros<float>(edge * edge);
        return [=] { run(a->get(), b->get(), c->get(), edge, edge, edge); };
      });
    }
  }
  for (const unsigned edge : {512U, 1024U, 2048U}) {
    const size_t n = size_t{edge} * edge;
    runner.add(sized("blur_plain", edge), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] {
        blur_without_tile<<<dim3(edge / 32, edge / 16), dim3(32, 16)>>>(
            in->get(), out->get(), static_cast<int>(edge), static_cast<int>(edge));
      };
    });
    runner.add(sized("heat_step", edge), [=] {
      auto in = floats(n), out = zeros<float>(n);
      return [=] { answer_heat::heat_step(in->get(), out->get(), edge, edge); };
    });
  }
  for (const unsigned edge : {256U, 1024U}) {
    runner.add(sized("constant_filter", edge), [=] {
      const size_t in_edge = edge + answer_filter::kBorder;
      auto in = floats(in_edge * in_edge), out = zeros<float>(size_t{edge} * edge);
      return [=] { answer_filter::filter(in->get(), out->get(), edge, edge); };
    });
  }
}

}  // namespace calibration
