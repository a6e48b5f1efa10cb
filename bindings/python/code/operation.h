/* operation.h - CPython's instructions: their lengths, and where control continues after each. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <opcode.h>
#include <stdbool.h>

/* By opcode, after qpy_operation_begin. */
struct qpy_operation {
    unsigned char caches; /* code units after the instruction that CPython uses as its inline cache */
    bool jumps; /* always, or under a condition; the argument is the distance in code units from the end of the
                 * instruction and its caches */
    bool back;  /* jumps lead back */
    bool returns;
    bool ends; /* control never continues at the next instruction */
};

extern struct qpy_operation qpy_operations[256];

void qpy_operation_begin(void);
