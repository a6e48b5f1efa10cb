/* code.h - decoding of Lua instructions, as far as needed for lines and branches. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bindings/lua/code/operation.h"

struct qlua_code {
    uint32_t *at;
    int count;
};

static inline enum qlua_operation qlua_code_operation(uint32_t instruction)
{
    return (enum qlua_operation)(instruction & 0x7f);
}

/* Return the operation at pc, or QLUA_CODE_RETURN if pc is past the end. */
static inline enum qlua_operation qlua_code_operation_at(const struct qlua_code *code, int pc)
{
    return pc < code->count ? qlua_code_operation(code->at[pc]) : QLUA_CODE_RETURN;
}

/* Return the kind of the operation at pc. */
static inline enum qlua_kind qlua_code_kind(const struct qlua_code *code, int pc)
{
    return (enum qlua_kind)qlua_operations[qlua_code_operation_at(code, pc)].kind;
}

/* Return whether the operation returns from its function. */
static inline bool qlua_code_returns(enum qlua_operation operation)
{
    return operation == QLUA_CODE_TAILCALL || (operation >= QLUA_CODE_RETURN && operation <= QLUA_CODE_RETURN1);
}

/* qlua_code_a returns the first operand (A) of an instruction, qlua_code_b the second operand (B). */
static inline int qlua_code_a(uint32_t instruction)
{
    return (int)(instruction >> 7 & 0xff);
}

static inline int qlua_code_b(uint32_t instruction)
{
    return (int)(instruction >> 16 & 0xff);
}

/* Return the bit k, which is between the first and the second operand. */
static inline bool qlua_code_k(uint32_t instruction)
{
    return (instruction >> 15 & 1) != 0;
}

/* Return whether the instruction tests a condition and a jump follows it. */
static inline bool qlua_code_is_test(const struct qlua_code *code, int pc)
{
    return qlua_code_kind(code, pc) == QLUA_KIND_TESTS && qlua_code_operation_at(code, pc + 1) == QLUA_CODE_JMP;
}

/* Return whether the instruction uses all results of the previous instruction, as the outer call in f(g()) does. */
bool qlua_code_takes_all(const struct qlua_code *code, int pc);

/* Return the target of the jump or loop instruction at pc. Return -1 if the target is outside the function, or if
 * the instruction is neither a jump nor a loop. */
int qlua_code_target(const struct qlua_code *code, int pc);

/* Store the instructions that may follow the one at pc, and return their number. In some releases of Lua, execution
 * continues after a tail call of a C function, with a return; that return is treated as a part of the call. */
int qlua_code_successors(const struct qlua_code *code, int pc, int next[2]);

/* Return an array with a flag for each instruction, which is true if the instruction makes its line executable.
 * Reachable instructions do. Unreachable instructions of a statement do too, so that its line is shown as never run.
 * Unreachable instructions that the compiler itself adds after a return or at the end of a function do not. Return NULL
 * if out of memory. */
bool *qlua_code_executable(const struct qlua_code *code);
