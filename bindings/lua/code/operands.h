/* operands.h - which operands of an instruction are registers, and how instructions are written. */
#ifndef QLUA_OPERANDS_H
#define QLUA_OPERANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "bindings/lua/code/code.h"

/* Registers from one on move up: each of them that the instruction names. */
uint32_t qlua_operands_move(uint32_t instruction, int from, int by);

/* The registers that the second and the third operand name; returns how many. */
int qlua_operands_read(uint32_t instruction, int registers[2]);

/* An instruction with three operands, with a long second one, and a jump. */
static inline uint32_t qlua_operands_abc(enum qlua_operation operation, int a, int b, int c)
{
    return (uint32_t)operation | (uint32_t)a << 7 | (uint32_t)b << 16 | (uint32_t)c << 24;
}

static inline uint32_t qlua_operands_long(enum qlua_operation operation, int a, int b)
{
    return (uint32_t)operation | (uint32_t)a << 7 | (uint32_t)b << 15;
}

/* Let the instruction at `at`, a jump or a loop, lead to `to`. Returns false where it cannot reach that far. */
bool qlua_operands_lead(uint32_t *code, int at, int to);

#endif
