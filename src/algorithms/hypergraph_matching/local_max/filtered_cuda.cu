// SPDX-License-Identifier: MIT
// The host's part of `filtered` on a device: workspace, launch, and what to do when the kernel ends
// early. device_filtered.cuh describes the algorithm.
#include <algorithm>
#include <bit>
#include <string>

#include "algorithms/hypergraph_matching/local_max/device_filtered.cuh"
#include "algorithms/hypergraph_matching/local_max/device_filtered.hpp"
#include "algorithms/hypergraph_matching/local_max/device_filtered_teams.cuh"
#include "algorithms/hypergraph_matching/local_max/device_rating.hpp"
#include "algorithms/hypergraph_matching/local_max/device_streaming.hpp"
#include "hypermatch/error.hpp"
#include "parallel/cuda_check.cuh"
#include "parallel/cuda_rows.cuh"
#include "parallel/device_state.hpp"

namespace hypermatch::detail::hypergraph_matching {

namespace {

using filtered::Arguments;
using filtered::Carried;
using filtered::Control;
using filtered::IntegerWords;
using filtered::NoWords;
using filtered::PackedWords;
using filtered::PriorityWords;
using filtered::Teams;

constexpr std::uint32_t k_left_out = ~std::uint32_t{0};
// Where memory is short it is better spent on edges: fewer batches. But a warp with room for much
// less than a tile would cut chains that lie side by side into batches too small to be noticed.
constexpr DeviceFilteredTuning k_packed_tuning{.memory_share = 0.25};

// Left-out edges get a priority that no rating has: it would be the image of a NaN, or a rank
// beyond the number of edges.
struct LeaveOut {
  const std::uint8_t* left_out;
  std::uint32_t* priorities;
  __device__ void operator()(std::uint32_t e) const {
    if (left_out[e] != 0) priorities[e] = k_left_out;
  }
};

enum class Source { none, integers, priorities, packed };

Source source_of(const DeviceProblem& problem) {
  const OrderOptions& order = problem.options.order;
  if (order.rating != Rating::weight) return Source::priorities;
  if (order.objective != Objective::weight || !problem.hypergraph.is_weighted()) {
    return Source::none;
  }
  return std::holds_alternative<DeviceSpan<const std::int32_t>>(problem.hypergraph.weights)
             ? Source::integers
             : Source::priorities;
}

// What one instance needs, and where it lies.
struct Plan {
  std::uint32_t blocks = 1;
  std::uint64_t warps = filtered::k_warps;
  std::uint64_t slots = 1;
  std::uint64_t share = 0;
  std::size_t candidate_bytes = 0;
  DeviceRating rating;
  RatingBuffers rating_buffers;
  PackedEdges packed;
  Control* control = nullptr;
  std::uint32_t* matched_vertices = nullptr;
  std::uint32_t* matched_edges = nullptr;
  std::uint64_t* slot_words = nullptr;
  std::byte* candidates[2] = {nullptr, nullptr};
  EdgeId* edges = nullptr;
  std::uint64_t* count = nullptr;
};

// The number of blocks that run at once, or fewer for a small instance.
std::uint32_t blocks_for(const void* kernel, std::uint64_t num_edges) {
  int device = 0;
  int multiprocessors = 0;
  int blocks = 0;
  HYPERMATCH_CUDA_CALL(cudaGetDevice(&device));
  HYPERMATCH_CUDA_CALL(
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  HYPERMATCH_CUDA_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, kernel, static_cast<int>(filtered::k_threads), 0));
  const std::uint64_t most = std::min<std::uint64_t>(
      static_cast<std::uint64_t>(multiprocessors) * static_cast<std::uint64_t>(std::max(1, blocks)),
      filtered::k_max_blocks);
  constexpr std::uint64_t k_edges = filtered::k_tile * filtered::k_warps;
  return static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>((num_edges + k_edges - 1) / k_edges, 1, most));
}

