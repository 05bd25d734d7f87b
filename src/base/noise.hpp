// SPDX-License-Identifier: MIT
// The noise generators that the hypergraph matching literature uses, made counter-based: the state
// is filled from one 64-bit number, such as hash(seed, round, edge), and stepped once.
// xorwow: Marsaglia 2003, doi:10.18637/jss.v008.i14. xorshift64*: Vigna 2016, doi:10.1145/2845077.
// Park and Miller 1988, doi:10.1145/63039.63042.
#pragma once

#include <cstdint>

#include "base/edge_order.hpp"
#include "base/host_device.hpp"
#include "base/random.hpp"

namespace hypermatch::detail::base {

/// State of xorwow: five words of a xorshift and the counter that is added to its output.
struct XorwowState {
  std::uint32_t x, y, z, w, v, d;
};

/// One step of xorwow.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t xorwow_step(XorwowState& s) {
  const std::uint32_t t = s.x ^ (s.x >> 2);
  s.x = s.y;
  s.y = s.z;
  s.z = s.w;
  s.w = s.v;
  s.v = (s.v ^ (s.v << 4)) ^ (t ^ (t << 1));
  s.d += 362437U;
  return s.d + s.v;
}

/// First output of a xorwow that is seeded with `state`.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t xorwow(std::uint64_t state) {
  const std::uint64_t a = splitmix64(state);
  const std::uint64_t b = splitmix64(a);
  const std::uint64_t c = splitmix64(b);
  XorwowState s{static_cast<std::uint32_t>(a) | 1U,  // five zeros would stay zeros
                static_cast<std::uint32_t>(a >> 32), static_cast<std::uint32_t>(b),
                static_cast<std::uint32_t>(b >> 32), static_cast<std::uint32_t>(c),
                static_cast<std::uint32_t>(c >> 32)};
  return xorwow_step(s);
}

/// One step of xorshift64*: the high half of the scrambled state. 0 is no legal state.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t xorshift_step(std::uint64_t& s) {
  s ^= s >> 12;
  s ^= s << 25;
  s ^= s >> 27;
  return static_cast<std::uint32_t>((s * 0x2545F4914F6CDD1DULL) >> 32);
}

/// First output of a xorshift64* that is seeded with `state`.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t xorshift(std::uint64_t state) {
  std::uint64_t s = state == 0 ? 0x9E3779B97F4A7C15ULL : state;
  return xorshift_step(s);
}

/// One step of the minimal standard generator, s * 16807 mod 2^31 - 1, for s in 1 .. 2^31 - 2.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t park_miller_step(std::uint32_t& s) {
  s = static_cast<std::uint32_t>(std::uint64_t{s} * 16807U % 0x7FFFFFFFU);
  return s;
}

/// First output of the minimal standard generator that is seeded with `state`. It has 31 bits; they
/// are moved up so that all generators fill the range of 32-bit numbers, the lowest bit stays 0.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t park_miller(std::uint64_t state) {
  auto s = static_cast<std::uint32_t>(1 + state % 0x7FFFFFFEU);
  return park_miller_step(s) << 1;
}

/// Uniform double in [0, 1) from all bits of a word.
[[nodiscard]] HYPERMATCH_HD constexpr double unit_interval_of_word(std::uint32_t word) {
  return static_cast<double>(word) * 0x1.0p-32;
}

/// The image of the largest float that is not above rating + noise, of which `noise` >= 0. Rounded
/// to the nearest float, the sum might reach a rating that is larger by more than the noise.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint32_t image_of_noisy(double rating, double noise) {
  const double sum = rating + noise;
  // The true sum less the rounded one (Knuth 1997, TAOCP 2, 4.2.2, theorem B).
  const double noise_in_sum = sum - rating;
  const double error = (rating - (sum - noise_in_sum)) + (noise - noise_in_sum);
  const auto rounded = static_cast<float>(sum);
  const auto nearest = static_cast<double>(rounded);
  const std::uint32_t image = priority_image(rounded);
  return nearest > sum || (nearest == sum && error < 0) ? image - 1 : image;
}

/// The key of a rating with noise in [0, noise) by a random word, which also breaks its ties. A
/// rating that is a float stays below all that are larger by the amplitude or more.
[[nodiscard]] HYPERMATCH_HD constexpr std::uint64_t noisy_key(double rating, double noise,
                                                              std::uint32_t word) {
  return make_key(image_of_noisy(rating, noise * unit_interval_of_word(word)), word);
}

}  // namespace hypermatch::detail::base
