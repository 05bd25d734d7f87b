// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hypermatch/error.hpp"
#include "hypermatch/points_io.hpp"
#include "io/formats/csv/csv_line.hpp"
#include "io/source/source.hpp"
#include "io/source/text_file.hpp"
#include "io/text/text.hpp"

namespace hypermatch::io {

namespace {

using detail::io::fail_expected;
using detail::io::TextFailure;
using detail::io::TextRange;

// Lines of numbers.
Points read_lines(TextRange text) {
  Points points;
  detail::io::CsvLine line;
  bool is_first = true;
  // Ends: each turn takes a line.
  for (detail::io::Cursor cursor(text); !cursor.at_end();) {
    const bool is_blank = !cursor.skip_blanks();
    const char* const begin = cursor.at();
    cursor.skip_line();
    if (is_blank || *begin == '%' || *begin == '#') continue;
    const char* const end = cursor.at()[-1] == '\n' ? cursor.at() - 1 : cursor.at();
    line.find_separator(begin, end);
    line.cut(begin, end);
    const std::vector<std::string_view>& fields = line.fields();
    const bool may_be_names = std::exchange(is_first, false);
    if (may_be_names && std::ranges::none_of(fields, detail::io::is_number)) continue;
    if (points.coordinates.empty()) points.dimension = fields.size();
    for (const std::string_view field : fields) {
      const auto number = detail::io::parse_number(field.data(), field.data() + field.size());
      if (!number) fail_expected(field.data(), cursor.end(), "a coordinate");
      points.coordinates.push_back(number->is_integer ? static_cast<double>(number->integer)
                                                      : number->real);
    }
    if (fields.size() == points.dimension) continue;
    throw TextFailure{begin, "expected " + std::to_string(points.dimension) +
                                 " coordinates as before, found " + std::to_string(fields.size())};
  }
  return points;
}

// A file of NumPy: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
class NumpyPoints {
 public:
  NumpyPoints(std::string_view name, TextRange file) : name_(name), file_(file) {}

  static constexpr std::string_view k_magic = "\x93NUMPY";
  static bool recognises(TextRange file) {
    return std::string_view(file.begin, file.size()).starts_with(k_magic);
  }

  Points read() {
    take_header();
    if (value_of("fortran_order") != "False") {
      refuse(ErrorCode::unsupported,
             "arrays in Fortran order are not read (numpy.ascontiguousarray)");
    }
    take_shape(value_of("shape"));
    const std::string_view type = value_of("descr");
    if (type == "'<f8'") return take<double>();
    if (type == "'<f4'") return take<float>();
    if (type == "'<i8'") return take<std::int64_t>();
    if (type == "'<i4'") return take<std::int32_t>();
    refuse(ErrorCode::unsupported,
           "type " + std::string(type) + " is not read (float64, float32, int64, int32 are)");
  }

 private:
  [[noreturn]] void refuse(ErrorCode code, const std::string& what) const {
    throw Error(code, std::string(name_) + ": " + what);
  }
  [[noreturn]] void refuse_header() const {
    refuse(ErrorCode::invalid_input, "the header of the array of NumPy is broken");
  }

  void take_header() {
    constexpr std::size_t k_fixed = 8;
    if (file_.size() < k_fixed + 4) refuse_header();
    const auto byte = [&](std::size_t i) {
      return std::size_t{static_cast<unsigned char>(file_.begin[i])};
    };
    const std::size_t width = byte(6) == 1 ? 2 : 4;
    std::size_t length = 0;
    for (std::size_t i = 0; i < width; ++i) length |= byte(k_fixed + i) << (8 * i);
    const std::size_t begin = k_fixed + width;
    if (length > file_.size() - std::min(begin, file_.size())) refuse_header();
    header_ = {file_.begin + begin, length};
    data_ = {file_.begin + begin + length, file_.end};
  }
  // The value behind a key of the dictionary, up to the comma that ends it.
  [[nodiscard]] std::string_view value_of(std::string_view key) const {
    const std::size_t at = header_.find(key);
    if (at == std::string_view::npos) refuse_header();
    std::string_view rest = header_.substr(at + key.size());
    if (!rest.starts_with("':")) refuse_header();
    rest.remove_prefix(2);
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    const std::size_t end = rest.starts_with('(') ? rest.find(')') : rest.find_first_of(",}");
    if (end == std::string_view::npos) refuse_header();
    return rest.substr(0, end);
  }
  void take_shape(std::string_view shape) {
    std::uint64_t sizes[2] = {0, 1};
    std::size_t count = 0;
    if (!shape.starts_with('(')) refuse_header();
    shape.remove_prefix(1);
    while (!shape.empty()) {
      if (shape.front() == ' ' || shape.front() == ',') {
        shape.remove_prefix(1);
        continue;
      }
      std::uint64_t size = 0;
      const auto [stop, error] = std::from_chars(shape.data(), shape.data() + shape.size(), size);
      if (error != std::errc{}) refuse_header();
      if (count == 2)
        refuse(ErrorCode::unsupported, "points have one row each: a shape of two sizes");
      sizes[count++] = size;
      shape.remove_prefix(static_cast<std::size_t>(stop - shape.data()));
    }
    if (count == 0)
      refuse(ErrorCode::unsupported, "points have one row each: a shape of two sizes");
    if (sizes[1] == 0) refuse(ErrorCode::invalid_input, "points have one coordinate at least");
    points_.dimension = sizes[1];
    if (sizes[0] > std::numeric_limits<std::uint64_t>::max() / sizes[1]) refuse_header();
    count_ = sizes[0] * sizes[1];
  }
  template <class T>
  Points take() {
    static_assert(std::endian::native == std::endian::little);
    if (data_.size() % sizeof(T) != 0 || data_.size() / sizeof(T) != count_) {
      refuse(ErrorCode::invalid_input, "the array has " + std::to_string(data_.size()) +
                                           " bytes, its shape says " + std::to_string(count_) +
                                           " numbers");
    }
    points_.coordinates.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) {
      T value;
      std::memcpy(&value, data_.begin + i * sizeof(T), sizeof(T));
      points_.coordinates[i] = static_cast<double>(value);
    }
    return std::move(points_);
  }

  std::string_view name_;
  TextRange file_;
  std::string_view header_;
  TextRange data_;
  std::uint64_t count_ = 0;
  Points points_;
};

}  // namespace

Points read_points(const std::string& path) {
  return detail::io::with_text_of(path, [](std::string_view name, TextRange text) {
    return NumpyPoints::recognises(text) ? NumpyPoints(name, text).read() : read_lines(text);
  });
}

}  // namespace hypermatch::io
