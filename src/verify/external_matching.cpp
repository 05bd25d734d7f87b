// SPDX-License-Identifier: MIT
// Greedy-ness of a matching whose edges are not held, from the definition.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/edge_order.hpp"
#include "base/graph_order.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/resolve.hpp"
#include "hypermatch/verify_external.hpp"
#include "parallel/host/scratch_file.hpp"
#include "structures/edge_rating.hpp"
#include "structures/value_sum.hpp"

namespace hypermatch::verify {

namespace {

using namespace detail;

// An edge with what decides its key.
struct Edge {
  EdgeId id = 0;
  bool is_integer = true;
  std::int64_t integer = 1;
  double real = 1;
  std::span<const VertexId> pins;

  [[nodiscard]] double weight() const { return is_integer ? static_cast<double>(integer) : real; }
};

struct Key {
  std::uint64_t rating = 0;
  std::uint32_t tie = 0;

  [[nodiscard]] bool is_above(const Key& other) const {
    return rating != other.rating ? rating > other.rating : tie > other.tie;
  }
};

// Edges in a file, in the order in which they were put.
class EdgeFile {
 public:
  explicit EdgeFile(const std::string& folder) : file_(folder) {}

  void put(const Edge& edge) {
    const Header header{edge.id, static_cast<std::uint32_t>(edge.pins.size()),
                        edge.is_integer ? static_cast<std::uint64_t>(edge.integer)
                                        : std::bit_cast<std::uint64_t>(edge.real),
                        edge.is_integer};
    append(&header, sizeof(header));
    append(edge.pins.data(), edge.pins.size_bytes());
    ++count_;
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }

  // Calls take(edge) of each.
  template <class Take>
  void for_each(const Take& take) {
    flush();
    std::uint64_t at = 0;
    std::vector<std::byte> room;
    std::size_t begin = 0;
    std::vector<VertexId> pins;
    const auto need = [&](std::size_t bytes) {
      if (room.size() - begin >= bytes) return;
      room.erase(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(begin));
      begin = 0;
      const std::size_t have = room.size();
      const auto more = static_cast<std::size_t>(
          std::min<std::uint64_t>(std::max(bytes - have, k_buffer), file_.bytes_written() - at));
      room.resize(have + more);
      file_.read(at, std::span(room).subspan(have));
      at += more;
    };
    for (std::uint64_t i = 0; i < count_; ++i) {
      Header header{};
      need(sizeof(header));
      std::memcpy(&header, room.data() + begin, sizeof(header));
      begin += sizeof(header);
      pins.resize(header.size);
      need(header.size * sizeof(VertexId));
      if (header.size != 0) {
        std::memcpy(pins.data(), room.data() + begin, header.size * sizeof(VertexId));
      }
      begin += header.size * sizeof(VertexId);
      Edge edge;
      edge.id = header.id;
      edge.is_integer = header.is_integer != 0;
      edge.integer = static_cast<std::int64_t>(header.bits);
      edge.real = std::bit_cast<double>(header.bits);
      edge.pins = pins;
      take(edge);
    }
  }

 private:
  struct Header {
    std::uint32_t id;
    std::uint32_t size;
    std::uint64_t bits;
    std::uint64_t is_integer;
  };
  static constexpr std::size_t k_buffer = std::size_t{1} << 18;

  void append(const void* bytes, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(bytes);
    buffer_.insert(buffer_.end(), first, first + size);
    if (buffer_.size() >= k_buffer) flush();
  }
  void flush() {
    if (!buffer_.empty()) file_.append(buffer_);
    buffer_.clear();
  }

  parallel::ScratchFile file_;
  std::vector<std::byte> buffer_;
  std::uint64_t count_ = 0;
};

class Check {
 public:
  Check(const Context& context, const OpenEdges& open, ExternalEdges& matching,
        const ExternalDemands& demands)
      : context_(context),
        open_(open),
        matching_(matching),
        demands_(demands),
        order_(demands.order),
        matched_(demands.scratch) {}

  ExternalVerdict run() {
    collect_matched();
    if (!verdict_.violation.empty()) return end();
    settle_order();
    const MatchingValue value = weigh();
    check_ranges();
    verdict_.value = value;
    if (!verdict_.violation.empty()) return end();
    verdict_.ok = verdict_.valid = verdict_.maximal = verdict_.greedy = true;
    bound(value);
    return end();
  }

 private:
  [[nodiscard]] ExternalVerdict end() const { return {verdict_, passes_}; }
  void violate(const std::string& what) {
    if (verdict_.violation.empty()) verdict_.violation = what;
  }
  [[nodiscard]] std::string name(const Edge& edge) const {
    if (!demands_.is_graph) return "edge " + std::to_string(std::uint64_t{edge.id} + 1);
    return "edge " + std::to_string(std::uint64_t{edge.pins[0]} + 1) + " " +
           std::to_string(std::uint64_t{edge.pins[1]} + 1);
  }

