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

/* Return whether the third operand is set. */
static bool has_c(uint32_t instruction)
{
    return (instruction >> 14 & 0x1ff) != 0;
}

/* Return the signed operand: the distance of a jump from the next instruction. */
static int distance(uint32_t instruction)
{
    return (int)(instruction >> 14) - 0x1ffff;
}

static uint32_t jump(uint32_t instruction)
{
    return QLUA_CODE_JMP | (uint32_t)(distance(instruction) + 0xffffff) << 7;
}

/* Translate a loop; its distance is positive, although it jumps backwards. */
static uint32_t loop(enum qlua_operation operation, uint32_t instruction)
{
    return (uint32_t)operation | (uint32_t)-distance(instruction) << 15;
}

static uint32_t translate(uint32_t instruction)
{
    switch (instruction & 0x3f) {
    case LOADKX:
        return QLUA_CODE_LOADKX;
    case LOADBOOL:
        return has_c(instruction) ? QLUA_CODE_LFALSESKIP : QLUA_CODE_LOADFALSE;
    case JMP:
    case FORPREP: /* jumps to the loop's end, which also tests the first iteration */
        return jump(instruction);
    case EQ:
    case LT:
    case LE:
        return QLUA_CODE_EQ;
    case TEST:
    case TESTSET:
        return QLUA_CODE_TEST;
    case TAILCALL:
        return QLUA_CODE_TAILCALL;
    case RETURN:
        return QLUA_CODE_RETURN;
    case FORLOOP:
        return loop(QLUA_CODE_FORLOOP, instruction);
    case TFORLOOP:
        return loop(QLUA_CODE_TFORLOOP, instruction);
    default:
        return QLUA_CODE_MOVE;
    }
}

void qlua_older_translate(struct qlua_code *code)
{
    for (int pc = 0; pc < code->count; pc++)
        code->at[pc] = translate(code->at[pc]);
}
