/* code.h - decoding of Lua instructions, as far as needed for lines and branches.
 *
 * The numbers are those of Lua 5.4, identical in all its releases: a dump of one release loads in the others, and its
 * header identifies the format. */
#ifndef QLUA_CODE_H
#define QLUA_CODE_H

#include <stdbool.h>
#include <stdint.h>

enum qlua_operation {
    QLUA_CODE_MOVE = 0,
    QLUA_CODE_LOADI = 1,
    QLUA_CODE_LOADF = 2,
    QLUA_CODE_LOADK = 3,
    QLUA_CODE_LOADKX = 4,
    QLUA_CODE_LOADFALSE = 5,
    QLUA_CODE_LFALSESKIP = 6,
    QLUA_CODE_LOADTRUE = 7,
    QLUA_CODE_LOADNIL = 8,
    QLUA_CODE_SETUPVAL = 10,
    QLUA_CODE_GETTABLE = 12,
    QLUA_CODE_GETI = 13,
    QLUA_CODE_GETFIELD = 14,
    QLUA_CODE_SETTABUP = 15,
    QLUA_CODE_SETTABLE = 16,
    QLUA_CODE_SETI = 17,
    QLUA_CODE_SETFIELD = 18,
    QLUA_CODE_NEWTABLE = 19,
    QLUA_CODE_SELF = 20,
    QLUA_CODE_ADDI = 21, /* to SHR: an operation, followed by a metamethod call that it normally skips */
    QLUA_CODE_ADD = 34,  /* to SHR: operations on two registers */
    QLUA_CODE_MOD = 37,
    QLUA_CODE_IDIV = 40,
    QLUA_CODE_SHR = 45,
    QLUA_CODE_MMBIN = 46,
    QLUA_CODE_MMBINI = 47,
    QLUA_CODE_MMBINK = 48,
    QLUA_CODE_UNM = 49,
    QLUA_CODE_BNOT = 50,
    QLUA_CODE_NOT = 51,
    QLUA_CODE_LEN = 52,
    QLUA_CODE_CONCAT = 53,
    QLUA_CODE_CLOSE = 54,
    QLUA_CODE_TBC = 55,
    QLUA_CODE_JMP = 56,
    QLUA_CODE_EQ = 57, /* to TESTSET: a test, followed by the jump that it takes or skips */
    QLUA_CODE_LT = 58,
    QLUA_CODE_LE = 59,
    QLUA_CODE_TEST = 66,
    QLUA_CODE_TESTSET = 67,
    QLUA_CODE_CALL = 68,
    QLUA_CODE_TAILCALL = 69,
    QLUA_CODE_RETURN = 70,
    QLUA_CODE_RETURN0 = 71,
    QLUA_CODE_RETURN1 = 72,
    QLUA_CODE_FORLOOP = 73,
    QLUA_CODE_FORPREP = 74,
    QLUA_CODE_TFORPREP = 75,
    QLUA_CODE_TFORCALL = 76,
    QLUA_CODE_TFORLOOP = 77,
    QLUA_CODE_SETLIST = 78,
    QLUA_CODE_CLOSURE = 79,
    QLUA_CODE_VARARG = 80,
    QLUA_CODE_VARARGPREP = 81,
    QLUA_CODE_EXTRAARG = 82
};

struct qlua_code {
    uint32_t *at;
    int count;
};

static inline enum qlua_operation qlua_code_operation(uint32_t instruction)
{
    return (enum qlua_operation)(instruction & 0x7f);
}

/* Return the operation at pc; past the end, a return. */
static inline enum qlua_operation qlua_code_operation_at(const struct qlua_code *code, int pc)
{
    return pc < code->count ? qlua_code_operation(code->at[pc]) : QLUA_CODE_RETURN;
}

/* Return the first or second operand, if it is a register. */
static inline int qlua_code_a(uint32_t instruction)
{
    return (int)(instruction >> 7 & 0xff);
}

static inline int qlua_code_b(uint32_t instruction)
{
    return (int)(instruction >> 16 & 0xff);
}

/* Return the bit between the first and the second operand. */
static inline bool qlua_code_k(uint32_t instruction)
{
    return (instruction >> 15 & 1) != 0;
}

/* Return whether the instruction tests a condition and a jump follows it. */
static inline bool qlua_code_is_test(const struct qlua_code *code, int pc)
{
    enum qlua_operation operation = qlua_code_operation_at(code, pc);
    return operation >= QLUA_CODE_EQ && operation <= QLUA_CODE_TESTSET &&
           qlua_code_operation_at(code, pc + 1) == QLUA_CODE_JMP;
}

/* Return whether the instruction uses all results of the previous one. */
bool qlua_code_takes_all(const struct qlua_code *code, int pc);

/* Return the target of the jump or loop at pc; -1 if it is outside the function, or pc is another instruction. */
int qlua_code_target(const struct qlua_code *code, int pc);

/* Store the instructions that may follow the one at pc, and return their number. In some releases, a tail call of a C
 * function continues with the return after it; that return is treated as part of the call. */
int qlua_code_successors(const struct qlua_code *code, int pc, int next[2]);

/* Return an array of flags by instruction: the instruction makes its line executable. These are all reachable
 * instructions, and those unreachable ones that a statement was compiled to, so that its line is shown as never run.
 * Instructions that the compiler itself adds after a return or at the end of a function do not count. Return NULL
 * if out of memory. */
bool *qlua_code_executable(const struct qlua_code *code);

#endif
