/* operands.h - register operands of instructions, and encoding of instructions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bindings/lua/code/code.h"

/* Return the instruction with its registers renumbered: add `by` to each register operand that is `from` or greater. */
uint32_t qlua_operands_move(uint32_t instruction, int from, int by);

/* Store the registers among the second and the third operand. Return the number of registers stored. */
int qlua_operands_read(uint32_t instruction, int registers[2]);

/* Return an instruction with three operands. */
static inline uint32_t qlua_operands_abc(enum qlua_operation operation, int a, int b, int c)
{
    return (uint32_t)operation | (uint32_t)a << 7 | (uint32_t)b << 16 | (uint32_t)c << 24;
}

/* Return an instruction with a long second operand. */
static inline uint32_t qlua_operands_long(enum qlua_operation operation, int a, int b)
{
    return (uint32_t)operation | (uint32_t)a << 7 | (uint32_t)b << 15;
}

/* Set the target of the jump or loop at `at`. Return false if the target is too far away. */
bool qlua_operands_set_target(uint32_t *code, int at, int to);
