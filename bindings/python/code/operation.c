#define Py_BUILD_CORE_MODULE 1
#define NEED_OPCODE_TABLES   1
#include "bindings/python/code/operation.h"

#include <internal/pycore_opcode.h>

int qpy_operation_caches(int operation)
{
    return _PyOpcode_Caches[operation];
}

bool qpy_operation_jumps(int operation)
{
    return _PyOpcode_Jump[operation / 32] >> operation % 32 & 1;
}
