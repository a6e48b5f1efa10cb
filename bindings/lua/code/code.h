/* code.h - the instructions of a Lua function, as far as lines and branches need to know them.
 *
 * The numbers are those of Lua 5.4, the same in all its releases: a dump of one loads in the others, and its header
 * says that it is one. */
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
    QLUA_CODE_ADDI = 21, /* to SHR: an operation, then a call of its metamethod that it skips */
    QLUA_CODE_ADD = 34,  /* from here to SHR: of two registers */
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
    QLUA_CODE_EQ = 57, /* to TESTSET: a test, then the jump that it takes or skips */
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

/* Of the instruction at pc; past the end a return. */
static inline enum qlua_operation qlua_code_operation_at(const struct qlua_code *code, int pc)
{
    return pc < code->count ? qlua_code_operation(code->at[pc]) : QLUA_CODE_RETURN;
}

/* The first and the second operand, where they are registers. */
static inline int qlua_code_a(uint32_t instruction)
{
    return (int)(instruction >> 7 & 0xff);
}

static inline int qlua_code_b(uint32_t instruction)
{
    return (int)(instruction >> 16 & 0xff);
}

/* The bit between the first operand and the second. */
static inline bool qlua_code_k(uint32_t instruction)
{
    return (instruction >> 15 & 1) != 0;
}

/* The instruction that tests a condition, with a jump after it. */
static inline bool qlua_code_is_test(const struct qlua_code *code, int pc)
{
    enum qlua_operation operation = qlua_code_operation_at(code, pc);
    return operation >= QLUA_CODE_EQ && operation <= QLUA_CODE_TESTSET &&
           qlua_code_operation_at(code, pc + 1) == QLUA_CODE_JMP;
}

/* It takes all results of the instruction before it. */
bool qlua_code_takes_all(const struct qlua_code *code, int pc);

/* Where the jump or loop at pc may lead besides the next instruction; -1 where that lies outside of the function, or pc
 * has another instruction. */
int qlua_code_target(const struct qlua_code *code, int pc);

/* The instructions that may follow the one at pc; returns how many. A tail call to a C function goes on with the return
 * behind it, in some releases; that return is the call's own. */
int qlua_code_successors(const struct qlua_code *code, int pc, int next[2]);

/* Which instructions make their line executable: those that some way leads to; and of the others those that a statement
 * was compiled to, so that its line shows as never run. No statement was compiled to what the compiler adds behind a
 * return, nor to the return at the end of each function. Returns an array of count, NULL without memory. */
bool *qlua_code_executable(const struct qlua_code *code);

#endif
