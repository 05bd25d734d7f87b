// SPDX-License-Identifier: MIT
// A program of MPI that calls the library on half of its processes, while the other half makes no
// call of MPI; messages are cut into pieces. Prints what half of them found.
#include <hypermatch/mpi.hpp>
#include <hypermatch/ranks_matching.hpp>

#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

namespace {

using namespace hypermatch;

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "failed: %s\n", what);
  ++failures;
}

// Boxes of many sizes, in pieces of 7 bytes.
void exchange_boxes(Communicator& ranks) {
  const auto size = static_cast<std::size_t>(ranks.size());
  const auto rank = static_cast<std::size_t>(ranks.rank());
  for (std::size_t turn = 0; turn < 30; ++turn) {
    std::vector<Box> boxes(size);
    for (std::size_t q = 0; q < size; ++q) {
      boxes[q] = Box(5 * rank + q + turn, static_cast<std::byte>(10 * rank + q));
    }
    ranks.exchange(boxes);
    for (std::size_t q = 0; q < size; ++q) {
      expect(boxes[q] == Box(5 * q + rank + turn, static_cast<std::byte>(10 * q + rank)),
             "a box arrives as it was sent");
    }
    std::vector<std::uint64_t> words(20);
    std::iota(words.begin(), words.end(), rank);
    ranks.all_reduce(words, Reduction::max);
    expect(words[19] == 19 + size - 1, "words are reduced in pieces");
  }
}

// A path of 4 * edges pairs: each rank has a part of it.
std::uint64_t match_path(Communicator& ranks) {
  constexpr std::uint64_t k_edges = 20000;
  const auto rank = static_cast<std::uint64_t>(ranks.rank());
  EdgePart part;
  part.num_vertices = static_cast<VertexId>(k_edges * static_cast<std::uint64_t>(ranks.size()) + 1);
  part.first_edge = rank * k_edges;
  Array<std::int32_t> weights(k_edges);
  for (std::uint64_t e = 0; e < k_edges; ++e) {
    const auto u = static_cast<VertexId>(part.first_edge + e);
    part.pins.push_back(u);
    part.pins.push_back(u + 1);
    weights[e] = static_cast<std::int32_t>(1 + u % 2);  // every other edge is heavy
  }
  part.weights = std::move(weights);
  const Context context({.threads = 1});
  const RankMatching found = ranks_graph_matching(context, ranks, std::move(part), {});
  expect(found.edges.size() == k_edges / 2, "half of the edges of each part are matched");
  for (const ExternalEdge& edge : found.edges) expect(edge.id % 2 == 1, "the heavy ones");
  return found.value.edges;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int world_rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, world_rank % 2, world_rank, &half);
  if (world_rank % 2 == 0) {
    MpiCommunicator ranks(half, 7);
    exchange_boxes(ranks);
    const std::uint64_t edges = match_path(ranks);
    if (ranks.rank() == 0)
      std::printf("%d ranks matched %llu edges\n", ranks.size(),
                  static_cast<unsigned long long>(edges));
  }
  MPI_Comm_free(&half);
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
