// SPDX-License-Identifier: MIT
#include "algorithms/graph_matching/common/device/codes.cuh"

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <type_traits>
#include <variant>
#include <vector>

#include "algorithms/graph_matching/common/device/arc_rows.cuh"
#include "base/edge_order.hpp"
#include "base/random.hpp"
#include "order/sampled_code.hpp"
#include "parallel/device/check.cuh"
#include "parallel/device/state.hpp"

namespace hypermatch::detail::graph_matching::device {

namespace {

using SampledCode = order::SampledCode<std::uint64_t>;

/// The table of a code, for shared memory. Words of arcs that take no part are 0, codes begin at 1.
/// Those of images outside first .. last are the codes of the ends.
struct WeightCode {
  struct Piece {
    std::uint64_t start;
    std::uint32_t base;
    std::uint16_t shift;
    std::uint16_t hash_shift;
  };
  // Distances from `origin` by their width and the bits behind the highest one.
  static constexpr int k_cell_bits = 6;
  static constexpr std::uint32_t k_cells = 64U << k_cell_bits;
  static constexpr std::size_t k_pieces = SampledCode::k_max_pieces;

  std::uint64_t first;
  std::uint64_t last;
  std::uint64_t lowest;  ///< image that takes part
  std::uint64_t origin;
  std::uint32_t
      most_steps;  ///< a power of two, or 0: pieces of a cell behind its first one, at most
  std::uint32_t has_frequent;
  Piece pieces[2 * k_pieces];  ///< behind the last one none begins
  std::uint8_t cells[k_cells];
  static_assert(k_pieces <= 256);

  WeightCode(const SampledCode& sampled, std::uint64_t first_image, std::uint64_t last_image,
             std::uint64_t lowest_image);

  [[nodiscard]] HYPERMATCH_HD static std::uint32_t cell_of(std::uint64_t distance) {
#if defined(__CUDA_ARCH__)
    const int width = 64 - __clzll(static_cast<long long>(distance));
#else
    const auto width = static_cast<int>(std::bit_width(distance));
#endif
    if (width <= k_cell_bits) return static_cast<std::uint32_t>(distance);
    const auto bits = static_cast<std::uint32_t>(distance >> (width - 1 - k_cell_bits));
    return (static_cast<std::uint32_t>(width - 1 - k_cell_bits) << k_cell_bits) + bits;
  }
  [[nodiscard]] __device__ std::uint32_t operator()(std::uint64_t image, std::uint32_t hash) const {
    const std::uint64_t inside = min(max(image, first), last);
    std::uint32_t at = cells[cell_of(inside > origin ? inside - origin : 0)];
    for (std::uint32_t step = most_steps; step != 0; step /= 2) {
      at += pieces[at + step].start <= inside ? step : 0;
    }
    const Piece piece = pieces[at];
    const std::uint64_t code = piece.base + ((inside - piece.start) >> piece.shift) +
                               ((std::uint64_t{hash} << 31) >> piece.hash_shift);
    constexpr std::uint64_t k_most = ~std::uint32_t{0} - std::uint32_t{1};
    return image < lowest ? 0 : static_cast<std::uint32_t>(min(code, k_most)) + 1;
  }
};
static_assert(sizeof(WeightCode) % sizeof(std::uint64_t) == 0);

WeightCode::WeightCode(const SampledCode& sampled, std::uint64_t first_image,
                       std::uint64_t last_image, std::uint64_t lowest_image)
    : first(first_image),
      last(last_image),
      lowest(lowest_image),
      origin(first_image),
      most_steps(0),
      has_frequent(sampled.has_frequent() ? 1 : 0) {
  std::size_t count = 0;
  sampled.for_each_piece([&](std::uint64_t start, std::uint64_t base, unsigned shift,
                             unsigned hash_shift) {
    pieces[count++] = {start, static_cast<std::uint32_t>(std::min<std::uint64_t>(base, ~0U)),
                       static_cast<std::uint16_t>(shift), static_cast<std::uint16_t>(hash_shift)};
  });
  if (count > 1) origin = pieces[1].start;
  std::fill(pieces + count, std::end(pieces), Piece{~std::uint64_t{0}, ~0U, 0, 63});
  // The last piece that begins in a cell below; for cell 0, which has the images below `origin`,
  // the first one.
  std::size_t most = 0;
  std::fill(std::begin(cells), std::end(cells), std::uint8_t{0});
  std::uint32_t cell = 0;
  for (std::size_t i = 1; i < count; ++i) {
    const std::uint64_t distance = pieces[i].start - origin;
    const std::uint32_t its = cell_of(distance);
    std::fill(cells + cell + 1, cells + its + 1, static_cast<std::uint8_t>(i - 1));
    cell = its;
    most = std::max<std::size_t>(most, i - cells[its]);
  }
  std::fill(cells + cell + 1, cells + k_cells, static_cast<std::uint8_t>(count - 1));
  most_steps = most == 0 ? 0 : static_cast<std::uint32_t>(std::bit_floor(most));
}

WeightCode make_code(std::vector<std::uint64_t> drawn, std::uint64_t lowest) {
  std::uint64_t first = lowest;
  std::uint64_t last = ~std::uint64_t{0};
  std::erase_if(drawn, [&](std::uint64_t image) { return image < lowest; });
  // In a narrow range every image has a code of its own. Just outside of it no value is frequent,
  // so that what lies beyond shares no code with a hash.
  constexpr std::uint64_t k_narrow = std::uint64_t{1} << 31;
  if (!drawn.empty()) {
    const auto [least, most] = std::minmax_element(drawn.begin(), drawn.end());
    if (*most - *least < k_narrow) {
      first = *least > lowest ? *least - 1 : lowest;
      last = *most < last ? *most + 1 : last;
    }
  }
  return WeightCode(SampledCode(32, first, last, std::move(drawn)), first, last, lowest);
}

// Images at places all over the weights, none twice.
template <class T>
__global__ void draw(const T* weights, std::uint64_t items, std::uint64_t* drawn,
                     std::uint32_t draws) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= draws) return;
  const std::uint64_t stride = items / draws;
  const std::uint64_t room = stride + (i + 1 == draws ? items % draws : 0);
  drawn[i] = base::wide_image(weights[i * stride + base::below(base::hash(0, i), room)]);
}

