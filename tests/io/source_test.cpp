// SPDX-License-Identifier: MIT
// Files, pipes and compressed data all read the same.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <thread>

#include "base/available_memory.hpp"
#include "io/source/source.hpp"
#include "io/source/windows.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

std::string gzipped(std::string_view text) {
  z_stream state{};
  EXPECT_EQ(::deflateInit2(&state, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(::deflateBound(&state, text.size()) + 64, '\0');
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(packed.data());
  state.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(::deflate(&state, Z_FINISH), Z_STREAM_END);
  packed.resize(state.total_out);
  ::deflateEnd(&state);
  return packed;
}

std::string zstd_packed(std::string_view text) {
  std::string packed(::ZSTD_compressBound(text.size()), '\0');
  packed.resize(::ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

// A frame of one raw block, whose header asks for a window that no packer needed for it.
std::string zstd_frame(unsigned char window, std::string_view text) {
  std::string frame = "\x28\xb5\x2f\xfd";
  frame += '\0';
  frame += static_cast<char>(window);
  const std::size_t block = text.size() << 3 | 1;
  for (int i = 0; i < 3; ++i) frame += static_cast<char>(block >> (8 * i) & 0xff);
  return frame + std::string(text);
}

std::string sample_text() {
  std::string text = "60000 999\n";
  for (int e = 0; e < 60000; ++e) {
    text += std::to_string(e % 999 + 1) + " " + std::to_string((e + 500) % 999 + 1) + "\n";
  }
  return text;
}

TEST(Source, CompressedFilesReadTheSameWhateverTheirName) {
  const Folder folder;
  const std::string text = sample_text();
  const std::string expected = describe(read(serial(), folder.write("plain.hgr", text)));
  const std::size_t half = text.size() / 2;
  const std::string front = text.substr(0, half);
  const std::string back = text.substr(half);
  const std::string skippable(
      "\x5a\x2a\x4d\x18\x03\x00\x00\x00"
      "abc",
      11);
  const std::vector<std::string> packings = {
      gzipped(text),
      gzipped(front) + gzipped(back),
      gzipped("") + gzipped(text) + std::string(1000, '\0'),
      zstd_packed(text),
      zstd_packed(front) + zstd_packed(back),
      skippable + zstd_packed(front) + skippable + zstd_packed(back),
  };
  for (const std::string& packed : packings) {
    for (const char* name : {"a.hgr", "a.hgr.gz", "a.hgr.zst"}) {
      const std::string path = folder.write(name, packed);
      EXPECT_EQ(describe(read(serial(), path)), expected) << name;
      const auto stream = open_stream(path);
      StreamedEdge edge;
      EdgeId count = 0;
      while (stream->next(edge)) ++count;
      EXPECT_EQ(count, 60000U);
    }
  }
}

TEST(Source, ZstdWindowsUpTo2GiB) {
  const Folder folder;
  const auto outcome = [&](const std::string& packed) {
    const std::string path = folder.write("a.hgr.zst", packed);
    std::string said = error_of([&] { return read(serial(), path); });
    if (const std::size_t at = said.find(path); at != std::string::npos) {
      said.erase(at, path.size());
    }
    return said;
  };
  constexpr const char* k_text = "2 3\n1 2\n2 3\n";
  constexpr unsigned char k_1_gib = 20 << 3;
  constexpr unsigned char k_2_gib = 21 << 3;
  const auto expected_at_most = [](const std::string& found) {
    return "0: : expected zstd data with a window of at most 2^31 bytes, found one of " + found;
  };
  EXPECT_EQ(outcome(zstd_frame(k_1_gib, k_text)), "nothing");
  if (const auto available = detail::base::available_memory(); available > std::uint64_t{4} << 30) {
    EXPECT_EQ(outcome(zstd_frame(k_2_gib, k_text)), "nothing");
    EXPECT_EQ(outcome(zstd_frame(0, "2 3\n1 ") + zstd_frame(k_2_gib, "2\n2 3\n")), "nothing");
  }
  EXPECT_EQ(outcome(zstd_frame(k_2_gib + 1, k_text)), expected_at_most("2415919104"));
  EXPECT_EQ(outcome(zstd_frame(0, "2 3\n") + zstd_frame(0xff, k_text)),
            expected_at_most("4123168604160"));
  // All of the content in one piece, which is said to have 2^62 bytes.
  const std::string segment = "\x28\xb5\x2f\xfd\xe0" + std::string(7, '\0') + "\x40";
  EXPECT_EQ(outcome(segment + "abc"), expected_at_most("4611686018427387904"));
  EXPECT_NE(outcome(segment.substr(0, 9)).find("ends too early"), std::string::npos);
}

TEST(Source, DamagedCompressedDataIsOneError) {
  const Folder folder;
  const std::string text = sample_text();
  for (const std::string& packed : {gzipped(text), zstd_packed(text)}) {
    for (const std::size_t size :
         {std::size_t{5}, std::size_t{20}, packed.size() / 2, packed.size() - 1}) {
      const std::string path = folder.write("a.hgr", packed.substr(0, size));
      const std::string error = error_of([&] { return read(serial(), path); });
      EXPECT_TRUE(error.starts_with("0: " + path + ": ")) << error;
      EXPECT_NE(error.find("ends too early"), std::string::npos) << error;
    }
    std::string broken = packed;
    for (std::size_t i = broken.size() / 2; i < broken.size() / 2 + 40; ++i) broken[i] = '\x55';
    const std::string path = folder.write("a.hgr", broken);
    const std::string error = error_of([&] { return read(serial(), path); });
    // Not every packer adds checksums: the damage may be noticed in the text only.
    EXPECT_TRUE(error.starts_with("0: " + path + ":")) << error;
    const std::string rubbish = folder.write("a.hgr", packed + "rubbish");
    EXPECT_NE(error_of([&] { return read(serial(), rubbish); }).find("data is damaged"),
              std::string::npos);
  }
}

TEST(Source, NamedPipes) {
  const Folder folder;
  const std::string text = sample_text();
  const std::string expected = describe(read(serial(), folder.write("plain.hgr", text)));
  for (const std::string& content : {text, gzipped(text), zstd_packed(text)}) {
    const std::string pipe = folder.file("pipe.hgr");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << content; });
    const Instance instance = read(serial(), pipe);
    writer.join();
    EXPECT_EQ(describe(instance), expected);
    ::unlink(pipe.c_str());
  }
}

TEST(Source, FilesThatEndWithAPage) {
  const Folder folder;
  for (const std::size_t size : {4096U, 8192U, 4095U, 4097U, 4090U}) {
    std::string text = "1 4294967294\n";
    while (text.size() + 24 < size) text += "1234567 ";
    text += std::string(size - text.size() - 10, ' ') + "4294967294";
    ASSERT_EQ(text.size(), size);
    const Instance instance = read(serial(), folder.write("a.hgr", text));
    EXPECT_EQ(edges_of(std::get<Hypergraph>(instance.data)), (Edges{{1234566, 4294967293U}}));
  }
}

TEST(Source, FilesThatBecomeShorterOrLonger) {
  const Folder folder;
  const std::string text = sample_text() + std::string(5 << 20, '\n');
  const auto code_of = [&](std::size_t new_size, const Context* context) {
    const std::string path = folder.write("a.hgr", text);
    detail::io::Input input = detail::io::open_input(path, context);
    (void)input.front(100);
    std::filesystem::resize_file(path, new_size);
    std::size_t got = 0;
    const std::string error = error_of([&] { got = detail::io::read_whole(input).text.size(); });
    EXPECT_EQ(error == "nothing" ? got : 0, error == "nothing" ? text.size() : 0);
    return error;
  };
  const Context threads({.threads = 4, .backend = HostBackend::std_threads});
  const std::string shorter =
      "3: " + folder.file("a.hgr") + ": the file became shorter while it was read";
  for (const Context* context : std::initializer_list<const Context*>{nullptr, &threads}) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{100}, text.size() - 1}) {
      EXPECT_EQ(code_of(size, context), shorter) << size;
    }
    EXPECT_EQ(code_of(text.size(), context), "nothing");
    EXPECT_EQ(code_of(text.size() + 1000, context), "nothing");
  }
}

