// SPDX-License-Identifier: MIT
#include "algorithms/clustering/common/device/device_multilevel.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "algorithms/clustering/common/device/functions.hpp"
#include "algorithms/clustering/common/moves/propagation.hpp"
#include "algorithms/clustering/common/multilevel/louvain.hpp"
#include "algorithms/clustering/common/multilevel/louvain_runs.hpp"
#include "algorithms/clustering/common/multilevel/threshold_schedule.hpp"
#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "parallel/device/state.hpp"
#include "parallel/device/views.hpp"

namespace hypermatch::detail::clustering {

namespace {

DeviceWeightsView upload_weights(const DeviceContext& context, const WeightsView& weights,
                                 std::vector<DeviceBytes>& held) {
  return std::visit(
      [&](const auto& items) -> DeviceWeightsView {
        using View = std::decay_t<decltype(items)>;
        if constexpr (std::is_same_v<View, std::monostate>) {
          return {};
        } else {
          using Item = std::remove_const_t<typename View::element_type>;
          if (items.empty()) return DeviceSpan<const Item>();
          DeviceBytes& bytes = held.emplace_back(context, items.size_bytes());
          copy_to_device(context, bytes.data(), items.data(), items.size_bytes());
          return DeviceSpan<const Item>(static_cast<const Item*>(bytes.data()), items.size());
        }
      },
      weights);
}

std::uint64_t bytes_of_graph(const DeviceGraphView& graph) {
  return graph.offsets.size() * sizeof(Offset) + graph.neighbours.size() * sizeof(VertexId) +
         parallel::bytes_of(graph.weights);
}

}  // namespace

DeviceMultilevel::DeviceMultilevel(const DeviceContext& context, const DeviceGraphView& graph,
                                   const WeightsView& loops, const CommunityQuality& quality,
                                   const MultilevelOptions& options, DeviceWorkspace& workspace)
    : context_(context),
      workspace_(workspace),
      options_(options),
      graph_bytes_(bytes_of_graph(graph)),
      num_arcs_(graph.num_arcs()),
      levels_(context) {
  if (is_weighted(loops) && size_of(loops) != graph.num_vertices) {
    throw Error(ErrorCode::invalid_input, "there are " + std::to_string(size_of(loops)) +
                                              " weights of loops for " +
                                              std::to_string(graph.num_vertices) + " vertices");
  }
  std::vector<DeviceBytes> held;
  const DeviceWeightsView device_loops = upload_weights(context, loops, held);
  ClusteringControl* control = nullptr;
  parallel::cut_workspace(context, workspace, [&](parallel::DeviceArena& arena) {
    control = arena.take<ClusteringControl>(1);
  });
  const ExactDeviceWeights weights = exact_weights_on_device(context, graph, device_loops, control);
  ExactWeights summary;
  summary.total = weights.total;
  summary.unit = weights.unit;
  objective_ = resolve(quality, summary);
  levels_.begin({.num_vertices = graph.num_vertices,
                 .num_arcs = graph.num_arcs(),
                 .begins = graph.offsets.data(),
                 .neighbours = graph.neighbours.data(),
                 .weights = weights.arcs},
                weights.loops.kind != DeviceArcWeights::Kind::none,
                weights.total <= std::numeric_limits<std::int32_t>::max(),
                objective_.kind == CommunityObjective::cpm);
  parallel::cut_workspace(context, workspace, [&](parallel::DeviceArena& arena) {
    levels_.lay_out(arena);
    community_ = arena.take<VertexId>(graph.num_vertices);
    other_ = arena.take<VertexId>(graph.num_vertices);
  });
  levels_.lend(other_);
  levels_.make_finest(weights.loops);
}

void DeviceMultilevel::start(std::span<const VertexId> initial) {
  if (initial.empty()) {
    on_device().singletons(levels_.view(0), partition(), context_.stream());
    return;
  }
  check_size_of_labels(initial.size());
  copy_to_device(context_, community_, initial.data(), initial.size_bytes());
  add_volumes_of_given();
}

void DeviceMultilevel::start(DeviceSpan<const VertexId> communities) {
  check_size_of_labels(communities.size());
  on_device().copy(communities.data(), communities.size(), community_, context_.stream());
  add_volumes_of_given();
}

void DeviceMultilevel::check_size_of_labels(std::size_t size) const {
  const VertexId n = levels_.num_vertices(0);
  if (size == n) return;
  throw Error(ErrorCode::invalid_input, "there are " + std::to_string(size) +
                                            " labels of communities for " + std::to_string(n) +
                                            " vertices");
}

void DeviceMultilevel::add_volumes_of_given() {
  add_volumes(0);
  const std::uint64_t wrong = read_control(context_, levels_.buffers().control).first_wrong;
  if (wrong == ~std::uint64_t{0}) return;
  VertexId label = 0;
  copy_to_host(context_, &label, community_ + wrong, sizeof(VertexId));
  throw Error(ErrorCode::invalid_input, "the community of vertex " + std::to_string(wrong) +
                                            " is " + std::to_string(label) + ", must be below " +
                                            std::to_string(levels_.num_vertices(0)));
}

MoveOptions DeviceMultilevel::moves_of(std::size_t i) {
  return {.seed = base::hash(options_.seed, num_moves_++),
          .threshold = threshold_of(options_.threshold_schedule, levels_.num_vertices(i),
                                    options_.threshold),
          .max_sweeps = options_.sweeps_of(i),
          .max_arcs = options_.arcs_of(num_arcs_)};
}

DeviceMultilevel::Counts DeviceMultilevel::move(const DeviceLevelView& level,
                                                const DevicePartition& partition,
                                                const VertexId* within, const MoveOptions& options,
                                                const Objective& objective) {
  context_.check_cancelled();
  levels_.provide_tables(level.longest, level.num_vertices);
  const ClusteringBuffers& buffers = levels_.buffers();
  const double total = static_cast<double>(objective.total);
  const bool knows_inner = std::exchange(knows_inner_, false);
  on_device().move({.level = level,
                    .partition = partition,
                    .within = within,
                    .factor = objective.gain().factor,
                    .gain_units = objective.total == 0 ? 0.0 : k_gain_units / total,
                    .enough = static_cast<std::int64_t>(options.threshold * k_gain_units / 2),
                    .seed = options.seed,
                    .max_sweeps = knows_inner ? 1 : options.max_sweeps,
                    .max_arcs = options.max_arcs,
                    .narrow = levels_.narrow(),
                    .knows_inner = knows_inner},
                   buffers, context_.stream());
  const ClusteringControl& read = read_control(context_, buffers.control);
  // Those of inner vertices that it did not look at, too.
  return {read.sweeps, knows_inner ? level.num_arcs : read.arcs};
}

double DeviceMultilevel::contract(const DevicePartition& partition, VertexId num_classes) {
  levels_.contract(partition, num_classes);
  ClusteringControl* const control = levels_.buffers().control;
  on_device().sum_vertices(levels_.view(levels_.size()), objective_.kind == CommunityObjective::cpm,
                           control, context_.stream());
  return quality(read_control(context_, control));
}

void DeviceMultilevel::add_volumes(std::size_t i) {
  const DeviceLevelView& level = levels_.view(i);
  on_device().add_volumes(level, community_, level.num_vertices, levels_.volume(),
                          levels_.buffers().control, context_.stream());
}

double DeviceMultilevel::quality(const ClusteringControl& read) const {
  base::Int128 expected = 0;
  for (const WideSum& sum : read.sums) expected += wide(sum);
  return quality_of_sums(objective_, base::Int128{read.inside}, expected);
}

void DeviceMultilevel::record(std::size_t i, std::optional<double> quality) {
  const auto seconds = [](Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
  };
  const DeviceLevelView& level = levels_.view(i);
  records_.push_back({.vertices = level.num_vertices,
                      .edges = level.num_arcs / 2,
                      .sweeps = counts_.sweeps,
                      .arcs = counts_.arcs,
                      .quality = quality,
                      .move_seconds = seconds(began_, moved_),
                      .aggregate_seconds = seconds(moved_, Clock::now())});
  context_.report({"cluster", 0, 0, i + 1, counts_.sweeps, quality});
}

// Only the finest level, whose vertices have no weight but that of their arcs. Where the level
// above it has nearly as many arcs, hardly a vertex is inner.
bool DeviceMultilevel::finds_inner(std::size_t i) const {
  return i == 0 && !options_.thorough && objective_.kind == CommunityObjective::modularity &&
         levels_.is_kept(1) && levels_.view(0).loops == nullptr &&
         levels_.view(1).num_arcs <= num_arcs_ / 2;
}

void DeviceMultilevel::project_down(std::size_t i) {
  knows_inner_ = finds_inner(i);
  if (knows_inner_) {
    on_device().project_outer(levels_.num_vertices(0), levels_.view(1), levels_.coarse_vertex(0),
                              community_, objective_.gain().factor, {other_, levels_.volume()},
                              levels_.buffers(), context_.stream());
    take_other();
    return;
  }
  on_device().project_down(levels_.num_vertices(i), levels_.num_vertices(i + 1),
                           levels_.coarse_vertex(i), community_, {other_, levels_.volume()},
                           context_.stream());
  take_other();
}

void DeviceMultilevel::project_all_down() {
  turn_round();
  for (std::size_t i = levels_.size(); i-- > 0;) project_down(i);
}

double DeviceMultilevel::quality_of_communities(std::size_t i) {
  ClusteringControl* const control = levels_.buffers().control;
  on_device().sum_communities(levels_.view(i), partition(),
                              objective_.kind == CommunityObjective::cpm, control,
                              context_.stream());
  return quality(read_control(context_, control));
}

void DeviceMultilevel::set_singletons(std::size_t i) {
  on_device().singletons(levels_.view(i), partition(), context_.stream());
}

void DeviceMultilevel::move(std::size_t i, const MoveOptions& options) {
  end_moves(move(levels_.view(i), partition(), nullptr, options));
  // The finest level takes one sweep where no more are wanted.
  if (i != 0 || options.max_sweeps != 1) swept(counts_, options.max_sweeps);
}

Aggregate DeviceMultilevel::aggregate(std::size_t i) {
  const VertexId classes = levels_.count_classes(i, community_);
  Aggregate next{.shrank = classes < levels_.num_vertices(i)};
  has_aggregate_ = i == 0 || next.shrank;
  if (has_aggregate_) next.quality = contract(partition(), classes);
  return next;
}

void DeviceMultilevel::drop_aggregate() {
  if (has_aggregate_) levels_.drop_last();
}

void DeviceMultilevel::turn_round() {
  (void)levels_.restore(levels_.size());
  set_singletons(levels_.size());
}

void DeviceMultilevel::sweep_down(std::size_t i) {
  begin_level();
  if (levels_.restore(i)) add_volumes(i);
  move(i, moves_of(i));
  record(i, std::nullopt);
}

void DeviceMultilevel::best_of(std::uint32_t runs, std::span<const VertexId> initial) {
  if (runs == 1) return louvain(*this);
  Array<VertexId> best(levels_.num_vertices(0));
  std::vector<Array<VertexId>> contractions_of_best;
  (void)best_of_runs(
      runs,
      [&] {
        start(initial);
        louvain(*this);
        return quality_of_communities(0);
      },
      [&] {
        copy_to_host(context_, best.data(), community_, best.size() * sizeof(VertexId));
        contractions_of_best = take_contractions();
      });
  start(best.view());
  contractions_of_best_ = std::move(contractions_of_best);
}

void DeviceMultilevel::propagate(const MoveOptions& options) {
  levels_.clear();
  begin_level();
  end_moves(move(levels_.view(0), partition(), nullptr, options, links_alone(objective_)));
  swept(counts_, options.max_sweeps);
  record(0, std::nullopt);
}

void DeviceMultilevel::move_until_stable(std::size_t i) {
  begin_level();
  MoveOptions options = moves_of(i);
  options.max_sweeps = options_.max_sweeps;
  move(i, options);
}

// Volumes of the communities are added up again before they are read.
void DeviceMultilevel::refine(std::size_t i) {
  MoveOptions once = moves_of(i);
  once.max_sweeps = 1;
  const DevicePartition refined{other_, levels_.volume()};
  on_device().singletons(levels_.view(i), refined, context_.stream());
  const Counts more = move(levels_.view(i), refined, community_, once);
  counts_.sweeps += more.sweeps;
  counts_.arcs += more.arcs;
}

bool DeviceMultilevel::aggregate_refined(std::size_t i) {
  const VertexId classes = levels_.count_classes(i, other_);
  const bool shrank = classes < levels_.num_vertices(i);
  if (shrank) levels_.contract({other_, levels_.volume()}, classes);
  record(i, std::nullopt);
  return shrank;
}

void DeviceMultilevel::lift_communities(std::size_t i) {
  on_device().project_up(levels_.num_vertices(i), levels_.coarse_vertex(i), community_, other_,
                         levels_.buffers().first, context_.stream());
  take_other();
  add_volumes(i + 1);
}

void DeviceMultilevel::split_into_components() {
  on_device().components(levels_.view(0), community_, other_, context_.stream());
  take_other();
  add_volumes(0);
}

std::vector<Array<VertexId>> DeviceMultilevel::take_contractions() {
  if (contractions_of_best_) return std::move(*contractions_of_best_);
  std::vector<Array<VertexId>> all;
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    Array<VertexId>& coarse_vertex = all.emplace_back(levels_.num_vertices(i));
    copy_to_host(context_, coarse_vertex.data(), levels_.coarse_vertex(i),
                 coarse_vertex.size() * sizeof(VertexId));
  }
  return all;
}

DeviceClustering DeviceMultilevel::answer() {
  context_.check_cancelled();
  DeviceClustering result;
  const DeviceFunctions& device = on_device();
  const VertexId n = levels_.num_vertices(0);
  const ClusteringBuffers& buffers = levels_.buffers();
  result.communities = levels_.count_classes(0, community_);
  device.number_classes(community_, n, result.communities, buffers, other_, context_.stream());
  result.quality = quality_of_communities(0);
  result.labels = {other_, n};
  result.levels = std::move(records_);
  result.stats.rounds = result.levels.size();
  result.stats.stop_reason = reached_.stop_reason();
  result.stats.device_peak_bytes =
      graph_bytes_ + workspace_.size() + levels_.most_spilled() + extra_bytes_;
  return result;
}

bool DeviceMultilevel::goes_back_to_start(std::span<const VertexId> initial,
                                          DeviceClustering& found) {
  start(initial);
  if (!(found.quality < quality_of_communities(0))) return false;
  records_ = std::move(found.levels);
  found = answer();
  return true;
}

}  // namespace hypermatch::detail::clustering
