/* Tests of frames and fibers that the kit tracks for a binding (frames.h, fiber.h). The event log takes the place of
 * libqprof. */
#include "bindings/kit/fiber.h"
#include "tests/support/folder.h"

#include <stdlib.h>
#include <string.h>

static const char *logged(void)
{
    static size_t seen;
    const char *text = folder_read("events.log") + seen;
    seen += strlen(text);
    return text;
}

/* Register a function when it is first entered (kit_binding.define). */
static void define(struct kit_function *function, VthreadID caller)
{
    kit_function_register(function, &(struct kit_definition){.file = "a.toy", .caller = caller});
}

static const struct kit_binding with_fibers = {.virtual_threads = true, .define = define};
static const struct kit_binding plain = {.define = define};

static void begin(const struct kit_binding *binding, const char *options)
{
    struct kit_settings settings = {0};
    kit_settings_set_library(&settings, getenv("QII_LOG_LIBRARY"));
    kit_settings_add_text(&settings, options);
    assert_null(kit_library_join(binding, &settings, false));
    kit_settings_fini(&settings);
}

static struct kit_function *make(const char *name)
{
    struct kit_function *function = kit_function_new(sizeof *function);
    kit_function_set_lines(function, (const int[]){3, 4, 5}, 3);
    function->name = strdup(name);
    return function;
}

/* The addresses of these bytes identify frames. */
static const char at[40];

TEST(error_leaves_the_frames_above_the_one_that_catches_it)
{
    struct kit_function *f = make("f"), *g = make("g");
    struct kit_frames frames;
    begin(&plain, "");
    kit_frames_init(&frames, 0);
    kit_frames_push(&frames, &at[0], f);
    for (int i = 1; i < 40; i++)
        kit_frames_push(&frames, &at[i], g);
    assert_int_equal(kit_frames_depth(&frames), 40);
    assert_false(kit_frames_unwind(&frames, "unknown"));
    assert_int_equal(kit_frames_depth(&frames), 40);
    kit_frames_pop_to(&frames, frames.bottom + 2);
    assert_true(kit_frames_unwind(&frames, &at[0]));
    kit_frames_pop(&frames);
    kit_frames_pop(&frames); /* no frame is left */
    assert_int_equal(kit_frames_depth(&frames), 0);
    assert_false(kit_library_leave(0));
    const char *text = logged();
    assert_non_null(strstr(text, "1 exit 38 to g\n1 exit 1 to f\n1 exit 1 to nothing\nstop\n"));
    assert_null(strstr(text, "WRONG"));
    kit_frames_fini(&frames);
    kit_function_free(f), kit_function_free(g);
}

TEST(silent_and_earlier_frames_are_not_counted_as_calls)
{
    struct kit_function *f = make("h"), *g = make("i");
    struct kit_frames frames;
    begin(&with_fibers, "");
    kit_frames_init(&frames, 7);
    kit_frames_add(&frames, &at[0], NULL);
    kit_frames_add(&frames, &at[1], f);
    kit_frames_push(&frames, &at[2], g);
    kit_frames_replace(&frames, f);
    /* An exit ends only the frames above the frame that it names. Below the popped frames there is only a silent
     * frame, which no exit can name. So a second exit ends the lowest popped frame. */
    assert_true(kit_frames_unwind(&frames, &at[0]));
    assert_true(kit_frames_unwind(&frames, NULL));
    assert_false(kit_library_leave(7));
    assert_string_equal(logged(),
                        "start\nmethod h a.toy: 3 4 5\n7 follow h\nmethod i a.toy: 3 4 5\n7 enter i\n7 tail h\n"
                        "7 exit 1 to h\n7 exit 1 to nothing\n7 stop\n");
    kit_frames_fini(&frames);
    kit_function_free(f), kit_function_free(g);
}

