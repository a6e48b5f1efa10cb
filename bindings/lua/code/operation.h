/* operation.h - operations of Lua instructions and their properties.
 *
 * The numbers are those of Lua 5.4, and identical in all its releases: a dump of one release can be loaded by the
 * others, and the dump's header identifies the format. */
#pragma once

/* Operations in the order of their numbers. The columns are: name; operands that are registers; row of registers
 * that are read, in addition to operands B and C; row of registers that are written; kind. */
#define QLUA_OPERATION_LIST(X)                                                                                         \
    X(MOVE, AB, NONE, ONE, PLAIN)                                                                                      \
    X(LOADI, A, NONE, ONE, IS_TRUE)                                                                                    \
    X(LOADF, A, NONE, ONE, IS_TRUE)                                                                                    \
    X(LOADK, A, NONE, ONE, IS_TRUE)                                                                                    \
    X(LOADKX, A, NONE, ONE, IS_TRUE)                                                                                   \
    X(LOADFALSE, A, NONE, ONE, PLAIN)                                                                                  \
    X(LFALSESKIP, A, NONE, ONE, BRANCHES)                                                                              \
    X(LOADTRUE, A, NONE, ONE, IS_TRUE)                                                                                 \
    X(LOADNIL, A, NONE, B_AND_ONE, PLAIN)                                                                              \
    X(GETUPVAL, A, NONE, ONE, PLAIN)                                                                                   \
    X(SETUPVAL, A, ONE, NONE, PLAIN)                                                                                   \
    X(GETTABUP, A, NONE, ONE, PLAIN)                                                                                   \
    X(GETTABLE, ABC, NONE, ONE, PLAIN)                                                                                 \
    X(GETI, AB, NONE, ONE, PLAIN)                                                                                      \
    X(GETFIELD, AB, NONE, ONE, PLAIN)                                                                                  \
    X(SETTABUP, K, NONE, NONE, PLAIN)                                                                                  \
    X(SETTABLE, ABK, ONE, NONE, IS_TRUE)                                                                               \
    X(SETI, AK, ONE, NONE, IS_TRUE)                                                                                    \
    X(SETFIELD, AK, ONE, NONE, IS_TRUE)                                                                                \
    X(NEWTABLE, A, NONE, ONE, IS_TRUE)                                                                                 \
    X(SELF, ABK, NONE, TWO, PLAIN)                                                                                     \
    X(ADDI, AB, NONE, ONE, CALCULATES)                                                                                 \
    X(ADDK, AB, NONE, ONE, CALCULATES)                                                                                 \
    X(SUBK, AB, NONE, ONE, CALCULATES)                                                                                 \
    X(MULK, AB, NONE, ONE, CALCULATES)                                                                                 \
    X(MODK, AB, NONE, ONE, CALCULATES)                                                                                 \
    X(POWK, AB, NONE, ONE, CALCULATES)                                                                                 \
    X(DIVK, AB, NONE, ONE, CALCULATES)                                                                                 \
    X(IDIVK, AB, NONE, ONE, CALCULATES)                                                                                \
    X(BANDK, AB, NONE, ONE, CALCULATES)                                                                                \
    X(BORK, AB, NONE, ONE, CALCULATES)                                                                                 \
    X(BXORK, AB, NONE, ONE, CALCULATES)                                                                                \
    X(SHRI, AB, NONE, ONE, CALCULATES)                                                                                 \
    X(SHLI, AB, NONE, ONE, CALCULATES)                                                                                 \
    X(ADD, ABC, NONE, ONE, CALCULATES)                                                                                 \
    X(SUB, ABC, NONE, ONE, CALCULATES)                                                                                 \
    X(MUL, ABC, NONE, ONE, CALCULATES)                                                                                 \
    X(MOD, ABC, NONE, ONE, CALCULATES)                                                                                 \
    X(POW, ABC, NONE, ONE, CALCULATES)                                                                                 \
    X(DIV, ABC, NONE, ONE, CALCULATES)                                                                                 \
    X(IDIV, ABC, NONE, ONE, CALCULATES)                                                                                \
    X(BAND, ABC, NONE, ONE, CALCULATES)                                                                                \
    X(BOR, ABC, NONE, ONE, CALCULATES)                                                                                 \
    X(BXOR, ABC, NONE, ONE, CALCULATES)                                                                                \
    X(SHL, ABC, NONE, ONE, CALCULATES)                                                                                 \
    X(SHR, ABC, NONE, ONE, CALCULATES)                                                                                 \
    X(MMBIN, AB, ONE, NONE, HELPS)                                                                                     \
    X(MMBINI, A, ONE, NONE, HELPS)                                                                                     \
    X(MMBINK, A, ONE, NONE, HELPS)                                                                                     \
    X(UNM, AB, NONE, ONE, IS_TRUE)                                                                                     \
    X(BNOT, AB, NONE, ONE, IS_TRUE)                                                                                    \
    X(NOT, AB, NONE, ONE, PLAIN)                                                                                       \
    X(LEN, AB, NONE, ONE, IS_TRUE)                                                                                     \
    X(CONCAT, A, B, ONE, IS_TRUE)                                                                                      \
    X(CLOSE, A, NONE, NONE, BRANCHES)                                                                                  \
    X(TBC, A, ONE, NONE, PLAIN)                                                                                        \
    X(JMP, NONE, NONE, NONE, BRANCHES)                                                                                 \
    X(EQ, AB, ONE, NONE, TESTS)                                                                                        \
    X(LT, AB, ONE, NONE, TESTS)                                                                                        \
    X(LE, AB, ONE, NONE, TESTS)                                                                                        \
    X(EQK, A, ONE, NONE, TESTS)                                                                                        \
    X(EQI, A, ONE, NONE, TESTS)                                                                                        \
    X(LTI, A, ONE, NONE, TESTS)                                                                                        \
    X(LEI, A, ONE, NONE, TESTS)                                                                                        \
    X(GTI, A, ONE, NONE, TESTS)                                                                                        \
    X(GEI, A, ONE, NONE, TESTS)                                                                                        \
    X(TEST, A, ONE, NONE, TESTS)                                                                                       \
    X(TESTSET, AB, NONE, ONE, TESTS)                                                                                   \
    X(CALL, A, B, ALL, PLAIN)                                                                                          \
    X(TAILCALL, A, B, ALL, BRANCHES)                                                                                   \
    X(RETURN, A, B_LESS_ONE, NONE, BRANCHES)                                                                           \
    X(RETURN0, A, NONE, NONE, BRANCHES)                                                                                \
    X(RETURN1, A, ONE, NONE, BRANCHES)                                                                                 \
    X(FORLOOP, A, FOUR, NONE, BRANCHES)                                                                                \
    X(FORPREP, A, FOUR, NONE, BRANCHES)                                                                                \
    X(TFORPREP, A, FOUR, NONE, BRANCHES)                                                                               \
    X(TFORCALL, A, FOUR, FROM_FIFTH, BRANCHES)                                                                         \
    X(TFORLOOP, A, FIFTH, NONE, BRANCHES)                                                                              \
    X(SETLIST, A, B_AND_ONE, NONE, IS_TRUE)                                                                            \
    X(CLOSURE, A, NONE, ONE, IS_TRUE)                                                                                  \
    X(VARARG, A, NONE, ALL, PLAIN)                                                                                     \
    X(VARARGPREP, NONE, NONE, NONE, PLAIN)                                                                             \
    X(EXTRAARG, NONE, NONE, NONE, HELPS)

