/* embed.c - an interpreter that embeds qii with the kit (<qii/kit/kit.h>). It shows functions that get their names
 * after they were compiled, several blocks per line, an error that leaves several frames, a generator, and times of
 * lines. QII_LIBRARY selects the library: qprof, cprof, or a path. main acts as the interpreted program. */
#include <qii/kit/kit.h>

#include <stdio.h>
#include <string.h>

enum { MAIN, WORK, NEVER, FUNCTIONS };

static struct kit_function *functions[FUNCTIONS];

/* Register a function at its first entry, because only then its name is known. */
static void define(struct kit_function *function, VthreadID caller)
{
    struct kit_definition definition = {.file = "embed.toy", .caller = caller};
    kit_function_register(function, &definition);
}

/* Register functions that never ran, for coverage. */
static void end(void)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (!kit_function_is_registered(functions[i]))
            define(functions[i], 0);
}

static const struct kit_binding binding = {.virtual_threads = true, .define = define, .ends = end};

/* Compile a function with three statements; blocks 1 and 2 are on one line. */
static bool compile(int number, int line)
{
    const int statements[] = {line, line + 1, line + 1};
    functions[number] = kit_function_new(sizeof *functions[number]);
    if (functions[number])
        kit_function_set_blocks(functions[number], statements, 3);
    return functions[number] && kit_function_rename(functions[number], "(compiled)");
}

/* The kit identifies a frame by an address. An interpreter passes the address of its own record of the frame. This
 * example has no such records. It passes the address of the array element whose index is the frame's depth. */
static const char records[8];

static void call(struct kit_frames *fiber, int number)
{
    kit_frames_push(fiber, &records[kit_frames_depth(fiber)], functions[number]);
    kit_frames_begin_block(fiber, 0);
}

static void play(struct kit_frames *fiber, struct kit_frames *generator)
{
    call(fiber, MAIN);
    for (int depth = 0; depth < 3; depth++)
        call(fiber, WORK);
    kit_frames_unwind(fiber, &records[0]); /* an error, which main catches */
    kit_frames_begin_block(fiber, 1);
    kit_fiber_announce(generator);
    for (int i = 0; i < 2; i++) {
        kit_fiber_switch(fiber, QPROF_REASON_RESUMES, generator);
        if (i == 0)
            call(generator, WORK);
        kit_frames_begin_block(generator, 2);
        kit_fiber_switch(generator, QPROF_REASON_WAITING, fiber);
    }
    kit_fiber_end(generator);
    kit_frames_pop(fiber);
}

int main(void)
{
    struct kit_settings settings = {0};
    struct kit_frames fiber, generator;
    kit_settings_read_environment(&settings);
    kit_settings_add_option(&settings, "granularity", "line");
    const char *wrong = kit_library_join(&binding, &settings, false);
    if (!wrong && !(compile(MAIN, 10) && compile(WORK, 20) && compile(NEVER, 30)))
        wrong = "not enough memory";
    if (wrong || !kit_function_rename(functions[MAIN], "main") || !kit_function_rename(functions[WORK], "work")) {
        fprintf(stderr, "embed: %s\n", wrong ? wrong : "not enough memory");
        return 1;
    }
    kit_fiber_init(&fiber);
    kit_fiber_init(&generator);
    kit_fiber_announce(&fiber);
    kit_fiber_switch(NULL, QPROF_REASON_RUNNABLE, &fiber);
    play(&fiber, &generator);
    kit_fiber_switch(&fiber, QPROF_REASON_WAITING, NULL);
    kit_fiber_end(&fiber);
    kit_library_leave(0);
    kit_frames_fini(&fiber);
    kit_frames_fini(&generator);
    kit_settings_fini(&settings);
    return 0;
}
