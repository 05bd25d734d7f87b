// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/device_rating/weight_codes.cuh"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "base/edge_order.hpp"
#include "order/sampled_code.hpp"
#include "parallel/device/rows.cuh"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {

constexpr unsigned k_code_bits_of_weights = 31;
static_assert(k_left_out >> k_code_bits_of_weights != 0);

template <class T>
struct DrawCodes {
  const T* weights;
  std::uint64_t items;
  std::uint64_t draws;
  std::uint64_t* drawn;
  __device__ void operator()(std::uint32_t i) const {
    drawn[i] = base::wide_image(weights[order::place_of_draw(i, items, draws)]);
  }
};

template <class T>
struct WeightCodeArguments {
  const T* weights;
  std::uint64_t num_edges;
  std::uint64_t lowest;  ///< image that takes part
  base::TieMixer mixer;
  std::uint32_t* codes;
  const WeightCode* code;
};

template <class T>
__global__ void __launch_bounds__(parallel::k_block)
    code_all(const __grid_constant__ WeightCodeArguments<T> a) {
  // Lanes look in different places at once.
  constexpr std::uint32_t k_words = sizeof(WeightCode) / sizeof(std::uint32_t);
  static_assert(sizeof(WeightCode) % sizeof(std::uint32_t) == 0);
  __shared__ alignas(WeightCode) std::uint32_t words[k_words];
  const auto* const given = reinterpret_cast<const std::uint32_t*>(a.code);
  for (std::uint32_t i = threadIdx.x; i < k_words; i += parallel::k_block) words[i] = given[i];
  __syncthreads();
  const WeightCode& code = *reinterpret_cast<const WeightCode*>(words);
  constexpr std::uint32_t k_batch = 4;
  const std::uint64_t threads = std::uint64_t{gridDim.x} * parallel::k_block;
  for (std::uint64_t first = parallel::thread_of_grid(); first < a.num_edges;
       first += k_batch * threads) {
    std::uint64_t weight_bits[k_batch];
#pragma unroll
    for (std::uint32_t j = 0; j < k_batch; ++j) {
      const std::uint64_t e = first + j * threads;
      weight_bits[j] = e < a.num_edges ? base::wide_image(__ldcs(a.weights + e)) : 0;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_batch; ++j) {
      const std::uint64_t e = first + j * threads;
      if (e >= a.num_edges) continue;
      const std::uint32_t hash = a.mixer(static_cast<std::uint32_t>(e));
      a.codes[e] = weight_bits[j] < a.lowest
                       ? k_left_out
                       : static_cast<std::uint32_t>(code(weight_bits[j], hash));
    }
  }
}

template <class T>
struct WeightBits {
  const T* weights;
  std::uint64_t lowest;
  __device__ std::uint64_t operator()(std::uint64_t e) const {
    return base::wide_image(weights[e]);
  }
  __device__ bool is_left_out(std::uint64_t e) const { return (*this)(e) < lowest; }
};

// Whether more than a tenth of the sample are values that it has several times, besides those that
// a code makes room for.
bool has_many_frequent(const std::vector<std::uint64_t>& sorted) {
  constexpr std::size_t k_room = WeightCode::k_max_pieces * 3 / 16;
  std::vector<std::size_t> repeats;
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i + 1;
    while (end < sorted.size() && sorted[end] == sorted[i]) ++end;
    if (end - i > 1) repeats.push_back(end - i);
    i = end;
  }
  std::sort(repeats.begin(), repeats.end(), std::greater<>());
  std::size_t beyond = 0;
  for (std::size_t i = k_room; i < repeats.size(); ++i) beyond += repeats[i];
  return 10 * beyond > sorted.size();
}

// The images of weights all over the instance, sorted.
template <class T>
std::vector<std::uint64_t> draw(const DeviceProblem& problem, const T* weights,
                                std::uint64_t* drawn) {
  const std::uint64_t m = problem.hypergraph.num_edges();
  const DeviceStream stream = problem.context.stream();
  const std::uint64_t draws = std::min(m, k_drawn_weights);
  parallel::for_each(draws, DrawCodes<T>{weights, m, draws, drawn}, stream);
  auto* const mail = reinterpret_cast<std::uint64_t*>(problem.context.state()->mailbox());
  static_assert(k_drawn_weights * sizeof(std::uint64_t) <= parallel::DeviceState::k_mailbox_bytes);
  parallel::runtime::copy_to_host(mail, drawn, draws * sizeof(std::uint64_t), stream);
  if (problem.upload != nullptr) {
    parallel::runtime::Event known;
    known.record(stream);
    problem.upload->send_pins_until(known);
  }
  parallel::runtime::synchronize(stream);
  std::vector<std::uint64_t> sample(mail, mail + draws);
  std::sort(sample.begin(), sample.end());
  return sample;
}

template <class T>
bool code_weights(const DeviceProblem& problem, const T* weights, std::uint32_t* codes,
                  WeightCode* code, std::uint64_t* drawn, const ValueTable<std::uint64_t>& table) {
  const std::uint64_t m = problem.hypergraph.num_edges();
  const DeviceStream stream = problem.context.stream();
  const bool keeps = problem.options.order.nonpositive == NonPositive::keep;
  const std::uint64_t lowest = keeps ? 0 : base::wide_image(T{0}) + 1;
  std::vector<std::uint64_t> sample = draw(problem, weights, drawn);
  std::byte* const mail = problem.context.state()->mailbox();
  if (has_many_frequent(sample)) {
    rank_densely(table, WeightBits<T>{weights, lowest}, codes, m, stream);
    auto* const count = reinterpret_cast<std::uint32_t*>(mail);
    parallel::runtime::copy_to_host(count, table.count, sizeof(*count), stream);
    parallel::runtime::synchronize(stream);
    if (*count <= table.most) return true;
  }
  static_assert(sizeof(WeightCode) <= parallel::DeviceState::k_mailbox_bytes);
  const WeightCode made(k_code_bits_of_weights, lowest, ~std::uint64_t{0}, std::move(sample));
  std::memcpy(mail, &made, sizeof(made));
  parallel::runtime::copy_to_device(code, mail, sizeof(made), stream);
  const WeightCodeArguments<T> arguments{.weights = weights,
                                         .num_edges = m,
                                         .lowest = lowest,
                                         .mixer = base::TieMixer(problem.options.order.seed),
                                         .codes = codes,
                                         .code = code};
  constexpr unsigned k_most_blocks = 1056;
  code_all<<<std::min(parallel::blocks_for(m), k_most_blocks), parallel::k_block, 0, stream>>>(
      arguments);
  parallel::check_launch("code_all");
  return false;
}

}  // namespace

bool code_weights(const DeviceProblem& problem, std::uint32_t* codes, WeightCode* code,
                  std::uint64_t* drawn, const ValueTable<std::uint64_t>& table) {
  return std::visit(
      [&](const auto& weights) {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (!std::is_same_v<View, std::monostate>) {
          using T = typename View::value_type;
          if constexpr (sizeof(T) == sizeof(std::uint64_t)) {
            return code_weights(problem, weights.data(), codes, code, drawn, table);
          }
        }
        return false;
      },
      problem.hypergraph.weights);
}

}  // namespace hypermatch::detail::hypergraph_matching
