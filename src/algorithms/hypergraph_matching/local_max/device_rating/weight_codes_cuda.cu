// SPDX-License-Identifier: MIT
#include "algorithms/hypergraph_matching/local_max/device_rating/weight_codes.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/hypergraph_matching/local_max/device_rating/dense_priorities.cuh"
#include "base/edge_order.hpp"
#include "order/sampled_code.hpp"
#include "parallel/device/rows.cuh"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {

constexpr unsigned k_code_bits_of_weights = 31;
static_assert(k_left_out >> k_code_bits_of_weights != 0);

template <class T>
struct Draw {
  const T* weights;
  std::uint64_t items;
  std::uint64_t draws;
  std::uint64_t* drawn;
  __device__ void operator()(std::uint32_t i) const {
    drawn[i] = base::wide_image(weights[order::place_of_draw(i, items, draws)]);
  }
};

template <class T>
struct Arguments {
  const T* weights;
  std::uint64_t num_edges;
  std::uint64_t lowest;  ///< image that takes part
  base::TieMixer mixer;
  std::uint32_t* codes;
  const WeightCode* code;
};

template <class T>
__global__ void __launch_bounds__(parallel::k_block)
    code_all(const __grid_constant__ Arguments<T> a) {
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
  for (std::uint64_t first = parallel::rows_detail::thread_index(); first < a.num_edges;
       first += k_batch * threads) {
    std::uint64_t images[k_batch];
#pragma unroll
    for (std::uint32_t j = 0; j < k_batch; ++j) {
      const std::uint64_t e = first + j * threads;
      images[j] = e < a.num_edges ? base::wide_image(__ldcs(a.weights + e)) : 0;
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_batch; ++j) {
      const std::uint64_t e = first + j * threads;
      if (e >= a.num_edges) continue;
      const std::uint32_t hash = a.mixer(static_cast<std::uint32_t>(e));
      a.codes[e] =
          images[j] < a.lowest ? k_left_out : static_cast<std::uint32_t>(code(images[j], hash));
    }
  }
}

template <class T>
void code_weights(const DeviceProblem& problem, const T* weights, std::uint32_t* codes,
                  WeightCode* code, std::uint64_t* drawn) {
  const std::uint64_t m = problem.hypergraph.num_edges();
  const DeviceStream stream = problem.context.stream();
  const std::uint64_t draws = std::min(m, k_drawn_weights);
  parallel::for_each(draws, Draw<T>{weights, m, draws, drawn}, stream);
  auto* const mail = reinterpret_cast<std::uint64_t*>(problem.context.state()->mailbox());
  static_assert(k_drawn_weights * sizeof(std::uint64_t) <= parallel::DeviceState::k_mailbox_bytes);
  parallel::runtime::copy_to_host(mail, drawn, draws * sizeof(std::uint64_t), stream);
  if (problem.upload != nullptr) {
    parallel::runtime::Event known;
    known.record(stream);
    problem.upload->send_pins_until(known);
  }
  parallel::runtime::synchronize(stream);
  const bool keeps = problem.options.order.nonpositive == NonPositive::keep;
  const std::uint64_t lowest = keeps ? 0 : base::wide_image(T{0}) + 1;
  // The same room, once the sample has been read.
  static_assert(sizeof(WeightCode) <= parallel::DeviceState::k_mailbox_bytes);
  const WeightCode made(k_code_bits_of_weights, lowest, ~std::uint64_t{0}, {mail, mail + draws});
  std::memcpy(mail, &made, sizeof(made));
  parallel::runtime::copy_to_device(code, mail, sizeof(made), stream);
  const Arguments<T> arguments{.weights = weights,
                               .num_edges = m,
                               .lowest = lowest,
                               .mixer = base::TieMixer(problem.options.order.seed),
                               .codes = codes,
                               .code = code};
  constexpr unsigned k_most_blocks = 1056;
  code_all<<<std::min(parallel::blocks_for(m), k_most_blocks), parallel::k_block, 0, stream>>>(
      arguments);
  parallel::check_launch("code_all");
}

}  // namespace

void code_weights(const DeviceProblem& problem, std::uint32_t* codes, WeightCode* code,
                  std::uint64_t* drawn) {
  std::visit(
      [&](const auto& weights) {
        using View = std::decay_t<decltype(weights)>;
        if constexpr (!std::is_same_v<View, std::monostate>) {
          using T = typename View::value_type;
          if constexpr (sizeof(T) == sizeof(std::uint64_t)) {
            code_weights(problem, weights.data(), codes, code, drawn);
          }
        }
      },
      problem.hypergraph.weights);
}

}  // namespace hypermatch::detail::hypergraph_matching