// Slots and candidates share what is left of the memory that the instance grants: a quarter of it
// at most for slots, unless there is plenty.
void size_lists(const DeviceProblem& problem, const DeviceFilteredTuning& tuning, Source source,
                Plan& plan) {
  const std::uint64_t n = problem.hypergraph.num_vertices;
  const std::uint64_t m = problem.hypergraph.num_edges();
  const std::uint64_t pins = problem.hypergraph.num_pins();
  const std::uint64_t instance = 8 * (m + 1) + 4 * pins + (source == Source::none ? 0 : 4 * m) +
                                 (source == Source::packed ? 4 * m : 0);
  const std::uint64_t bitmaps = source == Source::packed ? 0 : n / 8 + m / 8;
  // Priorities that are made stand beside the weights that they are made from.
  const std::uint64_t made =
      source == Source::priorities ? m + (problem.hypergraph.is_weighted() ? 4 * m : 0) : 0;
  const double fixed =
      static_cast<double>(bitmaps + sizeof(Control) + made) +
      (problem.memory.edges.empty() ? 4.0 * static_cast<double>(std::min(n, m)) : 0.0);
  const double granted = std::max(0.0, tuning.memory_share * static_cast<double>(instance) - fixed);
  std::uint64_t slots = std::bit_ceil(std::clamp<std::uint64_t>(n, 2, tuning.max_slots));
  // Slots beyond the last vertex are never touched.
  const auto slot_bytes = [&] { return 8.0 * static_cast<double>(std::min(slots, n)); };
  while (slots > 4096 && slot_bytes() > 0.6 * granted) slots /= 2;
  plan.slots = slots;
  const double left = std::max(0.0, granted - slot_bytes());
  const auto by_memory = static_cast<std::uint64_t>(left / 2.0) / plan.candidate_bytes / plan.warps;
  // More than half of all edges never compete at once.
  const std::uint64_t enough = m / 2 / plan.warps + tuning.least_share;
  plan.share = tuning.share != 0 ? tuning.share
                                 : std::clamp<std::uint64_t>(by_memory, tuning.least_share, enough);
}

void lay_out(const DeviceProblem& problem, Source source, Plan& plan,
             parallel::DeviceArena& arena) {
  const std::uint64_t n = problem.hypergraph.num_vertices;
  const std::uint64_t m = problem.hypergraph.num_edges();
  if (source == Source::packed) {
    plan.packed = lay_out_packed(arena, {m, problem.hypergraph.num_pins()});
  }
  plan.edges = problem.memory.edges.data() != nullptr ? problem.memory.edges.data()
                                                      : arena.take<EdgeId>(std::min(n, m));
  plan.count =
      problem.memory.count.empty() ? arena.take<std::uint64_t>(1) : problem.memory.count.data();
  plan.control = arena.take<Control>(1);
  if (source == Source::priorities) plan.rating = lay_out_rating(arena, problem);
  // Rating is over before the rest is used.
  parallel::DeviceArena rating = arena;
  if (source == Source::priorities) {
    plan.rating_buffers = lay_out_rating_buffers(rating, problem);
  }
  if (source != Source::packed) {
    plan.matched_vertices = arena.take<std::uint32_t>((n + 31) / 32);
    plan.matched_edges = arena.take<std::uint32_t>((m + 31) / 32);
  }
  plan.slot_words = arena.take<std::uint64_t>(std::min(plan.slots, n));
  for (std::byte*& list : plan.candidates) {
    list = arena.take<std::byte>(plan.warps * plan.share * plan.candidate_bytes);
  }
  if (rating.bytes() > arena.bytes()) {
    (void)arena.take<std::byte>(rating.bytes() - arena.bytes());
  }
}

// Slots need no clearing where the last call with this workspace left them, and its last tag.
bool leaves_note(const Plan& plan) {
  return plan.rating_buffers.scratch.data == nullptr;  // else rating writes over them
}
std::uint32_t signature(const Plan& plan) {
  const auto at = reinterpret_cast<std::uintptr_t>(plan.slot_words);
  return static_cast<std::uint32_t>(base::splitmix64(at ^ base::splitmix64(plan.slots)) >> 32);
}

