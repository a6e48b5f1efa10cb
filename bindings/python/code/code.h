/* code.h - the instructions and exception handlers of a code object, in a form that can be analysed. The arrays are
 * scratch memory (scratch.h). */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

struct qpy_code_instruction {
    int at;        /* its first code unit, which may be an EXTENDED_ARG */
    int operation; /* opcode.h */
    int argument;
    int line;   /* 0 = none */
    int target; /* instruction to which it may jump, -1 = none */
};

/* Instructions first..end-1 have this handler. */
struct qpy_handler {
    int first;
    int end;
    int target; /* first instruction of the handler */
    int stack;  /* stack depth at the handler, and a flag, as CPython encodes them */
};

struct qpy_code {
    PyCodeObject *object;
    int units; /* number of its code units */
    struct qpy_code_instruction *instructions;
    int count;
    int entry; /* RESUME instruction with which calls begin */
    struct qpy_handler *handlers;
    int handler_count;
    int *index; /* by code unit: instruction that begins there, -1 = none */
};

/* Lines of statements: of[line] is the line of the statement that code on this line belongs to, 0 = none. */
struct qpy_line_map {
    const int *of;
    int count; /* number of elements; lines beyond are statements of their own */
};

static inline int qpy_line_map_get(const struct qpy_line_map *map, int line)
{
    return map && line < map->count ? map->of[line] : line;
}

/* Read a code object. `map` may be NULL. Return false if the code has a form that compilers do not produce, or
 * if out of memory. A Python exception may be set then. The caller calls qpy_code_fini in any case. */
bool qpy_code_init(struct qpy_code *code, PyCodeObject *object, const struct qpy_line_map *map);
