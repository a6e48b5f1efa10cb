/* step.c - instructions that stay within a frame, and exceptions within a fiber. */
#include "step.h"

#include <inttypes.h>
#include <stdio.h>

static int calculate(enum opcode opcode, int64_t a, int64_t b, int64_t *result)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b; /* numbers wrap around */
    switch (opcode) {
    case OP_ADD:
        *result = (int64_t)(x + y);
        break;
    case OP_SUBTRACT:
        *result = (int64_t)(x - y);
        break;
    case OP_MULTIPLY:
        *result = (int64_t)(x * y);
        break;
    case OP_DIVIDE:
    case OP_REMAINDER:
        if (b == 0 || (b == -1 && a == INT64_MIN))
            return STEP_ERROR_DIVISION;
        *result = opcode == OP_DIVIDE ? a / b : a % b;
        break;
    case OP_LESS:
        *result = a < b;
        break;
    case OP_LESS_EQUAL:
        *result = a <= b;
        break;
    default: /* OP_EQUAL */
        *result = a == b;
    }
    return 0;
}

static int load_or_store(struct fiber *fiber, int64_t *memory, enum opcode opcode)
{
    int64_t value = opcode == OP_STORE ? fiber_pop(fiber) : 0;
    int64_t address = fiber_pop(fiber);
    if (address < 0 || address >= STEP_MEMORY)
        return STEP_ERROR_ADDRESS;
    if (opcode == OP_STORE)
        memory[address] = value;
    else
        fiber_push(fiber, memory[address]);
    return 0;
}

int step_run(const struct program *program, struct fiber *fiber, int64_t *memory, struct instruction instruction)
{
    struct frame *frame = fiber_top(fiber);
    int64_t operand = instruction.operand;
    int64_t value, right;
    int thrown = 0;
    switch (instruction.opcode) {
    case OP_NUMBER:
        fiber_push(fiber, operand);
        break;
    case OP_GET:
        fiber_push(fiber, fiber->values[frame->base + operand]);
        break;
    case OP_SET:
        value = fiber_pop(fiber);
        fiber->values[frame->base + operand] = value;
        break;
    case OP_LOAD:
    case OP_STORE:
        return load_or_store(fiber, memory, instruction.opcode);
    case OP_DROP:
        fiber_pop(fiber);
        break;
    case OP_NOT:
        fiber_push(fiber, !fiber_pop(fiber));
        break;
    case OP_JUMP:
        frame->pc = (int)operand;
        break;
    case OP_JUMP_IF_NOT:
        if (!fiber_pop(fiber))
            frame->pc = (int)operand;
        break;
    case OP_PRINT:
        printf("%" PRId64, fiber_pop(fiber));
        break;
    case OP_PRINT_TEXT:
        fputs(program->texts[operand], stdout);
        break;
    case OP_PRINT_END:
        putchar('\n');
        break;
    default:
        right = fiber_pop(fiber);
        thrown = calculate(instruction.opcode, fiber_pop(fiber), right, &value);
        if (!thrown)
            fiber_push(fiber, value);
    }
    return thrown;
}

int step_catch(struct fiber *fiber, int64_t value)
{
    for (int depth = fiber->depth; depth > 0; depth--) {
        struct frame *frame = &fiber->frames[depth - 1];
        const struct handler *handler = program_handler(frame->function, frame->pc - 1);
        if (!handler)
            continue;
        int popped = fiber->depth - depth;
        fiber_unwind(fiber, depth);
        fiber->values[frame->base + handler->local] = value;
        frame->pc = handler->target;
        return popped;
    }
    return -1;
}
