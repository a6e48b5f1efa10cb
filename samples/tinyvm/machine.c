/* machine.c - the loop that runs a program. */
#include "machine.h"
#include "fiber.h"
#include "step.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct machine {
    struct program *program;
    struct profiler *profiler;
    struct fiber **fibers; /* indexed by fiber number; NULL after the fiber's end */
    int fiber_count;
    struct fiber *current; /* the running fiber */
    int64_t *memory;
    bool testing; /* fibers without a resumer are tests, which take turns */
    bool yielded; /* a test has given way to the others */
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
        if (!fiber->resumer && machine->testing) {
            fiber->values[fiber->count - 1] = 0; /* the result of the yield */
            machine->yielded = true;
            return 0;
        }
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

static int count_branch(struct machine *machine, int number)
{
    const struct frame *frame = fiber_top(machine->current);
    int outcome = fiber_peek(machine->current) ? 0 : 1;
    frame->function->branches[number].taken[outcome]++;
    profiler_branch(machine->profiler, machine->current, number, outcome);
    return 0;
}

/* Run until the function is left that was entered last outside of all others, or until a test yields. Return true and
 * its result, or false and the value of an uncaught exception. */
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
        else if (instruction.opcode == OP_BRANCH)
            *result = count_branch(machine, (int)instruction.operand);
        else if (instruction.opcode < OP_CALL)
            *result = step_run(machine->program, fiber, machine->memory, instruction);
        else
            *result = transfer(machine, instruction);
        if ((throws || *result) && !throw_value(machine, *result))
            return false;
        if (machine->yielded)
            return true;
    }
}

static void begin(struct machine *machine, struct program *program, struct profiler *profiler)
{
    *machine = (struct machine){.program = program, .profiler = profiler};
    machine->memory = program_grow(NULL, 0, STEP_MEMORY * sizeof *machine->memory);
}

static void end(struct machine *machine)
{
    for (int i = 0; i < machine->fiber_count; i++) {
        if (!machine->fibers[i])
            continue;
        profiler_fiber_end(machine->profiler, machine->fibers[i]);
        fiber_free(machine->fibers[i]);
    }
    free(machine->fibers);
    free(machine->memory);
}

int machine_run(struct program *program, struct profiler *profiler)
{
    struct machine machine;
    begin(&machine, program, profiler);
    machine.current = new_fiber(&machine);
    fiber_enter(machine.current, program_function(program, "main"));
    enter(&machine);

    int64_t result;
    if (!run(&machine, &result)) {
        fprintf(stderr, "tinyvm: uncaught exception %" PRId64 "\n", result);
        result = 1;
    }
    end(&machine);
    return (int)(result & 255);
}

/* ---- tests ------------------------------------------------------------------------------------------------- */

#define SET_UP "set_up"

static bool is_test(const struct function *function)
{
    return strncmp(function->name, "test_", 5) == 0 && function->parameters == 0;
}

/* Begin a test in a new fiber. */
static struct fiber *begin_test(struct machine *machine, struct function *function, const char *outer)
{
    struct fiber *fiber = new_fiber(machine);
    fiber_enter(fiber, function);
    if (machine->current)
        switch_to(machine, fiber);
    machine->current = fiber;
    profiler_test(machine->profiler, fiber, function->name, outer);
    enter(machine);
    return fiber;
}

/* Run the current fiber until it yields, and print its result if it ends. Return true unless it failed. */
static bool run_test(struct machine *machine, struct fiber **fiber, const char *name)
{
    int64_t result;
    bool passed = run(machine, &result);
    bool yielded = machine->yielded;
    machine->yielded = false;
    if (yielded)
        return true;
    *fiber = NULL;
    if (passed)
        printf("ok %s\n", name);
    else
        printf("not ok %s: uncaught exception %" PRId64 "\n", name, result);
    return passed;
}

/* Run all tests in turn until each has ended. Return true if all passed. */
static bool take_turns(struct machine *machine, struct fiber **fibers, const char *outer)
{
    const struct program *program = machine->program;
    bool all_passed = true, any = true;
    for (bool first = true; any; first = false) {
        any = false;
        for (int i = 0; i < program->function_count; i++) {
            struct function *function = program->functions[i];
            if (first && is_test(function))
                fibers[i] = begin_test(machine, function, outer);
            else if (fibers[i])
                switch_to(machine, fibers[i]);
            if (fibers[i])
                all_passed = run_test(machine, &fibers[i], function->name) && all_passed;
            any = any || fibers[i];
        }
    }
    return all_passed;
}

int machine_test(struct program *program, struct profiler *profiler)
{
    struct machine machine;
    begin(&machine, program, profiler);
    machine.testing = true;
    struct fiber **fibers = program_grow(NULL, 0, (size_t)program->function_count * sizeof(struct fiber *));
    const char *outer = NULL;
    bool passed = true;
    for (int i = 0; i < program->function_count; i++)
        if (strcmp(program->functions[i]->name, SET_UP) == 0 && program->functions[i]->parameters == 0) {
            outer = SET_UP;
            fibers[i] = begin_test(&machine, program->functions[i], NULL);
            passed = run_test(&machine, &fibers[i], SET_UP);
        }
    passed = take_turns(&machine, fibers, outer) && passed;
    free(fibers);
    end(&machine);
    return passed ? 0 : 1;
}
