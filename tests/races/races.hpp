// SPDX-License-Identifier: MIT
// Shared code of the tests of data races: contexts with several threads, answers as bytes, and
// their comparison with the answer of one thread.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <ranges>
#include <string>
#include <type_traits>
#include <variant>

#include "hypermatch/context.hpp"
#include "hypermatch/instance.hpp"

namespace hypermatch::test {

/// One thread.
[[nodiscard]] const Context& serial();
/// Two threads, which are kept awake in short regions, and five, which are not where there are
/// fewer cores.
[[nodiscard]] const std::array<Context, 2>& crowds();
/// How many parallel regions of the context so far had tasks on two threads or more.
[[nodiscard]] std::size_t shared_regions(const Context& crowd);

/// The bytes of an answer: what must not depend on the number of threads.
class Answer {
 public:
  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) Answer& add(const T& value) {
    return add_bytes(&value, sizeof(T));
  }
  Answer& add(const std::string& text) {
    add(text.size());
    return add_bytes(text.data(), text.size());
  }
  template <std::ranges::contiguous_range Items>
  requires(!std::convertible_to<Items, std::string>) Answer& add(const Items& items) {
    using Item = std::ranges::range_value_t<Items>;
    add(std::ranges::size(items));
    if constexpr (std::ranges::contiguous_range<Item>) {
      for (const Item& item : items) add(item);
      return *this;
    } else {
      static_assert(std::has_unique_object_representations_v<Item> ||
                    std::is_floating_point_v<Item>);
      return add_bytes(std::ranges::data(items), std::ranges::size(items) * sizeof(Item));
    }
  }
  template <class... Kinds>
  Answer& add(const std::variant<Kinds...>& value) {
    add(value.index());
    std::visit(
        [this](const auto& held) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
            this->add(held);
        },
        value);
    return *this;
  }
  template <class T>
  Answer& add(const std::optional<T>& value) {
    add(value.has_value());
    return value ? add(*value) : *this;
  }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  friend bool operator==(const Answer&, const Answer&) = default;

 private:
  Answer& add_bytes(const void* bytes, std::size_t count) {
    bytes_.append(static_cast<const char*>(bytes), count);
    return *this;
  }

  std::string bytes_;
};

/// Adds the arrays of an instance.
void add(Answer& answer, const AnyInstanceView& instance);

/// run(context) is the same answer in all contexts, and the crowds shared work on the way.
template <class Run>
void expect_same(const Run& run) {
  const Answer expected = run(serial());
  EXPECT_FALSE(expected.empty());
  for (const Context& crowd : crowds()) {
    SCOPED_TRACE(std::to_string(crowd.threads()) + " threads");
    const std::size_t before = shared_regions(crowd);
    const Answer found = run(crowd);
    EXPECT_TRUE(found == expected) << "the answer is not that of one thread";
    EXPECT_GT(shared_regions(crowd), before) << "no parallel region ran on two threads";
  }
}

}  // namespace hypermatch::test