template <class T>
struct CodeArguments {
  const T* weights;
  const std::uint64_t* offsets;
  const std::uint32_t* neighbours;
  std::uint64_t num_arcs;
  std::uint32_t num_vertices;
  std::uint32_t first_row;
  base::PairMixer mixer;
  std::uint32_t* codes;
  WeightCode code;
};

constexpr unsigned k_code_threads = 256;
constexpr unsigned k_code_warps = k_code_threads / 32;
/// Arcs that a warp takes at once.
constexpr std::uint32_t k_code_arcs = 1024;

/// A warp's part in making codes.
template <class T>
class Coder {
 public:
  __device__ Coder(const CodeArguments<T>& a, const WeightCode& code)
      : a_(a), code_(code), lane_(threadIdx.x % 32) {}

  __device__ void take(std::uint64_t begin, std::uint64_t end) const {
    if (code_.has_frequent == 0) {
      for (std::uint64_t at = begin; at < end; at += 32 * k_batch) {
        const auto no_hash = [](std::uint64_t) { return 0U; };
        take_some(at, end, no_hash);
      }
      return;
    }
    std::uint32_t row = row_of_arc(a_.offsets, a_.num_vertices, begin);
    // Ends: the row that has an arc ends behind it.
    for (std::uint64_t at = begin; at < end;) {
      const std::uint64_t row_end =
          a_.offsets[min(std::uint64_t{row} + lane_ + 1, std::uint64_t{a_.num_vertices})];
      const std::uint64_t rows_end = min(__shfl_sync(k_all_lanes, row_end, 31), end);
      if (rows_end <= at) {
        row = row_of_arc(a_.offsets, a_.num_vertices, at);
        continue;
      }
      const auto own_end = static_cast<std::uint32_t>(min(row_end, end) - begin);
      const auto take_rows = [&](const auto& rows_before) {
        const auto hash = [&](std::uint64_t arc) {
          const std::uint32_t source =
              row + rows_before(own_end, static_cast<std::uint32_t>(arc - begin));
          return a_.mixer(a_.first_row + source, a_.neighbours[min(arc, rows_end - 1)]);
        };
        for (; at < rows_end; at += 32 * k_batch) take_some(at, rows_end, hash);
      };
      const std::uint64_t before = __shfl_up_sync(k_all_lanes, row_end, 1);
      if (__any_sync(k_all_lanes, lane_ != 0 && before == row_end)) {
        take_rows(rows_before_by_search);
      } else {
        take_rows(rows_before_of_distinct);
      }
      at = rows_end;
      row += 32;
    }
  }

 private:
  static constexpr std::uint32_t k_batch = 2;

  // Arcs at .. at + 32 k_batch - 1 that lie before `end`. All lanes call hash(arc).
  template <class Hash>
  __device__ void take_some(std::uint64_t at, std::uint64_t end, const Hash& hash) const {
    std::uint64_t weight_bits[k_batch];
    std::uint32_t hashes[k_batch];
#pragma unroll
    for (std::uint32_t j = 0; j < k_batch; ++j) {
      const std::uint64_t arc = at + 32 * j + lane_;
      weight_bits[j] = base::wide_image(a_.weights[min(arc, end - 1)]);
      hashes[j] = hash(arc);
    }
#pragma unroll
    for (std::uint32_t j = 0; j < k_batch; ++j) {
      const std::uint64_t arc = at + 32 * j + lane_;
      if (arc < end) a_.codes[arc] = code_(weight_bits[j], hashes[j]);
    }
  }

