// SPDX-License-Identifier: MIT
// Fixed source whose compile time is the unit of scripts/build_cost.py: containers, sorts and text
// of the standard library for several types. A change of this file changes all recorded costs.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <regex>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

namespace {

template <class Key, class Value>
std::uint64_t digest(const std::vector<std::pair<Key, Value>>& given) {
  std::vector<std::pair<Key, Value>> items = given;
  std::sort(items.begin(), items.end());
  std::stable_sort(items.begin(), items.end(),
                   [](const auto& a, const auto& b) { return a.second < b.second; });
  std::map<Key, Value> ordered(items.begin(), items.end());
  std::unordered_map<Key, Value> hashed(items.begin(), items.end());
  std::function<std::uint64_t(const std::pair<const Key, Value>&)> weigh = [&](const auto& item) {
    return std::hash<Key>{}(item.first) ^ static_cast<std::uint64_t>(item.second);
  };
  std::uint64_t sum = 0;
  for (const auto& item : ordered) sum += weigh(item);
  for (const auto& item : hashed) sum ^= weigh(item);
  return std::accumulate(items.begin(), items.end(), sum, [](std::uint64_t a, const auto& item) {
    return a * 31 + std::hash<Key>{}(item.first);
  });
}

using Any = std::variant<int, double, std::string, std::vector<int>, std::tuple<int, std::string>>;

std::string text_of(const Any& any) {
  return std::visit(
      [](const auto& held) -> std::string {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (std::is_arithmetic_v<Held>) {
          return std::to_string(held);
        } else if constexpr (std::is_same_v<Held, std::string>) {
          return std::regex_replace(held, std::regex("[a-z]+([0-9]*)"), "$1");
        } else if constexpr (std::is_same_v<Held, std::vector<int>>) {
          std::string text;
          for (const int value : held) text += std::to_string(value) + ' ';
          return text;
        } else {
          return std::get<1>(held) + std::to_string(std::get<0>(held));
        }
      },
      any);
}

}  // namespace

std::uint64_t reference_digest(const std::vector<std::pair<int, int>>& a,
                               const std::vector<std::pair<std::uint64_t, double>>& b,
                               const std::vector<std::pair<std::string, int>>& c,
                               const std::vector<std::pair<double, float>>& d,
                               const std::vector<Any>& e) {
  std::uint64_t sum = digest(a) ^ digest(b) ^ digest(c) ^ digest(d);
  for (const Any& any : e) sum += text_of(any).size();
  return sum;
}
