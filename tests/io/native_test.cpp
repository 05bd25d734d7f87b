// SPDX-License-Identifier: MIT
// Native files whose checksums are right and whose arrays are not; and instances that are written
// after they have been read.
#include <filesystem>
#include <limits>
#include <numeric>
#include <stop_token>
#include <utility>

#include "hypermatch/bipartite_io.hpp"
#include "io/native/native.hpp"
#include "tests/io/io_testing.hpp"
#include "tests/io/native_front.hpp"
#include "tests/make_hypergraph.hpp"

namespace hypermatch::io::testing {
namespace {

Instance instance_of_hyperedges(VertexId n, const Edges& edges) {
  Instance instance;
  instance.data = test::make_hypergraph(n, edges);
  return instance;
}

Instance instance_of_edges(VertexId n, const std::vector<GraphEdge>& edges) {
  EdgeList graph;
  graph.num_vertices = n;
  for (const GraphEdge& edge : edges) graph.edges.push_back(edge);
  Instance instance;
  instance.data = std::move(graph);
  return instance;
}

/// The pins 0 .. size - 1, scattered.
std::vector<VertexId> scattered(std::size_t size) {
  std::vector<VertexId> pins(size);
  std::iota(pins.begin(), pins.end(), 0);
  for (std::size_t i = size; i > 1; --i) {
    std::swap(pins[i - 1], pins[detail::base::below(detail::base::hash(7, i), i)]);
  }
  return pins;
}

/// What reading finds wrong, behind `a.hmb: native file: `, the same on any number of threads.
std::string fault_of(const std::string& bytes) {
  const auto read_by = [&](int threads) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    return error_of([&] { return read_text(context, bytes, "a.hmb"); });
  };
  const std::string error = read_by(1);
  EXPECT_EQ(read_by(4), error);
  const std::string start = "0: a.hmb: native file: ";
  return error.starts_with(start) ? error.substr(start.size()) : error;
}
std::string fault_of(const Instance& instance) {
  return fault_of(native_bytes(instance));
}

std::string stream_fault_of(const std::string& bytes,
                            Interpretation as = Interpretation::automatic) {
  const Folder folder;
  const std::string path = folder.write("a.hmb", bytes);
  const std::string error = error_of([&] {
    const auto stream = open_stream(path, {"", as});
    StreamedEdge edge;
    while (stream->next(edge)) {
    }
  });
  const std::string start = "0: " + path + ": native file: ";
  return error.starts_with(start) ? error.substr(start.size()) : error;
}

std::string stream_fault_of(const Instance& instance,
                            Interpretation as = Interpretation::automatic) {
  return stream_fault_of(native_bytes(instance), as);
}

TEST(NativeWrite, StopsBetweenPiecesAndLeavesNoFile) {
  const Folder folder;
  const std::string path = folder.file("large.hmb");
  Instance instance;
  Hypergraph hypergraph;
  hypergraph.num_vertices = 3'000'000;
  hypergraph.offsets = Array<Offset>(2, 0);
  hypergraph.pins.resize(hypergraph.num_vertices);
  for (VertexId v = 0; v < hypergraph.num_vertices; ++v) hypergraph.pins[v] = v;
  hypergraph.offsets[1] = hypergraph.pins.size();
  instance.data = std::move(hypergraph);
  std::stop_source stop;
  ContextOptions options{.threads = 1};
  options.progress = [&](const Progress&) { stop.request_stop(); };
  options.stop = stop.get_token();
  EXPECT_THROW(write(Context(options), instance, path), Error);
  EXPECT_FALSE(std::filesystem::exists(path));
  options.stop = {};
  write(Context(options), instance, path);
  EXPECT_EQ(read(serial(), path).hypergraph().view().num_edges(), 1U);
}

TEST(NativePins, NoneStandsTwiceInAnEdge) {
  const Instance twice = instance_of_hyperedges(5, {{0, 1}, {}, {4, 2, 4}, {3, 3}});
  EXPECT_EQ(fault_of(twice), "edge 3 has pin 5 twice");
  EXPECT_EQ(stream_fault_of(twice), "edge 3 has pin 5 twice");
  EXPECT_EQ(error_of([&] {
              return read_text(serial(), native_bytes(twice), "a.hmb",
                               {.format = {}, .as = Interpretation::bipartite});
            }),
            "0: a.hmb: native file: edge 3 has pin 5 twice");
  EXPECT_EQ(fault_of(instance_of_hyperedges(5, {{0, 1}, {}, {4, 2}, {3, 4}})), "nothing");
}

// Each way of looking: few pins, ascending ones, some, many, too many for one thread; and pins that
// are chosen to meet in a hash table.
TEST(NativePins, EdgesOfAllSizes) {
  std::vector<VertexId> meeting;
  for (std::uint64_t v = 0; meeting.size() < 3000 && v < 8'000'000; ++v) {
    if (((v * 0x9E3779B97F4A7C15ULL >> 32) & 8191) == 5)
      meeting.push_back(static_cast<VertexId>(v));
  }
  const std::size_t met = meeting.size();
  ASSERT_GT(met, 800U);
  for (const std::size_t size : {2U, 8U, 9U, 100U, 128U, 129U, 5000U, 65536U, 65537U, 200000U}) {
    Edges edges = {{1}, scattered(size), {0, 2}};
    const Instance good = instance_of_hyperedges(static_cast<VertexId>(size + 3), edges);
    ASSERT_EQ(fault_of(good), "nothing") << size;
    ASSERT_EQ(stream_fault_of(good), "nothing") << size;
    edges[1][size / 2] = edges[1][0];
    const Instance bad = instance_of_hyperedges(static_cast<VertexId>(size + 3), edges);
    const std::string expected = "edge 2 has pin " + std::to_string(edges[1][0] + 1) + " twice";
    EXPECT_EQ(fault_of(bad), expected) << size;
    EXPECT_EQ(stream_fault_of(bad), expected) << size;
  }
  EXPECT_EQ(fault_of(instance_of_hyperedges(8'000'000, {scattered(50), meeting})), "nothing");
  std::swap(meeting[0], meeting[1]);
  meeting[met - 1] = meeting[0];
  EXPECT_EQ(fault_of(instance_of_hyperedges(8'000'000, {scattered(50), meeting})),
            "edge 2 has pin " + std::to_string(meeting[0] + 1) + " twice");
}

TEST(NativePins, EdgesThatCrossPieces) {
  // Pieces have 262144 pins.
  Edges edges;
  for (int e = 0; e < 3000; ++e) edges.push_back(scattered(300));
  ASSERT_EQ(fault_of(instance_of_hyperedges(300, edges)), "nothing");
  for (const std::size_t e : {0U, 872U, 873U, 874U, 1747U, 2999U}) {
    Edges bad = edges;
    bad[e][299] = bad[e][3];
    EXPECT_EQ(
        fault_of(instance_of_hyperedges(300, bad)),
        "edge " + std::to_string(e + 1) + " has pin " + std::to_string(bad[e][3] + 1) + " twice");
  }
}

TEST(NativePins, FaultsNameTheEdge) {
  EXPECT_EQ(fault_of(instance_of_hyperedges(3, {{0, 1}, {2, 3}})),
            "edge 2 has pin 4, must be at most 3");
  EXPECT_EQ(fault_of(instance_of_hyperedges(0, {{}, {0}})), "edge 2 has pin 1, must be at most 0");
  EXPECT_EQ(fault_of(instance_of_hyperedges(3, {{0xFFFFFFFFU}})),
            "edge 1 has pin 4294967296, must be at most 3");
  EXPECT_EQ(stream_fault_of(instance_of_hyperedges(3, {{0, 1}, {2, 3}})),
            "edge 2 has pin 4, must be at most 3");
  const auto with_offset = [](std::size_t place, Offset offset) {
    Instance instance = instance_of_hyperedges(9, {{0, 1}, {2, 3}, {4, 5}});
    std::get<Hypergraph>(instance.data).offsets[place] = offset;
    return instance;
  };
  EXPECT_EQ(fault_of(with_offset(0, 1)), "the first offset is 1, must be 0");
  EXPECT_EQ(fault_of(with_offset(1, 5)), "edge 2 begins at offset 5 and ends at 4");
  EXPECT_EQ(fault_of(with_offset(2, ~Offset{0})),
            "edge 3 begins at offset 18446744073709551615 and ends at 6");
  EXPECT_EQ(fault_of(with_offset(3, 5)), "the last offset is 5, must be the number of pins, 6");
  EXPECT_EQ(stream_fault_of(with_offset(0, 1)), "the first offset is 1, must be 0");
  EXPECT_EQ(stream_fault_of(with_offset(1, 5)), "edge 2 begins at offset 5 and ends at 4");
  EXPECT_EQ(stream_fault_of(with_offset(2, ~Offset{0})),
            "the last offset is 18446744073709551615, must be the number of pins, 6");
  EXPECT_EQ(stream_fault_of(with_offset(3, 5)),
            "the last offset is 5, must be the number of pins, 6");
  Instance weighted = instance_of_hyperedges(9, {{0, 1}, {2, 3}, {4, 5}});
  Array<float> weights(3, 1.0F);
  weights[1] = std::numeric_limits<float>::quiet_NaN();
  std::get<Hypergraph>(weighted.data).weights = std::move(weights);
  EXPECT_EQ(fault_of(weighted), "the weight of edge 2 is not a finite number");
  EXPECT_EQ(stream_fault_of(weighted), "the weight of edge 2 is not a finite number");
}

TEST(NativePairs, NoneStandsTwice) {
  EXPECT_EQ(fault_of(instance_of_edges(4, {{0, 1}, {2, 3}, {1, 0}, {3, 2}})),
            "edges 1 and 3 join the same vertices");
  EXPECT_EQ(fault_of(instance_of_edges(4, {{0, 1}, {2, 2}})), "edge 2 joins vertex 3 to itself");
  EXPECT_EQ(fault_of(instance_of_edges(4, {{0, 1}, {2, 4}})),
            "edge 2 joins vertex 3 to 5, must be at most 4");
  EXPECT_EQ(stream_fault_of(instance_of_edges(4, {{0, 1}, {2, 2}}), Interpretation::hypergraph),
            "edge 2 joins vertex 3 to itself");
  EXPECT_EQ(stream_fault_of(instance_of_edges(4, {{4, 1}}), Interpretation::hypergraph),
            "edge 1 joins vertex 5 to 2, must be at most 4");
  for (const GraphEdge& edge : {GraphEdge{0, 1}, {1, 0}, {7, 7}}) {
    const Instance none = instance_of_edges(0, {edge});
    EXPECT_EQ(stream_fault_of(none, Interpretation::hypergraph), fault_of(none));
  }
  EXPECT_EQ(fault_of(instance_of_edges(0, {{0, 1}})),
            "edge 1 joins vertex 1 to 2, must be at most 0");
  EXPECT_EQ(fault_of(instance_of_edges(4, {{0, 1}, {1, 2}, {0, 2}})), "nothing");
}

TEST(NativePairs, ListsOfAllOrders) {
  // Sorted, grouped by the smaller or the larger end, in any order; few and many, and one long
  // group.
  using List = std::vector<GraphEdge>;
  std::vector<List> lists(5);
  constexpr VertexId k_side = 600;
  for (VertexId u = 0; u < k_side; ++u) {
    const auto group = static_cast<std::ptrdiff_t>(lists[0].size());
    for (VertexId v = u + 1; v < k_side; v += 1 + v % 3) lists[0].push_back({u, v});
    lists[1].insert(lists[1].end(), lists[0].rbegin(), lists[0].rend() - group);
  }
  for (GraphEdge& edge : lists[1]) {
    if (edge.v % 2 == 0) std::swap(edge.u, edge.v);
  }
  for (const VertexId i : scattered(lists[1].size())) lists[2].push_back(lists[1][i]);
  lists[3] = lists[0];
  std::stable_sort(lists[3].begin(), lists[3].end(),
                   [](const GraphEdge& a, const GraphEdge& b) { return a.v < b.v; });
  for (std::size_t i = 0; i + 1 < lists[3].size(); ++i) {
    if (lists[3][i].v == lists[3][i + 1].v && i % 2 == 0) std::swap(lists[3][i], lists[3][i + 1]);
  }
  for (const VertexId v : scattered(150000)) lists[4].push_back({0, v + 1});
  for (const List& list : lists) {
    ASSERT_EQ(fault_of(instance_of_edges(200000, list)), "nothing");
    for (const auto& [from, to] :
         {std::pair<std::size_t, std::size_t>{0, 1}, {5, list.size() - 1}, {list.size() / 2, 7}}) {
      List bad = list;
      bad[to] = {list[from].v, list[from].u};
      EXPECT_EQ(fault_of(instance_of_edges(200000, bad)),
                "edges " + std::to_string(std::min(from, to) + 1) + " and " +
                    std::to_string(std::max(from, to) + 1) + " join the same vertices");
    }
  }
}

// What is written of them is quoted where a text could not hold it.
TEST(NativeLabels, AreAnyBytesThatDiffer) {
  const auto fault_with = [](std::string text, std::vector<std::uint64_t> offsets) {
    Instance instance = instance_of_edges(3, {{0, 1}, {1, 2}});
    instance.labels.text = std::move(text);
    instance.labels.offsets = std::move(offsets);
    return fault_of(instance);
  };
  EXPECT_EQ(fault_with("a b\xC3\xA4", {0, 1, 2, 5}), "nothing");
  EXPECT_EQ(fault_with("ab", {0, 1, 1, 2}), "nothing");
  EXPECT_EQ(fault_with("ab\nbc", {0, 1, 4, 5}), "nothing");
  EXPECT_EQ(fault_with(std::string("ab\0bc", 5), {0, 1, 4, 5}), "nothing");
  EXPECT_NE(fault_with("aba", {0, 1, 2, 3}), "nothing");
  const std::string order = "its ids do not lie one behind the other";
  EXPECT_EQ(fault_with("abc", {0, 2, 1, 3}), order);
  EXPECT_EQ(fault_with("abc", {1, 2, 2, 3}), order);
  EXPECT_EQ(fault_with("abc", {0, 1, 2, 4}), order);
  EXPECT_EQ(fault_with("abcd", {0, 1, 2, 3}), order);
}

TEST(NativeFront, SizesThatDoNotFit) {
  using detail::io::NativeHeader;
  using detail::io::NativeSection;
  const std::string bytes =
      native_bytes(instance_of_hyperedges(4, {{0, 1}, {0, 1}, {2, 3}, {2, 3}}));
  ASSERT_EQ(fault_of(with_front(bytes, [](NativeHeader&, NativeSection*) {})), "nothing");
  const auto refused = [&](const auto& change) {
    const std::string fault = fault_of(with_front(bytes, change));
    EXPECT_FALSE(fault == "nothing" || fault.starts_with("0:")) << fault;
  };
  for (const std::uint64_t huge :
       {std::uint64_t{1} << 30, std::uint64_t{0xFFFFFFFE}, std::uint64_t{0xFFFFFFFF},
        std::uint64_t{1} << 32, std::uint64_t{1} << 61, std::uint64_t{1} << 62,
        (std::uint64_t{1} << 62) + 8, ~std::uint64_t{0} - 63, ~std::uint64_t{0}}) {
    refused([&](NativeHeader& h, NativeSection*) { h.num_edges = huge; });
    refused([&](NativeHeader& h, NativeSection*) { h.num_pins = huge; });
    refused([&](NativeHeader& h, NativeSection*) { h.file_bytes = huge; });
    refused([&](NativeHeader&, NativeSection* s) { s[1].offset = huge; });
    refused([&](NativeHeader&, NativeSection* s) { s[1].bytes = huge; });
    refused([&](NativeHeader& h, NativeSection* s) {
      h.num_pins = huge;
      s[1].bytes = 4 * huge;
    });
    refused([&](NativeHeader& h, NativeSection*) { h.num_sections = static_cast<unsigned>(huge); });
  }
  refused([](NativeHeader& h, NativeSection*) { h.weights_per_vertex = 0xFFFFFFFF; });
}

// A change of one array would change the other one.
TEST(NativeFront, SectionsLieApart) {
  using detail::io::NativeHeader;
  using detail::io::NativeSection;
  Instance instance = instance_of_hyperedges(8, {{0}, {1}, {2}, {3}});
  std::get<Hypergraph>(instance.data).weights = Array<std::int32_t>(4, 7);
  std::string bytes = native_bytes(instance);
  EXPECT_EQ(fault_of(with_front(bytes,
                                [](NativeHeader&, NativeSection* s) {
                                  s[2].offset = s[1].offset;
                                  s[2].checksum = s[1].checksum;
                                })),
            "its sections overlap");
  EXPECT_EQ(fault_of(with_front(bytes, [](NativeHeader&, NativeSection* s) { s[0].offset = 64; })),
            "its sections overlap");
}

// Sections that a stream has no use for are not exempt.
TEST(NativeFront, StreamsCompareAllChecksums) {
  Instance instance = instance_of_hyperedges(3, {{0, 1}, {1, 2}});
  auto& hypergraph = std::get<Hypergraph>(instance.data);
  hypergraph.weights_per_vertex = 1;
  for (const std::int64_t weight : {0x1111, 0x2222, 0x3333}) {
    hypergraph.vertex_weights.push_back(weight);
  }
  instance.labels.text = "firstsecondthird";
  instance.labels.offsets = {0, 5, 11, 16};
  const std::string bytes = native_bytes(instance);
  EXPECT_EQ(stream_fault_of(bytes), "nothing");
  using namespace std::string_literals;
  for (const std::string& damaged : {"\x22\x22"s, "\x0b\0"s, "second"s}) {
    std::string other = bytes;
    const std::size_t place = other.rfind(damaged);
    ASSERT_NE(place, std::string::npos);
    ++other[place];
    EXPECT_EQ(stream_fault_of(other), "a checksum is wrong, the file is damaged");
    EXPECT_NE(fault_of(other), "nothing");
  }
}

// Writing into an instance neither fails nor reaches the file.
TEST(Native, InstancesCanBeWritten) {
  const Folder folder;
  const std::string path = folder.file("a.hmb");
  write(serial(), random_instance({2000, 3000, 1, 6, 1, true}, 3), path);
  const std::string bytes = content_of(path);
  for (const Mapping mapping : {Mapping::off, Mapping::native_files}) {
    ReadOptions options;
    options.mapping = mapping;
    Instance instance = read(serial(), path, options);
    auto& hypergraph = std::get<Hypergraph>(instance.data);
    const std::string before = describe(instance);
    for (VertexId& v : hypergraph.pins) v = 1999 - v;
    for (std::int32_t& weight : std::get<Array<std::int32_t>>(hypergraph.weights)) weight = -weight;
    for (std::int64_t& weight : hypergraph.vertex_weights) ++weight;
    for (Offset& offset : hypergraph.offsets) offset += 0;
    EXPECT_NE(describe(instance), before);
    EXPECT_EQ(content_of(path), bytes);
    EXPECT_EQ(describe(read(serial(), path, options)), before);
  }
}

TEST(Native, IsReadUnlessMappingIsAskedFor) {
  const Folder folder;
  const std::string path = folder.file("a.hmb");
  write(serial(), random_instance({2000, 3000, 1, 6, 1, true}, 3), path);
  const auto is_mapped = [&] {
    return content_of("/proc/self/maps").find(path) != std::string::npos;
  };
  const Instance plain = read(serial(), path);
  EXPECT_FALSE(is_mapped());
  // What has been read does not depend on the file any more.
  const std::string before = describe(plain);
  ReadOptions options;
  options.mapping = Mapping::native_files;
  {
    const Instance mapped = read(serial(), path, options);
    EXPECT_TRUE(is_mapped());
    EXPECT_EQ(describe(mapped), before);
  }
  EXPECT_FALSE(is_mapped());
  const std::string text = folder.write("a.hgr", "1 2\n1 2\n");
  const Instance of_text = read(serial(), text, options);
  EXPECT_EQ(content_of("/proc/self/maps").find(text), std::string::npos);
  std::filesystem::resize_file(path, 0);
  EXPECT_EQ(describe(plain), before);
}

}  // namespace
}  // namespace hypermatch::io::testing
