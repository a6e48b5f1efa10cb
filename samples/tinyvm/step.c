/* step.c - instructions that stay within a frame, and exceptions within a fiber. */
#include "step.h"

#include <inttypes.h>

static int calculate(enum opcode opcode, int64_t a, int64_t b, int64_t *result)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b; /* numbers wrap around */
    bool no_division = b == 0 || (b == -1 && a == INT64_MIN);
    switch (opcode) {
    case OP_ADD:
        *result = (int64_t)(x + y);
        return 0;
    case OP_SUBTRACT:
        *result = (int64_t)(x - y);
        return 0;
    case OP_MULTIPLY:
        *result = (int64_t)(x * y);
        return 0;
    case OP_DIVIDE:
        *result = no_division ? 0 : a / b;
        return no_division ? STEP_ERROR_DIVISION : 0;
    case OP_REMAINDER:
        *result = no_division ? 0 : a % b;
        return no_division ? STEP_ERROR_DIVISION : 0;
    case OP_LESS:
        *result = a < b;
        return 0;
    case OP_LESS_EQUAL:
        *result = a <= b;
        return 0;
    default: /* OP_EQUAL */
        *result = a == b;
        return 0;
    }
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

int step_run(const struct program *program, struct fiber *fiber, int64_t *memory, enum opcode opcode)
{
    struct frame *frame = fiber_top(fiber);
    const int64_t *operand = &frame->function->code[frame->pc];
    int64_t value, right;
    switch (opcode) {
    case OP_NUMBER:
        frame->pc++;
        fiber_push(fiber, *operand);
        return 0;
    case OP_GET:
        frame->pc++;
        fiber_push(fiber, fiber->values[frame->base + *operand]);
        return 0;
    case OP_SET:
        frame->pc++;
        value = fiber_pop(fiber);
        fiber->values[frame->base + *operand] = value;
        return 0;
    case OP_LOAD:
    case OP_STORE:
        return load_or_store(fiber, memory, opcode);
    case OP_DROP:
        fiber_pop(fiber);
        return 0;
    case OP_NOT:
        fiber_push(fiber, !fiber_pop(fiber));
        return 0;
    case OP_JUMP:
        frame->pc = (int)*operand;
        return 0;
    case OP_JUMP_IF_NOT:
        frame->pc = fiber_pop(fiber) ? frame->pc + 1 : (int)*operand;
        return 0;
    case OP_PRINT:
        printf("%" PRId64, fiber_pop(fiber));
        return 0;
    case OP_PRINT_TEXT:
        frame->pc++;
        fputs(program->texts[*operand], stdout);
        return 0;
    case OP_PRINT_END:
        putchar('\n');
        return 0;
    default:
        right = fiber_pop(fiber);
        int thrown = calculate(opcode, fiber_pop(fiber), right, &value);
        fiber_push(fiber, value);
        return thrown;
    }
}

int step_catch(struct fiber *fiber, int64_t value)
{
    for (int depth = fiber->depth; depth > 0; depth--) {
        struct frame *frame = &fiber->frames[depth - 1];
        const struct handler *handler = frame->function->code ? program_handler(frame->function, frame->pc - 1) : NULL;
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
