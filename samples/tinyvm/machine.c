/* machine.c - the loop that runs a program. */
#include "machine.h"
#include "fiber.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct machine {
    struct program *program;
    struct profiler *profiler;
    struct fiber **fibers; /* by number; NULL where one has ended */
    int fiber_count;
    struct fiber *current; /* the one that runs */
    int64_t *memory;
};

/* ---- instructions that stay within a frame; each returns 0 or what it throws ------------------------------ */

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
            return MACHINE_ERROR_DIVISION;
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

static int load_or_store(struct machine *machine, enum opcode opcode)
{
    struct fiber *fiber = machine->current;
    int64_t value = opcode == OP_STORE ? fiber_pop(fiber) : 0;
    int64_t address = fiber_pop(fiber);
    if (address < 0 || address >= MACHINE_MEMORY)
        return MACHINE_ERROR_ADDRESS;
    if (opcode == OP_STORE)
        machine->memory[address] = value;
    else
        fiber_push(fiber, machine->memory[address]);
    return 0;
}

static int step(struct machine *machine, struct frame *frame, struct instruction instruction)
{
    struct fiber *fiber = machine->current;
    int64_t operand = instruction.operand;
    int64_t value, right;
    int thrown = 0;
    switch (instruction.opcode) {
    case OP_STATEMENT:
        frame->function->statements[operand].executions++;
        profiler_statement(machine->profiler, fiber, (int)operand);
        break;
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
        return load_or_store(machine, instruction.opcode);
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
        fputs(machine->program->texts[operand], stdout);
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

/* ---- fibers ------------------------------------------------------------------------------------------------ */

static struct fiber *new_fiber(struct machine *machine)
{
    struct fiber *fiber = fiber_new(machine->fiber_count);
    machine->fibers = program_grow(machine->fibers, machine->fiber_count, sizeof fiber);
    machine->fibers[machine->fiber_count++] = fiber;
    profiler_fiber_begin(machine->profiler, fiber);
    return fiber;
}

static void enter(struct machine *machine)
{
    fiber_top(machine->current)->function->calls++;
    profiler_enter(machine->profiler, machine->current);
}

static void switch_to(struct machine *machine, struct fiber *fiber)
{
    profiler_fiber_switch(machine->profiler, machine->current, fiber);
    machine->current = fiber;
}

/* A new fiber begins with the arguments that lie on the spawner's stack; it runs when it is resumed. */
static void spawn(struct machine *machine, struct function *function)
{
    struct fiber *spawner = machine->current;
    struct fiber *fiber = new_fiber(machine);
    spawner->count -= function->parameters;
    for (int i = 0; i < function->parameters; i++)
        fiber_push(fiber, spawner->values[spawner->count + i]);
    fiber_enter(fiber, function);
    fiber_push(spawner, fiber->number);
}

static int resume(struct machine *machine)
{
    int64_t number = fiber_pop(machine->current);
    struct fiber *fiber = number > 0 && number < machine->fiber_count ? machine->fibers[number] : NULL;
    if (!fiber || fiber->resumer)
        return MACHINE_ERROR_FIBER;
    bool is_new = fiber_top(fiber)->pc == 0;
    fiber->resumer = machine->current;
    switch_to(machine, fiber);
    if (is_new)
        enter(machine);
    return 0;
}

static int push_done(struct machine *machine)
{
    int64_t number = fiber_pop(machine->current);
    if (number <= 0 || number >= machine->fiber_count)
        return MACHINE_ERROR_FIBER;
    fiber_push(machine->current, !machine->fibers[number]);
    return 0;
}

/* The running fiber gives way to its resumer, which then goes on. */
static void give_way(struct machine *machine)
{
    struct fiber *fiber = machine->current;
    switch_to(machine, fiber->resumer);
    fiber->resumer = NULL;
}

static void end_fiber(struct machine *machine)
{
    struct fiber *fiber = machine->current;
    give_way(machine);
    profiler_fiber_end(machine->profiler, fiber);
    machine->fibers[fiber->number] = NULL;
    fiber_free(fiber);
}

/* ---- exceptions -------------------------------------------------------------------------------------------- */

/* Go on in the newest frame that catches, however many are in between; false when none does. */
static bool throw_value(struct machine *machine, int64_t value)
{
    for (;;) {
        struct fiber *fiber = machine->current;
        for (int depth = fiber->depth; depth > 0; depth--) {
            struct frame *frame = &fiber->frames[depth - 1];
            const struct handler *handler = program_handler(frame->function, frame->pc - 1);
            if (!handler)
                continue;
            int popped = fiber->depth - depth;
            fiber_unwind(fiber, depth);
            if (popped) /* one report for all of them */
                profiler_leave(machine->profiler, fiber);
            fiber->values[frame->base + handler->local] = value;
            frame->pc = handler->target;
            return true;
        }
        /* Down to the bottom frame, then out of it. An exit to stack id 0 that pops several frames would be counted as
         * a mistake of ours. */
        for (int depth = fiber->depth > 1; depth >= 0; depth--) {
            fiber_unwind(fiber, depth);
            profiler_leave(machine->profiler, fiber);
        }
        if (!fiber->resumer)
            return false;
        end_fiber(machine);
    }
}

/* ---- the loop ---------------------------------------------------------------------------------------------- */

/* Calls and fibers. The result is 0 or what is thrown. */
static int transfer(struct machine *machine, struct instruction instruction)
{
    struct fiber *fiber = machine->current;
    struct function *callee = machine->program->functions[instruction.operand]; /* of those that call */
    switch (instruction.opcode) {
    case OP_CALL:
        if (!fiber_enter(fiber, callee))
            return MACHINE_ERROR_DEPTH;
        enter(machine);
        return 0;
    case OP_BECOME:
        fiber_replace(fiber, callee);
        enter(machine);
        return 0;
    case OP_SPAWN:
        spawn(machine, callee);
        return 0;
    case OP_RESUME:
        return resume(machine);
    case OP_DONE:
        return push_done(machine);
    default: /* OP_YIELD */
        if (!fiber->resumer)
            return MACHINE_ERROR_FIBER;
        give_way(machine);
        fiber_push(machine->current, fiber_pop(fiber));
        return 0;
    }
}

/* Run until main is left. True: *result is main's; false: it is an exception that nobody caught. */
static bool run(struct machine *machine, int64_t *result)
{
    for (;;) {
        struct fiber *fiber = machine->current;
        struct frame *frame = fiber_top(fiber);
        struct instruction instruction = frame->function->code[frame->pc++];
        if (instruction.opcode == OP_RETURN) {
            *result = fiber_pop(fiber);
            fiber_leave(fiber);
            profiler_leave(machine->profiler, fiber);
            if (fiber->depth == 0) {
                if (!fiber->resumer)
                    return true;
                end_fiber(machine);
            }
            fiber_push(machine->current, *result);
            continue;
        }

        bool throws = instruction.opcode == OP_THROW;
        if (throws)
            *result = fiber_pop(fiber);
        else if (instruction.opcode < OP_CALL)
            *result = step(machine, frame, instruction);
        else
            *result = transfer(machine, instruction);
        if ((throws || *result) && !throw_value(machine, *result))
            return false;
    }
}

int machine_run(struct program *program, struct profiler *profiler)
{
    struct machine machine = {.program = program, .profiler = profiler};
    machine.memory = calloc(MACHINE_MEMORY, sizeof *machine.memory);
    machine.current = new_fiber(&machine);
    fiber_enter(machine.current, program_function(program, "main"));
    enter(&machine);

    int64_t result = 1;
    if (!machine.memory || !run(&machine, &result)) {
        fprintf(stderr, "tinyvm: nobody catches %" PRId64 "\n", result);
        result = 1;
    }
    for (int i = 0; i < machine.fiber_count; i++) {
        if (!machine.fibers[i])
            continue;
        profiler_fiber_end(profiler, machine.fibers[i]);
        fiber_free(machine.fibers[i]);
    }
    free(machine.fibers);
    free(machine.memory);
    return (int)(result & 255);
}
