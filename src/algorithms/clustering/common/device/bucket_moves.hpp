// SPDX-License-Identifier: MIT
// Sweeps by buckets of degrees on a device: tables of communities have a prime number of slots.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "algorithms/clustering/common/device/device_level.hpp"
#include "base/host_device.hpp"
#include "hypermatch/device_context.hpp"

namespace hypermatch::detail::clustering {

/// Degrees of the buckets at most; the last bucket has the rest.
inline constexpr std::array<std::uint64_t, 6> k_bucket_bounds = {4, 8, 16, 32, 84, 319};
/// Slots of the tables in shared memory: primes above 1.5 times these degrees.
inline constexpr std::array<std::uint32_t, 6> k_bucket_slots = {7, 13, 29, 53, 127, 479};
/// Slots of the tables in global memory. Rows of the last bucket that take the same number of slots
/// are a part of it. Each prime is 1.41 times the one before, the last the largest of 32 bits.
inline constexpr std::array<std::uint32_t, 48> k_global_slots = {
    487,           691,           977,           1'381,         1'973,         2'791,
    3'947,         5'581,         7'901,         11'173,        15'803,        22'349,
    31'607,        44'699,        63'241,        89'443,        126'491,       178'889,
    253'003,       357'809,       506'047,       715'679,       1'012'133,     1'431'373,
    2'024'327,     2'862'859,     4'048'697,     5'725'729,     8'097'431,     11'451'497,
    16'194'881,    22'903'021,    32'389'771,    45'806'069,    64'779'587,    91'612'181,
    129'559'223,   183'224'411,   259'118'449,   366'448'871,   518'236'973,   732'897'787,
    1'036'474'013, 1'465'795'609, 2'072'948'081, 2'931'591'331, 4'145'896'219, 4'294'967'291};
inline constexpr std::size_t k_parts_of_buckets = k_bucket_bounds.size() + k_global_slots.size();
static_assert(k_parts_of_buckets <= ClusteringControl::k_most_buckets);

/// Vertices of each bucket or part of the last one, and where they begin.
struct BucketSizes {
  std::uint32_t begin[k_parts_of_buckets + 1];

  [[nodiscard]] HYPERMATCH_HD std::uint32_t size(std::size_t part) const {
    return begin[part + 1] - begin[part];
  }
};

struct BucketMoves {
  DeviceLevelView level;
  DevicePartition partition;
  VertexId* vertices = nullptr;  ///< size n, by buckets
  VertexId* target = nullptr;    ///< size n, in the order of `vertices`: k_none, or a community
  VertexId* members = nullptr;   ///< size n: how many each community has
  GlobalTables tables;
  BucketSizes sizes;
  double factor = 0.0;      ///< of `MoveGain`
  bool narrow = false;      ///< the weights of all arcs add up to less than 2^31
  bool is_relaxed = false;  ///< all vertices move at the end of a sweep
};

/// Counts the vertices of each bucket, or part of the last one, in control->buckets.
void count_buckets_on_device(const DeviceLevelView& level, ClusteringControl* control,
                             DeviceStream stream);
/// Makes `vertices` and `members`.
void fill_buckets_on_device(const BucketMoves& moves, ClusteringControl* control,
                            DeviceStream stream);
/// One sweep; the tables hold the largest of the last bucket.
void sweep_buckets_on_device(const BucketMoves& moves, DeviceStream stream);

}  // namespace hypermatch::detail::clustering
