// SPDX-License-Identifier: MIT
#include "order/ranks/boundary.hpp"

#include <string>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::order {

namespace {

// The first vertex of rank q of p.
VertexId first_of(VertexId num_vertices, std::size_t q, std::size_t p) {
  return static_cast<VertexId>(std::uint64_t{num_vertices} * q / p);
}

void refuse_pin(VertexId v, VertexId num_vertices) {
  throw Error(ErrorCode::invalid_input,
              "a pin is " + std::to_string(v) + ", must be below " + std::to_string(num_vertices));
}

// Whether edges meet at least a quarter of the vertices of other ranks, by one of `every` vertices.
// Mostly few pins are of others, which some of them tell.
template <class IsOwn>
bool reach_others(std::span<const VertexId> pins, VertexId num_vertices, VertexId others,
                  std::size_t every, const IsOwn& is_own) {
  if (every == 0 || others < 64 * (every - 1)) return false;
  const std::size_t step = std::max<std::size_t>(every - 1, 1);
  std::size_t foreign = 0;
  for (std::size_t i = 0; i < pins.size(); i += step) foreign += is_own(pins[i]) ? 0 : 1;
  if (foreign * step < others / 4) return false;
  std::size_t wanted = 0;
  for (std::size_t v = 0; v < num_vertices; v += every) {
    wanted += is_own(static_cast<VertexId>(v)) ? 0 : 1;
  }
  wanted = (wanted + 3) / 4;
  std::vector<std::uint8_t> met(num_vertices / every + 1, 0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < pins.size() && count < wanted; ++i) {
    const VertexId v = pins[i];
    if (v % every != 0 || v >= num_vertices || is_own(v)) continue;
    count += met[v / every] == 0 ? 1 : 0;
    met[v / every] = 1;
  }
  return count >= wanted;
}

}  // namespace

Boundary::Boundary(parallel::Mail& mail, VertexId num_vertices, std::span<const VertexId> pins,
                   Pins state, std::size_t every)
    : num_vertices_(num_vertices),
      first_own_(first_of(num_vertices, mail.rank(), mail.size())),
      num_own_(first_of(num_vertices, mail.rank() + 1, mail.size()) - first_own_),
      ghost_bits_(num_vertices),
      shared_bits_(num_own_) {
  std::uint64_t reaches = 0;
  agree(mail.ranks(), [&] {
    reaches = reach_others(pins, num_vertices, num_vertices - num_own_, every,
                           [&](VertexId v) { return is_own(v); })
                  ? 1
                  : 0;
  });
  is_whole_ = mail.reduced(reaches, Reduction::min) != 0;
  agree(mail.ranks(), [&] {
    if (!is_whole_) return find_ghosts(pins);
    VertexId largest = 0;  // without a branch per pin
    for (const VertexId v : state == Pins::checked ? pins.first(0) : pins) {
      largest = std::max(largest, v);
    }
    if (!pins.empty() && largest >= num_vertices) refuse_pin(largest, num_vertices);
  });
  if (is_whole_) {
    num_pairs_ = std::uint64_t{num_own_} * (mail.size() - 1);
    first_own_ = 0;
    num_own_ = num_vertices;
  } else {
    tell_owners(mail);
  }
}

// Pins are looked at some at a time: mostly all are own.
void Boundary::find_ghosts(std::span<const VertexId> pins) {
  constexpr std::size_t k_some = 64;
  for (std::size_t i = 0; i < pins.size(); i += k_some) {
    const std::span<const VertexId> some = pins.subspan(i, std::min(k_some, pins.size() - i));
    std::uint32_t others = 0;
    for (const VertexId v : some) others |= is_own(v) ? 0U : 1U;
    if (others == 0) continue;
    for (const VertexId v : some) {
      if (is_own(v)) continue;
      if (v >= num_vertices_) refuse_pin(v, num_vertices_);
      ghost_bits_.insert(v);
    }
  }
  ghosts_ = ghost_bits_.members();
}

// Each owner learns who has its vertices as ghosts.
void Boundary::tell_owners(parallel::Mail& mail) {
  const std::size_t p = mail.size();
  ghosts_from_.resize(p + 1);
  mail.clear();
  for (std::size_t q = 0; q <= p; ++q) {
    const auto* const first =
        std::lower_bound(ghosts_.begin(), ghosts_.end(), first_of(num_vertices_, q, p));
    ghosts_from_[q] = num_own_ + static_cast<LocalId>(first - ghosts_.begin());
  }
  for (std::size_t q = 0; q < p; ++q) {
    mail.put<VertexId>(q, ghosts_.view().subspan(ghosts_from_[q] - num_own_,
                                                 ghosts_from_[q + 1] - ghosts_from_[q]));
  }
  mail.exchange();
  find_sharers(mail);
  mail.clear();
}

// From the ghosts that the other ranks have of this one.
void Boundary::find_sharers(parallel::Mail& mail) {
  const std::size_t p = mail.size();
  std::vector<std::span<const VertexId>> there(p);
  ghosts_there_from_.resize(p + 1, 0);
  ghosts_of_.reserve(p);
  for (std::size_t q = 0; q < p; ++q) {
    if (q != mail.rank()) there[q] = mail.take<VertexId>(q);
    PagedBits& ghosts = ghosts_of_.emplace_back(there[q].empty() ? 0 : num_own_);
    ghosts_there_from_[q + 1] = ghosts_there_from_[q] + there[q].size();
    for (const VertexId v : there[q]) {
      ghosts.insert(static_cast<LocalId>(v - first_own_));
      shared_bits_.insert(static_cast<LocalId>(v - first_own_));
    }
    (void)ghosts.number();
  }
  shared_ = shared_bits_.members();
  num_pairs_ = ghosts_there_from_[p];
  ghosts_there_.resize(ghosts_there_from_[p]);
  for (std::size_t q = 0; q < p; ++q) {
    for (std::size_t i = 0; i < there[q].size(); ++i) {
      ghosts_there_[ghosts_there_from_[q] + i] =
          shared_bits_.number_of(static_cast<LocalId>(there[q][i] - first_own_));
    }
  }
  constexpr std::uint64_t k_page = std::uint64_t{1} << PagedBits::k_page_bits;
  sharers_from_.push_back(0);
  for (std::uint64_t first = 0; first <= num_own_; first += k_page) {
    for (std::size_t q = 0; q < p; ++q) {
      if (there[q].empty() || !ghosts_of_[q].has_page(static_cast<VertexId>(first))) continue;
      sharers_.push_back(static_cast<std::uint32_t>(q));
    }
    sharers_from_.push_back(static_cast<std::uint32_t>(sharers_.size()));
  }
}

}  // namespace hypermatch::detail::order
