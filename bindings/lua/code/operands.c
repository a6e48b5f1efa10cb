#include "bindings/lua/code/operands.h"

#include <stdlib.h>

/* Greatest distance of a loop, 17 bits, and of a jump, 25 bits with a sign. */
#define LOOP_FARTHEST 0x1ffff
#define JUMP_FARTHEST 0xffffff

/* Flags of the operands that are registers. C_IF_NO_K: C, unless the bit k marks it as a constant. */
enum { A = 1, B = 2, C = 4, C_IF_NO_K = 8 };

static unsigned registers_of(enum qlua_operation operation)
{
    switch (operation) {
    case QLUA_CODE_SETTABUP:
        return C_IF_NO_K;
    case QLUA_CODE_VARARGPREP:
    case QLUA_CODE_JMP:
    case QLUA_CODE_EXTRAARG:
        return 0;
    case QLUA_CODE_SETI:
    case QLUA_CODE_SETFIELD:
        return A | C_IF_NO_K;
    case QLUA_CODE_SELF:
    case QLUA_CODE_SETTABLE:
        return A | B | C_IF_NO_K;
    case QLUA_CODE_MOVE:
    case QLUA_CODE_GETI:
    case QLUA_CODE_GETFIELD:
    case QLUA_CODE_MMBIN:
    case QLUA_CODE_UNM:
    case QLUA_CODE_BNOT:
    case QLUA_CODE_NOT:
    case QLUA_CODE_LEN:
    case QLUA_CODE_EQ:
    case QLUA_CODE_LT:
    case QLUA_CODE_LE:
    case QLUA_CODE_TESTSET:
        return A | B;
    case QLUA_CODE_GETTABLE:
        return A | B | C;
    default:
        if (operation >= QLUA_CODE_ADD && operation <= QLUA_CODE_SHR)
            return A | B | C;
        return operation >= QLUA_CODE_ADDI && operation < QLUA_CODE_ADD ? A | B : A;
    }
}

static uint32_t moved(uint32_t instruction, int shift, int from, int by)
{
    int value = (int)(instruction >> shift & 0xff);
    return value < from ? instruction : instruction + ((uint32_t)by << shift);
}

uint32_t qlua_operands_move(uint32_t instruction, int from, int by)
{
    unsigned registers = registers_of(qlua_code_operation(instruction));
    bool constant = qlua_code_k(instruction);
    if (registers & A)
        instruction = moved(instruction, 7, from, by);
    if (registers & B)
        instruction = moved(instruction, 16, from, by);
    if ((registers & C) || ((registers & C_IF_NO_K) && !constant))
        instruction = moved(instruction, 24, from, by);
    return instruction;
}

int qlua_operands_read(uint32_t instruction, int registers[2])
{
    unsigned named = registers_of(qlua_code_operation(instruction));
    int count = 0;
    if (named & B)
        registers[count++] = qlua_code_b(instruction);
    if ((named & C) || ((named & C_IF_NO_K) && !qlua_code_k(instruction)))
        registers[count++] = (int)(instruction >> 24);
    return count;
}

bool qlua_operands_set_target(uint32_t *code, int at, int to)
{
    enum qlua_operation operation = qlua_code_operation(code[at]);
    int distance = to - (at + 1);
    int loop = operation == QLUA_CODE_FORPREP ? distance - 1 : operation == QLUA_CODE_TFORPREP ? distance : -distance;
    if (operation == QLUA_CODE_JMP) {
        code[at] = (uint32_t)operation | (uint32_t)(distance + JUMP_FARTHEST) << 7;
        return abs(distance) < JUMP_FARTHEST;
    }
    code[at] = qlua_operands_long(operation, qlua_code_a(code[at]), loop);
    return loop >= 0 && loop <= LOOP_FARTHEST;
}
