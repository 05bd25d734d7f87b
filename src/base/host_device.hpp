// SPDX-License-Identifier: MIT
// Marks functions that run on hosts and devices alike.
#pragma once

#if defined(__CUDACC__)
#define HYPERMATCH_HD __host__ __device__
#else
#define HYPERMATCH_HD
#endif
