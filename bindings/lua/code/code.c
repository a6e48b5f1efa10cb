#include "bindings/lua/code/code.h"

#include <stdlib.h>

bool qlua_code_takes_all(const struct qlua_code *code, int pc)
{
    return pc < code->count && qlua_operations[qlua_code_operation(code->at[pc])].read >= QLUA_ROW_B &&
           qlua_code_b(code->at[pc]) == 0;
}

int qlua_code_target(const struct qlua_code *code, int pc)
{
    int64_t next = pc + 1;
    uint32_t instruction = pc < code->count ? code->at[pc] : QLUA_CODE_RETURN;
    int64_t distance = instruction >> 15;                  /* Bx */
    int64_t jump = (int64_t)(instruction >> 7) - 0xffffff; /* sJ */
    switch (qlua_code_operation_at(code, pc)) {
    case QLUA_CODE_JMP:
        next += jump;
        break;
    case QLUA_CODE_FORLOOP:
    case QLUA_CODE_TFORLOOP:
        next -= distance;
        break;
    case QLUA_CODE_FORPREP:
        next += distance + 1;
        break;
    case QLUA_CODE_TFORPREP:
        next += distance;
        break;
    default:
        return -1;
    }
    return next >= 0 && next < code->count ? (int)next : -1;
}

int qlua_code_successors(const struct qlua_code *code, int pc, int next[2])
{
    next[0] = pc + 1;
    next[1] = pc + 2;
    if (qlua_code_kind(code, pc) == QLUA_KIND_CALCULATES || qlua_code_is_test(code, pc))
        return 2;
    if (qlua_code_returns(qlua_code_operation_at(code, pc)))
        return 0;
    switch (qlua_code_operation_at(code, pc)) {
    case QLUA_CODE_LFALSESKIP:
    case QLUA_CODE_LOADKX:
        next[0] = pc + 2;
        return 1;
    case QLUA_CODE_JMP:
    case QLUA_CODE_TFORPREP:
        next[0] = qlua_code_target(code, pc);
        return 1;
    case QLUA_CODE_FORLOOP:
    case QLUA_CODE_TFORLOOP:
    case QLUA_CODE_FORPREP:
        next[1] = qlua_code_target(code, pc);
        return 2;
    default:
        return 1;
    }
}

/* Mark all instructions that are reachable from the first. Another pass is needed only after a jump back to code
 * that was not reached before. */
static void reach(const struct qlua_code *code, bool *reached)
{
    reached[0] = true;
    for (bool again = true; again;) {
        again = false;
        for (int pc = 0; pc < code->count; pc++) {
            int next[2];
            for (int i = reached[pc] ? qlua_code_successors(code, pc, next) - 1 : -1; i >= 0; i--) {
                if (next[i] < 0 || next[i] >= code->count || reached[next[i]])
                    continue;
                reached[next[i]] = true;
                again |= next[i] < pc;
            }
        }
    }
}

/* Return whether the compiler itself added an unreachable instruction. In Lua source, no statement may follow a
 * return in the same block. So the compiler added the instructions after a return: a jump over the else part or back to
 * the head of a loop, and the closing of variables before that jump. */
static bool is_added(const struct qlua_code *code, int pc, bool added_before)
{
    enum qlua_operation operation = qlua_code_operation_at(code, pc);
    enum qlua_operation before = pc ? qlua_code_operation_at(code, pc - 1) : QLUA_CODE_JMP;
    if (pc == code->count - 1 || operation == QLUA_CODE_FORLOOP)
        return true;
    if (operation == QLUA_CODE_RETURN)
        return before == QLUA_CODE_TAILCALL;
    return (operation == QLUA_CODE_JMP || operation == QLUA_CODE_CLOSE) && (qlua_code_returns(before) || added_before);
}

bool *qlua_code_executable(const struct qlua_code *code)
{
    bool *executable = calloc((size_t)code->count + 1, sizeof *executable);
    if (!executable)
        return NULL;
    reach(code, executable);
    bool added = false;
    for (int pc = 0; pc < code->count; pc++) {
        added = !executable[pc] && is_added(code, pc, added);
        executable[pc] = !added;
    }
    return executable;
}
