/* code.h - the instructions of a Lua function, as far as lines and branches need to know them.
 *
 * The numbers are those of Lua 5.4, the same in all its releases: a dump of one loads in the others, and its header
 * says that it is one. */
#ifndef QP_LUA_CODE_H
#define QP_LUA_CODE_H

#include <stdbool.h>
#include <stdint.h>

enum qp_operation {
    QP_CODE_LOADI = 1,
    QP_CODE_LOADF = 2,
    QP_CODE_LOADK = 3,
    QP_CODE_LOADKX = 4,
    QP_CODE_LFALSESKIP = 6,
    QP_CODE_LOADTRUE = 7,
    QP_CODE_SETTABLE = 16,
    QP_CODE_SETI = 17,
    QP_CODE_SETFIELD = 18,
    QP_CODE_NEWTABLE = 19,
    QP_CODE_ADDI = 21, /* to SHR: an operation, then a call of its metamethod that it skips */
    QP_CODE_SHR = 45,
    QP_CODE_MMBIN = 46,
    QP_CODE_MMBINI = 47,
    QP_CODE_MMBINK = 48,
    QP_CODE_UNM = 49,
    QP_CODE_BNOT = 50,
    QP_CODE_LEN = 52,
    QP_CODE_CONCAT = 53,
    QP_CODE_CLOSE = 54,
    QP_CODE_JMP = 56,
    QP_CODE_EQ = 57, /* to TESTSET: a test, then the jump that it takes or skips */
    QP_CODE_TEST = 66,
    QP_CODE_TESTSET = 67,
    QP_CODE_TAILCALL = 69,
    QP_CODE_RETURN = 70,
    QP_CODE_RETURN0 = 71,
    QP_CODE_RETURN1 = 72,
    QP_CODE_FORLOOP = 73,
    QP_CODE_FORPREP = 74,
    QP_CODE_TFORPREP = 75,
    QP_CODE_TFORCALL = 76,
    QP_CODE_TFORLOOP = 77,
    QP_CODE_SETLIST = 78,
    QP_CODE_CLOSURE = 79,
    QP_CODE_EXTRAARG = 82
};

struct qp_code {
    uint32_t *at;
    int count;
};

enum qp_operation qp_code_operation(uint32_t instruction);

/* Of the instruction at pc; past the end a return. */
enum qp_operation qp_code_operation_at(const struct qp_code *code, int pc);

/* The first and the second operand, where they are registers. */
int qp_code_a(uint32_t instruction);
int qp_code_b(uint32_t instruction);

/* The instruction that tests a condition, with a jump after it. */
bool qp_code_is_test(const struct qp_code *code, int pc);

/* Where the jump, loop or preparation of a loop at pc leads to other than the next instruction; -1 where that is none
 * of the function's. */
int qp_code_target(const struct qp_code *code, int pc);

/* Which instructions make their line one that can run: those that some way leads to, and of the others those that a
 * statement gave, whose line is then missed for good. What the compiler adds behind a return, and the return at the end
 * of each function, are no statement's. Returns an array of count, NULL without memory. */
bool *qp_code_executable(const struct qp_code *code);

#endif
