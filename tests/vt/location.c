/* Locations: lines, and the stacks of VT_sclstack. Its arguments pc, stackframe, skip and trace select the
 * addresses. */
#include "tests/vt/levels.h"
#include "tests/vt/stacks.h"

#include "VT.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <string.h>

#ifdef __x86_64__
#define STACKS_NEED_FRAMES 0
#else
#define STACKS_NEED_FRAMES 1 /* this architecture has no unwinder */
#endif

/* ---- lines -------------------------------------------------------------------------------------------------- */

static void lines(struct stage *stage)
{
    int handle[8] = {-5, -5, -5, -5, -5, -5, -5, -5};
    char file[] = "toy.c";
    STAGE_CHECK(VT_scldef(file, 1, &handle[0]) == VT_OK); /* called before VT_initialize */
    picture_start("");
    STAGE_CHECK(VT_scldef("toy.c", INT_MAX, &handle[1]) == VT_OK);
    STAGE_CHECK(VT_scldef("other.c", 1, &handle[2]) == VT_OK);
    STAGE_CHECK(VT_scldef("toy.c", 1, &handle[3]) == VT_OK);
    STAGE_CHECK(VT_scldef("", 7, &handle[4]) == VT_OK);
    STAGE_CHECK(VT_scldef("toy.c", 1, NULL) == VT_OK);
    STAGE_CHECK(VT_scldef(NULL, 1, &handle[5]) == VT_ERR_BADARG && handle[5] == VT_NOSCL);
    STAGE_CHECK(VT_scldef("toy.c", 0, &handle[6]) == VT_ERR_BADARG && handle[6] == VT_NOSCL);
    STAGE_CHECK(VT_scldef("toy.c", INT_MIN, &handle[7]) == VT_ERR_BADARG && handle[7] == VT_NOSCL);
    memset(file, 'x', sizeof file - 1); /* the library must have copied the name */
    STAGE_CHECK(VT_finalize() == VT_OK);
    int late = 0;
    STAGE_CHECK(VT_scldef("toy.c", 1, &late) == VT_OK && late == handle[0]); /* and after the end */
    STAGE_CHECK(VT_scldef("late.c", 1, &late) == VT_OK && late > 0);
    for (int i = 0; i < 8; i++)
        stage->numbers[i] = (uint64_t)handle[i];
}

static void expect_line(const struct stage *stage, uint64_t handle, const char *file, int line)
{
    const struct qp_location *place = stacks_place(stage, handle);
    assert_int_equal(place->line, line);
    assert_int_equal(place->file.length, strlen(file));
    assert_memory_equal(place->file.bytes, file, strlen(file));
    assert_int_equal(place->count, 0);
}

TEST(a_line_of_a_file_has_one_handle_at_any_time)
{
    struct stage stage;
    stage_play(&stage, lines);
    expect_line(&stage, stage.numbers[0], "toy.c", 1);
    expect_line(&stage, stage.numbers[1], "toy.c", INT_MAX);
    expect_line(&stage, stage.numbers[2], "other.c", 1);
    assert_int_equal(stage.numbers[3], stage.numbers[0]);
    expect_line(&stage, stage.numbers[4], "", 7);
    picture_close();
    stage_close(&stage);
}

#define LONG_NAME 65536

static char *long_name(int which)
{
    char *name = malloc(LONG_NAME + 1);
    for (int i = 0; name != NULL && i < LONG_NAME; i++)
        name[i] = (char)(1 + (i * 7 + which) % 255);
    if (name != NULL)
        name[LONG_NAME] = '\0';
    return name;
}

static void long_names(struct stage *stage)
{
    picture_start("");
    for (int which = 0; which < 3; which++) {
        int handle = 0;
        char *name = long_name(which % 2);
        STAGE_CHECK(name != NULL && VT_scldef(name, 1, &handle) == VT_OK);
        stage->numbers[which] = (uint64_t)handle;
        free(name);
    }
    VT_finalize();
}

TEST(names_of_64_kb_and_any_bytes_are_kept)
{
    struct stage stage;
    stage_play(&stage, long_names);
    for (int which = 0; which < 2; which++) {
        char *name = long_name(which);
        expect_line(&stage, stage.numbers[which], name, 1);
        free(name);
    }
    assert_int_equal(stage.numbers[2], stage.numbers[0]);
    picture_close();
    stage_close(&stage);
}

