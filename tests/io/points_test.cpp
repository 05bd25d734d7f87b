// SPDX-License-Identifier: MIT
// Files of points: text and NumPy, and each way in which they can be broken.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/error.hpp"
#include "hypermatch/points_io.hpp"
#include "tests/io/io_testing.hpp"

namespace hypermatch::io::testing {
namespace {

// A file of NumPy of version 1.0.
template <class T>
std::string numpy(std::string_view type, std::string_view shape, std::span<const T> items,
                  std::string_view order = "False") {
  std::string header = "{'descr': '" + std::string(type) +
                       "', 'fortran_order': " + std::string(order) +
                       ", 'shape': " + std::string(shape) + ", }";
  header.append(64 - (10 + header.size() + 1) % 64, ' ');
  header += '\n';
  std::string file = "\x93NUMPY";
  file += '\x01';
  file += '\0';
  file += static_cast<char>(header.size() & 0xFF);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  file.append(reinterpret_cast<const char*>(items.data()), items.size_bytes());
  return file;
}

constexpr std::array<double, 6> k_items = {1, -2.5, 3, 4, 0.1, 1e300};
const std::vector<double> k_coordinates(k_items.begin(), k_items.end());

TEST(PointFiles, TextIsReadInAllItsForms) {
  const Folder folder;
  for (const std::string_view text :
       {"1,-2.5\n3,4\n0.1,1e300\n", "x,y\n1 , -2.5\r\n3;4\n\n# note\n% note\n0.1\t1e300",
        "  1   -2.5  \n3 4\n0.1 1e300\n"}) {
    const Points points = read_points(folder.write("p.csv", text));
    EXPECT_EQ(points.dimension, 2U) << text;
    EXPECT_EQ(points.coordinates, k_coordinates) << text;
  }
  EXPECT_EQ(read_points(folder.write("p.csv", "1\n2\n3\n")).view().size(), 3U);
  EXPECT_EQ(read_points(folder.write("p.csv", "")).view().size(), 0U);
  EXPECT_EQ(read_points(folder.write("p.csv", "x y\n")).view().size(), 0U);
}

TEST(PointFiles, ArraysOfNumpyAreRead) {
  const Folder folder;
  const auto read = [&](const std::string& file) {
    return read_points(folder.write("p.npy", file));
  };
  const Points doubles = read(numpy<double>("<f8", "(3, 2)", k_items));
  EXPECT_EQ(doubles.dimension, 2U);
  EXPECT_EQ(doubles.coordinates, k_coordinates);
  EXPECT_EQ(read(numpy<double>("<f8", "(6,)", k_items)).dimension, 1U);
  constexpr std::array<std::int32_t, 2> k_whole = {7, -8};
  EXPECT_EQ(read(numpy<std::int32_t>("<i4", "(1, 2)", k_whole)).coordinates,
            (std::vector<double>{7, -8}));
  constexpr std::array<float, 2> k_floats = {0.5F, 2};
  EXPECT_EQ(read(numpy<float>("<f4", "(2, 1)", k_floats)).coordinates,
            (std::vector<double>{0.5, 2}));
  EXPECT_EQ(read(numpy<double>("<f8", "(0, 3)", {})).dimension, 3U);
}

TEST(PointFiles, BrokenOnesGetTheirLine) {
  const Folder folder;
  const auto fault = [&](std::string_view file, ErrorCode code = ErrorCode::invalid_input) {
    const std::string path = folder.write("p", file);
    const std::string error = error_of([&] { return read_points(path); });
    const std::string prefix = std::to_string(static_cast<int>(code)) + ": " + path;
    EXPECT_TRUE(error.starts_with(prefix)) << error;
    return error.substr(std::min(prefix.size(), error.size()));
  };
  EXPECT_EQ(fault("1,2\n3\n"), ":2: expected 2 coordinates as before, found 1");
  EXPECT_EQ(fault("x\n1,2\n3,y\n"), ":3: expected a coordinate, found 'y'");
  EXPECT_EQ(fault("x\ny\n1\n"), ":2: expected a coordinate, found 'y'");
  EXPECT_EQ(fault("1,2,\n"), ":1: expected a coordinate, found the end of the line");
  EXPECT_EQ(fault("1,,2\n"), ":1: expected a coordinate, found ',2'");
  EXPECT_EQ(fault("1,nan\n"), ":1: expected a coordinate, found 'nan'");
  const std::string good = numpy<double>("<f8", "(3, 2)", k_items);
  EXPECT_NE(fault(std::string_view(good).substr(0, good.size() - 1)).find("47 bytes"),
            std::string::npos);
  EXPECT_NE(fault(good + "x").find("49 bytes"), std::string::npos);
  EXPECT_NE(fault(std::string_view(good).substr(0, 40)).find("header"), std::string::npos);
  EXPECT_NE(fault(numpy<double>("<f8", "(2, 0)", {})).find("one coordinate"), std::string::npos);
  EXPECT_NE(fault(numpy<double>("<f8", "(4294967296, 4294967296)", k_items)).find("header"),
            std::string::npos);
  EXPECT_NE(fault(numpy<double>("<f8", "(3, x)", k_items)).find("header"), std::string::npos);
  for (const auto& [type, shape, order] :
       {std::array<std::string_view, 3>{">f8", "(3, 2)", "False"},
        {"<f8", "(3, 2)", "True"},
        {"<f8", "(3, 1, 2)", "False"},
        {"<f8", "()", "False"},
        {"|O", "(3, 2)", "False"}}) {
    (void)fault(numpy<double>(type, shape, k_items, order), ErrorCode::unsupported);
  }
}

// Bytes of good files changed at random: read, or refused with one line.
TEST(PointFiles, NoFileIsMoreThanRefused) {
  const Folder folder;
  const std::string files[] = {numpy<double>("<f8", "(3, 2)", k_items), "x,y\n1,2\n3,4e5\n"};
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    std::string file = files[seed % 2];
    for (std::uint64_t i = 0; i < 1 + seed % 3; ++i) {
      file[detail::base::hash(seed, 1, i) % std::min<std::size_t>(file.size(), 120)] =
          static_cast<char>(detail::base::hash(seed, 2, i));
    }
    const std::string path = folder.write("p", file);
    try {
      const Points points = read_points(path);
      EXPECT_EQ(points.coordinates.size() % points.dimension, 0U);
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace hypermatch::io::testing
