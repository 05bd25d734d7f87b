// SPDX-License-Identifier: MIT
// Ranks that are threads of this process.
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "hypermatch/communicator.hpp"

namespace hypermatch {

namespace {

constexpr int k_most_ranks = 1024;

// State that the ranks share.
class Meeting {
 public:
  explicit Meeting(int num_ranks)
      : boxes(static_cast<std::size_t>(num_ranks)),
        words(static_cast<std::size_t>(num_ranks)),
        num_ranks_(num_ranks) {}

  // Returns once all ranks came. @throws Error{communication} if one never will
  void wait() {
    std::unique_lock lock(mutex_);
    if (failed_rank_ < 0 && ++num_here_ == num_ranks_) {
      num_here_ = 0;
      ++turn_;
      all_came_.notify_all();
      return;
    }
    const std::uint64_t turn = turn_;
    all_came_.wait(lock, [&] { return turn_ != turn || failed_rank_ >= 0; });
    if (turn_ == turn) {
      throw Error(ErrorCode::communication, "rank " + std::to_string(failed_rank_) + " has failed");
    }
  }
  // The first failure counts: the others are its consequences.
  void fail(int rank, std::exception_ptr thrown) {
    const std::scoped_lock lock(mutex_);
    if (failed_rank_ >= 0) return;
    failed_rank_ = rank;
    thrown_ = std::move(thrown);
    all_came_.notify_all();
  }
  void rethrow() const {
    if (thrown_ != nullptr) std::rethrow_exception(thrown_);
  }

  // Memory of each rank, valid between two meetings.
  std::vector<std::span<Box>> boxes;
  std::vector<std::span<std::uint64_t>> words;

 private:
  int num_ranks_;
  std::mutex mutex_;
  std::condition_variable all_came_;
  int num_here_ = 0;
  std::uint64_t turn_ = 0;
  int failed_rank_ = -1;
  std::exception_ptr thrown_;
};

class ThreadRank final : public Communicator {
 public:
  ThreadRank(Meeting& meeting, int rank, int size, std::optional<std::uint64_t> seed_of_delays)
      : meeting_(meeting), rank_(rank), size_(size), seed_(seed_of_delays) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void all_reduce(std::span<std::uint64_t> words, Reduction reduction) override {
    delay();
    // Nothing throws between the two meetings: others read what this rank owns.
    std::vector<std::uint64_t> reduced(words.begin(), words.end());
    meeting_.words[own()] = words;
    meeting_.wait();
    for (const std::span<std::uint64_t> others : meeting_.words) {
      if (others.data() == words.data()) continue;
      for (std::size_t i = 0; i < reduced.size(); ++i) {
        reduced[i] = reduction == Reduction::sum   ? reduced[i] + others[i]
                     : reduction == Reduction::max ? std::max(reduced[i], others[i])
                                                   : std::min(reduced[i], others[i]);
      }
    }
    meeting_.wait();
    std::copy(reduced.begin(), reduced.end(), words.begin());
  }

  void exchange(std::span<Box> boxes) override {
    delay();
    // A pair of boxes is swapped by the one of its two ranks that has the smaller number.
    std::vector<std::size_t> partners(static_cast<std::size_t>(size_) - own() - 1);
    std::iota(partners.begin(), partners.end(), own() + 1);
    if (seed_) {
      for (std::size_t i = partners.size(); i > 1; --i) {
        std::swap(partners[i - 1], partners[static_cast<std::size_t>(random() % i)]);
      }
    }
    meeting_.boxes[own()] = boxes;
    meeting_.wait();
    for (const std::size_t q : partners) std::swap(boxes[q], meeting_.boxes[q][own()]);
    meeting_.wait();
  }

 private:
  [[nodiscard]] std::size_t own() const { return static_cast<std::size_t>(rank_); }
  std::uint64_t random() {
    return detail::base::splitmix64(*seed_ + detail::base::splitmix64(own() << 32 | ++draws_));
  }
  void delay() {
    if (!seed_) return;
    const std::uint64_t drawn = random();
    if (drawn % 4 == 0) std::this_thread::sleep_for(std::chrono::microseconds(drawn >> 32 & 0xFF));
    if (drawn % 4 == 1) std::this_thread::yield();
  }

  Meeting& meeting_;
  int rank_;
  int size_;
  std::optional<std::uint64_t> seed_;
  std::uint64_t draws_ = 0;
};

}  // namespace

void run_on_thread_ranks(int num_ranks, const std::function<void(Communicator&)>& body,
                         std::optional<std::uint64_t> seed_of_delays) {
  if (num_ranks < 1 || num_ranks > k_most_ranks) {
    throw Error(ErrorCode::invalid_option, "num_ranks is " + std::to_string(num_ranks) +
                                               ", must be between 1 and " +
                                               std::to_string(k_most_ranks));
  }
  Meeting meeting(num_ranks);
  const auto run = [&](int rank) {
    try {
      ThreadRank communicator(meeting, rank, num_ranks, seed_of_delays);
      body(communicator);
    } catch (...) {
      meeting.fail(rank, std::current_exception());
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(num_ranks));
  try {
    for (int rank = 1; rank < num_ranks; ++rank) threads.emplace_back(run, rank);
  } catch (const std::system_error&) {
    meeting.fail(
        0, std::make_exception_ptr(Error(
               ErrorCode::resources, "no thread for rank " + std::to_string(threads.size() + 1))));
  }
  run(0);
  for (std::thread& thread : threads) thread.join();
  meeting.rethrow();
}

}  // namespace hypermatch
