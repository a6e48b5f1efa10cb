#include "bindings/lua/code/older.h"

/* Return whether the third operand is not 0. */
static bool has_c(uint32_t instruction)
{
    return (instruction >> 14 & 0x1ff) != 0;
}

/* Return the signed operand of a jump: the distance from the next instruction to the target. */
static int distance(uint32_t instruction)
{
    return (int)(instruction >> 14) - 0x1ffff;
}

/* Translate an instruction. The table contains the operations of Lua 5.3 that jump, skip an instruction or end a basic
 * block, by their numbers in Lua 5.3; all others only continue with the next instruction. LOADBOOL (3) becomes
 * LOADFALSE, the comparisons (31 to 33) become EQ, and TESTSET (35) becomes TEST. FORPREP (40) becomes a jump to the
 * loop's end, which also tests the first iteration. */
static uint32_t translate(uint32_t instruction)
{
    static const unsigned char operations[64] = {
        [2] = QLUA_CODE_LOADKX,    [3] = QLUA_CODE_LOADFALSE, [30] = QLUA_CODE_JMP,     [31] = QLUA_CODE_EQ,
        [32] = QLUA_CODE_EQ,       [33] = QLUA_CODE_EQ,       [34] = QLUA_CODE_TEST,    [35] = QLUA_CODE_TEST,
        [37] = QLUA_CODE_TAILCALL, [38] = QLUA_CODE_RETURN,   [39] = QLUA_CODE_FORLOOP, [40] = QLUA_CODE_JMP,
        [42] = QLUA_CODE_TFORLOOP};
    enum qlua_operation operation = (enum qlua_operation)operations[instruction & 0x3f];
    switch (operation) {
    case QLUA_CODE_LOADFALSE:
        return has_c(instruction) ? QLUA_CODE_LFALSESKIP : QLUA_CODE_LOADFALSE;
    case QLUA_CODE_JMP:
        return QLUA_CODE_JMP | (uint32_t)(distance(instruction) + 0xffffff) << 7;
    case QLUA_CODE_FORLOOP:
    case QLUA_CODE_TFORLOOP: /* in Lua 5.4 the distance is positive, although the loop jumps backwards */
        return (uint32_t)operation | (uint32_t)-distance(instruction) << 15;
    default:
        return operation;
    }
}

void qlua_older_translate(struct qlua_code *code)
{
    for (int pc = 0; pc < code->count; pc++)
        code->at[pc] = translate(code->at[pc]);
}
