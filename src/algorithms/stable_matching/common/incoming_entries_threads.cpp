// SPDX-License-Identifier: MIT
#include "algorithms/stable_matching/common/incoming_entries.hpp"

#include "algorithms/stable_matching/common/tie_order.hpp"
#include "parallel/host/grain.hpp"
#include "parallel/host/segmented.hpp"
#include "parallel/host/stop_check.hpp"

namespace hypermatch::detail::stable_matching {

namespace {

// Log of the entries of a block, about half a second-level cache.
constexpr unsigned k_entries_log = parallel::threshold(15U, 6);
constexpr std::size_t k_most_blocks = 2048;  // open write streams
constexpr unsigned k_most_agents_log = 16;   // of a block: owners have 16 bits

}  // namespace

IncomingEntries::IncomingEntries(const Context& context, const PreferencesView& preferences,
                                 std::uint64_t seed, AgentRange proposing, AgentRange receiving,
                                 Array<ProposalEntry>& room)
    : proposing_(proposing), receiving_(receiving) {
  choose_blocks(preferences);
  count(context, preferences, seed);
  put_ranges(preferences, room);
  fill(context, preferences, seed);
}

void IncomingEntries::choose_blocks(const PreferencesView& preferences) {
  const Offset entries =
      preferences.offsets[receiving_.last] - preferences.offsets[receiving_.first];
  const std::size_t blocks = std::clamp<std::size_t>(entries >> k_entries_log, 1, k_most_blocks);
  // Ends: the size's parts fall to 0.
  while (log_ < k_most_agents_log && (proposing_.size() >> log_) >= blocks) ++log_;
  num_blocks_ = (std::size_t{proposing_.size()} >> log_) + 1;
}

// body(chunk, owner, receiver, place) for every entry of the receivers' lists, owners from 0; each
// chunk always has the same entries. With `Order::any` places may be those in front of the breaking
// of ties.
template <IncomingEntries::Order in, class Body>
void IncomingEntries::for_each_entry(const Context& context, const PreferencesView& preferences,
                                     std::uint64_t seed, const Body& body) const {
  parallel::run_tasks(context, chunks_.count, [&](std::size_t chunk) {
    TieOrder order(preferences, seed);
    parallel::StopCheck stop(context);
    parallel::for_row_pieces(
        chunks_, chunk, receiving_.size(), receiver_offset(preferences),
        [&](const parallel::RowPiece& piece) {
          const auto receiver = static_cast<VertexId>(receiving_.first + piece.row);
          // A part of a list may end within a tie.
          const bool as_given = in == Order::any && piece.starts && piece.ends;
          const VertexId* const list =
              as_given ? preferences.list_of(receiver).data() : order.of(receiver).data();
          const Offset begin = preferences.offsets[receiver];
          stop.done(piece.end - piece.begin + 1);
          for (std::uint64_t p = piece.begin; p < piece.end; ++p) {
            body(chunk, list[p - begin] - proposing_.first, receiver,
                 static_cast<std::uint32_t>(p - begin));
          }
        });
  });
}

void IncomingEntries::count(const Context& context, const PreferencesView& preferences,
                            std::uint64_t seed) {
  chunks_ = parallel::cut_rows(context, receiving_.size(), receiver_offset(preferences),
                               std::size_t{1} << 16);
  place_.assign(chunks_.count * num_blocks_, 0);
  for_each_entry<Order::any>(context, preferences, seed,
                             [&](std::size_t chunk, VertexId owner, VertexId, std::uint32_t) {
                               ++place_[chunk * num_blocks_ + (owner >> log_)];
                             });
}

// Assigns a range of the result to each block, and to each chunk in it.
void IncomingEntries::put_ranges(const PreferencesView& preferences, Array<ProposalEntry>& room) {
  ranges_.resize(num_blocks_);
  std::size_t sum = 0;
  bool fits = true;
  for (std::size_t b = 0; b < num_blocks_; ++b) {
    std::size_t size = 0;
    for (std::size_t c = 0; c < chunks_.count; ++c) size += place_[c * num_blocks_ + b];
    const AgentRange block = agents(b);
    fits = fits && size <= preferences.offsets[block.last] - preferences.offsets[block.first];
    ranges_[b] = {sum, size};
    sum += size;
  }
  if (fits) {
    const Offset base = preferences.offsets[proposing_.first];
    for (std::size_t b = 0; b < num_blocks_; ++b) {
      ranges_[b].begin = preferences.offsets[agents(b).first] - base;
    }
  } else {
    own_.resize(sum);
  }
  entries_ = fits ? room.data() : own_.data();
  owners_.resize(fits ? room.size() : sum);
  for (std::size_t b = 0; b < num_blocks_; ++b) {
    std::size_t next = ranges_[b].begin;
    for (std::size_t c = 0; c < chunks_.count; ++c) {
      next += std::exchange(place_[c * num_blocks_ + b], next);
    }
  }
}

void IncomingEntries::fill(const Context& context, const PreferencesView& preferences,
                           std::uint64_t seed) {
  const VertexId mask = (VertexId{1} << log_) - 1;
  for_each_entry<Order::broken_ties>(
      context, preferences, seed,
      [&](std::size_t chunk, VertexId owner, VertexId receiver, std::uint32_t place) {
        const std::size_t at = place_[chunk * num_blocks_ + (owner >> log_)]++;
        entries_[at] = {receiver, place};
        owners_[at] = static_cast<std::uint16_t>(owner & mask);
      });
}

}  // namespace hypermatch::detail::stable_matching
