// SPDX-License-Identifier: MIT
#include "order/ranks/rank_keys.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <variant>

#include "hypermatch/error.hpp"
#include "order/weight_bits.hpp"

namespace hypermatch::detail::order {

namespace {

struct PartFacts {
  EdgeFacts facts;
  std::uint64_t first_edge;
  std::uint64_t num_vertices;
  std::uint64_t is_weighted;
};

void refuse_part(std::size_t q, const std::string& what) {
  throw AgreedError(ErrorCode::invalid_input, "the part of rank " + std::to_string(q) + " " + what);
}

// Facts of all ranks, in order.
EdgeFacts join_facts(parallel::Mail& mail, const PartFacts& own) {
  mail.clear();
  for (std::size_t q = 0; q < mail.size(); ++q) mail.put<PartFacts>(q, {&own, 1});
  mail.exchange();
  EdgeFacts all;
  PartFacts first = own;
  std::uint64_t next = 0;
  for (std::size_t q = 0; q < mail.size(); ++q) {
    const PartFacts part = mail.take<PartFacts>(q)[0];
    if (q == 0) {
      first = part;
      next = part.first_edge;
    }
    if (part.first_edge != next) {
      refuse_part(q, "begins with edge " + std::to_string(part.first_edge) + ", must be " +
                         std::to_string(next));
    }
    if (part.num_vertices != first.num_vertices || part.is_weighted != first.is_weighted) {
      refuse_part(q, "has another number of vertices, or weights where others have none");
    }
    next += part.facts.edges;
    all.join(part.facts);
  }
  mail.clear();
  return all;
}

// The range of images of edges that take part, and whether all are those of floats.
struct PartImages {
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  std::uint64_t are_floats = 1;
};

PartImages range_of(const EdgeKeys& keys, const EdgePart& part, EdgeShape shape) {
  const KeyRule& rule = keys.rule();
  // Quotients are floats; where weights do not count, all images are the same.
  if (rule.order.rating != Rating::weight) return {0, std::numeric_limits<std::uint32_t>::max(), 1};
  if (part.weights.index() == 0 || rule.order.objective != Objective::weight) return {0, 0, 1};
  // Types of 32 bits tell.
  if (!rule.has_reals && std::holds_alternative<Array<std::int32_t>>(part.weights)) {
    using Narrow = std::numeric_limits<std::int32_t>;
    return {base::wide_image(std::int64_t{Narrow::min()}),
            base::wide_image(std::int64_t{Narrow::max()}), 1};
  }
  if (std::holds_alternative<Array<float>>(part.weights)) return {0, ~std::uint64_t{0}, 1};
  constexpr std::size_t k_some = 8192;
  PartImages range;
  Picks picks;
  const EdgeColumns all = columns_of(part, shape);
  for (std::size_t first = 0; first < all.count; first += k_some) {
    keys.pick(all.part(first, std::min(k_some, all.count - first)), picks);
    for (std::size_t i = 0; i < picks.count; ++i) {
      const std::uint64_t image = picks.images[i] & keys.mask();
      range.low = std::min(range.low, image);
      range.high = std::max(range.high, image);
      if (range.are_floats == 0 || !keys.rule().has_reals) continue;
      const double weight = WideWeightBits::value_of<double>(image);
      range.are_floats = static_cast<double>(static_cast<float>(weight)) == weight ? 1 : 0;
    }
  }
  return range;
}

}  // namespace

bool is_stopped(const Context& context) {
  try {
    context.check_cancelled();
  } catch (const Error&) {
    return true;
  }
  return false;
}

void check_part(const EdgePart& part, EdgeShape shape) {
  const bool divides = part.edge_size != 0 && part.pins.size() % part.edge_size == 0;
  if (part.offsets.empty() ? !divides : part.offsets[part.num_edges()] != part.pins.size()) {
    throw Error(ErrorCode::invalid_input, "pins of a part do not fit its offsets");
  }
  if (shape == EdgeShape::pairs && (!part.offsets.empty() || part.edge_size != 2)) {
    throw Error(ErrorCode::invalid_input, "the edges of a graph have two ends each, no offsets");
  }
  const std::size_t num_weights = size_of(view_of(part.weights));
  if (is_weighted(view_of(part.weights)) && num_weights != part.num_edges()) {
    throw Error(ErrorCode::invalid_input, "a part has " + std::to_string(num_weights) +
                                              " weights, must be " +
                                              std::to_string(part.num_edges()));
  }
  if (part.num_edges() > k_max_count || part.pins.size() > k_max_count) {
    throw Error(ErrorCode::resources,
                "a part has more than 2^32 - 2 edges or pins: there are too few ranks");
  }
}

AgreedOrder agree_on_order(parallel::Mail& mail, const EdgePart& part, const OrderOptions& order,
                           EdgeShape shape, const RankTuning& tuning) {
  agree(mail.ranks(), [&] { check_part(part, shape); });
  AgreedOrder agreed;
  agreed.tuning = tuning;
  agreed.is_weighted = is_weighted(view_of(part.weights));
  PartFacts own{{}, part.first_edge, part.num_vertices, agreed.is_weighted ? 1U : 0U};
  own.facts.take(columns_of(part, shape), part.pins.size(), order);
  agreed.facts = join_facts(mail, own);
  agreed.rule = rule_of(agreed.facts, order, agreed.is_weighted);
  const EdgeKeys keys(agreed.rule, shape, agreed.is_weighted);
  PartImages range = range_of(keys, part, shape);
  range.low = mail.reduced(range.low, Reduction::min);
  range.high = mail.reduced(range.high, Reduction::max);
  range.are_floats = mail.reduced(range.are_floats, Reduction::min);
  const std::uint64_t last_edge = part.first_edge + part.num_edges();
  const bool fits_ids = shape == EdgeShape::pairs || mail.reduced(last_edge, Reduction::max) <=
                                                         std::uint64_t{1} << tuning.id_bits;
  const bool fits_image = range.high <= range.low ||
                          range.high - range.low <= std::numeric_limits<std::uint32_t>::max();
  const bool rates_weights = agreed.rule.order.rating == Rating::weight &&
                             agreed.rule.order.objective == Objective::weight;
  agreed.image_base = fits_image ? std::min(range.low, range.high) : 0;
  agreed.are_floats =
      !fits_image && rates_weights && agreed.rule.has_reals && range.are_floats != 0;
  agreed.is_narrow = fits_ids && (fits_image || agreed.are_floats);
  return agreed;
}

}  // namespace hypermatch::detail::order
