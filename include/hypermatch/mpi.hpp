// SPDX-License-Identifier: MIT
// Ranks of MPI, compiled against the MPI of the program that includes this header: MPI 3.1, C
// calls, initialised by the caller.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hypermatch/communicator.hpp"
#include "hypermatch/error.hpp"

namespace hypermatch {

/// The ranks of a communicator of MPI. Works on a duplicate, so that no message meets those of the
/// caller; other ranks of the job need not take part.
class MpiCommunicator final : public Communicator {
 public:
  /// Called by all ranks of `ranks`, between MPI_Init and MPI_Finalize; MPI calls come from the
  /// thread that calls the library. Messages are cut into pieces of at most `most_bytes`, 1 ..
  /// 2^31 - 1. @throws Error{communication, invalid_option}
  explicit MpiCommunicator(MPI_Comm ranks, std::size_t most_bytes = std::size_t{1} << 30)
      : most_bytes_(most_bytes) {
    if (most_bytes < 1 || most_bytes > INT_MAX) {
      throw Error(ErrorCode::invalid_option, "most_bytes is " + std::to_string(most_bytes) +
                                                 ", must be between 1 and 2147483647");
    }
    check(MPI_Comm_dup(ranks, &ranks_), "MPI_Comm_dup");
    check(MPI_Comm_set_errhandler(ranks_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_rank(ranks_, &rank_), "MPI_Comm_rank");
    check(MPI_Comm_size(ranks_, &size_), "MPI_Comm_size");
  }
  ~MpiCommunicator() override {
    int is_over = 0;
    if (MPI_Finalized(&is_over) == MPI_SUCCESS && is_over == 0) (void)MPI_Comm_free(&ranks_);
  }
  MpiCommunicator(const MpiCommunicator&) = delete;
  MpiCommunicator& operator=(const MpiCommunicator&) = delete;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }

  void all_reduce(std::span<std::uint64_t> words, Reduction reduction) override {
    const MPI_Op how = reduction == Reduction::sum   ? MPI_SUM
                       : reduction == Reduction::max ? MPI_MAX
                                                     : MPI_MIN;
    const std::size_t most = std::max<std::size_t>(most_bytes_ / sizeof(std::uint64_t), 1);
    // Ends: each turn takes words.
    while (!words.empty()) {
      const std::size_t count = std::min(words.size(), most);
      check(MPI_Allreduce(MPI_IN_PLACE, words.data(), static_cast<int>(count), MPI_UINT64_T, how,
                          ranks_),
            "MPI_Allreduce");
      words = words.subspan(count);
    }
  }

  void exchange(std::span<Box> boxes) override {
    sizes_out_.resize(boxes.size());
    sizes_in_.resize(boxes.size());
    for (std::size_t q = 0; q < boxes.size(); ++q) sizes_out_[q] = boxes[q].size();
    check(
        MPI_Alltoall(sizes_out_.data(), 1, MPI_UINT64_T, sizes_in_.data(), 1, MPI_UINT64_T, ranks_),
        "MPI_Alltoall");
    std::vector<Box> received(boxes.size());
    requests_.clear();
    for (int q = 0; q < size_; ++q) {
      const auto at = static_cast<std::size_t>(q);
      if (q == rank_) continue;
      received[at].resize(static_cast<std::size_t>(sizes_in_[at]));
      in_pieces(received[at], [&](std::byte* data, int bytes) {
        check(MPI_Irecv(data, bytes, MPI_BYTE, q, k_tag, ranks_, next_request()), "MPI_Irecv");
      });
    }
    for (int q = 0; q < size_; ++q) {
      if (q == rank_) continue;
      in_pieces(boxes[static_cast<std::size_t>(q)], [&](std::byte* data, int bytes) {
        check(MPI_Isend(data, bytes, MPI_BYTE, q, k_tag, ranks_, next_request()), "MPI_Isend");
      });
    }
    check(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
    for (int q = 0; q < size_; ++q) {
      const auto at = static_cast<std::size_t>(q);
      if (q != rank_) boxes[at] = std::move(received[at]);
    }
  }

 private:
  static constexpr int k_tag = 0;

  // Pieces of one message arrive in the order in which they were sent.
  template <class Piece>
  void in_pieces(Box& box, const Piece& piece) const {
    for (std::size_t at = 0; at < box.size(); at += most_bytes_) {
      piece(box.data() + at, static_cast<int>(std::min(most_bytes_, box.size() - at)));
    }
  }
  MPI_Request* next_request() {
    requests_.push_back(MPI_REQUEST_NULL);
    return &requests_.back();
  }
  static void check(int code, const char* call) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    (void)MPI_Error_string(code, text, &length);
    throw Error(ErrorCode::communication, std::string(call) + ": " + text);
  }

  MPI_Comm ranks_ = MPI_COMM_NULL;
  std::size_t most_bytes_;
  int rank_ = 0;
  int size_ = 1;
  std::vector<std::uint64_t> sizes_out_;
  std::vector<std::uint64_t> sizes_in_;
  std::vector<MPI_Request> requests_;
};

}  // namespace hypermatch