template <class Words, class Team>
Plan plan_for(const DeviceProblem& problem, const DeviceFilteredTuning& tuning, Source source) {
  Plan plan;
  plan.candidate_bytes = sizeof(typename Team::Candidate);
  plan.blocks = blocks_for(reinterpret_cast<const void*>(&filtered::run_filtered<Words, Team>),
                           problem.hypergraph.num_edges());
  plan.warps = std::uint64_t{plan.blocks} * filtered::k_warps;
  size_lists(problem, tuning, source, plan);
  return plan;
}

// Calls body with a value of the type of team that suits the size of edges.
template <class Body>
decltype(auto) with_team(const DeviceHypergraphView& hypergraph, const Body& body) {
  const double size =
      static_cast<double>(hypergraph.num_pins()) / static_cast<double>(hypergraph.num_edges());
  if (size <= 3.5) return body(Carried{});
  if (size <= 12.0) return body(Teams<4>{});
  return body(Teams<8>{});
}

template <class Words>
std::size_t workspace_bytes(const DeviceProblem& problem, Source source) {
  return with_team(problem.hypergraph, [&](auto team) {
    Plan plan = plan_for<Words, decltype(team)>(
        problem, source == Source::packed ? k_packed_tuning : DeviceFilteredTuning{}, source);
    parallel::DeviceArena measure;
    lay_out(problem, source, plan, measure);
    return measure.bytes();
  });
}

struct Summary {
  DeviceFilteredEnd end;
  std::uint32_t rounds;
  std::uint64_t matched_vertices;
};

// `packed`: the batch that `problem` was made of, or null.
template <class Words, class Team>
Summary launch(const DeviceProblem& problem, const DeviceFilteredTuning& tuning, Source source,
               const auto& make_words, const PackedProblem* packed, DeviceOutcome& outcome) {
  auto* const kernel = &filtered::run_filtered<Words, Team>;
  const DeviceHypergraphView& hypergraph = problem.hypergraph;
  const DeviceStream stream = problem.context.stream();
  const std::uint64_t m = hypergraph.num_edges();
  Plan plan = plan_for<Words, Team>(problem, tuning, source);
  const std::uint64_t note = problem.workspace.note();
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    lay_out(problem, source, plan, arena);
  });

  if (source == Source::priorities) {
    rate_edges(problem, plan.rating, plan.rating_buffers);
    parallel::for_each_item(m, LeaveOut{plan.rating.left_out, plan.rating.priorities}, stream);
  }
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(plan.control, 0, sizeof(Control), stream));
  const std::uint64_t num_slots = std::min<std::uint64_t>(plan.slots, hypergraph.num_vertices);
  std::uint32_t tag = 0;
  if (packed != nullptr) {
    // The list of winners has no order, and starts empty. Slots may lie where the batch before was.
    HYPERMATCH_CUDA_CALL(cudaMemsetAsync(plan.count, 0, sizeof(std::uint64_t), stream));
    plan.matched_vertices = packed->matched_vertices;
  }
  if (note != 0 && packed == nullptr && leaves_note(plan) &&
      static_cast<std::uint32_t>(note) == signature(plan)) {
    tag = static_cast<std::uint32_t>(note >> 32);  // words of the last call are below all of this
  } else {
    HYPERMATCH_CUDA_CALL(
        cudaMemsetAsync(plan.slot_words, 0, num_slots * sizeof(std::uint64_t), stream));
  }

  const double size = static_cast<double>(hypergraph.num_pins()) / static_cast<double>(m);
  const double meeting = std::max(1.0, size * size);
  Arguments<Words> arguments{.arena = {.offsets = hypergraph.offsets.data(),
                                       .pins = hypergraph.pins.data(),
                                       .mixer = base::TieMixer(problem.options.order.seed),
                                       .matched_vertices = plan.matched_vertices,
                                       .slots = plan.slot_words,
                                       .slot_mask = static_cast<std::uint32_t>(plan.slots - 1)},
                             .words = make_words(plan),
                             .num_vertices = hypergraph.num_vertices,
                             .num_edges = static_cast<std::uint32_t>(m),
                             .num_slots = num_slots,
                             .matched_edges = plan.matched_edges,
                             .matched_before = packed != nullptr ? packed->num_matched_vertices : 0,
                             .candidates = {plan.candidates[0], plan.candidates[1]},
                             .share = static_cast<std::uint32_t>(plan.share),
                             .control = plan.control,
                             .edges = plan.edges,
                             .count = plan.count,
                             .crowd = static_cast<float>(std::max(
                                 32.0, tuning.crowd * static_cast<double>(num_slots) / meeting)),
                             .growth = tuning.growth,
                             .patience = tuning.patience,
                             .stubborn_rounds = tuning.stubborn_rounds,
                             .tag = tag,
                             .coarser = tuning.coarser};
  void* parameters[] = {&arguments};
  HYPERMATCH_CUDA_CALL(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel),
                                                   dim3(plan.blocks), dim3(filtered::k_threads),
                                                   parameters, 0, stream));

  auto* const mail = reinterpret_cast<Control*>(problem.context.state()->mailbox());
  constexpr std::size_t k_head = offsetof(Control, candidates);
  parallel::runtime::copy_to_host(mail, plan.control, k_head, stream);
  if (problem.solved != nullptr) {
    problem.solved->record(stream);
    outcome.timed = true;
  }
  parallel::runtime::synchronize(stream);
  outcome.edges = plan.edges;
  outcome.count = plan.count;
  outcome.rounds = mail->rounds;
  if (leaves_note(plan)) {
    problem.workspace.leave_note(std::uint64_t{mail->last_tag} << 32 | signature(plan));
  }
  return {.end = mail->end, .rounds = mail->rounds, .matched_vertices = mail->matched_vertices};
}

