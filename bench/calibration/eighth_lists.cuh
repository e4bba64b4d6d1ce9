// Eighth blind test, lists: summits, balances of accounts, cheapest offers, salaries, depths
// of brackets.
#pragma once

#include "cases.cuh"

namespace calibration {

/// Is this number greater than both of its neighbours?
__device__ inline bool is_summit(const int* in, unsigned i, unsigned n) {
  return i > 0 && i + 1 < n && in[i] > in[i - 1] && in[i] > in[i + 1];
}

/// A list of the places of summits: an atomic each, or a block's places at once.
__global__ void summits_each(const int* in, unsigned* out, unsigned* count, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (is_summit(in, i, n)) {
    out[atomicAdd(count, 1U) % n] = i;
  }
}

__global__ void summits_blocks(const int* in, unsigned* out, unsigned* count, unsigned n) {
  __shared__ unsigned begins[8];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const bool keeps = is_summit(in, i, n);
  const unsigned keepers = __ballot_sync(~0U, keeps);
  if (lane == 0) {
    begins[warp] = static_cast<unsigned>(__popc(keepers));
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned sum = 0;
    for (unsigned k = 0; k < 8; ++k) {
      sum += begins[k];
    }
    unsigned first = atomicAdd(count, sum);
    for (unsigned k = 0; k < 8; ++k) {
      const unsigned here = begins[k];
      begins[k] = first;
      first += here;
    }
  }
  __syncthreads();
  if (keeps) {
    const auto before = static_cast<unsigned>(__popc(keepers & ((1U << lane) - 1)));
    out[(begins[warp] + before) % n] = i;
  }
}

constexpr unsigned kAccounts = 4096;

/// Payments are added to 4096 accounts: on the device, or for each block first.
__global__ void balances_global(const unsigned short* accounts, const int* payments, int* balances,
                                unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&balances[accounts[i]], payments[i]);
  }
}

__global__ void balances_shared(const unsigned short* accounts, const int* payments, int* balances,
                                unsigned n) {
  __shared__ int own[kAccounts];
  for (unsigned k = threadIdx.x; k < kAccounts; k += blockDim.x) {
    own[k] = 0;
  }
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[accounts[i]], payments[i]);
  }
  __syncthreads();
  for (unsigned k = threadIdx.x; k < kAccounts; k += blockDim.x) {
    if (own[k] != 0) {
      atomicAdd(&balances[k], own[k]);
    }
  }
}

/// The cheapest offer of each article, offers of an article side by side: an atomic an offer, or
/// one for what a warp has of an article.
__global__ void cheapest_each(const unsigned* articles, const int* prices, int* lowest,
                              unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicMin(&lowest[articles[i]], prices[i]);
  }
}

__global__ void cheapest_runs(const unsigned* articles, const int* prices, int* lowest,
                              unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  if (i - lane + 32 > n) {
    return;  // lists end with a warp
  }
  const unsigned article = articles[i];
  int price = prices[i];
  for (unsigned step = 1; step < 32; step *= 2) {
    const unsigned other_article = __shfl_down_sync(~0U, article, step);
    const int other_price = __shfl_down_sync(~0U, price, step);
    if (lane + step < 32 && other_article == article) {
      price = min(price, other_price);
    }
  }
  const unsigned before = __shfl_up_sync(~0U, article, 1);
  if (lane == 0 || before != article) {
    atomicMin(&lowest[article], price);
  }
}

struct Employee {
  int number, age, department, since;
  float hours, salary, bonus, tax;
};

/// What employees get, by two of their eight fields: structs, or an array for each field.
__global__ void salaries_structs(const Employee* staff, float* pay, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    pay[i] = staff[i].salary * (1 + staff[i].bonus);
  }
}

__global__ void salaries_fields(const float* salaries, const float* bonuses, float* pay,
                                unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    pay[i] = salaries[i] * (1 + bonuses[i]);
  }
}

/// How many brackets are open behind each letter of a line of 256: steps of a scan in shared
/// memory, or counts of the bits of two ballots.
__global__ void depth_scanned(const char* text, short* out) {
  __shared__ int depths[256];
  const unsigned t = threadIdx.x, i = blockIdx.x * 256 + t;
  const char letter = text[i];
  int depth = letter == '(' ? 1 : letter == ')' ? -1 : 0;
  depths[t] = depth;
  __syncthreads();
  for (unsigned step = 1; step < 256; step *= 2) {
    const int other = t >= step ? depths[t - step] : 0;
    __syncthreads();
    depth += other;
    depths[t] = depth;
    __syncthreads();
  }
  out[i] = static_cast<short>(depth);
}

__global__ void depth_voted(const char* text, short* out) {
  __shared__ int warps[8];
  const unsigned t = threadIdx.x, lane = t % 32, i = blockIdx.x * 256 + t;
  const char letter = text[i];
  const unsigned opened = __ballot_sync(~0U, letter == '(');
  const unsigned closed = __ballot_sync(~0U, letter == ')');
  const unsigned so_far = ~0U >> (31 - lane);
  int depth = __popc(opened & so_far) - __popc(closed & so_far);
  if (lane == 31) {
    warps[t / 32] = depth;
  }
  __syncthreads();
  for (unsigned warp = 0; warp < t / 32; ++warp) {
    depth += warps[warp];
  }
  out[i] = static_cast<short>(depth);
}

