/* machine.c - the loop that runs a thread. */
#include "machine.h"

#include "../tinyvm/step.h"
#include "channel.h"
#include "life.h"
#include "native.h"
#include "scheduler.h"
#include "truth.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

static struct {
    struct program *program;
    struct profiler *profiler;
    int64_t *memory;
    int64_t slice; /* statements after which a thread yields to others */
} machine;

static _Thread_local int64_t slice; /* number of statements that the thread on this system thread may still run
                                     * before it yields */

/* ---- frames ----------------------------------------------------------------------------------------------- */

/* Pop a frame. If it was the thread's last frame, the thread is freed; return false. */
static bool leave(struct thread *thread, int64_t result)
{
    const struct function *function = fiber_top(&thread->stack)->function;
    truth_frame(thread);
    fiber_leave(&thread->stack);
    profiler_leave(machine.profiler, thread);
    truth_reported(thread);
    bool continues = thread->stack.depth > 0;
    if (continues)
        fiber_push(&thread->stack, result);
    else
        life_end(thread, function, result);
    return continues;
}

/* Throw a value. If no frame catches it, the thread is freed; return false. */
static bool throw_value(struct thread *thread, int64_t value)
{
    truth_frame(thread);
    int left = step_catch(&thread->stack, value);
    if (left > 0) /* one report for all popped frames */
        profiler_leave(machine.profiler, thread);
    if (left >= 0)
        return true;
    fprintf(stderr, "greenvm: uncaught exception %" PRId64 "\n", value);
    if (thread->stack.depth > 1) {
        fiber_unwind(&thread->stack, 1);
        profiler_leave(machine.profiler, thread);
    }
    leave(thread, 1);
    return false;
}

/* ---- the loop --------------------------------------------------------------------------------------------- */

/* Effects of an instruction on its thread. */
enum effect {
    EFFECT_NONE,
    EFFECT_THROWN,
    EFFECT_GONE /* the thread is parked or has ended, and must not be accessed
                 * any more */
};

/* Report the new top frame. If its function is native, run the function and leave the frame, unless the function
 * parks the thread. */
static enum effect entered(struct thread *thread)
{
    truth_call(thread);
    profiler_enter(machine.profiler, thread);
    truth_reported(thread);
    if (!native_is(fiber_top(&thread->stack)->function))
        return EFFECT_NONE;
    if (native_run(thread) == OUTCOME_PARKED)
        return EFFECT_GONE;
    return leave(thread, thread->result) ? EFFECT_NONE : EFFECT_GONE;
}

static enum effect yield(struct thread *thread)
{
    life_park(thread, STATE_RUNNABLE);
    scheduler_ready(thread);
    return EFFECT_GONE;
}

static enum effect call(struct thread *thread, struct function *callee, int64_t *thrown)
{
    truth_frame(thread);
    if (!fiber_enter(&thread->stack, callee)) {
        *thrown = STEP_ERROR_DEPTH;
        return EFFECT_THROWN;
    }
    return entered(thread);
}

static enum effect run_instruction(struct thread *thread, int64_t *thrown)
{
    struct fiber *fiber = &thread->stack;
    struct frame *frame = fiber_top(fiber);
    struct instruction instruction = frame->function->code[frame->pc++];
    struct function *callee = NULL;
    if (instruction.opcode >= OP_CALL) /* only instructions that call a function have an operand other than 0 */
        callee = machine.program->functions[instruction.operand];
    switch (instruction.opcode) {
    case OP_STATEMENT:
        profiler_statement(machine.profiler, thread, (int)instruction.operand);
        return --slice < 0 && scheduler_has_more() ? yield(thread) : EFFECT_NONE;
    case OP_BRANCH: /* branches are not counted here */
        return EFFECT_NONE;
    case OP_CALL:
        return call(thread, callee, thrown);
    case OP_BECOME:
        truth_frame(thread);
        fiber_replace(fiber, callee);
        return entered(thread);
    case OP_RETURN:
        return leave(thread, fiber_pop(fiber)) ? EFFECT_NONE : EFFECT_GONE;
    case OP_SPAWN: {
        struct thread *spawned = life_begin(fiber, callee);
        fiber_push(fiber, spawned->stack.number);
        scheduler_ready(spawned);
        return EFFECT_NONE;
    }
    case OP_YIELD:
        fiber_pop(fiber);
        return yield(thread);
    case OP_THROW:
        *thrown = fiber_pop(fiber);
        return EFFECT_THROWN;
    case OP_RESUME:
    case OP_DONE: /* only in tinyvm may a program resume fibers; here the scheduler resumes threads */
        *thrown = STEP_ERROR_FIBER;
        return EFFECT_THROWN;
    default:
        *thrown = step_run(machine.program, fiber, machine.memory, instruction);
        return *thrown ? EFFECT_THROWN : EFFECT_NONE;
    }
}

/* Run a thread until it leaves the carrier. */
static void run(struct thread *thread)
{
    truth_frame(thread);
    truth_carrier_runs(thread);
    profiler_resume(machine.profiler, thread);
    truth_reported(thread);
    truth_state(thread, STATE_RUNNING);
    slice = machine.slice;
    enum effect effect = EFFECT_NONE;
    if (!thread->has_begun) {
        thread->has_begun = true;
        effect = entered(thread);
    } else if (native_is(fiber_top(&thread->stack)->function)) { /* the native that parked the thread has finished */
        effect = leave(thread, thread->result) ? EFFECT_NONE : EFFECT_GONE;
    }
    while (effect != EFFECT_GONE) {
        int64_t thrown;
        effect = run_instruction(thread, &thrown);
        if (effect == EFFECT_THROWN && !throw_value(thread, thrown))
            return;
    }
}

static void become_carrier(int number)
{
    scheduler_join(number);
    truth_carrier_begin(number);
}

/* Run threads on this carrier until the program ends. */
static void carry(void)
{
    for (struct thread *thread = scheduler_next(); thread; thread = scheduler_next())
        run(thread);
    truth_carrier_end();
}

static void *start_carrier(void *number)
{
    become_carrier((int)(intptr_t)number);
    carry();
    return NULL;
}

static void wake_in_time(struct thread *thread)
{
    life_wake(thread, 0);
}

int machine_run(struct program *program, struct profiler *profiler, int carriers, int64_t statements)
{
    pthread_t others[SCHEDULER_CARRIERS];
    machine.program = program;
    machine.profiler = profiler;
    machine.slice = statements;
    machine.memory = program_grow(NULL, 0, STEP_MEMORY * sizeof *machine.memory);
    life_open(profiler);
    scheduler_init(carriers, wake_in_time);
    native_open_device();
    become_carrier(0);
    scheduler_ready(life_begin(NULL, program_function(program, "main")));
    for (int i = 1; i < carriers; i++)
        scheduler_start(&others[i], start_carrier, (void *)(intptr_t)i);
    carry();
    for (int i = 1; i < carriers; i++)
        pthread_join(others[i], NULL);
    native_close_device();
    free(machine.memory);
    channel_free_all();
    return (int)(life_close() & 255);
}
