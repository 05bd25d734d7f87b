// SPDX-License-Identifier: MIT
#include "io/text/vertex_numbers.hpp"

#include <xxhash.h>

#include <atomic>
#include <charconv>
#include <cstddef>
#include <string>

#include "hypermatch/error.hpp"
#include "io/text/printable.hpp"
#include "io/text/written_ids.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

std::size_t NameTable::place_of(std::uint64_t hash, std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t place = static_cast<std::size_t>(hash >> 32) & mask;
  // Ends: at most half of the slots are taken.
  while (slots_[place] != 0) {
    const std::uint32_t number = slots_[place] - 1;
    if (hashes_[number] == static_cast<std::uint32_t>(hash) && names_[number] == name) break;
    place = (place + 1) & mask;
  }
  return place;
}

void NameTable::grow() {
  slots_.assign(slots_.empty() ? 1024 : 2 * slots_.size(), 0);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string_view name = names_[i];
    slots_[place_of(XXH3_64bits(name.data(), name.size()), name)] =
        static_cast<std::uint32_t>(i) + 1;
  }
}

VertexId NameTable::number_of(std::string_view name) {
  if (2 * names_.size() >= slots_.size()) grow();
  const std::uint64_t hash = XXH3_64bits(name.data(), name.size());
  const std::size_t place = place_of(hash, name);
  if (slots_[place] == 0) {
    if (names_.size() >= k_max_count) {
      throw Error(ErrorCode::invalid_input, "more than 2^32 - 2 vertices");
    }
    names_.push_back(name);
    hashes_.push_back(static_cast<std::uint32_t>(hash));
    slots_[place] = static_cast<std::uint32_t>(names_.size());
  }
  return slots_[place] - 1;
}

VertexId NameTable::number_of_copy(std::string_view name) {
  const std::size_t known = names_.size();
  const VertexId number = number_of(name);
  if (number == known) names_[known] = copies_.emplace_back(name);
  return number;
}

VertexId NameTable::find(std::string_view name) const {
  if (slots_.empty()) return k_none;
  const std::uint32_t slot = slots_[place_of(XXH3_64bits(name.data(), name.size()), name)];
  return slot == 0 ? k_none : slot - 1;
}

void add_labels(NameTable& names, const hypermatch::io::VertexLabels& labels) {
  for (std::size_t v = 0; v + 1 < labels.offsets.size(); ++v) {
    const VertexId known = names.number_of(label_at(labels, v));
    if (known == v) continue;
    throw Error(ErrorCode::invalid_input, "vertices " + std::to_string(known + 1) + " and " +
                                              std::to_string(v + 1) + " have the same id, " +
                                              shown_text(label_at(labels, v)));
  }
}

namespace {

constexpr std::uint64_t k_never = ~std::uint64_t{0};

Array<VertexId> number_one_by_one(Array<GraphEdge>& pairs, std::uint64_t limit, Ends ends) {
  Array<VertexId> number(limit, k_none);
  Array<VertexId> ids;
  const auto renumber = [&](VertexId& id) {
    VertexId& mine = number[id];
    if (mine == k_none) {
      mine = static_cast<VertexId>(ids.size());
      ids.push_back(id);
    }
    id = mine;
  };
  for (GraphEdge& pair : pairs) {
    if (ends != Ends::second) renumber(pair.u);
    if (ends != Ends::first) renumber(pair.v);
  }
  return ids;
}

}  // namespace

Array<VertexId> number_by_appearance(const Context& context, Array<GraphEdge>& pairs,
                                     std::uint64_t limit, Ends ends) {
  // Atomic minima on all places cost eight times as much.
  constexpr int k_fewest_threads = parallel::threshold(8, 4);
  if (context.threads() < k_fewest_threads) return number_one_by_one(pairs, limit, ends);
  const auto id_at = [&](std::size_t i) {
    if (ends == Ends::both) return i % 2 == 0 ? pairs[i / 2].u : pairs[i / 2].v;
    return ends == Ends::first ? pairs[i].u : pairs[i].v;
  };
  const std::size_t num_places = ends == Ends::both ? 2 * pairs.size() : pairs.size();
  // first[id] is the first place where the id stands.
  Array<std::uint64_t> first(limit, k_never);
  parallel::for_each(context, num_places, [&](std::size_t i) {
    std::atomic_ref<std::uint64_t> slot(first[id_at(i)]);
    // Relaxed: the minimum does not depend on the order, and is read behind the join of the tasks.
    std::uint64_t seen = slot.load(std::memory_order_relaxed);
    while (i < seen && !slot.compare_exchange_weak(seen, i, std::memory_order_relaxed)) {
    }
  });
  const auto is_first = [&](std::size_t i) { return first[id_at(i)] == i; };
  const auto total = static_cast<std::size_t>(parallel::reduce<std::uint64_t>(
      context, limit, 0, [&](std::size_t id) { return first[id] == k_never ? 0ULL : 1ULL; },
      [](std::uint64_t a, std::uint64_t b) { return a + b; }));
  Array<VertexId> ids(total);
  parallel::select(context, num_places, is_first,
                   [&](std::size_t number, std::size_t i) { ids[number] = id_at(i); });
  Array<VertexId> number(limit);
  parallel::for_each(context, total,
                     [&](std::size_t i) { number[ids[i]] = static_cast<VertexId>(i); });
  parallel::for_each(context, pairs.size(), [&](std::size_t i) {
    if (ends != Ends::second) pairs[i].u = number[pairs[i].u];
    if (ends != Ends::first) pairs[i].v = number[pairs[i].v];
  });
  return ids;
}

namespace {

template <class Items, class Append>
hypermatch::io::VertexLabels make_labels(const Items& items, const Append& append) {
  hypermatch::io::VertexLabels labels;
  labels.offsets.reserve(items.size() + 1);
  labels.offsets.push_back(0);
  for (const auto& item : items) {
    append(labels.text, item);
    labels.offsets.push_back(labels.text.size());
  }
  return labels;
}

}  // namespace

hypermatch::io::VertexLabels labels_of(const Array<VertexId>& ids) {
  bool plain = true;
  for (std::size_t v = 0; plain && v < ids.size(); ++v) plain = ids[v] == v + 1;
  if (plain) return {};
  return make_labels(ids, [](std::string& text, VertexId id) {
    char digits[16];
    text.append(digits, std::to_chars(digits, digits + sizeof(digits), id).ptr);
  });
}

hypermatch::io::VertexLabels labels_of(const std::vector<std::string_view>& names) {
  return make_labels(names, [](std::string& text, std::string_view name) { text += name; });
}

}  // namespace hypermatch::detail::io
