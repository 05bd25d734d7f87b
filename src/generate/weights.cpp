// SPDX-License-Identifier: MIT
#include <charconv>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::generate {

namespace {

struct RandomSpec {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::uint64_t seed = 0;
};

// Takes a number from the front of `text`; false if there is none that fits.
template <class T>
bool take(std::string_view& text, T& value) {
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return true;
}

bool skip(std::string_view& text, std::string_view literal) {
  if (!text.starts_with(literal)) return false;
  text.remove_prefix(literal.size());
  return true;
}

RandomSpec parse(const std::string& spec) {
  std::string_view text = spec;
  RandomSpec parsed;
  const bool well_formed = skip(text, "random:") && take(text, parsed.low) && skip(text, "..") &&
                           take(text, parsed.high) &&
                           (text.empty() || (skip(text, ":") && take(text, parsed.seed))) &&
                           text.empty();
  if (!well_formed || parsed.low > parsed.high) {
    throw Error(ErrorCode::invalid_option,
                "weights are `" + spec +
                    "`, must be `unit` or `random:LO..HI[:S]` with 64-bit integers LO <= HI and S "
                    "in 0 .. 2^64 - 1");
  }
  return parsed;
}

template <class T>
Array<T> random_weights(const Context& context, EdgeId num_edges, const RandomSpec& spec,
                        std::uint64_t first) {
  Array<T> weights(num_edges);
  detail::parallel::for_each(context, num_edges, [&](std::size_t e) {
    weights[e] =
        static_cast<T>(detail::base::random_weight(first + e, spec.low, spec.high, spec.seed));
  });
  return weights;
}

class ReweightedStream final : public EdgeStream {
 public:
  /// Without `weights` all are 1.
  ReweightedStream(std::unique_ptr<EdgeStream> source, std::optional<RandomSpec> weights)
      : source_(std::move(source)), weights_(weights) {}

  [[nodiscard]] VertexId num_vertices() const override { return source_->num_vertices(); }
  [[nodiscard]] bool is_weighted() const override { return weights_.has_value(); }
  [[nodiscard]] bool has_integer_weights() const override { return true; }

  bool next(StreamedEdge& edge) override {
    if (!source_->next(edge)) return false;
    edge.integer_weight = weights_ ? detail::base::random_weight(edge.id, weights_->low,
                                                                 weights_->high, weights_->seed)
                                   : 1;
    edge.weight = static_cast<double>(edge.integer_weight);
    return true;
  }

 private:
  std::unique_ptr<EdgeStream> source_;
  std::optional<RandomSpec> weights_;
};

}  // namespace

std::unique_ptr<EdgeStream> reweighted(std::unique_ptr<EdgeStream> source,
                                       const std::string& spec) {
  std::optional<RandomSpec> random;
  if (spec != "unit") random = parse(spec);
  return std::make_unique<ReweightedStream>(std::move(source), random);
}

void assign_weights(const Context& context, Weights& weights, EdgeId num_edges,
                    const std::string& spec, std::uint64_t first) {
  if (spec == "unit") {
    weights = std::monostate{};
    return;
  }
  const RandomSpec parsed = parse(spec);
  using Narrow = std::numeric_limits<std::int32_t>;
  if (parsed.low >= Narrow::min() && parsed.high <= Narrow::max()) {
    weights = random_weights<std::int32_t>(context, num_edges, parsed, first);
  } else {
    weights = random_weights<std::int64_t>(context, num_edges, parsed, first);
  }
}

}  // namespace hypermatch::generate