inline void add_summits(Runner& runner, unsigned n) {
  const auto numbers = [=] { return filled(random_numbers<int>(n, 1000)); };
  runner.add(sized("summits_each", n), [=] {
    auto in = numbers();
    auto out = zeros<unsigned>(n), count = zeros<unsigned>(1);
    return [=] { summits_each<<<n / 256, 256>>>(in->get(), out->get(), count->get(), n); };
  });
  runner.add(sized("summits_blocks", n), [=] {
    auto in = numbers();
    auto out = zeros<unsigned>(n), count = zeros<unsigned>(1);
    return [=] { summits_blocks<<<n / 256, 256>>>(in->get(), out->get(), count->get(), n); };
  });
}

inline void add_balances(Runner& runner, unsigned n) {
  runner.add(sized("balances_global", n), [=] {
    auto accounts = filled(random_numbers<unsigned short>(n, kAccounts));
    auto payments = filled(random_numbers<int>(n, 100, 5)), sums = zeros<int>(kAccounts);
    return [=] { balances_global<<<528, 256>>>(accounts->get(), payments->get(), sums->get(), n); };
  });
  runner.add(sized("balances_shared", n), [=] {
    auto accounts = filled(random_numbers<unsigned short>(n, kAccounts));
    auto payments = filled(random_numbers<int>(n, 100, 5)), sums = zeros<int>(kAccounts);
    return [=] { balances_shared<<<264, 512>>>(accounts->get(), payments->get(), sums->get(), n); };
  });
}

/// About ten offers an article.
inline std::vector<unsigned> articles_of_offers(unsigned n) {
  std::vector<unsigned> articles = random_numbers<unsigned>(n, 10, 7);
  unsigned article = 0;
  for (unsigned& number : articles) {
    article += number == 0 ? 1 : 0;
    number = article;
  }
  return articles;
}

inline void add_offers(Runner& runner, unsigned n) {
  runner.add(sized("cheapest_each", n), [=] {
    auto articles = filled(articles_of_offers(n));
    auto prices = filled(random_numbers<int>(n, 10000)), lowest = filled(std::vector(n, 10000));
    return
        [=] { cheapest_each<<<n / 256, 256>>>(articles->get(), prices->get(), lowest->get(), n); };
  });
  runner.add(sized("cheapest_runs", n), [=] {
    auto articles = filled(articles_of_offers(n));
    auto prices = filled(random_numbers<int>(n, 10000)), lowest = filled(std::vector(n, 10000));
    return
        [=] { cheapest_runs<<<n / 256, 256>>>(articles->get(), prices->get(), lowest->get(), n); };
  });
}

inline void add_salaries(Runner& runner, unsigned n) {
  runner.add(sized("salaries_structs", n), [=] {
    const std::vector<float> salaries = bench::random_floats(n, 1);
    std::vector<Employee> all(n);
    for (unsigned i = 0; i < n; ++i) {
      const int number = static_cast<int>(i);
      all[i] = {number, number % 50, number % 9, 2000, 40, 3 + salaries[i], 0.125F, 0.25F};
    }
    auto staff = filled(all);
    auto pay = zeros<float>(n);
    return [=] { salaries_structs<<<n / 256, 256>>>(staff->get(), pay->get(), n); };
  });
  runner.add(sized("salaries_fields", n), [=] {
    auto salaries = floats(n), bonuses = floats(n, 2), pay = zeros<float>(n);
    return
        [=] { salaries_fields<<<n / 256, 256>>>(salaries->get(), bonuses->get(), pay->get(), n); };
  });
}

/// An opening bracket, a closing one and six other letters in eight.
inline Shared<char> bracketed_text(unsigned n) {
  std::vector<char> text = random_numbers<char>(n, 8);
  for (char& letter : text) {
    letter = "()abcdef"[static_cast<unsigned char>(letter)];
  }
  return filled(text);
}

inline void add_brackets(Runner& runner, unsigned n) {
  runner.add(sized("depth_scanned", n), [=] {
    auto text = bracketed_text(n);
    auto out = zeros<short>(n);
    return [=] { depth_scanned<<<n / 256, 256>>>(text->get(), out->get()); };
  });
  runner.add(sized("depth_voted", n), [=] {
    auto text = bracketed_text(n);
    auto out = zeros<short>(n);
    return [=] { depth_voted<<<n / 256, 256>>>(text->get(), out->get()); };
  });
}

inline void add_eighth_lists(Runner& runner) {
  for (const unsigned n : {1U << 18, 1U << 22}) {
    add_summits(runner, n);
    add_balances(runner, n);
    add_offers(runner, n);
    add_salaries(runner, n);
    add_brackets(runner, n);
  }
}

}  // namespace calibration
