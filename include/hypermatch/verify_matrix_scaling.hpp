// SPDX-License-Identifier: MIT
// Judges matchings of largest product by the definition of their factors.
#pragma once

#include <string>

#include "hypermatch/matrix_scaling.hpp"

namespace hypermatch::verify {

/// Empty if the pairs are entries other than 0, one per row and column, as many as possible, and
/// the factors make no entry larger than 1 and those of pairs 1, by a factor of 2^(2^-30) at most;
/// else the first violated fact. Where rows and columns are all matched, this proves that no other
/// matching has a larger product.
/// @throws Error{invalid_input} for broken views and values that are not one per entry;
/// Error{resources, cancelled}
[[nodiscard]] std::string check_product_matching(const Context& context, const BipartiteView& graph,
                                                 const WeightsView& values,
                                                 const ProductMatching& matching);

/// Empty if each row of the square matrix is in one pivot, those of two rows have an entry other
/// than 0 beside the diagonal, and the factors make no entry larger than 1, by a factor of
/// 2^(2^-30) at most; else the first violated fact.
/// @throws Error{invalid_input} for a matrix that is not square
[[nodiscard]] std::string check_symmetric_pivots(const BipartiteView& graph,
                                                 const WeightsView& values,
                                                 const SymmetricPivots& pivots);

}  // namespace hypermatch::verify
