// SPDX-License-Identifier: MIT
#include "order/ranks/boundary.hpp"

#include <string>

#include "hypermatch/error.hpp"

namespace hypermatch::detail::order {

namespace {

// Whether edges meet nearly all vertices of other ranks, by every 64th vertex. Then all of them are
// taken for ghosts: to number those that are takes longer than messages about a few more.
bool are_nearly_all_met(std::span<const VertexId> pins, VertexId num_vertices, VertexId first_own,
                        VertexId num_own) {
  constexpr VertexId k_every = 64;
  const auto is_own = [&](VertexId v) { return static_cast<VertexId>(v - first_own) < num_own; };
  const VertexId others = num_vertices - num_own;
  if (others < 64 * k_every) return false;
  // Mostly few pins are not own, which some of them tell.
  std::size_t foreign = 0;
  for (std::size_t i = 0; i < pins.size(); i += k_every - 1) foreign += is_own(pins[i]) ? 0 : 1;
  if (foreign * (k_every - 1) < others) return false;
  std::vector<std::uint8_t> met(num_vertices / k_every + 1, 0);
  for (const VertexId v : pins) {
    if (v % k_every == 0 && v < num_vertices) met[v / k_every] = 1;
  }
  std::size_t count = 0;
  std::size_t all = 0;
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (i * k_every >= num_vertices || is_own(static_cast<VertexId>(i * k_every))) continue;
    ++all;
    count += met[i];
  }
  return count >= all / 10 * 9;
}

// The first vertex of rank q of p.
std::uint64_t first_of(VertexId num_vertices, std::size_t q, std::size_t p) {
  return std::uint64_t{num_vertices} * q / p;
}

}  // namespace

Boundary::Boundary(parallel::Mail& mail, VertexId num_vertices, std::span<VertexId> pins)
    : first_own_(first_of(num_vertices, mail.rank(), mail.size())),
      num_own_(static_cast<std::size_t>(first_of(num_vertices, mail.rank() + 1, mail.size()) -
                                        first_own_)),
      shared_bits_(static_cast<VertexId>(num_own_)) {
  const std::size_t p = mail.size();
  const auto first_own = static_cast<VertexId>(first_own_);
  const auto num_own = static_cast<VertexId>(num_own_);
  const auto is_own = [&](VertexId v) { return static_cast<VertexId>(v - first_own) < num_own; };
  // Pins are looked at some at a time: mostly all are own.
  constexpr std::size_t k_some = 64;
  const auto are_own = [&](std::span<const VertexId> some) {
    std::uint32_t others = 0;
    for (const VertexId v : some) others |= is_own(v) ? 0U : 1U;
    return others == 0;
  };
  const auto some_at = [&](std::size_t i) {
    return pins.subspan(i, std::min(k_some, pins.size() - i));
  };
  PagedBits ghost_bits(num_vertices);
  bool all_are_ghosts = false;
  agree(mail.ranks(), [&] {
    all_are_ghosts = are_nearly_all_met(pins, num_vertices, first_own, num_own);
    const auto check = [&](VertexId v) {
      if (v < num_vertices) return;
      throw Error(ErrorCode::invalid_input, "a pin is " + std::to_string(v) + ", must be below " +
                                                std::to_string(num_vertices));
    };
    if (all_are_ghosts) {
      VertexId largest = 0;  // without a branch per pin
      for (const VertexId v : pins) largest = std::max(largest, v);
      return check(largest);
    }
    for (std::size_t i = 0; i < pins.size(); i += k_some) {
      if (are_own(some_at(i))) continue;
      for (const VertexId v : some_at(i)) {
        if (is_own(v)) continue;
        check(v);
        ghost_bits.insert(v);
      }
    }
  });
  if (all_are_ghosts) {
    ghosts_.resize(num_vertices - num_own);
    for (VertexId i = 0; i < ghosts_.size(); ++i) ghosts_[i] = i < first_own ? i : i + num_own;
    for (VertexId& v : pins) v = is_own(v) ? v - first_own : v < first_own ? num_own + v : v;
  } else {
    ghosts_ = ghost_bits.members();
  }
  for (std::size_t i = 0; !all_are_ghosts && p > 1 && i < pins.size(); i += k_some) {
    if (are_own(some_at(i))) {
      for (VertexId& v : some_at(i)) v -= first_own;
      continue;
    }
    for (VertexId& v : some_at(i)) {
      v = is_own(v) ? v - first_own : num_own + ghost_bits.number_of(v);
    }
  }
  // Each owner learns who has its vertices as ghosts.
  ghosts_from_.resize(p + 1);
  mail.clear();
  for (std::size_t q = 0; q <= p; ++q) {
    const auto* const first =
        std::lower_bound(ghosts_.begin(), ghosts_.end(), first_of(num_vertices, q, p));
    ghosts_from_[q] =
        static_cast<LocalId>(num_own_ + static_cast<std::size_t>(first - ghosts_.begin()));
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
  const auto num_own = static_cast<VertexId>(num_own_);
  ghosts_of_.reserve(p);
  for (std::size_t q = 0; q < p; ++q) {
    if (q != mail.rank()) there[q] = mail.take<VertexId>(q);
    PagedBits& ghosts = ghosts_of_.emplace_back(there[q].empty() ? 0 : num_own);
    ghosts_there_from_[q + 1] = ghosts_there_from_[q] + there[q].size();
    for (const VertexId v : there[q]) {
      ghosts.insert(static_cast<LocalId>(v - first_own_));
      shared_bits_.insert(static_cast<LocalId>(v - first_own_));
    }
    (void)ghosts.number();
  }
  shared_ = shared_bits_.members();
  ghosts_there_.resize(ghosts_there_from_[p]);
  for (std::size_t q = 0; q < p; ++q) {
    for (std::size_t i = 0; i < there[q].size(); ++i) {
      ghosts_there_[ghosts_there_from_[q] + i] =
          shared_bits_.number_of(static_cast<LocalId>(there[q][i] - first_own_));
    }
  }
  constexpr std::uint64_t k_page = std::uint64_t{1} << PagedBits::k_page_bits;
  sharers_from_.push_back(0);
  for (std::uint64_t first = 0; first <= num_own; first += k_page) {
    for (std::size_t q = 0; q < p; ++q) {
      if (there[q].empty() || !ghosts_of_[q].has_page(static_cast<VertexId>(first))) continue;
      sharers_.push_back(static_cast<std::uint32_t>(q));
    }
    sharers_from_.push_back(static_cast<std::uint32_t>(sharers_.size()));
  }
}

}  // namespace hypermatch::detail::order