template <class Words>
DeviceFilteredEnd choose_team(const DeviceProblem& problem, const DeviceFilteredTuning& tuning,
                              Source source, const auto& make_words, DeviceOutcome& outcome) {
  return with_team(problem.hypergraph, [&](auto team) {
    return launch<Words, decltype(team)>(problem, tuning, source, make_words, nullptr, outcome).end;
  });
}

DeviceFilteredEnd choose_words(const DeviceProblem& problem, const DeviceFilteredTuning& tuning,
                               DeviceOutcome& outcome) {
  const Source source = source_of(problem);
  // The image of the smallest positive number is one above that of zero.
  constexpr std::uint32_t k_positive = 0x80000001U;
  const bool keeps = problem.options.order.nonpositive == NonPositive::keep;
  switch (source) {
    case Source::none:
      return choose_team<NoWords>(
          problem, tuning, source, [](const Plan&) { return NoWords{}; }, outcome);
    case Source::integers: {
      const auto weights = std::get<DeviceSpan<const std::int32_t>>(problem.hypergraph.weights);
      return choose_team<IntegerWords>(
          problem, tuning, source,
          [&](const Plan&) {
            return IntegerWords{{}, weights.data(), keeps ? 0 : k_positive, ~std::uint32_t{0}};
          },
          outcome);
    }
    case Source::priorities:
    case Source::packed:
      break;
  }
  return choose_team<PriorityWords>(
      problem, tuning, source,
      [](const Plan& plan) {
        return PriorityWords{{}, plan.rating.priorities, 0, k_left_out - 1};
      },
      outcome);
}

DeviceOutcome nothing(const DeviceProblem& problem) {
  DeviceOutcome outcome;
  std::uint64_t* count = nullptr;
  parallel::cut_workspace(problem.context, problem.workspace, [&](parallel::DeviceArena& arena) {
    count =
        problem.memory.count.empty() ? arena.take<std::uint64_t>(1) : problem.memory.count.data();
  });
  HYPERMATCH_CUDA_CALL(cudaMemsetAsync(count, 0, sizeof(std::uint64_t), problem.context.stream()));
  outcome.edges = problem.memory.edges.data();
  outcome.count = count;
  return outcome;
}

}  // namespace

