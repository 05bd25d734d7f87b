// SPDX-License-Identifier: MIT
// A code of images of weights in a given number of bits that never turns their order round, made
// from a sample. Values that are frequent in the sample have ranges of codes of their own, within
// which tie hashes order; the images between them are coded linearly in pieces. Where the codes
// have room for all images, different images have different codes. Else pieces end at quantiles of
// the sample, so that its images differ as far as possible, whatever their distribution is.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/host_device.hpp"
#include "base/random.hpp"

namespace hypermatch::detail::order {

/// Trivially copyable, for device constants and shared memory: 17 bytes per piece of 64-bit images.
/// `Image`: std::uint32_t or std::uint64_t. `MaxPieces`: a power of two, 64 or more.
template <class Image, std::size_t MaxPieces = 256>
class SampledCode {
 public:
  static constexpr std::size_t k_max_pieces = MaxPieces;

  /// Images in their order, without regard to a sample; needs as many bits as they have.
  HYPERMATCH_HD constexpr SampledCode() { set(0, {0, 0, 0, k_no_hash}); }

  /// Codes below 2^bits for the images first .. last (20 <= bits <= 64); images outside have no
  /// code. Sorts `sample`, and takes those of its images that are in the range.
  SampledCode(unsigned bits, Image first, Image last, std::vector<Image> sample);

  /// The code of an image whose edge has this tie hash.
  [[nodiscard]] HYPERMATCH_HD std::uint64_t operator()(Image image, std::uint32_t hash) const {
    const std::size_t piece = last_at_most(starts_, image);
    return bases_[piece] + (std::uint64_t{image - starts_[piece]} >> shifts_[piece]) +
           ((std::uint64_t{hash} << 31) >> hash_shifts_[piece]);
  }

  /// Orders images with one code, and an image's hashes, as far as 32 bits can.
  [[nodiscard]] HYPERMATCH_HD std::uint32_t below_code(Image image, std::uint32_t hash) const {
    const std::size_t piece = last_at_most(starts_, image);
    if (hash_shifts_[piece] != k_no_hash) return hash;
    const unsigned shift = shifts_[piece];
    const std::uint64_t rest =
        std::uint64_t{image - starts_[piece]} & ((std::uint64_t{1} << shift) - 1);
    return static_cast<std::uint32_t>(shift < 32 ? rest << (32 - shift) | hash >> shift
                                                 : rest >> (shift - 32));
  }

  /// True if the code of this image is no other image's. Equal codes of it are ordered by hash.
  [[nodiscard]] HYPERMATCH_HD bool is_exclusive(Image image) const {
    return hash_shifts_[last_at_most(starts_, image)] != k_no_hash || is_exact();
  }
  /// True if different images always have different codes.
  [[nodiscard]] HYPERMATCH_HD bool is_exact() const { return is_exact_; }
  /// True if some value has a range of codes to itself.
  [[nodiscard]] HYPERMATCH_HD bool has_frequent() const { return has_frequent_; }
  /// High bits of the hash that a frequent value's code holds; 32: all of it.
  [[nodiscard]] HYPERMATCH_HD unsigned hash_bits() const { return hash_bits_; }

  /// Calls take(first image, its code, bits that codes of later images lose, those that hashes do)
  /// for each piece, rising: for callers that look pieces up in another way.
  template <class Take>
  void for_each_piece(const Take& take) const {
    for (std::size_t i = 0; i <= last_; ++i) {
      take(starts_[i], bases_[i], unsigned{shifts_[i]}, unsigned{hash_shifts_[i]});
    }
  }

