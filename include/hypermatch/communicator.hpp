// SPDX-License-Identifier: MIT
// Ranks: parts of one job that call the library together, each with its part of the instance, and
// send each other messages: processes under MPI (hypermatch/mpi.hpp, `MpiJob`), or threads of one
// process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hypermatch/error.hpp"

namespace hypermatch {

/// The bytes of a message.
using Box = std::vector<std::byte>;

/// How `Communicator::all_reduce` combines what the ranks have.
enum class Reduction { sum, max, min };

/// The other ranks, as one of them sees them. All ranks make the same calls in the same order; a
/// call may wait for all of them. Used by one thread at a time.
class Communicator {
 public:
  virtual ~Communicator() = default;
  /// 0 .. size() - 1.
  [[nodiscard]] virtual int rank() const = 0;
  /// At least 1.
  [[nodiscard]] virtual int size() const = 0;
  /// Combines word by word what the ranks have; equally many words on each. Sums are modulo 2^64.
  /// @throws Error{communication}
  virtual void all_reduce(std::span<std::uint64_t> words, Reduction reduction) = 0;
  /// Sends boxes[q] to rank q, and leaves in boxes[q] what rank q sent. There are size() boxes, of
  /// any bytes; the one of this rank stays as it is. @throws Error{communication}
  virtual void exchange(std::span<Box> boxes) = 0;

 protected:
  Communicator() = default;
  Communicator(const Communicator&) = default;
  Communicator& operator=(const Communicator&) = default;
};

/// Calls body(communicator) for each of `num_ranks` ranks, 1 .. 1024, on a thread of its own, and
/// waits for all. If a call throws, the others throw Error{communication} where they wait for it,
/// and what it threw is thrown here. With `seed_of_delays` ranks come late to each call and hand
/// out their boxes in an order of their own, for tests.
/// @throws Error{invalid_option, resources}
void run_on_thread_ranks(int num_ranks, const std::function<void(Communicator&)>& body,
                         std::optional<std::uint64_t> seed_of_delays = std::nullopt);

/// MPI for programs that were built without it: a library of its own holds it, which the first call
/// loads (HYPERMATCH_MPI; the environment variable HYPERMATCH_MPI_LIBRARY names another file).
/// Programs of MPI pass their communicator to `MpiCommunicator` (hypermatch/mpi.hpp).
class MpiJob {
 public:
  /// Initialises MPI, as `mpirun` started it, or for one process. At most once in a process.
  /// @throws Error{unsupported} where the library is not there
  MpiJob();
  /// Finalises MPI. All ranks must come here: a process that ends without it ends the job.
  ~MpiJob();
  MpiJob(const MpiJob&) = delete;
  MpiJob& operator=(const MpiJob&) = delete;

  /// All ranks of the job.
  [[nodiscard]] Communicator& ranks() { return *ranks_; }

 private:
  Communicator* ranks_ = nullptr;
};

/// An error that all ranks throw, so that none waits for another.
class AgreedError : public Error {
 public:
  using Error::Error;
};

/// Calls `step` on each rank; if it threw an Error on some, all throw that of the lowest of these
/// ranks as an AgreedError. The step makes no calls of the communicator. @throws
/// Error{communication}
void agree(Communicator& ranks, const std::function<void()>& step);

}  // namespace hypermatch