DeviceOutcome filtered_on_device(const DeviceProblem& problem, const DeviceFilteredTuning& tuning) {
  if (problem.hypergraph.num_pins() == 0) return nothing(problem);
  DeviceOutcome outcome;
  switch (choose_words(problem, tuning, outcome)) {
    case DeviceFilteredEnd::complete:
      return outcome;
    case DeviceFilteredEnd::clash: {
      // Exact in every case, and so rare that its speed does not matter.
      outcome = local_max_crcw_on_device(problem);
      outcome.stop_reason = "two keys had one code: crcw took over";
      break;
    }
    case DeviceFilteredEnd::chain:
      outcome = local_max_on_host(problem);
      outcome.stop_reason = "a chain, little to do in a round: the host took over";
      break;
  }
  return outcome;
}

DeviceOutcome local_max_filtered_on_device(const DeviceProblem& problem) {
  return filtered_on_device(problem, {});
}

std::size_t filtered_workspace_bytes(const DeviceProblem& problem) {
  if (problem.hypergraph.num_pins() == 0) return 0;
  const Source source = source_of(problem);
  switch (source) {
    case Source::none:
      return workspace_bytes<NoWords>(problem, source);
    case Source::integers:
      return workspace_bytes<IntegerWords>(problem, source);
    default:
      return workspace_bytes<PriorityWords>(problem, source);
  }
}

PackedEdges lay_out_packed(parallel::DeviceArena& arena, const PackedSize& size) {
  PackedEdges packed;
  packed.offsets = arena.take<Offset>(size.edges + 1);
  packed.pins = arena.take<VertexId>(size.pins);
  packed.priorities = arena.take<std::uint32_t>(size.edges);
  packed.origins = arena.take<EdgeId>(size.edges);
  return packed;
}

namespace {

DeviceProblem problem_of(const DeviceContext& context, DeviceWorkspace& workspace,
                         VertexId num_vertices, const PackedSize& size, std::uint64_t seed,
                         const PackedEdges& packed) {
  return {context,
          {num_vertices, {packed.offsets, size.edges + 1}, {packed.pins, size.pins}, {}},
          {.order = {.rating = Rating::weight, .seed = seed}},
          workspace,
          {}};
}

}  // namespace

std::size_t packed_bytes(const DeviceContext& context, VertexId num_vertices,
                         const PackedSize& size) {
  DeviceWorkspace none;
  const DeviceProblem problem = problem_of(context, none, num_vertices, size, 0, {});
  return workspace_bytes<PackedWords>(problem, Source::packed);
}

PackedOutcome solve_packed(const PackedProblem& packed) {
  parallel::DeviceArena arena(packed.workspace.data());
  const PackedEdges edges = lay_out_packed(arena, packed.size);
  const DeviceProblem problem = problem_of(packed.context, packed.workspace, packed.num_vertices,
                                           packed.size, packed.seed, edges);
  DeviceOutcome outcome;
  const Summary summary = with_team(problem.hypergraph, [&](auto team) {
    return launch<PackedWords, decltype(team)>(
        problem, k_packed_tuning, Source::packed,
        [&](const Plan&) {
          return PackedWords{.priorities = edges.priorities, .origins = edges.origins};
        },
        &packed, outcome);
  });
  const DeviceStream stream = packed.context.stream();
  auto* const count = reinterpret_cast<std::uint64_t*>(packed.context.state()->mailbox());
  parallel::runtime::copy_to_host(count, outcome.count, sizeof(std::uint64_t), stream);
  parallel::runtime::synchronize(stream);
  return {.end = summary.end,
          .edges = {outcome.edges, static_cast<std::size_t>(*count)},
          .rounds = summary.rounds,
          .num_matched_vertices = summary.matched_vertices};
}

}  // namespace hypermatch::detail::hypergraph_matching
