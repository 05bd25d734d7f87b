// SPDX-License-Identifier: MIT
// HYPERMATCH_PER_ISA in front of a function compiles it twice, for any x86-64 and for x86-64-v3
// (AVX2, BMI2: processors since about 2013); the loader picks one of them. The results are the same
// bytes. For the few functions where a benchmark shows that it pays. What they call counts only as
// far as it is inlined. Such a function is noexcept: where g++ sees a call and the function at once
// (one translation unit, or -flto), it compiles the call as one that cannot throw, and an exception
// ends the program.
#pragma once

// Loaders resolve such functions before a sanitizer's runtime is up, so there is one version there.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__linux__) && \
    !defined(__AVX2__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HYPERMATCH_PER_ISA __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define HYPERMATCH_PER_ISA
#endif

// For the templates behind such a function: a template cannot be compiled twice by itself.
// INLINE_BODY stands behind the parameters of a lambda in a hot loop that several instantiations
// share.
#if defined(__GNUC__)
#define HYPERMATCH_ALWAYS_INLINE inline __attribute__((always_inline))
#define HYPERMATCH_INLINE_BODY __attribute__((always_inline))
#else
#define HYPERMATCH_ALWAYS_INLINE inline
#define HYPERMATCH_INLINE_BODY
#endif
