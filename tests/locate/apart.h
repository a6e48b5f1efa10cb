/* apart.h - APART: an attribute for a function that must have its own frame in every stack. Without it, gcc could
 * inline the function or make variants of it, and clang could leave the function by a tail call because its result is
 * constant. */
#pragma once

#ifdef __clang__
#define APART __attribute__((noinline, disable_tail_calls))
#else
#define APART __attribute__((noinline, noclone))
#endif
