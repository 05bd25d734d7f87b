// SPDX-License-Identifier: MIT
// Every allocation of every reader fails once: what comes out is Error{resources}, nothing leaks
// into the next call, and with enough memory the answer is the same.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>

#include "hypermatch/error.hpp"
#include "hypermatch/instance_io.hpp"
#include "io/formats/hgr/hgr.hpp"
#include "io/source/windows.hpp"
#include "tests/allocation/failing_allocations.hpp"

namespace hypermatch::io {
namespace {

class Allocation : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "hypermatch-al-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override {
    std::error_code error;
    std::filesystem::remove_all(folder_, error);
  }
  std::string file(const std::string& name, const std::string& text) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::filesystem::path folder_;
};

struct Sample {
  const char* name;
  const char* text;
  Interpretation as;
};

constexpr Sample k_samples[] = {
    {"a.hgr",
     "% c\n4 12 11\n5 1 2\n3000000000 3 4 5 6 7 8 9 10 11 12 3\n2.5 1 1\n7\n"
     "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n",
     Interpretation::automatic},
    {"a.graph", "3 2 11\n4 2 7\n5 1 7 3 8\n6 2 8\n", Interpretation::automatic},
    {"a.mtx",
     "%%MatrixMarket matrix coordinate real general\n3 3 4\n1 2 1.5\n2 1 2\n3 3 1\n3 1 0\n",
     Interpretation::automatic},
    {"b.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 3\n1 2\n2 1\n2 3\n",
     Interpretation::column_net},
    {"a.el", "alpha beta 1\nbeta gamma 2.5\ngamma alpha 3\nalpha gamma 4\n",
     Interpretation::automatic},
    {"a.gr", "p sp 3 3\na 1 2 5\na 2 1 6\na 2 3 7\n", Interpretation::automatic},
    {"a.cnf", "p cnf 3 2\n1 -2 0\n2 3 -3 0\n", Interpretation::dual},
    {"a.gml",
     "graph [ node [ id 1 label \"&#233;\" ] node [ id 2 label \"b\" ] edge [ source 1 target 2 "
     "weight 2 ] ]",
     Interpretation::automatic},
    {"a.graphml",
     "<graphml><key id='w' for='edge' attr.name='weight'/><graph><node id='a'/><node id='b'/>"
     "<edge source='a' target='b'><data key='w'>2</data></edge></graph></graphml>",
     Interpretation::automatic},
    {"a.net", "*Vertices 3\n1 a\n2 b\n3 c\n*Matrix\n0 1 0\n1 0 2\n0 0 0\n",
     Interpretation::automatic},
    {"a.dot", "graph { subgraph s { a \"b\\\"c\" } -- d [weight=2] }", Interpretation::automatic},
    {"b.hgr", "2 3\n1 2 3\n2 3\n", Interpretation::clique},
};

TEST_F(Allocation, WholeInstances) {
  for (const Sample& sample : k_samples) {
    const std::string path = file(sample.name, sample.text);
    const ReadOptions options{"", sample.as};
    for (const int threads : {1, 2}) {
      const Context context({.threads = threads, .backend = HostBackend::std_threads});
      test::fail_each_allocation(path, [&] { (void)read(context, path, options); });
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST_F(Allocation, ChunksSharedByThreads) {
  std::string text = "60 99 1\n";
  for (int e = 1; e <= 60; ++e) {
    text += std::to_string(e) + (e == 40 ? ".5 " : " ") + std::to_string(e) + " 99\n";
  }
  const Context context({.threads = 3, .backend = HostBackend::std_threads});
  test::fail_each_allocation("chunks", [&] {
    try {
      detail::io::MemoryWindows windows(text, detail::io::MemoryWindows::Padding::missing, 300);
      const Instance instance =
          detail::io::read_hgr(context, windows, "chunks", text.size(), {300, 40});
      test::let_allocations_pass();
      ASSERT_EQ(std::get<Hypergraph>(instance.data).view().num_edges(), 60U);
    } catch (const std::bad_alloc&) {
      // As `read` has it.
      throw Error(ErrorCode::resources, "out of memory");
    }
  });
}

TEST_F(Allocation, NativeFilesAndStreams) {
  const Context context({.threads = 1});
  const std::string text = file("a.hgr", k_samples[0].text);
  const std::string native = (folder_ / "a.hmb").string();
  const Instance instance = read(context, text);
  test::fail_each_allocation("write native", [&] { write(context, instance, native); });
  test::fail_each_allocation("read native", [&] { (void)read(context, native); });
  test::fail_each_allocation("write hmetis", [&] { write(context, instance, text); });
  for (const std::string& path : {text, native, file("a.cnf", k_samples[6].text)}) {
    test::fail_each_allocation("stream " + path, [&] {
      const auto stream = open_stream(path);
      StreamedEdge edge;
      while (stream->next(edge)) {
      }
    });
  }
  const std::string matching = file("m", "1\n2\n% c\n3\n");
  test::fail_each_allocation("read matching", [&] { (void)read_matching(matching); });
}

}  // namespace
}  // namespace hypermatch::io