TEST(time_of_a_line_ends_where_the_line_is_left_or_interrupted)
{
    struct kit_function *f = make("j"), *g = make("k");
    struct kit_frames frames;
    begin(&plain, "-granularity=line");
    kit_frames_init(&frames, 0);
    kit_frames_begin_block(&frames, 0); /* there is no frame */
    kit_frames_push(&frames, &at[0], f);
    kit_frames_begin_block(&frames, 0);
    kit_frames_begin_block(&frames, -1);
    kit_frames_begin_block(&frames, 1);
    kit_frames_push(&frames, &at[1], g);
    kit_frames_begin_block(&frames, 2);
    kit_frames_pop(&frames);
    kit_frames_begin_block(&frames, 2);
    kit_frames_unwind(&frames, NULL);
    assert_false(kit_library_leave(0));
    assert_string_equal(logged(),
                        "start -granularity=line\nmethod j a.toy: 3 4 5\n1 enter j\n1 line 3\n1 time 3\n1 line 4\n"
                        "1 time 4\nmethod k a.toy: 3 4 5\n1 enter k\n1 line 5\n1 time 5\n1 exit 1 to j\n1 time 4\n"
                        "1 line 5\n1 time 5\n1 exit 1 to nothing\nstop\n");
    kit_frames_fini(&frames);
    kit_function_free(f), kit_function_free(g);
}

TEST(lines_are_not_reported_unless_requested)
{
    struct kit_function *f = make("l");
    struct kit_frames frames;
    begin(&plain, "");
    kit_frames_init(&frames, 0);
    kit_frames_push(&frames, &at[0], f);
    kit_frames_begin_block(&frames, 0);
    kit_frames_pop(&frames);
    assert_false(kit_library_leave(0));
    assert_string_equal(logged(), "start\nmethod l a.toy: 3 4 5\n1 enter l\n1 exit 1 to nothing\nstop\n");
    kit_frames_fini(&frames);
    kit_function_free(f);
}

TEST(generator_runs_in_place_of_its_caller_until_it_yields)
{
    struct kit_function *f = make("n"), *g = make("o");
    struct kit_frames caller, generator;
    begin(&with_fibers, "-granularity=line");
    kit_fiber_init(&caller);
    kit_fiber_announce(&caller);
    kit_fiber_switch(NULL, QPROF_REASON_RUNNABLE, &caller);
    kit_frames_push(&caller, &at[0], f);
    kit_frames_begin_block(&caller, 0);
    kit_fiber_init(&generator);
    kit_fiber_announce(&generator);
    kit_fiber_announce(&generator); /* a second announcement has no effect */
    kit_fiber_switch(&caller, QPROF_REASON_RESUMES, &generator);
    kit_frames_push(&generator, &at[0], g);
    kit_fiber_switch(&generator, QPROF_REASON_WAITING, &caller);
    kit_fiber_switch(&caller, QPROF_REASON_RESUMES, &generator);
    kit_frames_unwind(&generator, NULL);
    kit_fiber_switch(&generator, QPROF_REASON_WAITING, &caller);
    VthreadID first = generator.thread;
    kit_fiber_renew(&generator);
    assert_int_equal(generator.thread, first + 1);
    kit_fiber_end(&generator); /* this fiber was not announced to the library */
    kit_fiber_switch(&caller, QPROF_REASON_WAITING, NULL);
    kit_fiber_end(&caller);
    assert_false(kit_library_leave(0));
    assert_string_equal(logged(),
                        "start -granularity=line\n1 create\n1 resume in nothing\nmethod n a.toy: 3 4 5\n1 enter n\n"
                        "1 line 3\n2 create by 1 in n\n1 time 3\n1 suspend resuming in n\n2 resume in nothing\n"
                        "method o a.toy: 3 4 5\n2 enter o\n2 suspend waiting in o\n1 resume in n\n1 time 3\n"
                        "1 suspend resuming in n\n2 resume in o\n2 exit 1 to nothing\n2 suspend waiting in nothing\n"
                        "1 resume in n\n2 destroy at depth 0\n1 time 3\n1 suspend waiting in n\n1 destroy at depth 1\n"
                        "0 stop\n");
    kit_frames_fini(&caller), kit_frames_fini(&generator);
    kit_function_free(f), kit_function_free(g);
}

int main(int argc, char **argv)
{
    folder_enter(); /* the library writes into this folder as long as it is loaded */
    setenv("QII_LOG", "events.log", 1);
    setenv("QII_LOG_SHOW", "imctlT", 1);
    return test_run(argc, argv);
}
