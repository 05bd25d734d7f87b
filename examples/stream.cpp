// SPDX-License-Identifier: MIT
// Matches a stream of hyperedges that is never held: one pass, memory for the vertices and the
// candidates alone. Prints what was seen, what is matched, and how far from the optimum that is.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "hypermatch/error.hpp"
#include "hypermatch/streaming_matching.hpp"

namespace {

// docs: begin
// Bids for three of 100 lots each, made as they are asked for.
class Bids final : public hypermatch::EdgeStream {
 public:
  explicit Bids(hypermatch::EdgeId count) : count_(count) {}
  hypermatch::VertexId num_vertices() const override { return 100; }
  bool is_weighted() const override { return true; }
  bool has_integer_weights() const override { return true; }
  bool next(hypermatch::StreamedEdge& bid) override {
    if (next_ == count_) return false;
    const hypermatch::VertexId first = next_ * 37 % 100;
    lots_ = {first, (first + 11) % 100, (first + 42) % 100};
    bid.id = next_++;
    bid.pins = lots_;  // valid until the next call
    bid.integer_weight = 1 + bid.id * 7919 % 1000;
    bid.weight = static_cast<double>(bid.integer_weight);
    return true;
  }

 private:
  hypermatch::EdgeId count_;
  hypermatch::EdgeId next_ = 0;
  std::array<hypermatch::VertexId, 3> lots_{};
};
// docs: end

}  // namespace

int main() {
  try {
    const hypermatch::Context context;
    Bids bids(1'000'000);
    const auto matching = hypermatch::stack_streaming(context, bids);
    std::printf("%llu bids seen, at most %llu candidates held\n",
                static_cast<unsigned long long>(matching.edges_seen),
                static_cast<unsigned long long>(matching.peak_stack_edges));
    std::printf("%zu accepted, worth %lld, at least %.2f of the optimum\n", matching.edges.size(),
                static_cast<long long>(matching.value.integer_weight),
                matching.value.weight / matching.upper_bound);
  } catch (const hypermatch::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
