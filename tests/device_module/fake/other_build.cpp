// SPDX-License-Identifier: MIT
// As the library of device code of another build.
extern "C" {
extern const char* const hypermatch_cuda_stamp;
const char* const hypermatch_cuda_stamp = "0.0.9 of another build";
}
