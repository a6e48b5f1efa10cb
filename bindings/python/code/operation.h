/* operation.h - CPython's instructions: their lengths, and where control continues after each. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <opcode.h>
#include <stdbool.h>

/* Return the number of code units after an instruction that CPython uses as its inline cache. */
int qpy_operation_caches(int operation);

/* Return whether the instruction jumps, always or under a condition. Its argument is the distance in code units from
 * the end of the instruction and its caches. */
bool qpy_operation_jumps(int operation);

/* Return whether a jump leads back. */
static inline bool qpy_operation_jumps_back(int operation)
{
    switch (operation) {
    case JUMP_BACKWARD:
    case JUMP_BACKWARD_NO_INTERRUPT:
    case POP_JUMP_BACKWARD_IF_FALSE:
    case POP_JUMP_BACKWARD_IF_NONE:
    case POP_JUMP_BACKWARD_IF_NOT_NONE:
    case POP_JUMP_BACKWARD_IF_TRUE:
        return true;
    default:
        return false;
    }
}

/* Return whether control may continue at the next instruction. */
static inline bool qpy_operation_falls_through(int operation)
{
    switch (operation) {
    case RETURN_VALUE:
    case RAISE_VARARGS:
    case RERAISE:
    case JUMP_FORWARD:
    case JUMP_BACKWARD:
    case JUMP_BACKWARD_NO_INTERRUPT:
        return false;
    default:
        return true;
    }
}
