#include "bindings/lua/code/operands.h"

#include <stdlib.h>

/* Greatest distances that an instruction can hold: 17 bits for a loop, 25 bits including a sign for a jump. */
#define LOOP_FARTHEST 0x1ffff
#define JUMP_FARTHEST 0xffffff

/* Return whether the third operand is a register. */
static bool has_c(uint32_t instruction)
{
    unsigned operands = qlua_operations[qlua_code_operation(instruction)].operands;
    return operands & QLUA_OPERANDS_C || (operands & QLUA_OPERANDS_K && !qlua_code_k(instruction));
}

static uint32_t moved(uint32_t instruction, int shift, int from, int by)
{
    int value = (int)(instruction >> shift & 0xff);
    return value < from ? instruction : instruction + ((uint32_t)by << shift);
}

uint32_t qlua_operands_move(uint32_t instruction, int from, int by)
{
    unsigned operands = qlua_operations[qlua_code_operation(instruction)].operands;
    bool c = has_c(instruction); /* test this before the operands are moved: in a damaged chunk, a moved operand may
                                  * overflow into the bit k, which has_c reads */
    if (operands & QLUA_OPERANDS_A)
        instruction = moved(instruction, 7, from, by);
    if (operands & QLUA_OPERANDS_B)
        instruction = moved(instruction, 16, from, by);
    return c ? moved(instruction, 24, from, by) : instruction;
}

int qlua_operands_read(uint32_t instruction, int registers[2])
{
    int count = 0;
    if (qlua_operations[qlua_code_operation(instruction)].operands & QLUA_OPERANDS_B)
        registers[count++] = qlua_code_b(instruction);
    if (has_c(instruction))
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
