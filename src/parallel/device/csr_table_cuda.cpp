// SPDX-License-Identifier: MIT
#include "parallel/device/csr.hpp"

using namespace hypermatch::detail::parallel;

extern "C" {
extern const CsrFunctions hypermatch_cuda_csr;
const CsrFunctions hypermatch_cuda_csr{
    .wrong_offset = wrong_offset,
    .wrong_number = wrong_number,
    .wrong_weight = wrong_weight,
    .loop_of_list = loop_of_list,
    .symmetry_of = symmetry_of,
    .largest_of = largest_of,
};
}
