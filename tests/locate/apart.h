/* apart.h - APART: a function that has a frame of its own in every stack. It is not inlined; gcc would make variants of
 * it, and clang, which finds that its result is constant, would leave it by a tail call. */
#ifndef TESTS_LOCATE_APART_H
#define TESTS_LOCATE_APART_H

#ifdef __clang__
#define APART __attribute__((noinline, disable_tail_calls))
#else
#define APART __attribute__((noinline, noclone))
#endif

#endif