  // Calls take(edge) of every edge of the instance.
  template <class Take>
  void for_each_edge(const Take& take) {
    ++passes_;
    const std::unique_ptr<EdgeStream> stream = open_();
    num_vertices_ = stream->num_vertices();
    is_weighted_ = stream->is_weighted();
    StreamedEdge streamed;
    std::uint64_t count = 0;
    while (stream->next(streamed)) {
      if (++count % 4096 == 0) context_.check_cancelled();
      Edge edge;
      edge.id = streamed.id;
      edge.pins = streamed.pins;
      if (is_weighted_) {
        edge.is_integer = streamed.is_integer || stream->has_integer_weights();
        edge.integer = streamed.integer_weight;
        edge.real = streamed.weight;
      }
      take(edge);
    }
  }

  // Finds the edges that the matching names, and what decides the order.
  void collect_matched() {
    std::vector<ExternalEdge> named;
    std::size_t next = 0;
    // The matching is handed out at its own pace: a second file holds what is wanted of it.
    parallel::ScratchFile numbers(demands_.scratch);
    std::uint64_t count = 0;
    matching_.for_each([&](std::span<const ExternalEdge> some) {
      numbers.append(std::as_bytes(some));
      count += some.size();
    });
    std::uint64_t taken = 0;
    const auto refill = [&] {
      if (next < named.size() || taken == count) return next < named.size();
      named.resize(static_cast<std::size_t>(std::min<std::uint64_t>(count - taken, 1U << 14)));
      numbers.read(taken * sizeof(ExternalEdge), std::as_writable_bytes(std::span(named)));
      taken += named.size();
      next = 0;
      return true;
    };
    for_each_edge([&](const Edge& edge) {
      const std::uint64_t size = edge.pins.size();
      max_size_ = std::max(max_size_, size);
      if (size != 0) min_size_ = std::min(min_size_, size);
      has_reals_ = has_reals_ || !edge.is_integer;
      if (size != 0) {
        const double weight = edge.weight();
        if (weight > 0) largest_ = std::max(largest_, weight);
        if (weight < 0) largest_negative_ = std::min(largest_negative_, weight);
      }
      if (!refill() || named[next].id > edge.id) return;
      const ExternalEdge& wanted = named[next++];
      if (wanted.id < edge.id) {
        violate("edge " + std::to_string(std::uint64_t{wanted.id} + 1) + " does not exist");
        return;
      }
      if (demands_.is_graph && (wanted.u != edge.pins[0] || wanted.v != edge.pins[1])) {
        violate("the ends of edge " + std::to_string(std::uint64_t{wanted.id} + 1) +
                " are others than the matching says");
      }
      matched_.put(edge);
    });
    if (matched_.count() != count) violate("the matching has edges that do not exist");
  }

  void settle_order() {
    order_.objective = resolve(order_.objective, is_weighted_);
    const bool sizes_differ = min_size_ < max_size_;
    order_.rating = resolve_rating(order_.rating, sizes_differ && !demands_.is_graph);
    if (order_.rating == Rating::weight_per_load) order_.rating = Rating::weight_per_pin;
    if (order_.objective != Objective::weight || order_.rating == Rating::weight || !has_reals_) {
      return;
    }
    const bool takes_negative = order_.nonpositive == NonPositive::keep;
    const double largest = largest_ > 0 ? largest_ : takes_negative ? -largest_negative_ : 0;
    scale_ = structures::scale_of(largest);
  }

  [[nodiscard]] bool takes_part(const Edge& edge) const {
    if (edge.pins.empty()) return false;
    if (order_.objective != Objective::weight || order_.nonpositive == NonPositive::keep)
      return true;
    return edge.is_integer ? edge.integer > 0 : edge.real > 0;
  }

  [[nodiscard]] Key key_of(const Edge& edge) const {
    const bool by_weight = order_.objective == Objective::weight;
    Key key;
    if (order_.rating == Rating::weight) {
      if (by_weight) {
        key.rating = has_reals_ ? base::wide_image(edge.weight()) : base::wide_image(edge.integer);
      }
    } else {
      const double weight = (by_weight ? edge.weight() : 1) * scale_;
      const float rated = order_.rating == Rating::weight_per_sqrt_pins
                              ? structures::weight_per_sqrt_pins(weight, edge.pins.size())
                              : structures::weight_per_pin(weight, edge.pins.size());
      key.rating = base::priority_image(rated);
    }
    key.tie = demands_.is_graph ? base::PairMixer(order_.seed)(edge.pins[0], edge.pins[1])
                                : base::TieMixer(order_.seed)(edge.id);
    return key;
  }

