// SPDX-License-Identifier: MIT
// gzip (any number of members) and zstd (any number of frames) as byte streams.
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "base/available_memory.hpp"
#include "hypermatch/error.hpp"
#include "io/source/source.hpp"

namespace hypermatch::detail::io {

namespace {

constexpr std::size_t k_packed_room = std::size_t{256} << 10;

bool starts_with(std::span<const char> bytes, const char* magic, std::size_t size) {
  return bytes.size() >= size && std::memcmp(bytes.data(), magic, size) == 0;
}

[[noreturn]] void corrupt(const std::string& name, const char* format, const char* detail) {
  throw Error(ErrorCode::invalid_input, name + ": " + format + " data is damaged: " +
                                            (detail != nullptr ? detail : "unknown reason"));
}

[[noreturn]] void cut_short(const std::string& name, const char* format) {
  throw Error(ErrorCode::invalid_input, name + ": " + format + " data ends too early");
}

[[noreturn]] void no_memory(const std::string& name) {
  throw Error(ErrorCode::resources, name + ": out of memory while unpacking");
}

class GzipStream final : public ByteStream {
 public:
  GzipStream(std::unique_ptr<PeekStream> packed, std::string name)
      : packed_(std::move(packed)), name_(std::move(name)), room_(k_packed_room) {
    // 15 window bits, 16: gzip headers and checksums.
    if (::inflateInit2(&state_, 15 + 16) != Z_OK) no_memory(name_);
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;
  ~GzipStream() override { ::inflateEnd(&state_); }

  std::size_t read(std::span<char> to) override {
    std::size_t filled = 0;
    // Ends: each turn moves bytes, ends a member, or meets the end of the packed data.
    while (filled < to.size() && !at_end_) {
      if (state_.avail_in == 0 && !refill()) {
        if (in_member_) cut_short(name_, "gzip");
        at_end_ = true;
        break;
      }
      if (!in_member_) start_member();
      if (at_end_) break;
      const std::size_t room = std::min<std::size_t>(to.size() - filled, 1U << 30);
      state_.next_out = reinterpret_cast<Bytef*>(to.data() + filled);
      state_.avail_out = static_cast<uInt>(room);
      const int code = ::inflate(&state_, Z_NO_FLUSH);
      filled += room - state_.avail_out;
      if (code == Z_MEM_ERROR) no_memory(name_);
      if (code == Z_STREAM_END) {
        in_member_ = false;
      } else if (code != Z_OK && code != Z_BUF_ERROR) {
        corrupt(name_, "gzip", state_.msg);
      }
    }
    return filled;
  }

 private:
  bool refill() {
    const std::size_t got = packed_->read(room_.span());
    state_.next_in = reinterpret_cast<Bytef*>(room_.data());
    state_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }
  // Zeros after the last member are padding (tapes, block devices), as in gzip itself.
  void start_member() {
    if (members_ > 0) {
      while (state_.avail_in > 0 && *state_.next_in == 0) {
        ++state_.next_in;
        --state_.avail_in;
        if (state_.avail_in == 0) (void)refill();
      }
      if (state_.avail_in == 0) {
        at_end_ = true;
        return;
      }
      if (*state_.next_in != 0x1f) corrupt(name_, "gzip", "rubbish after its end");
      (void)::inflateReset(&state_);
    }
    ++members_;
    in_member_ = true;
  }

  std::unique_ptr<PeekStream> packed_;
  std::string name_;
  Array<char> room_;
  z_stream state_{};
  std::size_t members_ = 0;
  bool in_member_ = false;
  bool at_end_ = false;
};

// The most that a frame's header takes: magic, descriptor, window, dictionary, size.
constexpr std::size_t k_zstd_header = 4 + 1 + 1 + 4 + 8;
// The largest window of the decoder, which `zstd --long=31` makes.
constexpr int k_zstd_window_log = 31;
// The largest window that the decoder accepts by default. The available memory is checked for
// larger ones.
constexpr std::uint64_t k_zstd_usual_window = std::uint64_t{128} << 20;

// Within a limit, later frames may have one of this size in any case.
constexpr std::uint64_t k_small_window = std::uint64_t{1} << 19;

// Bytes that must be kept to unpack the frame that starts so (RFC 8878, 3.1.1.1); nothing where no
// frame starts, or its header is cut.
std::optional<std::uint64_t> zstd_window(std::span<const char> front) {
  if (!starts_with(front, "\x28\xb5\x2f\xfd", 4) || front.size() < 6) return std::nullopt;
  const auto byte = [&](std::size_t i) {
    return std::uint64_t{static_cast<unsigned char>(front[i])};
  };
  const std::uint64_t descriptor = byte(4);
  const bool single_segment = (descriptor & 0x20U) != 0;
  if (!single_segment) {
    const std::uint64_t base = std::uint64_t{1} << (10 + (byte(5) >> 3U));
    return base + base / 8 * (byte(5) & 7U);
  }
  // All of the content is kept.
  constexpr std::array<std::size_t, 4> k_dictionary_bytes = {0, 1, 2, 4};
  constexpr std::array<std::size_t, 4> k_size_bytes = {1, 2, 4, 8};
  const std::size_t begin = 5 + k_dictionary_bytes[descriptor & 3U];
  const std::size_t bytes = k_size_bytes[descriptor >> 6U];
  if (front.size() < begin + bytes) return std::nullopt;
  std::uint64_t size = bytes == 2 ? 256 : 0;
  for (std::size_t i = 0; i < bytes; ++i) size += byte(begin + i) << (8 * i);
  return size;
}

class ZstdStream final : public ByteStream {
 public:
  ZstdStream(std::unique_ptr<PeekStream> packed, std::string name, std::uint64_t most_window)
      : packed_(std::move(packed)),
        name_(std::move(name)),
        most_window_(most_window),
        room_(k_packed_room),
        state_(::ZSTD_createDCtx(), &::ZSTD_freeDCtx) {
    if (state_ == nullptr) no_memory(name_);
    (void)::ZSTD_DCtx_setParameter(state_.get(), ZSTD_d_windowLogMax, k_zstd_window_log);
  }

