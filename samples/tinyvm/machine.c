/* machine.c - the loop that runs a program. */
#include "machine.h"
#include "fiber.h"
#include "step.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct machine {
    struct program *program;
    struct profiler *profiler;
    struct fiber **fibers; /* indexed by fiber number; NULL after the fiber's end */
    int fiber_count;
    struct fiber *current; /* the running fiber */
    int64_t *memory;
};

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

/* Create a fiber, which takes its arguments from the spawner's stack. It begins to run when it is resumed. */
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
        return STEP_ERROR_FIBER;
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
        return STEP_ERROR_FIBER;
    fiber_push(machine->current, !machine->fibers[number]);
    return 0;
}

/* Switch from the running fiber to its resumer. */
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

/* Continue in the newest frame that catches the value, in the running fiber or in a fiber that waits for it. Return
 * false if no frame catches the value. */
static bool throw_value(struct machine *machine, int64_t value)
{
    for (;;) {
        struct fiber *fiber = machine->current;
        int left = step_catch(fiber, value);
        if (left > 0) /* one report for all popped frames */
            profiler_leave(machine->profiler, fiber);
        if (left >= 0)
            return true;
        fiber_unwind(fiber, 0);
        profiler_leave(machine->profiler, fiber); /* all frames are popped: exit to stack id 0 */
        if (!fiber->resumer)
            return false;
        end_fiber(machine);
    }
}

/* ---- the loop ---------------------------------------------------------------------------------------------- */

/* Run an instruction for calls or fibers. Return 0 or the error that it throws. */
static int transfer(struct machine *machine, struct instruction instruction)
{
    struct fiber *fiber = machine->current;
    struct function *callee = machine->program->functions[instruction.operand]; /* used only by calls */
    switch (instruction.opcode) {
    case OP_CALL:
        if (!fiber_enter(fiber, callee))
            return STEP_ERROR_DEPTH;
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
            return STEP_ERROR_FIBER;
        give_way(machine);
        fiber_push(machine->current, fiber_pop(fiber));
        return 0;
    }
}

static int count_statement(struct machine *machine, struct frame *frame, int number)
{
    frame->function->statements[number].executions++;
    profiler_statement(machine->profiler, machine->current, number);
    return 0;
}

/* Run until main is left. Return true and main's result, or false and the value of an uncaught exception. */
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
        else if (instruction.opcode == OP_STATEMENT)
            *result = count_statement(machine, frame, (int)instruction.operand);
        else if (instruction.opcode < OP_CALL)
            *result = step_run(machine->program, fiber, machine->memory, instruction);
        else
            *result = transfer(machine, instruction);
        if ((throws || *result) && !throw_value(machine, *result))
            return false;
    }
}

int machine_run(struct program *program, struct profiler *profiler)
{
    struct machine machine = {.program = program, .profiler = profiler};
    machine.memory = calloc(STEP_MEMORY, sizeof *machine.memory);
    machine.current = new_fiber(&machine);
    fiber_enter(machine.current, program_function(program, "main"));
    enter(&machine);

    int64_t result = 1;
    if (!machine.memory || !run(&machine, &result)) {
        fprintf(stderr, "tinyvm: uncaught exception %" PRId64 "\n", result);
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
