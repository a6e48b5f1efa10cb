/* attribute.h - compiler attributes: likely branches, cold functions, names shared by our libraries. */
#pragma once

#define QP_LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define QP_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define QP_COLD                __attribute__((cold, noinline))
#define QP_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* Export a symbol of libqpcore for libqprof, libcprof and libvt. The symbol has a private version, so no other
 * library may rely on it. */
#define QP_SHARED __attribute__((visibility("default")))
