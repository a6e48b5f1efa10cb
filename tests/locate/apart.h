/* apart.h - APART: a function that has a frame of its own in every stack. It is not inlined; gcc would make variants of
 * it, and clang, which finds that its result is constant, would leave it by a tail call. */
#pragma once

#ifdef __clang__
#define APART __attribute__((noinline, disable_tail_calls))
#else
#define APART __attribute__((noinline, noclone))
#endif