  const CodeArguments<T>& a_;
  const WeightCode& code_;
  std::uint32_t lane_;
};

constexpr unsigned k_code_blocks = 6;  ///< a multiprocessor

template <class T>
__global__ void __launch_bounds__(k_code_threads, k_code_blocks)
    code_weights(const __grid_constant__ CodeArguments<T> a) {
  constexpr std::uint32_t k_words = sizeof(WeightCode) / sizeof(std::uint32_t);
  __shared__ __align__(16) std::uint32_t words[k_words];
  const auto* const given = reinterpret_cast<const std::uint32_t*>(&a.code);
  for (std::uint32_t i = threadIdx.x; i < k_words; i += k_code_threads) words[i] = given[i];
  __syncthreads();
  const Coder<T> coder(a, *reinterpret_cast<const WeightCode*>(words));
  const std::uint64_t stride = std::uint64_t{gridDim.x} * k_code_warps * k_code_arcs;
  for (std::uint64_t begin =
           (std::uint64_t{blockIdx.x} * k_code_warps + threadIdx.x / 32) * k_code_arcs;
       begin < a.num_arcs; begin += stride) {
    coder.take(begin, min(begin + k_code_arcs, a.num_arcs));
  }
}

template <class T>
ArcWords make_codes(const DeviceGraphProblem& problem, const DeviceSpan<const T>& weights,
                    const CodeBuffers& buffers) {
  const DeviceStream stream = problem.context.stream();
  const std::uint64_t items = weights.size();
  const std::uint64_t lowest =
      problem.order.nonpositive == NonPositive::keep ? 0 : k_zero_image + 1;
  const ArcWords words{.bits = buffers.codes,
                       .least = 1,
                       .wide = reinterpret_cast<const std::uint64_t*>(weights.data()),
                       .wide_floats = std::is_same_v<T, double>};
  if (items == 0) return words;
  const auto draws = static_cast<std::uint32_t>(std::min(items, k_drawn_weights));
  draw<T><<<draws / k_code_threads + 1, k_code_threads, 0, stream>>>(weights.data(), items,
                                                                     buffers.drawn, draws);
  parallel::check_launch("draw");
  auto* const mail = reinterpret_cast<std::uint64_t*>(problem.context.state()->mailbox());
  static_assert(k_drawn_weights * sizeof(std::uint64_t) <= parallel::DeviceState::k_mailbox_bytes);
  parallel::runtime::copy_to_host(mail, buffers.drawn, draws * sizeof(std::uint64_t), stream);
  parallel::runtime::synchronize(stream);
  const CodeArguments<T> arguments{.weights = weights.data(),
                                   .offsets = problem.graph.offsets.data(),
                                   .neighbours = problem.graph.neighbours.data(),
                                   .num_arcs = items,
                                   .num_vertices = problem.graph.num_vertices,
                                   .first_row = problem.first_row,
                                   .mixer = base::PairMixer(problem.order.seed),
                                   .codes = buffers.codes,
                                   .code = make_code({mail, mail + draws}, lowest)};
  int device = 0;
  int multiprocessors = 1;
  HYPERMATCH_CUDA_CALL(cudaGetDevice(&device));
  HYPERMATCH_CUDA_CALL(
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  // One table per block, shared by its warps.
  const std::uint64_t blocks =
      std::min(items / (std::uint64_t{k_code_warps} * k_code_arcs) + 1,
               static_cast<std::uint64_t>(multiprocessors) * k_code_blocks);
  code_weights<T><<<static_cast<unsigned>(blocks), k_code_threads, 0, stream>>>(arguments);
  parallel::check_launch("code_weights");
  return words;
}

}  // namespace

bool has_codes(const DeviceGraphProblem& problem) {
  return problem.order.objective == Objective::weight &&
         std::visit([](const auto& held) { return k_is_wide<std::decay_t<decltype(held)>>; },
                    problem.graph.weights);
}

CodeBuffers lay_out_codes(parallel::DeviceArena& arena, const DeviceGraphProblem& problem) {
  if (!has_codes(problem)) return {};
  return {.codes = arena.take<std::uint32_t>(problem.graph.num_arcs()),
          .drawn = arena.take<std::uint64_t>(k_drawn_weights)};
}

ArcWords make_coded_words(const DeviceGraphProblem& problem, const CodeBuffers& buffers) {
  const DeviceStream stream = problem.context.stream();
  if (!has_codes(problem)) {
    return make_words(problem.graph.weights, problem.order, {}, stream);
  }
  return std::visit(
      [&](const auto& held) {
        if constexpr (k_is_wide<std::decay_t<decltype(held)>>) {
          return make_codes(problem, held, buffers);
        } else {
          return ArcWords{};
        }
      },
      problem.graph.weights);
}

}  // namespace hypermatch::detail::graph_matching::device