  std::uint64_t window() override {
    if (!in_frame_ && in_.pos == in_.size) (void)start_frame();
    return window_;
  }
  std::size_t read(std::span<char> to) override {
    ZSTD_outBuffer out{to.data(), to.size(), 0};
    // Ends: each turn moves bytes or meets the end of the packed data.
    while (out.pos < out.size) {
      if (!in_frame_) {
        if (!start_frame()) break;
      } else if (in_.pos == in_.size && !flushing_ && !refill()) {
        cut_short(name_, "zstd");
      }
      const std::size_t before = out.pos;
      const std::size_t left = ::ZSTD_decompressStream(state_.get(), &out, &in_);
      if (::ZSTD_isError(left) != 0) fail(left);
      in_frame_ = left != 0;
      // A full output may leave bytes inside the decoder even where the input is used up.
      flushing_ = in_frame_ && out.pos == out.size && out.pos > before;
    }
    return out.pos;
  }

 private:
  // More packed data behind what is left; false at its end.
  bool refill() {
    const std::size_t left = in_.size - in_.pos;
    if (left > 0) std::memmove(room_.data(), room_.data() + in_.pos, left);
    const std::size_t got = packed_->read(room_.span().subspan(left));
    in_ = {room_.data(), left + got, 0};
    return got > 0;
  }

  // Looks at the next frame's header; false at the end of the packed data.
  bool start_frame() {
    if (in_.size - in_.pos < k_zstd_header) (void)refill();
    if (in_.pos == in_.size) return false;
    const std::span<const char> front(room_.data() + in_.pos, in_.size - in_.pos);
    window_ = zstd_window(front).value_or(0);
    if (window_ > most_window_) over_limit();
    if (most_window_ != k_any_window) most_window_ = std::max(window_, k_small_window);
    if (window_ <= k_zstd_usual_window) return true;
    if (window_ > std::uint64_t{1} << k_zstd_window_log) window_too_large();
    const std::optional<std::uint64_t> available = base::available_memory();
    if (available && window_ > *available) no_room_for_window(*available);
    return true;
  }

  [[noreturn]] void fail(std::size_t result) const {
    switch (::ZSTD_getErrorCode(result)) {
      case ZSTD_error_memory_allocation:
        if (window_ > k_zstd_usual_window) no_room_for_window(std::nullopt);
        no_memory(name_);
      case ZSTD_error_frameParameter_windowTooLarge:
        window_too_large();
      default:
        corrupt(name_, "zstd", ::ZSTD_getErrorName(result));
    }
  }
  [[noreturn]] void over_limit() const {
    throw Error(ErrorCode::resources, name_ + ": its zstd data has a window of " +
                                          std::to_string(window_) + " bytes, the limit leaves " +
                                          std::to_string(most_window_) +
                                          " for it; pack it with a smaller one, or unpack it");
  }
  [[noreturn]] void window_too_large() const {
    throw Error(ErrorCode::invalid_input,
                name_ + ": expected zstd data with a window of at most 2^31 bytes, found one of " +
                    std::to_string(window_));
  }
  [[noreturn]] void no_room_for_window(std::optional<std::uint64_t> available) const {
    throw Error(ErrorCode::resources,
                name_ + ": out of memory while unpacking: its zstd data has a window of " +
                    std::to_string(window_) + " bytes" +
                    (available ? ", the system has " + std::to_string(*available) + " left"
                               : std::string()) +
                    "; pack it without --long");
  }

  std::unique_ptr<PeekStream> packed_;
  std::string name_;
  std::uint64_t most_window_;
  Array<char> room_;
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> state_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  std::uint64_t window_ = 0;  // of the present frame, 0 if unknown
  bool in_frame_ = false;
  bool flushing_ = false;
};

}  // namespace

Packing packing_of(std::span<const char> front) {
  if (starts_with(front, "\x1f\x8b", 2)) return Packing::gzip;
  if (starts_with(front, "\x28\xb5\x2f\xfd", 4)) return Packing::zstd;
  // A frame that decoders skip: 0x184D2A50 to 0x184D2A5F, little-endian.
  const bool skippable = front.size() >= 4 && (front[0] & '\xf0') == '\x50' &&
                         std::memcmp(front.data() + 1, "\x2a\x4d\x18", 3) == 0;
  return skippable ? Packing::zstd : Packing::none;
}

std::unique_ptr<PeekStream> unpack(std::unique_ptr<PeekStream> packed, const std::string& name,
                                   std::uint64_t most_window) {
  std::unique_ptr<ByteStream> unpacked;
  switch (packing_of(packed->peek(4))) {
    case Packing::none:
      return packed;
    case Packing::gzip:
      unpacked = std::make_unique<GzipStream>(std::move(packed), name);
      break;
    case Packing::zstd:
      unpacked = std::make_unique<ZstdStream>(std::move(packed), name, most_window);
      break;
  }
  return std::make_unique<PeekStream>(std::move(unpacked));
}

}  // namespace hypermatch::detail::io
