#define Py_BUILD_CORE_MODULE 1
#define NEED_OPCODE_TABLES   1 /* until CPython 3.12 */
#define NEED_OPCODE_METADATA 1
#include "bindings/python/code/operation.h"

#if PY_VERSION_HEX < 0x030d0000
#include <internal/pycore_opcode.h>
#else
#include <internal/pycore_opcode_metadata.h>
#endif

struct qpy_operation qpy_operations[256];

static const unsigned char jumping[] = {
    FOR_ITER,
    SEND,
    JUMP_FORWARD,
#if PY_VERSION_HEX < 0x030c0000
    JUMP_IF_FALSE_OR_POP,
    JUMP_IF_TRUE_OR_POP,
    POP_JUMP_FORWARD_IF_FALSE,
    POP_JUMP_FORWARD_IF_NONE,
    POP_JUMP_FORWARD_IF_NOT_NONE,
    POP_JUMP_FORWARD_IF_TRUE,
#else
    POP_JUMP_IF_FALSE,
    POP_JUMP_IF_NONE,
    POP_JUMP_IF_NOT_NONE,
    POP_JUMP_IF_TRUE,
#endif
};

static const unsigned char jumping_back[] = {
    JUMP_BACKWARD,
    JUMP_BACKWARD_NO_INTERRUPT,
#if PY_VERSION_HEX < 0x030c0000
    POP_JUMP_BACKWARD_IF_FALSE,
    POP_JUMP_BACKWARD_IF_NONE,
    POP_JUMP_BACKWARD_IF_NOT_NONE,
    POP_JUMP_BACKWARD_IF_TRUE,
#endif
};

static const unsigned char returning[] = {
    RETURN_VALUE,
#ifdef RETURN_CONST /* CPython 3.12 and 3.13 */
    RETURN_CONST,
#endif
};

static const unsigned char ending[] = {
    RAISE_VARARGS, RERAISE, JUMP_FORWARD, JUMP_BACKWARD, JUMP_BACKWARD_NO_INTERRUPT,
};

void qpy_operation_begin(void)
{
    for (int i = 0; i < 256; i++)
        qpy_operations[i].caches = _PyOpcode_Caches[i];
    for (size_t i = 0; i < sizeof jumping; i++)
        qpy_operations[jumping[i]].jumps = true;
    for (size_t i = 0; i < sizeof jumping_back; i++)
        qpy_operations[jumping_back[i]].jumps = qpy_operations[jumping_back[i]].back = true;
    for (size_t i = 0; i < sizeof returning; i++)
        qpy_operations[returning[i]].returns = qpy_operations[returning[i]].ends = true;
    for (size_t i = 0; i < sizeof ending; i++)
        qpy_operations[ending[i]].ends = true;
}
