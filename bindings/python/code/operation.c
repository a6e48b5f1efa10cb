#define Py_BUILD_CORE_MODULE 1
#define NEED_OPCODE_TABLES   1
#include "bindings/python/code/operation.h"

#include <internal/pycore_opcode.h>

struct qpy_operation qpy_operations[256];

static const unsigned char jumping_back[] = {
    JUMP_BACKWARD,
    JUMP_BACKWARD_NO_INTERRUPT,
    POP_JUMP_BACKWARD_IF_FALSE,
    POP_JUMP_BACKWARD_IF_NONE,
    POP_JUMP_BACKWARD_IF_NOT_NONE,
    POP_JUMP_BACKWARD_IF_TRUE,
};

static const unsigned char ending[] = {
    RETURN_VALUE, RAISE_VARARGS, RERAISE, JUMP_FORWARD, JUMP_BACKWARD, JUMP_BACKWARD_NO_INTERRUPT,
};

void qpy_operation_begin(void)
{
    for (int i = 0; i < 256; i++) {
        qpy_operations[i].caches = _PyOpcode_Caches[i];
        qpy_operations[i].jumps = _PyOpcode_Jump[i / 32] >> i % 32 & 1;
    }
    for (size_t i = 0; i < sizeof jumping_back; i++)
        qpy_operations[jumping_back[i]].back = true;
    for (size_t i = 0; i < sizeof ending; i++)
        qpy_operations[ending[i]].ends = true;
}
