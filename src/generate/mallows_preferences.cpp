// SPDX-License-Identifier: MIT
// Mallows' model: all agents of a side have lists near to one reference order. A list whose
// distance to the reference (the number of pairs in another order) is d has a probability
// proportional to phi^d. Lists are drawn by repeated insertion (Doignon, Pekec, Regenwetter 2004,
// doi:10.1007/BF02295838): the i-th of the reference goes d places before the end with a
// probability proportional to phi^d, 0 <= d < i.
#include <algorithm>
#include <numeric>

#include "generate/build_preferences.hpp"
#include "generate/preference_families.hpp"

namespace hypermatch::detail::generate {

namespace {

class MallowsLists {
 public:
  MallowsLists(std::uint64_t n, std::uint64_t percent, std::uint64_t seed, std::uint64_t item)
      : reference_(n), is_uniform_(percent == 100) {
    std::iota(reference_.begin(), reference_.end(), VertexId{0});
    Draws draws(seed, Purpose::permutation, item);
    shuffle(reference_, draws);
    const double phi = static_cast<double>(percent) / 100;
    double power = 1, sum = 0;
    sums_.reserve(n);
    for (std::uint64_t d = 0; d < n; ++d, power *= phi) sums_.push_back(sum += power);
  }

  // O(n / (1 - phi)): an insertion moves as many as it goes before.
  void fill(std::span<VertexId> list, Draws& draws) const {
    if (is_uniform_) {
      std::ranges::copy(reference_, list.begin());
      shuffle(list, draws);
      return;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      const double at = base::unit_interval(draws.bits()) * sums_[i];
      const auto end = sums_.begin() + static_cast<std::ptrdiff_t>(i);
      const auto before = std::upper_bound(sums_.begin(), end, at) - sums_.begin();
      VertexId* const last = list.data() + i;
      std::move_backward(last - before, last, last + 1);
      *(last - before) = reference_[i];
    }
  }

 private:
  std::vector<VertexId> reference_;
  std::vector<double> sums_;  // sums_[d] = 1 + phi + .. + phi^d
  bool is_uniform_;
};

}  // namespace

Preferences mallows(const Context& context, const Parameters& p, std::uint64_t seed) {
  const std::uint64_t left = p["left"], right = p["right"];
  const auto agents = static_cast<double>(left) + static_cast<double>(right);
  check_preferences_size(p, agents, 2 * static_cast<double>(left) * static_cast<double>(right),
                         agents * (sizeof(double) + sizeof(VertexId)));
  const MallowsLists of_left(right, p["dispersion"], seed, 0);
  const MallowsLists of_right(left, p["dispersion"], seed, 1);
  Preferences made =
      complete_lists(context, left, right, [&](std::size_t agent, std::span<VertexId> list) {
        Draws draws(seed, Purpose::preferences, agent);
        (agent < left ? of_left : of_right).fill(list, draws);
      });
  mark_random_ties(context, made, p, seed);
  return made;
}

}  // namespace hypermatch::detail::generate
