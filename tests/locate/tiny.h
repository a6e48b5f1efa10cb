/* tiny.h - a library at known addresses (tiny.c), for tests that write their own records.
 *
 * QP_TINY is the path of the library and comes from CMakeLists.txt. */
#pragma once

#include "tests/support/builder.h"

#include <string.h>

#define TINY_CODE 0x4000u /* tiny_first */
#define TINY_BIAS 0x7f1200000000u

static const unsigned char tiny_id[QP_BUILD_ID] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                                   11, 12, 13, 14, 15, 16, 17, 18, 19, 20};

/* Add a module record for the library, loaded at TINY_BIAS. */
static inline struct qp_module_record *tiny_module(struct builder *builder, const char *path)
{
    struct qp_module_record *module = builder_module(builder, path);
    module->start = TINY_BIAS;
    module->end = TINY_BIAS + 0x10000;
    module->bias = TINY_BIAS;
    module->build_id_size = QP_BUILD_ID;
    memcpy(module->build_id, tiny_id, QP_BUILD_ID);
    return module;
}

/* Add a module record and a stack in the library, for a file that a test damages. */
static inline void tiny_stack(struct builder *builder, uint32_t handle)
{
    static const uint64_t stack[] = {TINY_BIAS + TINY_CODE, TINY_BIAS + TINY_CODE + 1};
    tiny_module(builder, QP_TINY);
    builder_stack(builder, handle, stack, 2, 0, QP_LOCATION_PC);
}
