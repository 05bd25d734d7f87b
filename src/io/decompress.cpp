// SPDX-License-Identifier: MIT
// gzip (any number of members) and zstd (any number of frames) as byte streams.
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "hypermatch/error.hpp"
#include "io/source.hpp"

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
  // Behind the last member, zeros are padding (tapes, block devices), as gzip itself has it.
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

class ZstdStream final : public ByteStream {
 public:
  ZstdStream(std::unique_ptr<PeekStream> packed, std::string name)
      : packed_(std::move(packed)),
        name_(std::move(name)),
        room_(k_packed_room),
        state_(::ZSTD_createDCtx(), &::ZSTD_freeDCtx) {
    if (state_ == nullptr) no_memory(name_);
  }

  std::size_t read(std::span<char> to) override {
    ZSTD_outBuffer out{to.data(), to.size(), 0};
    // Ends: each turn moves bytes or meets the end of the packed data.
    while (out.pos < out.size) {
      if (in_.pos == in_.size && !flushing_) {
        in_ = {room_.data(), packed_->read(room_.span()), 0};
        if (in_.size == 0) {
          if (in_frame_) cut_short(name_, "zstd");
          break;
        }
      }
      const std::size_t before = out.pos;
      const std::size_t left = ::ZSTD_decompressStream(state_.get(), &out, &in_);
      if (::ZSTD_isError(left) != 0) {
        const ZSTD_ErrorCode code = ::ZSTD_getErrorCode(left);
        // Windows beyond 128 MiB are refused, as the zstd command does: a few bytes could ask for
        // gigabytes.
        if (code == ZSTD_error_memory_allocation ||
            code == ZSTD_error_frameParameter_windowTooLarge) {
          no_memory(name_);
        }
        corrupt(name_, "zstd", ::ZSTD_getErrorName(left));
      }
      in_frame_ = left != 0;
      // A full output may leave bytes inside the decoder even where the input is used up.
      flushing_ = in_frame_ && out.pos == out.size && out.pos > before;
    }
    return out.pos;
  }

 private:
  std::unique_ptr<PeekStream> packed_;
  std::string name_;
  Array<char> room_;
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> state_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
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

std::unique_ptr<PeekStream> unpack(std::unique_ptr<PeekStream> packed, const std::string& name) {
  std::unique_ptr<ByteStream> unpacked;
  switch (packing_of(packed->peek(4))) {
    case Packing::none:
      return packed;
    case Packing::gzip:
      unpacked = std::make_unique<GzipStream>(std::move(packed), name);
      break;
    case Packing::zstd:
      unpacked = std::make_unique<ZstdStream>(std::move(packed), name);
      break;
  }
  return std::make_unique<PeekStream>(std::move(unpacked));
}

}  // namespace hypermatch::detail::io