/* ---- skip and trace ----------------------------------------------------------------------------------------- */

/* Arguments of a call of VT_sclstack, and the expected addresses. */
struct expectation {
    int with_pc;
    int frame; /* level whose frame is passed; -1 = none */
    int skip;
    int trace;
    int first; /* index of the first return address: 0 is VT_sclstack's, 1 to 3 those of the three levels */
    int count;
};

static const struct expectation expectations[] = {
    {0, -1, 0, 1, 0, 1}, {0, -1, 1, 1, 1, 1}, {0, -1, 2, 1, 2, 1}, {0, -1, 3, 1, 3, 1}, {0, -1, 0, 4, 0, 4},
    {0, -1, 1, 3, 1, 3}, {0, -1, 2, 2, 2, 2}, {1, -1, 0, 3, 0, 3}, {1, -1, 1, 3, 1, 3}, {1, -1, 2, 2, 2, 2},
    {1, -1, 0, 0, 0, 0}, {1, -1, 2, 0, 0, 0}, {0, 0, 0, 1, 1, 1},  {0, 0, 0, 3, 1, 3},  {0, 0, 1, 2, 2, 2},
    {0, 0, 2, 1, 3, 1},  {0, 1, 0, 2, 2, 2},  {0, 2, 0, 1, 3, 1},  {1, 0, 0, 3, 1, 3},  {1, 0, 1, 2, 2, 2},
    {1, 0, 2, 1, 3, 1},  {1, 1, 0, 2, 2, 2},  {1, 0, 0, 0, 0, 0},
};
#define EXPECTATIONS (sizeof expectations / sizeof *expectations)

#define PC           ((void *)0x123456)

/* Make all calls. For each, store the handle, the return address of VT_sclstack, and those of the three levels. */
static void ask(struct stage *stage, void (*levels)(struct levels *levels), int frames)
{
    picture_start("");
    for (size_t i = 0; i < EXPECTATIONS; i++) {
        const struct expectation *expected = &expectations[i];
        struct levels asked = {.skip = expected->skip, .trace = expected->trace, .handle = -1};
        if (expected->frame >= 0 && !frames)
            continue;
        asked.pc = expected->with_pc ? PC : NULL;
        if (expected->frame >= 0) { /* find the frames first; they have the same addresses in the next call */
            struct levels look = {.trace = 0};
            for (int round = 0; round < 2; round++, look.frame = look.frames[expected->frame], look.pc = asked.pc)
                levels(&look);
            look.skip = expected->skip;
            look.trace = expected->trace;
            asked = look;
            asked.handle = -1;
        }
        errno = 4242;
        levels(&asked);
        STAGE_CHECK(errno == 4242);
        uint64_t *numbers = &stage->numbers[i * 8];
        numbers[0] = (uint64_t)asked.handle;
        numbers[1] = (uint64_t)(uintptr_t)asked.place;
        for (int level = 0; level < 3; level++)
            numbers[2 + level] = (uint64_t)(uintptr_t)asked.returns[level];
    }
    VT_finalize();
}

static void ask_with_frames(struct stage *stage)
{
    ask(stage, levels_with_frames, 1);
}

static void ask_optimised(struct stage *stage)
{
    ask(stage, levels_optimised, 0);
}

static void expect_all(void (*scene)(struct stage *stage), int frames)
{
    struct stage stage;
    stage_play(&stage, scene);
    for (size_t i = 0; i < EXPECTATIONS; i++) {
        const struct expectation *expected = &expectations[i];
        uint64_t addresses[8] = {(uint64_t)(uintptr_t)PC};
        if (expected->frame >= 0 && !frames)
            continue;
        memcpy(addresses + expected->with_pc, &stage.numbers[i * 8 + 1 + (size_t)expected->first],
               (size_t)expected->count * sizeof *addresses);
        stacks_expect(&stage, stage.numbers[i * 8], expected->with_pc, addresses,
                      (size_t)expected->with_pc + (size_t)expected->count);
    }
    picture_close();
    stage_close(&stage);
}

TEST(skip_trace_pc_and_frame_give_exact_addresses)
{
    expect_all(ask_with_frames, 1);
}

TEST(optimised_code_without_frame_pointers_gives_exact_addresses)
{
    if (STACKS_NEED_FRAMES)
        skip();
    expect_all(ask_optimised, 0);
}

/* Call VT_sclstack from optimised code, with the frame of another function. The stack begins at that frame's return
 * address, and further callers are found by unwind data. */
