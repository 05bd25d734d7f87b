// SPDX-License-Identifier: MIT
// The library of device code: what is loaded and what is refused, and that calls, memory and
// exceptions cross its boundary, shown on a stand-in whose device is host memory.
#include "parallel/device/module.hpp"

#include <gtest/gtest.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <latch>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "device_code_files.hpp"  // written when the build is configured
#include "hypermatch/device_bipartite_matching.hpp"
#include "hypermatch/device_context.hpp"
#include "hypermatch/device_edge_list.hpp"
#include "hypermatch/device_graph_matching.hpp"
#include "hypermatch/device_graph_solver.hpp"
#include "hypermatch/device_matching.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/generate.hpp"
#include "hypermatch/graph_matching.hpp"
#include "hypermatch/hypergraph_matching.hpp"
#include "hypermatch/registry_bipartite.hpp"
#include "hypermatch/registry_matching.hpp"

namespace hypermatch {
namespace {

namespace fs = std::filesystem;
using detail::parallel::DeviceModule;

constexpr const char* k_fake = HYPERMATCH_FAKE_DEVICE_CODE;
constexpr const char* k_other = HYPERMATCH_OTHER_DEVICE_CODE;

// Before anything asks for a device.
class UsesStandIn : public testing::Environment {
  void SetUp() override { setenv("HYPERMATCH_CUDA_LIBRARY", k_fake, 1); }
};
[[maybe_unused]] const auto* const k_environment =
    testing::AddGlobalTestEnvironment(new UsesStandIn);

class DeviceModuleFiles : public testing::Test {
 protected:
  DeviceModuleFiles()
      : folder_(fs::temp_directory_path() / ("hypermatch-module-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~DeviceModuleFiles() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  // The stand-in, cut short. A file of its own, for what is loaded must not change.
  [[nodiscard]] std::string cut(std::uintmax_t bytes) {
    std::string file = path("cut" + std::to_string(num_cut_++) + ".so");
    fs::copy_file(k_fake, file);
    fs::resize_file(file, bytes);
    return file;
  }
  static std::string reason_of(const std::vector<std::string>& files) {
    const DeviceModule module = DeviceModule::load(files);
    EXPECT_FALSE(module.is_loaded());
    EXPECT_EQ(module.reason().find('\n'), std::string::npos) << module.reason();
    try {
      (void)module.table("hypermatch_cuda_runtime");
      ADD_FAILURE() << "a table of nothing";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
      EXPECT_EQ(error.what(), module.reason());
    }
    return module.reason();
  }

 private:
  fs::path folder_;
  int num_cut_ = 0;
};

TEST_F(DeviceModuleFiles, OfThisBuildIsLoaded) {
  const DeviceModule module = DeviceModule::load(std::vector<std::string>{k_fake});
  ASSERT_TRUE(module.is_loaded()) << module.reason();
  EXPECT_EQ(module.reason(), "");
  EXPECT_NE(module.table("hypermatch_cuda_runtime"), nullptr);
  EXPECT_THROW((void)module.table("hypermatch_cuda_nothing"), Error);
}

TEST_F(DeviceModuleFiles, OfAnotherBuildIsRefused) {
  const std::string reason = reason_of({k_other});
  EXPECT_NE(reason.find(std::string(k_other) + " belongs to another build"), std::string::npos);
  EXPECT_NE(reason.find("0.0.9 of another build"), std::string::npos);
}

// Where the segments end that a program needs of a library; what is behind them (symbols, debug
// information) may be missing.
std::uintmax_t end_of_segments(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  ElfW(Ehdr) header{};
  file.read(reinterpret_cast<char*>(&header), sizeof(header));
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  std::uintmax_t end = 0;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment{};
    file.read(reinterpret_cast<char*>(&segment), sizeof(segment));
    end = std::max<std::uintmax_t>(end, segment.p_offset + segment.p_filesz);
  }
  return file ? end : 0;
}

TEST_F(DeviceModuleFiles, CutShortIsRefusedWhereverItIsCut) {
  const std::uintmax_t size = fs::file_size(k_fake);
  const std::uintmax_t needed = end_of_segments(k_fake);
  ASSERT_GT(needed, 4096U);
  for (const std::uintmax_t bytes :
       {std::uintmax_t{0}, std::uintmax_t{3}, std::uintmax_t{63}, std::uintmax_t{64},
        std::uintmax_t{100}, std::uintmax_t{4096}, needed / 2, needed - 1}) {
    const std::string file = cut(bytes);
    const std::string reason = reason_of({file});
    EXPECT_TRUE(reason == file + " is cut short" || reason == file + " is no shared library")
        << bytes << ": " << reason;
  }
  // Wherever: it is refused or works, and does not end the process.
  for (int part = 1; part < 16; ++part) {
    const DeviceModule module =
        DeviceModule::load(std::vector<std::string>{cut(size * static_cast<unsigned>(part) / 16)});
    EXPECT_EQ(module.is_loaded(), module.reason().empty());
  }
}

TEST_F(DeviceModuleFiles, WhatIsNoLibraryIsRefused) {
  std::ofstream(path("text.so"))
      << "no library, but longer than the header of one, which has 64.....";
  EXPECT_EQ(reason_of({path("text.so")}), path("text.so") + " is no shared library");
  EXPECT_EQ(reason_of({path(".")}), path(".") + " is a folder");
  const std::string no_stamp = reason_of({"/proc/self/exe"});
  EXPECT_EQ(no_stamp.find("cannot load "), 0U) << no_stamp;
}

TEST_F(DeviceModuleFiles, WhatCannotBeReadIsRefused) {
  const std::string loop = path("loop.so");
  fs::create_symlink(loop, loop);
  EXPECT_EQ(reason_of({loop}), "cannot read " + loop + ": Too many levels of symbolic links");
  const std::string file = path("secret.so");
  fs::copy_file(k_fake, file);
  fs::permissions(file, fs::perms::none);
  if (std::ifstream(file)) GTEST_SKIP() << "this user may read everything";
  EXPECT_EQ(reason_of({file}), "cannot read " + file + ": Permission denied");
}

TEST_F(DeviceModuleFiles, AbsenceSaysWhereItWasLookedFor) {
  const std::string reason = reason_of({path("a.so"), path("b/c.so"), "libhypermatch_absent.so"});
  for (const std::string& place :
       {path("a.so"), path("b/c.so"), std::string("libhypermatch_absent"),
        std::string("HYPERMATCH_CUDA_LIBRARY")}) {
    EXPECT_NE(reason.find(place), std::string::npos) << reason;
  }
}

TEST_F(DeviceModuleFiles, WhatIsRefusedIsPassedOver) {
  EXPECT_TRUE(DeviceModule::load(std::vector<std::string>{path("a.so"), k_other, cut(100), k_fake})
                  .is_loaded());
  const std::string reason = reason_of({path("a.so"), k_other, cut(100)});
  EXPECT_NE(reason.find(k_other), std::string::npos) << reason;
}

TEST_F(DeviceModuleFiles, ThreadsMayLoadAtOnce) {
  constexpr int k_threads = 8;
  std::latch start(k_threads);
  std::vector<std::size_t> found(k_threads);
  std::vector<std::thread> threads;
  for (int i = 0; i < k_threads; ++i) {
    threads.emplace_back([&, i] {
      start.arrive_and_wait();
      found[static_cast<std::size_t>(i)] = available_devices().devices.size();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(found, std::vector<std::size_t>(k_threads, 1));
}

class AcrossTheBoundary : public testing::Test {
 protected:
  static EdgeList graph() {
    const Context context({.threads = 1});
    return generate::graph(context, "delaunay", {{"n", 500}}, 1);
  }
  static Hypergraph hypergraph() {
    const Context context({.threads = 1});
    Hypergraph h =
        generate::hypergraph(context, "uniform", {{"n", 2000}, {"m", 5000}, {"k", 3}}, 1);
    generate::assign_weights(context, h.weights, h.view().num_edges(), "random:1..9");
    return h;
  }
  CompressedGraph rows_ = compress(Context({.threads = 1}), graph().view());
};

TEST_F(AcrossTheBoundary, MemoryIsCountedOnce) {
  const DeviceContext device({.memory_limit = 1U << 20, .threads = 1});
  {
    const std::vector<int> numbers = {3, 1, 4, 1, 5};
    const DeviceArray<int> there = upload(device, std::span<const int>(numbers));
    EXPECT_EQ(download(device, there.view()), numbers);
    EXPECT_EQ(device.device_bytes(), numbers.size() * sizeof(int));
  }
  EXPECT_EQ(device.device_bytes(), 0U);
  // What device code takes stands in the same account.
  const DeviceGraph there = upload(device, rows_.view());
  const std::uint64_t graph_bytes = device.device_bytes();
  DeviceWorkspace workspace;
  (void)local_max(device, there.view(), {}, workspace);
  EXPECT_EQ(device.device_bytes(), graph_bytes + workspace.size());
  EXPECT_GE(workspace.size(), 1000U);
  try {
    (void)suitor(device, there.view(), {}, workspace);
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::device);
    EXPECT_STREQ(error.what(), "a kernel failed on cuda:0");
  }
  EXPECT_EQ(device.device_bytes(), graph_bytes + workspace.size());
  EXPECT_EQ(device.device_peak_bytes(), graph_bytes + workspace.size() + 5000);
}

TEST_F(AcrossTheBoundary, ExceptionsOfAllKindsPass) {
  EXPECT_THROW((void)red_blue(DeviceContext({.threads = 1}), rows_.view(), {}), std::bad_alloc);

  std::stop_source stop;
  stop.request_stop();
  int reports = 0;
  const auto count = [&](const Progress& progress) {
    if (progress.phase == std::string_view("solve")) ++reports;
  };
  const DeviceContext uploads({.threads = 1});
  const DeviceGraph there = upload(uploads, rows_.view());
  DeviceWorkspace workspace;
  const DeviceContext stopped({.threads = 1, .progress = count, .stop = stop.get_token()});
  EXPECT_THROW((void)locally_dominant(stopped, there.view(), {}, workspace), Error);

  struct OfTheCaller {};
  const auto fail = [](const Progress& progress) {
    if (progress.phase == std::string_view("solve")) throw OfTheCaller();
  };
  const DeviceContext failing({.threads = 1, .progress = fail});
  EXPECT_THROW((void)locally_dominant(failing, there.view(), {}, workspace), OfTheCaller);
  EXPECT_EQ(failing.device_bytes(), 0U);
  // Within a limit that device code meets.
  const DeviceContext narrow({.memory_limit = 4999, .threads = 1});
  try {
    (void)suitor(narrow, there.view(), {}, workspace);
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::resources);
  }
}

TEST_F(AcrossTheBoundary, TheHostTakesOver) {
  const Context host({.threads = 1});
  const DeviceContext device({.threads = 1});
  const GraphMatching mates = local_max(device, rows_.view());
  EXPECT_EQ(mates.mates, local_max(host, rows_.view()).mates);
  EXPECT_NE(mates.stats.stop_reason.find("the host took over"), std::string::npos);

  const Hypergraph h = hypergraph();
  const LocalMaxOptions options{.order = {.rating = Rating::weight}};
  const HypergraphMatching edges = local_max(device, h.view(), options);
  EXPECT_EQ(edges.edges, local_max(host, h.view(), options).edges);
  EXPECT_NE(edges.stats.stop_reason.find("the host took over"), std::string::npos);
  EXPECT_EQ(edges.stats.variant, "filtered");
}

TEST_F(AcrossTheBoundary, CapacitiesGoToTheDevice) {
  const Context host({.threads = 1});
  const DeviceContext device({.threads = 1});
  const Hypergraph h = hypergraph();
  std::vector<std::uint32_t> each(h.num_vertices, 2);
  each.front() = 0;
  std::vector<std::uint32_t> large = each;
  large.back() = 256;
  for (const Capacities& capacities :
       {Capacities{.common = 255, .each = {}}, Capacities{.common = 256, .each = {}},
        Capacities{.common = 1, .each = each}, Capacities{.common = 1, .each = large}}) {
    const LocalMaxOptions options{.order = {.rating = Rating::weight}, .capacities = capacities};
    const HypergraphMatching found = local_max(device, h.view(), options);
    const HypergraphMatching expected = local_max(host, h.view(), options);
    EXPECT_EQ(found.edges, expected.edges);
    EXPECT_EQ(found.stats.guarantee, expected.stats.guarantee);
  }
  EXPECT_EQ(device.device_bytes(), 0U);
  LocalMaxOptions options{.ties = Ties::redraw, .capacities = {.common = 2}};
  const auto code = [&] {
    try {
      (void)local_max(device, h.view(), options);
    } catch (const Error& error) {
      return error.code();
    }
    return ErrorCode::internal;
  };
  EXPECT_EQ(code(), ErrorCode::unsupported);
  each.pop_back();
  options = {.capacities = {.common = 1, .each = each}};
  EXPECT_EQ(code(), ErrorCode::invalid_input);
}

TEST_F(AcrossTheBoundary, RowsOfAListAreMadeThere) {
  const Context host({.threads = 1});
  const DeviceContext device({.threads = 1});
  EdgeList list = graph();
  for (const char* weights : {"unit", "random:1..9", "random:1..5000000000"}) {
    generate::assign_weights(host, list.weights, list.view().num_edges(), weights);
    const CompressedGraph expected = compress(host, list.view());
    const DeviceGraph rows = upload_as_rows(device, list.view());
    EXPECT_EQ(rows.view().weights.index(), expected.view().weights.index());
    EXPECT_TRUE(std::ranges::equal(download(device, rows.view().offsets), expected.offsets));
    EXPECT_TRUE(std::ranges::equal(download(device, rows.view().neighbours), expected.neighbours));
    // What is handed over to the host is the list.
    const GraphMatching found = local_max(device, list.view());
    EXPECT_EQ(found.mates, local_max(host, list.view()).mates);
    EXPECT_GT(found.stats.prepare_seconds, 0);
    EXPECT_NE(found.stats.stop_reason.find("the host took over"), std::string::npos);
  }
}

TEST_F(AcrossTheBoundary, SolversSendWeightsToAStructureThatIsThere) {
  const Context host({.threads = 1});
  const DeviceContext device({.threads = 1});
  const EdgeList structure = graph();
  for (const bool of_rows : {false, true}) {
    DeviceGraphSolver solver(device,
                             of_rows ? AnyGraphView(rows_.view()) : AnyGraphView(structure.view()));
    for (const char* weights : {"random:1..9", "random:1..5000000000", "unit", "random:1..7"}) {
      EdgeList list = graph();
      generate::assign_weights(host, list.weights, list.view().num_edges(), weights);
      const CompressedGraph rows = compress(host, list.view());
      const GraphMatching found =
          solver.match(device, of_rows ? rows.view().weights : list.view().weights);
      // What is handed over to the host has these weights.
      EXPECT_EQ(found.mates, local_max(host, list.view()).mates);
      EXPECT_NE(found.stats.stop_reason.find("the host took over"), std::string::npos);
    }
    const std::vector<float> few(3, 1);
    EXPECT_THROW((void)solver.match(device, std::span<const float>(few)), Error);
  }
  DeviceGraphSolver two(device, structure.view(), {.common = 2});
  EXPECT_THROW((void)two.match(device, {}), Error);
}

TEST_F(AcrossTheBoundary, RowsAreMadeByTheHostWhereAListDoesNotFitBesideThem) {
  const Context host({.threads = 1});
  const DeviceContext device({.threads = 1});
  const EdgeList list = graph();
  const registry::MatchingRequest request{.problem = registry::Problem::graph_matching};
  const auto peak_within = [&](std::uint64_t limit) {
    const DeviceContext capped({.memory_limit = limit, .threads = 1});
    const GraphMatching found = registry::match({capped, host}, AnyGraphView(list), request);
    EXPECT_EQ(found.mates, local_max(host, list.view()).mates);
    return capped.device_peak_bytes();
  };
  const std::uint64_t with_list = peak_within(0);
  const std::uint64_t rows = local_max(device, rows_.view()).stats.device_peak_bytes;
  ASSERT_GT(with_list, rows + 1000);
  const std::uint64_t limit = (with_list + rows) / 2;
  EXPECT_LE(peak_within(limit), limit);
}

TEST_F(AcrossTheBoundary, AReleasedDeviceMayBeEnteredAgain) {
  const Context host({.threads = 1});
  // The stand-in counts releases as multiprocessors.
  const int before = available_devices().devices.at(0).multiprocessors;
  {
    DeviceContext device({.threads = 1});
    (void)local_max(device, rows_.view());
    release_device(std::move(device));
  }
  EXPECT_EQ(available_devices().devices.at(0).multiprocessors, before + 1);
  EXPECT_EQ(local_max(DeviceContext({.threads = 1}), rows_.view()).mates,
            local_max(host, rows_.view()).mates);
}

// Only the sizes of these instances are real: to look at one would end the process.
TEST_F(AcrossTheBoundary, WhatNoDeviceHoldsIsRefusedBeforeWork) {
  const Context host({.threads = 1});
  const DeviceContext device({.threads = 1});
  const registry::Where where(device, host);
  EXPECT_EQ(device.device_bytes_allowed(), std::uint64_t{1} << 30);
  EXPECT_EQ(DeviceContext({.memory_limit = 4999, .threads = 1}).device_bytes_allowed(), 4999U);
  constexpr std::size_t k_many = std::size_t{1} << 32;
  const auto error_of = [](const auto& run) -> std::string {
    try {
      (void)run();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::resources) << error.what();
      return error.what();
    }
    return "nothing";
  };
  const auto* const nowhere = reinterpret_cast<const VertexId*>(64);
  const auto* const offsets = reinterpret_cast<const Offset*>(64);
  registry::MatchingRequest request;
  request.problem = registry::Problem::graph_matching;
  const GraphView graph{3, {offsets, 4}, {nowhere, k_many}, {}};
  const std::string of_graph =
      error_of([&] { return registry::match(where, AnyGraphView(graph), request); });
  EXPECT_TRUE(of_graph.starts_with("out of memory: local_max (filtered) needs at least "));
  EXPECT_TRUE(of_graph.ends_with(" bytes on the device, the device has 1073741824 left"))
      << of_graph;

  request = {};
  request.variant = "crcw";
  HypergraphView view;
  view.num_vertices = 3;
  view.offsets = {offsets, 4};
  view.pins = {nowhere, k_many};
  EXPECT_NE(error_of([&] { return registry::match(where, view, request); }).find("on the device"),
            std::string::npos);

  const BipartiteView pairs{3, 3, {offsets, 4}, {nowhere, k_many}};
  const registry::BipartiteRequest of_pairs{.algorithm = "ms_bfs"};
  EXPECT_NE(error_of([&] { return registry::match(where, pairs, of_pairs); }).find("on the device"),
            std::string::npos);
}

TEST_F(AcrossTheBoundary, ARoomWithoutTableSaysSo) {
  const DeviceContext device({.threads = 1});
  const std::vector<Offset> offsets = {0, 1};
  const std::vector<VertexId> columns = {0};
  try {
    (void)apfb(
        device,
        BipartiteView{.num_rows = 1, .num_columns = 1, .offsets = offsets, .columns = columns});
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::internal);
  }
}

}  // namespace
}  // namespace hypermatch