  /// No image below this has this code or one above it.
  [[nodiscard]] HYPERMATCH_HD Image lowest_image(std::uint64_t code) const {
    const std::size_t piece = last_at_most(bases_, code);
    if (hash_shifts_[piece] != k_no_hash) return starts_[piece];
    const std::uint64_t step = code - bases_[piece];
    return step > most(piece) >> shifts_[piece]
               ? static_cast<Image>(starts_[piece] + most(piece))
               : static_cast<Image>(starts_[piece] + (step << shifts_[piece]));
  }
  /// No image above this has this code or one below it.
  [[nodiscard]] HYPERMATCH_HD Image highest_image(std::uint64_t code) const {
    const std::size_t piece = last_at_most(bases_, code);
    if (hash_shifts_[piece] != k_no_hash) return starts_[piece];
    const std::uint64_t step = code - bases_[piece];
    return step >= most(piece) >> shifts_[piece]
               ? static_cast<Image>(starts_[piece] + most(piece))
               : static_cast<Image>(starts_[piece] + ((step + 1) << shifts_[piece]) - 1);
  }

 private:
  // A hash shifted by 31 bits to the left and so many to the right is gone.
  static constexpr std::uint8_t k_no_hash = 63;

  struct Piece {
    Image start;
    std::uint64_t base;
    std::uint8_t shift;
    std::uint8_t hash_shift;
  };

  // Images first .. last of the range, `samples` of the sample among them.
  struct Range {
    Image first;
    Image last;
    std::uint64_t samples;
    bool frequent;
  };

  HYPERMATCH_HD constexpr void set(std::size_t i, const Piece& piece) {
    starts_[i] = piece.start;
    bases_[i] = piece.base;
    shifts_[i] = piece.shift;
    hash_shifts_[i] = piece.hash_shift;
  }

  // Branch-free binary search in rising values, the first of which is 0 or never looked at.
  template <class T>
  [[nodiscard]] HYPERMATCH_HD std::size_t last_at_most(const T* values, T value) const {
    std::size_t piece = 0;
    // Ends: the step is halved.
    for (std::size_t step = size_ / 2; step != 0; step /= 2) {
      piece += values[piece + step] <= value ? step : 0;
    }
    return piece < last_ ? piece : last_;  // where the value is the largest of its type
  }
  // The last image of a piece, from its start.
  [[nodiscard]] HYPERMATCH_HD std::uint64_t most(std::size_t piece) const {
    const Image end = piece == last_ ? ~Image{0} : static_cast<Image>(starts_[piece + 1] - 1);
    return end - starts_[piece];
  }

  [[nodiscard]] static std::vector<Image> frequent_of(const std::vector<Image>& sorted,
                                                      std::size_t most);
  [[nodiscard]] static std::vector<Range> ranges_of(Image first, Image last,
                                                    const std::vector<Image>& sorted,
                                                    const std::vector<Image>& frequent,
                                                    std::size_t cuts);
  bool place_exactly(unsigned bits, const std::vector<Range>& ranges);
  void place_by_samples(unsigned bits, const std::vector<Range>& ranges);
  void place(const std::vector<Range>& ranges, const std::vector<std::uint8_t>& shifts,
             unsigned frequent_bits);