static void remembered(struct levels *levels)
{
    struct levels *out = levels->frame;
    VT_sclstack(NULL, levels->frames[0], 0, 3, &out->handle);
}

static void remember(struct stage *stage)
{
    struct levels kept = {.handle = -1};
    struct levels asked = {.trace = 0, .before = remembered, .frame = &kept};
    picture_start("");
    levels_with_frames(&asked);
    stage->numbers[0] = (uint64_t)kept.handle;
    for (int level = 0; level < 3; level++)
        stage->numbers[1 + level] = (uint64_t)(uintptr_t)asked.returns[level];
    VT_finalize();
}

TEST(remembered_frame_gives_only_the_callers_code)
{
    struct stage stage;
    stage_play(&stage, remember);
    stacks_expect(&stage, stage.numbers[0], 0, &stage.numbers[1], 3);
    picture_close();
    stage_close(&stage);
}

/* ---- a library ---------------------------------------------------------------------------------------------- */

/* Call a function of a library that is loaded during the run. With skip 1, the library's own code is omitted. */
static void call_library(struct stage *stage)
{
    picture_start("");
    void *library = dlopen(LEVELS_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    STAGE_CHECK(library != NULL);
    void (*levels)(struct levels * levels);
    *(void **)&levels = dlsym(library, "levels_in_library");
    STAGE_CHECK(levels != NULL);
    struct levels asked = {.skip = 3, .trace = 1};
    levels(&asked);
    stage->numbers[0] = (uint64_t)asked.handle;
    stage->numbers[1] = (uint64_t)(uintptr_t)asked.returns[2];
    asked.skip = 0;
    levels(&asked);
    stage->numbers[2] = (uint64_t)asked.handle;
    stage->numbers[3] = (uint64_t)(uintptr_t)asked.place;
    VT_finalize();
}

TEST(library_is_omitted_by_skip_and_is_a_module)
{
    struct stage stage;
    if (STACKS_NEED_FRAMES)
        skip();
    stage_play(&stage, call_library);
    stacks_expect(&stage, stage.numbers[0], 0, &stage.numbers[1], 1);
    stacks_expect(&stage, stage.numbers[2], 0, &stage.numbers[3], 1);
    assert_non_null(strstr(stacks_module(&stage, stage.numbers[1]), "test_vt_location"));
    assert_string_equal(stacks_module(&stage, stage.numbers[3]), LEVELS_LIBRARY);
    picture_close();
    stage_close(&stage);
}

/* ---- defaults and edges ------------------------------------------------------------------------------------- */

static void defaults(struct stage *stage)
{
    picture_start("");
    struct levels asked[5] = {{.skip = -1, .trace = -1},
                              {.skip = 0, .trace = -1},
                              {.skip = -1, .trace = 2},
                              {.skip = 2, .trace = 1},
                              {.skip = 1, .trace = 2}};
    for (int i = 0; i < 5; i++) {
        levels_with_frames(&asked[i]);
        stage->numbers[i] = (uint64_t)asked[i].handle;
    }
    stage->numbers[5] = (uint64_t)(uintptr_t)asked[0].place;
    for (int level = 0; level < 3; level++)
        stage->numbers[6 + level] = (uint64_t)(uintptr_t)asked[0].returns[level];
    VT_finalize();
}

TEST(minus_1_means_the_option_pctrace)
{
    struct stage stage;
    setenv("VT_PCTRACE", "1:3", 1);
    stage_play(&stage, defaults);
    stacks_expect(&stage, stage.numbers[0], 0, &stage.numbers[6], 3);
    stacks_expect(&stage, stage.numbers[1], 0, &stage.numbers[5], 3);
    stacks_expect(&stage, stage.numbers[2], 0, &stage.numbers[6], 2);
    assert_int_equal(stage.numbers[2], stage.numbers[4]);
    picture_close();
    stage_close(&stage);
    setenv("VT_PCTRACE", "on", 1);
    stage_play(&stage, defaults);
    stacks_expect(&stage, stage.numbers[0], 0, &stage.numbers[5], 1);
    picture_close();
    stage_close(&stage);
    unsetenv("VT_PCTRACE");
    stage_play(&stage, defaults);
    assert_int_equal(stage.numbers[0], VT_NOSCL); /* PCTRACE off is the range 0:0 */
    assert_int_equal(stage.numbers[1], VT_NOSCL);
    stacks_expect(&stage, stage.numbers[2], 0, &stage.numbers[5], 2);
    picture_close();
    stage_close(&stage);
}

static void edges(struct stage *stage)
{
    int handle = -1;
    int same = -1;
    picture_start("");
    STAGE_CHECK(VT_sclstack(NULL, NULL, 0, 0, &handle) == VT_OK && handle == VT_NOSCL);
    STAGE_CHECK(VT_sclstack(NULL, NULL, -2, 1, &handle) == VT_ERR_BADARG && handle == VT_NOSCL);
    STAGE_CHECK(VT_sclstack(NULL, NULL, 0, INT_MIN, &handle) == VT_ERR_BADARG && handle == VT_NOSCL);
    STAGE_CHECK(VT_sclstack(NULL, NULL, 0, 1, NULL) == VT_OK);
    STAGE_CHECK(VT_sclstack(NULL, NULL, INT_MAX, INT_MAX, &handle) == VT_OK && handle == VT_NOSCL);
    STAGE_CHECK(VT_sclstack(PC, NULL, INT_MAX, INT_MAX, &handle) == VT_OK && handle != VT_NOSCL);
    STAGE_CHECK(VT_sclstack(PC, NULL, 0, 0, &same) == VT_OK && handle == same);
    STAGE_CHECK(VT_sclstack(PC, PC, 5, 0, &same) == VT_OK && handle == same);
    STAGE_CHECK(VT_sclstack((char *)PC + 1, NULL, 0, 0, &same) == VT_OK && handle != same);
    VT_finalize();
    STAGE_CHECK(VT_sclstack(PC, NULL, 0, 0, &same) == VT_OK && handle == same);
    stage->numbers[0] = (uint64_t)handle;
}

TEST(trace_0_is_the_pc_alone_or_nothing)
{
    const uint64_t pc[] = {(uint64_t)(uintptr_t)PC};
    struct stage stage;
    stage_play(&stage, edges);
    stacks_expect(&stage, stage.numbers[0], 1, pc, 1);
    picture_close();
    stage_close(&stage);
}

static __attribute__((noinline)) int deep(int levels, int skip, int trace)
{
    int handle = -1;
    if (levels > 0)
        handle = deep(levels - 1, skip, trace);
    else
        VT_sclstack(NULL, NULL, skip, trace, &handle);
    __asm__ volatile("" : : : "memory");
    return handle;
}

/* Locate stacks that are deeper than the recorded part, or than the skipped part. */
static void recursion(struct stage *stage)
{
    picture_start("");
    stage->numbers[0] = (uint64_t)deep(5000, 0, 100000);
    stage->numbers[1] = (uint64_t)deep(5000, 4990, 100);
    stage->numbers[2] = (uint64_t)deep(5000, 4000, 2);
    VT_finalize();
}

TEST(deep_stacks_are_truncated_and_skipped)
{
    struct stage stage;
    stage_play(&stage, recursion);
    const struct qp_location *place = stacks_place(&stage, stage.numbers[0]);
    assert_int_equal(place->count, 256);
    for (uint32_t i = 2; i < 256; i++)
        assert_int_equal(place->addresses[i], place->addresses[1]);
    assert_in_range(stacks_place(&stage, stage.numbers[1])->count, 11, 99);
    assert_int_equal(stacks_place(&stage, stage.numbers[2])->count, 2);
    picture_close();
    stage_close(&stage);
}

/* If libunwind were linked or globally visible, it would replace the unwinder of the host. */
static void look_for_libunwind(struct stage *stage)
{
    int handle = VT_NOSCL;
    picture_start("");
    STAGE_CHECK(VT_sclstack(NULL, NULL, 1, 2, &handle) == VT_OK && handle != VT_NOSCL);
    stage->numbers[0] = dlopen("libunwind.so.8", RTLD_LAZY | RTLD_NOLOAD) != NULL;
    STAGE_CHECK(dlsym(RTLD_DEFAULT, "_ULx86_64_step") == NULL && dlsym(RTLD_DEFAULT, "unw_backtrace") == NULL);
    VT_finalize();
}

TEST(libunwind_is_not_visible_to_the_host)
{
    struct stage stage;
    stage_play(&stage, look_for_libunwind);
    int loaded = stage.numbers[0] != 0;
    stage_close(&stage);
    if (!loaded)
        skip();
}
