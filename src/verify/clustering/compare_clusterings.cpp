// SPDX-License-Identifier: MIT
#include "hypermatch/compare_clusterings.hpp"

#include <cmath>
#include <string>

#include "base/exact_sum.hpp"
#include "hypermatch/error.hpp"
#include "parallel/host/primitives.hpp"
#include "parallel/host/radix_sort.hpp"

namespace hypermatch {

namespace {

namespace parallel = detail::parallel;
using detail::base::Int128;

std::uint64_t pairs_among(std::uint64_t n) {
  return n == 0 ? 0 : n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n;
}

// Calls body(key, size) for each run of equal keys, in ascending order.
template <class Body>
void for_each_run(const Array<std::uint64_t>& sorted, const Body& body) {
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i + 1;
    while (end < sorted.size() && sorted[end] == sorted[i]) ++end;
    body(sorted[i], static_cast<std::uint64_t>(end - i));
    i = end;
  }
}

// Sizes of classes as what counts: pairs, and sum of size * log(size).
struct Sizes {
  std::uint64_t pairs = 0;
  double size_log_size = 0.0;

  void add(std::uint64_t size) {
    pairs += pairs_among(size);
    size_log_size += static_cast<double>(size) * std::log(static_cast<double>(size));
  }
};

template <class KeyOf>
Sizes sizes_of(const Context& context, std::size_t n, const KeyOf& key_of) {
  Array<std::uint64_t> keys(n);
  parallel::for_each(context, n, [&](std::size_t v) { keys[v] = key_of(v); });
  context.check_cancelled();
  parallel::radix_sort(context, keys, [](std::uint64_t key) { return key; });
  Sizes sizes;
  for_each_run(keys, [&](std::uint64_t, std::uint64_t size) { sizes.add(size); });
  return sizes;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
}

double adjusted_rand_index(const ClusteringAgreement& a) {
  // Products of counts below 2^63 fit.
  const Int128 expected = Int128{a.pairs_in_found} * a.pairs_in_truth;
  const Int128 above = Int128{a.pairs_in_both} * a.pairs - expected;
  const Int128 most = (Int128{a.pairs_in_found} + a.pairs_in_truth) * a.pairs - 2 * expected;
  if (most == 0) return 1.0;
  return 2 * static_cast<double>(above) / static_cast<double>(most);
}

// Entropies in units of n: n log n - sum of size log size.
double normalized_mutual_information(std::size_t n, const Sizes& found, const Sizes& truth,
                                     const Sizes& both) {
  const double all = static_cast<double>(n) * std::log(static_cast<double>(n));
  const double found_entropy = all - found.size_log_size;
  const double truth_entropy = all - truth.size_log_size;
  const double sum = found_entropy + truth_entropy;
  if (!(sum > 0.0)) return 1.0;
  const double mutual = sum - (all - both.size_log_size);
  return std::fmin(1.0, std::fmax(0.0, 2 * mutual / sum));
}

}  // namespace

ClusteringAgreement compare_clusterings(const Context& context, LabelsView found,
                                        LabelsView truth) {
  const std::size_t n = found.labels.size();
  if (truth.labels.size() != n) {
    throw Error(ErrorCode::invalid_input, "one clustering has " + std::to_string(n) +
                                              " vertices, the other " +
                                              std::to_string(truth.labels.size()));
  }
  ClusteringAgreement result;
  if (n == 0) return result;
  const Sizes in_found = sizes_of(context, n, [&](std::size_t v) { return found.labels[v]; });
  const Sizes in_truth = sizes_of(context, n, [&](std::size_t v) { return truth.labels[v]; });
  const Sizes in_both = sizes_of(context, n, [&](std::size_t v) {
    return (std::uint64_t{found.labels[v]} << 32) | truth.labels[v];
  });
  result.pairs = pairs_among(n);
  result.pairs_in_found = in_found.pairs;
  result.pairs_in_truth = in_truth.pairs;
  result.pairs_in_both = in_both.pairs;
  result.precision = share(in_both.pairs, in_found.pairs);
  result.recall = share(in_both.pairs, in_truth.pairs);
  const double sum = result.precision + result.recall;
  result.f1 = sum > 0 ? 2 * result.precision * result.recall / sum : 0.0;
  result.adjusted_rand_index = adjusted_rand_index(result);
  result.normalized_mutual_information =
      normalized_mutual_information(n, in_found, in_truth, in_both);
  return result;
}

}  // namespace hypermatch
