// SPDX-License-Identifier: MIT
#include "io/text/decimal_signs.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <variant>

#include "io/formats/edge_list/edge_list_header.hpp"
#include "io/text/printable.hpp"
#include "parallel/host/primitives.hpp"

namespace hypermatch::detail::io {

namespace {

bool are_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string_view without_sign(std::string_view number) {
  if (!number.empty() && (number.front() == '-' || number.front() == '+')) number.remove_prefix(1);
  return number;
}

}  // namespace

void DecimalSigns::see_dot(std::string_view number, const char* at) {
  const std::string_view plain = without_sign(number);
  const std::size_t dot = plain.find('.');
  const std::string_view front = plain.substr(0, dot);
  const std::string_view back = plain.substr(dot + 1);
  can_be_ = are_digits(front) && front.front() != '0' && front.size() <= 3 && are_digits(back) &&
            back.size() == 3;
  if (can_be_ && dotted_at_ == nullptr && back.back() == '0') {
    dotted_ = number;
    dotted_at_ = at;
  }
}

void DecimalSigns::see_whole(std::string_view number) {
  const std::string_view plain = without_sign(number);
  if (are_digits(plain) && plain != "0") whole_ = number;
}

void DecimalSigns::judge() const {
  if (!can_be_ || dotted_at_ == nullptr || whole_.empty()) return;
  throw TextFailure{dotted_at_, "expected a number, found " + shown_text(dotted_) + " beside " +
                                    shown_text(whole_) +
                                    ": its dot may stand between thousands; without it, or with "
                                    "decimals in all numbers, it is clear"};
}

void judge_decimal_signs(const Context& context, TextRange text, const EdgeListLayout& layout,
                         const WeightsView& weights) {
  if (!is_weighted(weights) || layout.form != LineForm::columns) return;
  if (std::memchr(text.begin, '.', text.size()) == nullptr) return;
  const auto* const values = std::get_if<std::span<const double>>(&weights);
  const bool can_be =
      values == nullptr || parallel::reduce<bool>(
                               context, values->size(), true,
                               [&](std::size_t i) {
                                 // 1.2 stands for at most 1.200.
                                 const double thousandths = (*values)[i] * 1000;
                                 return std::abs(thousandths - std::round(thousandths)) < 1e-6;
                               },
                               [](bool a, bool b) { return a && b; });
  if (!can_be) return;
  DecimalSigns signs;
  Cursor cursor(text);
  // Ends: each turn goes behind a line.
  while (signs.can_be() && find_data_line(cursor)) {
    if (cursor.at() != layout.header) {
      signs.see(columns_at(layout, cursor.at(), text).text[2], cursor.at());
    }
    cursor.skip_line();
  }
  signs.judge();
}

}  // namespace hypermatch::detail::io
