#include "bindings/lua/code/older.h"

/* Operations of Lua 5.3 (it has 47) that jump, skip an instruction or end a basic block. */
enum older_operation {
    LOADKX = 2,
    LOADBOOL = 3,
    JMP = 30,
    EQ = 31,
    LT = 32,
    LE = 33,
    TEST = 34,
    TESTSET = 35,
    TAILCALL = 37,
    RETURN = 38,
    FORLOOP = 39,
    FORPREP = 40,
    TFORLOOP = 42
};

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

/* Translate an instruction. Operations that are not in the table only continue with the next instruction. */
static uint32_t translate_instruction(uint32_t instruction)
{
    static const unsigned char operations[64] = {
        [LOADKX] = QLUA_CODE_LOADKX,
        [LOADBOOL] = QLUA_CODE_LOADFALSE,
        [JMP] = QLUA_CODE_JMP,
        [EQ] = QLUA_CODE_EQ,
        [LT] = QLUA_CODE_EQ,
        [LE] = QLUA_CODE_EQ,
        [TEST] = QLUA_CODE_TEST,
        [TESTSET] = QLUA_CODE_TEST,
        [TAILCALL] = QLUA_CODE_TAILCALL,
        [RETURN] = QLUA_CODE_RETURN,
        [FORLOOP] = QLUA_CODE_FORLOOP,
        [FORPREP] = QLUA_CODE_JMP, /* jump to the FORLOOP at the loop's end, which also makes the test before the
                                    * first iteration */
        [TFORLOOP] = QLUA_CODE_TFORLOOP,
    };
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
        code->at[pc] = translate_instruction(code->at[pc]);
}