TEST(Source, LargeFilesReadTheSameByAllThreads) {
  const Folder folder;
  std::string text;
  for (int i = 0; text.size() < std::size_t{7} << 20; ++i) text += std::to_string(i) + '\n';
  const std::string path = folder.write("a.txt", text);
  for (const int threads : {1, 3}) {
    const Context context({.threads = threads, .backend = HostBackend::std_threads});
    detail::io::Input input = detail::io::open_input(path, &context);
    EXPECT_EQ(std::string(input.front(5).data(), 5), text.substr(0, 5));
    const detail::io::WholeText whole = detail::io::read_whole(input);
    ASSERT_EQ(whole.text.size(), text.size());
    EXPECT_TRUE(std::equal(text.begin(), text.end(), whole.text.begin()));
    for (std::size_t i = 0; i < detail::io::k_padding; ++i) {
      ASSERT_EQ(whole.text.data()[text.size() + i], 0);
    }
  }
}

// Files of the system have no size, or say a larger one than they have.
TEST(Source, FilesOfTheSystem) {
  const auto size_of = [](const char* path) {
    detail::io::Input input = detail::io::open_input(path);
    return detail::io::read_whole(input).text.size();
  };
  EXPECT_GT(size_of("/proc/self/status"), 100U);
  const char* const sysfs = "/sys/kernel/mm/transparent_hugepage/enabled";
  if (!std::filesystem::exists(sysfs)) GTEST_SKIP() << "no such file here";
  EXPECT_EQ(size_of(sysfs), content_of(sysfs).size());
}

