// SPDX-License-Identifier: MIT
// Ranks agree on this before they match: facts about all edges, the rule of their keys, and
// whether a key fits one word.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "hypermatch/context.hpp"
#include "hypermatch/ranks_matching.hpp"
#include "order/passes/edge_facts.hpp"
#include "order/passes/edge_keys.hpp"
#include "order/weight_bits.hpp"
#include "parallel/ranks/mail.hpp"

namespace hypermatch::detail::order {

/// Image of 32 bits, tie hash of 32.
using NarrowKey = std::uint64_t;

/// Image of 64 bits, tie hash, and the rest of the number of a hyperedge.
struct WideKey {
  std::uint64_t image = 0;
  std::uint64_t tie = 0;
  friend constexpr auto operator<=>(const WideKey&, const WideKey&) = default;
};

/// As of keys of one word (order/bucket_store.hpp).
[[nodiscard]] inline std::uint64_t bucket_word(const WideKey& key) {
  return key.image;
}

/// Limits that tests lower.
struct RankTuning {
  int id_bits = 32;                  ///< numbers of hyperedges go to the mixer by so many
  std::uint64_t few_edges = 256;     ///< are settled by one rank
  std::uint64_t least_room = 4096;   ///< edges that a rank can be handed
  std::size_t most_splitters = 512;  ///< bars between batches to choose from
  std::size_t reach_every = 64;      ///< one of so many vertices tells which rank meets many
};

/// Equal on all ranks.
struct AgreedOrder {
  KeyRule rule;
  EdgeFacts facts;  ///< of all ranks
  bool is_weighted = false;
  RankTuning tuning;
  bool is_narrow = true;
  bool are_floats = false;       ///< narrow images are those of floats
  std::uint64_t image_base = 0;  ///< else they are differences from this one
};

[[nodiscard]] inline EdgeColumns columns_of(const EdgePart& part, EdgeShape shape) {
  const bool is_common = part.offsets.empty() && shape == EdgeShape::hyperedges;
  return {part.num_edges(), part.offsets.view(), view_of(part.weights),
          is_common ? part.edge_size : std::uint64_t{0}};
}

/// Whether this rank is asked to stop: no rank stops alone.
[[nodiscard]] bool is_stopped(const Context& context);

/// Checks sizes. @throws Error{invalid_input, resources}
void check_part(const EdgePart& part, EdgeShape shape);

/// Called by all ranks. @throws Error{invalid_input} if the parts do not fit each other
[[nodiscard]] AgreedOrder agree_on_order(parallel::Mail& mail, const EdgePart& part,
                                         const OrderOptions& order, EdgeShape shape,
                                         const RankTuning& tuning);

/// The keys of the edges of a part.
class RankKeys {
 public:
  RankKeys(const AgreedOrder& agreed, EdgeShape shape, const EdgePart& part)
      : agreed_(agreed),
        shape_(shape),
        part_(part),
        keys_(agreed.rule, shape, agreed.is_weighted),
        id_mask_((std::uint64_t{1} << agreed.tuning.id_bits) - 1) {}

  /// Calls body(edge, key) of each edge first .. last - 1 of the part that takes part, that has an
  /// image in low .. high, and for which wants(edge) holds: most edges are done with before their
  /// ties are looked at, and without a branch.
  template <class Key, class Wants, class Body>
  void for_each(std::size_t first, std::size_t last, std::uint64_t low, std::uint64_t high,
                const Wants& wants, const Body& body) {
    constexpr std::size_t k_some = 4096;
    const EdgeColumns all = columns_of(part_, shape_);
    for (; first < last; first += k_some) {
      keys_.pick(all.part(first, std::min(k_some, last - first)), picks_, {low, high});
      std::uint32_t* const places = picks_.places.data();
      std::uint64_t* const images = picks_.images.data();
      std::size_t wanted = 0;
      for (std::size_t i = 0; i < picks_.count; ++i) {
        places[wanted] = places[i];
        images[wanted] = images[i] & keys_.mask();
        wanted += wants(static_cast<std::uint32_t>(first + places[i])) ? 1 : 0;
      }
      for (std::size_t i = 0; i < wanted; ++i) {
        const auto e = static_cast<std::uint32_t>(first + places[i]);
        body(e, key_of<Key>(images[i], e));
      }
    }
  }
  /// The image that a key has.
  [[nodiscard]] std::uint64_t image_of(NarrowKey key) const {
    const auto narrow = static_cast<std::uint32_t>(key >> 32);
    if (!agreed_.are_floats) return agreed_.image_base + narrow;
    return base::wide_image(double{NarrowWeightBits::value_of<float>(narrow)});
  }
  [[nodiscard]] std::uint64_t image_of(const WideKey& key) const { return key.image; }
  [[nodiscard]] const EdgeKeys& keys() const { return keys_; }

 private:
  template <class Key>
  [[nodiscard]] Key key_of(std::uint64_t image, std::size_t e) const {
    const std::uint64_t id = part_.first_edge + e;
    std::uint32_t hash = 0;
    if (shape_ == EdgeShape::pairs) {
      hash = keys_.hash(0, part_.pins.view().subspan(2 * e, 2));
    } else {
      hash = keys_.hash(static_cast<EdgeId>(id & id_mask_), {});
    }
    if constexpr (std::is_same_v<Key, NarrowKey>) {
      return base::make_key(narrow_image(image), hash);
    } else {
      const std::uint64_t rest = shape_ == EdgeShape::pairs ? 0 : id >> agreed_.tuning.id_bits;
      return {image, std::uint64_t{hash} << 32 | rest};
    }
  }
  [[nodiscard]] std::uint32_t narrow_image(std::uint64_t image) const {
    return agreed_.are_floats
               ? base::priority_image(static_cast<float>(WideWeightBits::value_of<double>(image)))
               : static_cast<std::uint32_t>(image - agreed_.image_base);
  }

  const AgreedOrder& agreed_;
  EdgeShape shape_;
  const EdgePart& part_;
  EdgeKeys keys_;
  std::uint64_t id_mask_;
  Picks picks_;
};

}  // namespace hypermatch::detail::order
