// SPDX-License-Identifier: MIT
// One thread: tasks in order.
#include "parallel/host/executor.hpp"

namespace hypermatch::detail::parallel {

namespace {
class SerialExecutor final : public Executor {
 public:
  int width() const noexcept override { return 1; }

 private:
  void run_alone(std::size_t num_tasks, TaskRef task) override {
    for (std::size_t i = 0; i < num_tasks; ++i) task(i);
  }
  bool invite(const std::shared_ptr<Team>&) override { return false; }
};
}  // namespace

std::unique_ptr<Executor> make_serial_executor() {
  return std::make_unique<SerialExecutor>();
}

}  // namespace hypermatch::detail::parallel