  std::uint64_t bases_[MaxPieces] = {};
  Image starts_[MaxPieces] = {};
  std::uint8_t shifts_[MaxPieces] = {};
  std::uint8_t hash_shifts_[MaxPieces] = {};
  std::uint32_t size_ = 1;  // a power of two; behind the last piece all values are the largest
  std::uint32_t last_ = 0;
  std::uint32_t hash_bits_ = 0;
  bool is_exact_ = true;
  bool has_frequent_ = false;
};

/// The position of draw i of `draws` among `count` images.
[[nodiscard]] HYPERMATCH_HD inline std::size_t place_of_draw(std::size_t i, std::size_t count,
                                                             std::size_t draws) {
  const std::size_t stride = count / draws;
  const std::size_t room = stride + (i + 1 == draws ? count % draws : 0);
  return i * stride + base::below(base::hash(0, i), room);
}

/// At most `draws` images of `count`, none twice, at random places all over them; all where there
/// are no more than that.
template <class WeightBits>
[[nodiscard]] std::vector<typename WeightBits::Image> sample_weight_bits(
    const WeightBits& weight_bits, std::size_t count, std::size_t draws) {
  if (count <= draws) draws = count;
  std::vector<typename WeightBits::Image> sample(draws);
  for (std::size_t i = 0; i < draws; ++i) sample[i] = weight_bits(place_of_draw(i, count, draws));
  return sample;
}

template <class Image, std::size_t MaxPieces>
SampledCode<Image, MaxPieces>::SampledCode(unsigned bits, Image first, Image last,
                                           std::vector<Image> sample) {
  std::erase_if(sample, [&](Image image) { return image < first || image > last; });
  std::sort(sample.begin(), sample.end());
  // A frequent value makes a piece for itself and one behind it.
  const std::vector<Image> many = frequent_of(sample, MaxPieces / 2 - 1);
  if (place_exactly(bits, ranges_of(first, last, sample, many, 0))) return;
  // And where codes have no room, up to two more that end at the sample's least and largest images
  // between frequent values.
  const std::vector<Image> few = frequent_of(sample, MaxPieces * 3 / 16);
  place_by_samples(bits, ranges_of(first, last, sample, few, MaxPieces * 5 / 32));
}

// The most frequent values; rising. Of values that are rare some are drawn twice by chance.
template <class Image, std::size_t MaxPieces>
std::vector<Image> SampledCode<Image, MaxPieces>::frequent_of(const std::vector<Image>& sorted,
                                                              std::size_t most) {
  constexpr std::size_t k_least_draws = 3;
  struct Value {
    Image image;
    std::size_t count;
  };
  std::vector<Value> values;
  for (const Image image : sorted) {
    if (values.empty() || values.back().image != image) values.push_back({image, 0});
    ++values.back().count;
  }
  std::erase_if(values, [](const Value& value) { return value.count < k_least_draws; });
  std::stable_sort(values.begin(), values.end(),
                   [](const Value& a, const Value& b) { return a.count > b.count; });
  values.resize(std::min(values.size(), most));
  std::vector<Image> frequent;
  for (const Value& value : values) frequent.push_back(value.image);
  std::sort(frequent.begin(), frequent.end());
  return frequent;
}

// Frequent values and what lies between them, all of first .. last; with `cuts`, what lies between
// is cut at the sample's least and largest images there, and at about so many quantiles.
template <class Image, std::size_t MaxPieces>
auto SampledCode<Image, MaxPieces>::ranges_of(Image first, Image last,
                                              const std::vector<Image>& sorted,
                                              const std::vector<Image>& frequent, std::size_t cuts)
    -> std::vector<Range> {
  std::vector<Range> ranges;
  const std::size_t a_cut = cuts == 0 ? sorted.size() + 1 : sorted.size() / cuts + 1;
  const auto between = [&](Image begin, Image end) {
    const auto low = std::lower_bound(sorted.begin(), sorted.end(), begin);
    const auto high = std::upper_bound(low, sorted.end(), end);
    const auto count = static_cast<std::size_t>(high - low);
    const auto add_until = [&](Image limit, std::size_t samples) {  // exclusive
      if (limit <= begin) return;
      ranges.push_back({begin, static_cast<Image>(limit - 1), samples, false});
      begin = limit;
    };
    if (cuts != 0 && count != 0) {
      add_until(*low, 0);
      // Ends: `i` rises. The uppermost pieces have ever fewer samples, so that few images share a
      // piece with an outlier where it matters most.
      for (std::size_t i = 0; i < count;) {
        const std::size_t step =
            end == last ? std::min(a_cut, std::max((count - i) / 2, std::size_t{1})) : a_cut;
        i += step;
        if (i < count) add_until(low[static_cast<std::ptrdiff_t>(i)], step);
      }
      if (*(high - 1) == end) {
        ranges.push_back({begin, end, a_cut, false});
        return;
      }
      add_until(*(high - 1) + 1, a_cut);
      ranges.push_back({begin, end, 0, false});
    } else {
      ranges.push_back({begin, end, count, false});
    }
  };
  Image next = first;
  for (const Image image : frequent) {
    if (next < image) between(next, image - 1);
    ranges.push_back({image, image, 0, true});
    if (image == last) return ranges;
    next = image + 1;
  }
  between(next, last);
  return ranges;
}

// False if there is no room for all images and some bits of hash.
template <class Image, std::size_t MaxPieces>
bool SampledCode<Image, MaxPieces>::place_exactly(unsigned bits, const std::vector<Range>& ranges) {
  constexpr unsigned k_least_hash_bits = 8;
  const std::uint64_t largest = ~std::uint64_t{0} >> (64 - bits);
  const std::uint64_t span = ranges.back().last - ranges.front().first;
  if (span > largest) return false;
  const auto frequent = static_cast<std::uint64_t>(
      std::count_if(ranges.begin(), ranges.end(), [](const Range& r) { return r.frequent; }));
  unsigned frequent_bits = 0;
  if (frequent != 0) {
    const std::uint64_t room = (largest - span) / frequent;
    if (room < (std::uint64_t{1} << k_least_hash_bits)) return false;
    frequent_bits = static_cast<unsigned>(std::bit_width(room)) - 1;
  }
  place(ranges, std::vector<std::uint8_t>(ranges.size(), 0), frequent_bits);
  is_exact_ = true;
  return true;
}

// Half of the codes for frequent values, the rest by how many of the sample there are.
template <class Image, std::size_t MaxPieces>
void SampledCode<Image, MaxPieces>::place_by_samples(unsigned bits,
                                                     const std::vector<Range>& ranges) {
  const std::uint64_t largest = ~std::uint64_t{0} >> (64 - bits);
  std::uint64_t frequent = 0;
  std::uint64_t shares = 0;
  for (const Range& range : ranges) {
    if (range.frequent) {
      ++frequent;
    } else {
      shares += 4 * range.samples + 1;
    }
  }
  const unsigned frequent_bits =
      frequent == 0 ? 0 : static_cast<unsigned>(std::bit_width(largest / 2 / frequent)) - 1;
  const std::uint64_t a_share =
      (frequent == 0 ? largest : largest / 2) / std::max<std::uint64_t>(shares, 1);
  std::vector<std::uint8_t> shifts;
  for (const Range& range : ranges) {
    // (last - first) >> shift, plus 1, is at most the range's share of the codes.
    const std::uint64_t room = std::max<std::uint64_t>(a_share * (4 * range.samples + 1), 1);
    std::uint8_t shift = 0;
    // Ends: the width is less than 2^64.
    while (!range.frequent && shift < 63 &&
           (std::uint64_t{range.last - range.first} >> shift) >= room) {
      ++shift;
    }
    shifts.push_back(shift);
  }
  place(ranges, shifts, frequent_bits);
  is_exact_ = false;
}

template <class Image, std::size_t MaxPieces>
void SampledCode<Image, MaxPieces>::place(const std::vector<Range>& ranges,
                                          const std::vector<std::uint8_t>& shifts,
                                          unsigned frequent_bits) {
  hash_bits_ = std::min(frequent_bits, 32U);
  std::uint64_t base = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const Range& range = ranges[i];
    has_frequent_ = has_frequent_ || range.frequent;
    const auto hash_shift =
        static_cast<std::uint8_t>(range.frequent ? k_no_hash - frequent_bits : k_no_hash);
    set(i, {range.first, base, shifts[i], hash_shift});
    base += range.frequent ? std::uint64_t{1} << frequent_bits
                           : (std::uint64_t{range.last - range.first} >> shifts[i]) + 1;
  }
  last_ = static_cast<std::uint32_t>(ranges.size() - 1);
  size_ = static_cast<std::uint32_t>(std::bit_ceil(ranges.size()));
  for (std::size_t i = ranges.size(); i < size_; ++i) {
    set(i, {~Image{0}, ~std::uint64_t{0}, 0, k_no_hash});
  }
}

}  // namespace hypermatch::detail::order