TEST(Source, FilesThatCannotBeRead) {
  const Folder folder;
  EXPECT_TRUE(error_of([&] {
                return read(serial(), folder.file("none.hgr"));
              }).starts_with("3: " + folder.file("none.hgr") + ": cannot open"));
  EXPECT_TRUE(error_of([&] { return read(serial(), folder.file(".")); }).starts_with("3: "));
  const std::string empty = folder.write("empty.hgr", "");
  EXPECT_TRUE(error_of([&] { return read(serial(), empty); }).starts_with("0: " + empty + ":1: "));
}

// Hands out a text in pieces of any size.
class PieceStream final : public detail::io::ByteStream {
 public:
  explicit PieceStream(std::string text) : text_(std::move(text)) {}
  std::size_t read(std::span<char> to) override {
    const std::size_t size = std::min(to.size(), text_.size() - at_);
    std::copy_n(text_.data() + at_, size, to.data());
    at_ += size;
    return size;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

TEST(Windows, HoldWholeLinesAndTheWholeText) {
  const std::string text = "one\n\ntwo and a half\nthree is the longest line of all\n4\nend";
  for (const std::string& whole : {text, text + "\n", std::string("\n"), std::string("x")}) {
    for (std::size_t size = 1; size < whole.size() + 3; ++size) {
      PieceStream stream(whole);
      detail::io::StreamWindows from_stream(stream, size);
      using detail::io::MemoryWindows;
      MemoryWindows from_memory(whole, MemoryWindows::Padding::missing, size);
      for (detail::io::TextWindows* windows :
           std::initializer_list<detail::io::TextWindows*>{&from_stream, &from_memory}) {
        std::string joined;
        std::span<const char> window;
        while (windows->next(window)) {
          ASSERT_FALSE(window.empty());
          joined.append(window.data(), window.size());
          if (joined.size() < whole.size()) {
            ASSERT_EQ(window.back(), '\n');
          } else if (window.back() != '\n') {
            ASSERT_EQ(window.data()[window.size()], '\0');
          }
        }
        ASSERT_EQ(joined, whole) << size;
      }
    }
  }
}

TEST(PeekStream, ShowsWithoutTaking) {
  detail::io::PeekStream stream(std::make_unique<PieceStream>("abcdefghij"));
  const auto text = [](std::span<const char> bytes) {
    return std::string(bytes.data(), bytes.size());
  };
  EXPECT_EQ(text(stream.peek(3)), "abc");
  EXPECT_EQ(text(stream.peek(5)), "abcde");
  std::string taken(4, ' ');
  EXPECT_EQ(stream.read(taken), 4U);
  EXPECT_EQ(taken, "abcd");
  EXPECT_EQ(text(stream.peek(100)), "efghij");
  std::string rest(20, ' ');
  EXPECT_EQ(stream.read(rest), 6U);
  EXPECT_EQ(rest.substr(0, 6), "efghij");
  EXPECT_EQ(stream.read(rest), 0U);
  EXPECT_TRUE(stream.peek(1).empty());
}

}  // namespace
}  // namespace hypermatch::io::testing