enum qlua_operation {
#define X(name, operands, read, written, kind) QLUA_CODE_##name,
    QLUA_OPERATION_LIST(X)
#undef X
};

_Static_assert(QLUA_CODE_EXTRAARG == 82, "number of operations of Lua 5.4");

/* Operands that are registers. K stands for operand C, unless the instruction's bit k marks it as a constant. */
enum qlua_operands {
    QLUA_OPERANDS_NONE,
    QLUA_OPERANDS_A = 1,
    QLUA_OPERANDS_B = 2,
    QLUA_OPERANDS_C = 4,
    QLUA_OPERANDS_K = 8,
    QLUA_OPERANDS_AB = QLUA_OPERANDS_A | QLUA_OPERANDS_B,
    QLUA_OPERANDS_ABC = QLUA_OPERANDS_AB | QLUA_OPERANDS_C,
    QLUA_OPERANDS_ABK = QLUA_OPERANDS_AB | QLUA_OPERANDS_K,
    QLUA_OPERANDS_AK = QLUA_OPERANDS_A | QLUA_OPERANDS_K
};

/* Row of consecutive registers. It begins with the register of operand A, or with the fifth register counted from A. */
enum qlua_row {
    QLUA_ROW_NONE,
    QLUA_ROW_ONE,
    QLUA_ROW_TWO,
    QLUA_ROW_FOUR,
    QLUA_ROW_ALL, /* all registers up to the top of the stack */
    QLUA_ROW_FIFTH,
    QLUA_ROW_FROM_FIFTH,
    QLUA_ROW_B, /* as many registers as the number in operand B. Here and in the two next rows, B = 0 stands for all
                 * registers */
    QLUA_ROW_B_LESS_ONE,
    QLUA_ROW_B_AND_ONE
};

enum qlua_kind {
    QLUA_KIND_PLAIN,
    QLUA_KIND_IS_TRUE,    /* sets register A, or a field of the table in register A; register A is then neither nil nor
                           * false */
    QLUA_KIND_CALCULATES, /* like IS_TRUE, and followed by a metamethod call that it normally skips */
    QLUA_KIND_TESTS,      /* a test: the next instruction is a jump, which the test takes or skips */
    QLUA_KIND_BRANCHES,   /* may continue at another instruction than the next, or is repeated after a __close
                           * metamethod that yielded */
    QLUA_KIND_HELPS       /* auxiliary instruction: runs only for metamethods, or never */
};

struct qlua_operation_properties {
    unsigned char operands; /* enum qlua_operands */
    unsigned char read;     /* enum qlua_row */
    unsigned char written;
    unsigned char kind; /* enum qlua_kind */
};

/* Properties by operation. The array has 128 entries because an instruction has 7 bits for its operation. */
extern const struct qlua_operation_properties qlua_operations[128];