  [[nodiscard]] MatchingValue weigh() {
    structures::ValueSum sum(!has_reals_);
    matched_.for_each([&](const Edge& edge) {
      if (!takes_part(edge)) violate("matched " + name(edge) + " takes no part");
      sum.add(has_reals_ ? std::bit_cast<std::uint64_t>(edge.weight())
                         : static_cast<std::uint64_t>(edge.integer));
      const auto size = static_cast<double>(edge.pins.size());
      const double weight = order_.objective == Objective::weight ? edge.weight() : 1;
      least_ = std::min(least_, weight);
      // Dual of the greedy order: each pin of a matched edge has what an edge of the largest size
      // and no better rating could weigh.
      const auto largest = static_cast<double>(max_size_);
      const double factor = order_.rating == Rating::weight           ? 1
                            : order_.rating == Rating::weight_per_pin ? largest / size
                                                                      : std::sqrt(largest / size);
      dual_ += size * weight * factor;
    });
    return sum.value();
  }

  void check_ranges() {
    const std::uint64_t least = external_memory_floor(num_vertices_);
    if (demands_.memory_bytes < least) {
      throw Error(ErrorCode::resources, "memory_bytes is " + std::to_string(demands_.memory_bytes) +
                                            ", must be at least " + std::to_string(least));
    }
    constexpr std::uint64_t k_reserve = std::uint64_t{6} << 20;
    const std::uint64_t range =
        std::max<std::uint64_t>((demands_.memory_bytes - k_reserve) / (sizeof(Slot)), 1);
    std::unique_ptr<EdgeFile> open_edges;
    std::uint64_t first = 0;
    // Ends: `first` rises. Without vertices there are no edges that take part.
    do {
      const std::uint64_t last = std::min<std::uint64_t>(num_vertices_, first + range);
      fill(first, last);
      if (!verdict_.violation.empty()) return;
      auto next = std::make_unique<EdgeFile>(demands_.scratch);
      const auto take = [&](const Edge& edge) {
        if (takes_part(edge) && !is_settled(edge, first, last)) next->put(edge);
      };
      if (open_edges == nullptr) {
        for_each_edge(take);
      } else {
        ++passes_;
        open_edges->for_each(take);
      }
      open_edges = std::move(next);
      first = last;
    } while (first < num_vertices_ && open_edges->count() != 0);
    open_edges->for_each(
        [&](const Edge& edge) { violate(name(edge) + " meets no matched edge above it"); });
  }

  // The matched edge at a vertex.
  struct Slot {
    std::uint64_t rating = 0;
    std::uint32_t tie = 0;
    EdgeId id = k_none;
  };

  void fill(std::uint64_t first, std::uint64_t last) {
    slots_.clear();
    slots_.resize(static_cast<std::size_t>(last - first));
    matched_.for_each([&](const Edge& edge) {
      const Key key = key_of(edge);
      for (const VertexId v : edge.pins) {
        if (v < first || v >= last) continue;
        Slot& slot = slots_[v - first];
        if (slot.id != k_none) {
          violate(name(edge) + " and another matched edge meet in vertex " +
                  std::to_string(std::uint64_t{v} + 1));
        }
        slot = {key.rating, key.tie, edge.id};
      }
    });
  }

  [[nodiscard]] bool is_settled(const Edge& edge, std::uint64_t first, std::uint64_t last) const {
    const Key key = key_of(edge);
    return std::any_of(edge.pins.begin(), edge.pins.end(), [&](VertexId v) {
      if (v < first || v >= last) return false;
      const Slot& slot = slots_[v - first];
      return slot.id != k_none && (slot.id == edge.id || Key{slot.rating, slot.tie}.is_above(key));
    });
  }

  void bound(const MatchingValue& value) {
    const double found =
        order_.objective == Objective::weight ? value.weight : static_cast<double>(value.edges);
    // Ratings are rounded to float, sums to double.
    constexpr double k_slack = 1 + 0x1p-20;
    verdict_.upper_bound = dual_ * k_slack;
    verdict_.certified_ratio = dual_ == 0   ? 1
                               : least_ < 0 ? std::numeric_limits<double>::quiet_NaN()
                                            : std::min(found / verdict_.upper_bound, 1.0);
  }

  const Context& context_;
  const OpenEdges& open_;
  ExternalEdges& matching_;
  const ExternalDemands& demands_;
  OrderOptions order_;
  EdgeFile matched_;
  std::vector<Slot> slots_;
  MatchingVerdict verdict_;
  std::uint64_t passes_ = 0;
  VertexId num_vertices_ = 0;
  bool is_weighted_ = false;
  bool has_reals_ = false;
  double largest_ = 0;
  double largest_negative_ = 0;
  double scale_ = 1;
  std::uint64_t max_size_ = 0;
  std::uint64_t min_size_ = std::numeric_limits<std::uint64_t>::max();
  double dual_ = 0;
  double least_ = 0;
};

}  // namespace

ExternalVerdict check_external_matching(const Context& context, const OpenEdges& open,
                                        ExternalEdges& matching, const ExternalDemands& demands) {
  return Check(context, open, matching, demands).run();
}

}  // namespace hypermatch::verify
