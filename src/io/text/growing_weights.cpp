// SPDX-License-Identifier: MIT
#include "io/text/growing_weights.hpp"

#include <type_traits>
#include <utility>
#include <variant>

namespace hypermatch::detail::io {

namespace {

template <class To, class From>
Array<To> converted(const Array<From>& from) {
  Array<To> to;
  to.reserve(from.capacity());
  to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = static_cast<To>(from[i]);
  return to;
}

template <class To, class From>
void copy_items(const Array<From>& from, Array<To>& to, std::size_t at) {
  for (std::size_t i = 0; i < from.size(); ++i) to[at + i] = static_cast<To>(from[i]);
}

}  // namespace

std::size_t GrowingWeights::size() const {
  switch (kind_) {
    case Kind::int32:
      return int32_.size();
    case Kind::int64:
      return int64_.size();
    case Kind::real:
      break;
  }
  return real_.size();
}

void GrowingWeights::reserve(std::size_t capacity) {
  switch (kind_) {
    case Kind::int32:
      return int32_.reserve(capacity);
    case Kind::int64:
      return int64_.reserve(capacity);
    case Kind::real:
      return real_.reserve(capacity);
  }
}

void GrowingWeights::push(const Number& number) {
  if (!number.is_integer) {
    widen(Kind::real);
  } else if (number.integer != static_cast<std::int32_t>(number.integer)) {
    widen(Kind::int64);
  }
  switch (kind_) {
    case Kind::int32:
      return int32_.push_back(static_cast<std::int32_t>(number.integer));
    case Kind::int64:
      return int64_.push_back(number.integer);
    case Kind::real:
      return real_.push_back(number.is_integer ? static_cast<double>(number.integer) : number.real);
  }
}

void GrowingWeights::clear(Kind kind) {
  kind_ = kind;
  int32_.resize(0);
  int64_.resize(0);
  real_.resize(0);
}

void GrowingWeights::resize(std::size_t size) {
  switch (kind_) {
    case Kind::int32:
      return int32_.resize(size);
    case Kind::int64:
      return int64_.resize(size);
    case Kind::real:
      return real_.resize(size);
  }
}

void GrowingWeights::widen(Kind kind) {
  if (kind <= kind_) return;
  if (kind == Kind::int64) {
    int64_ = converted<std::int64_t>(int32_);
  } else if (kind_ == Kind::int32) {
    real_ = converted<double>(int32_);
  } else {
    real_ = converted<double>(int64_);
  }
  int32_ = {};
  if (kind == Kind::real) int64_ = {};
  kind_ = kind;
}

void GrowingWeights::copy_from(const GrowingWeights& other, std::size_t at) {
  const auto copy_into = [&](auto& mine) {
    switch (other.kind_) {
      case Kind::int32:
        return copy_items(other.int32_, mine, at);
      case Kind::int64:
        return copy_items(other.int64_, mine, at);
      case Kind::real:
        return copy_items(other.real_, mine, at);
    }
  };
  switch (kind_) {
    case Kind::int32:
      return copy_into(int32_);
    case Kind::int64:
      return copy_into(int64_);
    case Kind::real:
      return copy_into(real_);
  }
}

Number GrowingWeights::at(std::size_t i) const {
  switch (kind_) {
    case Kind::int32:
      return {int32_[i], 0.0, true};
    case Kind::int64:
      return {int64_[i], 0.0, true};
    case Kind::real:
      break;
  }
  return {0, real_[i], false};
}

void GrowingWeights::exchange(Weights& weights) {
  const auto exchange_with = [&](auto& mine) {
    using Mine = std::remove_reference_t<decltype(mine)>;
    if (!std::holds_alternative<Mine>(weights)) weights = Mine();
    std::swap(mine, std::get<Mine>(weights));
  };
  switch (kind_) {
    case Kind::int32:
      return exchange_with(int32_);
    case Kind::int64:
      return exchange_with(int64_);
    case Kind::real:
      return exchange_with(real_);
  }
}

Weights GrowingWeights::take() {
  switch (kind_) {
    case Kind::int32:
      int32_.shrink_to_fit();
      return std::move(int32_);
    case Kind::int64:
      int64_.shrink_to_fit();
      return std::move(int64_);
    case Kind::real:
      break;
  }
  real_.shrink_to_fit();
  return std::move(real_);
}

}  // namespace hypermatch::detail::io
