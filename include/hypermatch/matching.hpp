// SPDX-License-Identifier: MIT
// Options and statistics shared by matchings in graphs and in hypergraphs: objective, rating, ties,
// results of a run.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "hypermatch/enum_names.hpp"
#include "hypermatch/version.hpp"

namespace hypermatch {

/// Order of edges of a graph whose ratings are equal.
enum class TieOrder {
  hash,    ///< a hash of both ends and the seed: at random, but the same everywhere
  degree,  ///< the edge of the smaller sum of both ends' degrees above; then by `hash`
  number,  ///< the edge of the smaller number above
};

template <>
struct EnumNames<TieOrder> {
  static constexpr EnumName<TieOrder> all[] = {
      {TieOrder::hash, "hash"}, {TieOrder::degree, "degree"}, {TieOrder::number, "number"}};
};

/// Ratings that order the edges. `w` is the weight, or 1 for cardinality. Quotients that round to
/// the same float are ties, such as those that underflow to 0. Without noise, one power of two
/// scales all real weights before the division if the largest is below 2^-20 or above the largest
/// float.
enum class Rating {
  automatic,             ///< weight_per_sqrt_pins where non-empty edges differ in size, else weight
  weight,                ///< w
  weight_per_pin,        ///< w / |e|, in double, rounded once to float
  weight_per_sqrt_pins,  ///< w / sqrt(|e|), in double, rounded once to float
  /// w / load, in double, rounded once to float. The load is the sum over the pins of 1 / capacity,
  /// each rounded up to a multiple of 2^-32 (a capacity of 0 counts as 1). Without capacities, or
  /// where all are 1, it is weight_per_pin.
  weight_per_load,
};

template <>
struct EnumNames<Rating> {
  static constexpr EnumName<Rating> all[] = {{Rating::automatic, "automatic", false},
                                             {Rating::weight, "weight"},
                                             {Rating::weight_per_pin, "weight_per_pin"},
                                             {Rating::weight_per_sqrt_pins, "weight_per_sqrt_pins"},
                                             {Rating::weight_per_load, "weight_per_load"}};
};

/// Quantities that the matching maximises.
enum class Objective {
  automatic,    ///< weight if the instance is weighted, else cardinality
  weight,       ///< the sum of weights; edges of weight <= 0 are left out (see NonPositive)
  cardinality,  ///< the number of edges; weights are ignored
};

template <>
struct EnumNames<Objective> {
  static constexpr EnumName<Objective> all[] = {{Objective::automatic, "automatic", false},
                                                {Objective::weight, "weight"},
                                                {Objective::cardinality, "cardinality"}};
};

/// Which of several matchings, or sets of pairs within bounds, is the best.
enum class Sense {
  maximize,  ///< one of largest weight
  minimize,  ///< one of smallest weight, the cost, among those of as many pairs as possible
};

template <>
struct EnumNames<Sense> {
  static constexpr EnumName<Sense> all[] = {{Sense::maximize, "maximize"},
                                            {Sense::minimize, "minimize"}};
};

/// Treatment of edges of zero or negative weight under `Objective::weight`.
enum class NonPositive { drop, keep };

template <>
struct EnumNames<NonPositive> {
  static constexpr EnumName<NonPositive> all[] = {{NonPositive::drop, "drop"},
                                                  {NonPositive::keep, "keep"}};
};

/// How ties among equal ratings are broken.
enum class Ties {
  fixed,   ///< once, by mix(e, seed): the answer is the greedy matching
  redraw,  ///< again in each round r, by mix(e, hash(seed, r)), as the analysis of rounds assumes
};

template <>
struct EnumNames<Ties> {
  static constexpr EnumName<Ties> all[] = {{Ties::fixed, "fixed"}, {Ties::redraw, "redraw"}};
};

/// Messages between the devices that shared an instance.
struct DeviceTraffic {
  std::uint64_t exchanges = 0;     ///< times that all devices sent what they had for the others
  std::uint64_t bytes = 0;         ///< from one device to another
  std::uint64_t staged_bytes = 0;  ///< of these, by way of host memory
  std::uint32_t devices = 0;
  std::array<std::uint64_t, 16> received = {};  ///< of these, by each device from the others
};

/// Statistics of a run. JSON and Python use the same names.
struct MatchingStats {
  /// The algorithm that ran, by its name in the registry. The implementation sets the names, so
  /// that a caller can compare them with its request.
  std::string algorithm = {};
  std::string variant = {};  ///< empty where the algorithm has none
  std::uint64_t rounds = 0;  ///< rounds or batches until nothing was left
  /// Left as each round began, on cores: edges of graphs by `local_max` (`sequential`,
  /// `crcw`, `work_optimal`), vertices by `red_blue`; else empty.
  std::vector<std::uint64_t> left_per_round = {};
  /// Seconds spent on conversions that depend on the structure alone, such as vertices to edges.
  double prepare_seconds = 0.0;
  /// Seconds of copies between host and device.
  double transfer_seconds = 0.0;
  /// Seconds of the solve by the device's clock; 0 where the host solved.
  double device_seconds = 0.0;
  /// Device memory that the library held at most, the hypergraph included.
  std::uint64_t device_peak_bytes = 0;
  DeviceTraffic traffic = {};               ///< of several devices
  Rating rating = Rating::weight;           ///< as resolved
  Objective objective = Objective::weight;  ///< as resolved
  std::string guarantee;    ///< which factor of which optimum, such as "1/d of the weight"
  std::string stop_reason;  ///< "complete", or why a fallback took over
};

/// Weight and size of a matching: the sum of the weights of its edges in ascending order (exact in
/// int64 for integer weights whose sum fits, in double otherwise), and the number of edges.
struct MatchingValue {
  std::uint64_t edges = 0;
  double weight = 0.0;
  std::int64_t integer_weight = 0;  ///< exact, where `is_integer`
  bool is_integer = true;           ///< weights are integers whose sum fits, or there are none
};

}  // namespace hypermatch
