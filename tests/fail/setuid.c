/* In a setuid program, the libraries ignore the user's environment, paths and commands.
 *
 * The kernel marks such a program by AT_SECURE. This file defines a getauxval that returns the mark and replaces the C
 * library's getauxval. So the test needs neither root nor a file system that allows setuid. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static int secure;

unsigned long getauxval(unsigned long type)
{
    return type == AT_SECURE ? (unsigned long)secure : 0;
}

#define OPTIONS                                                                                                        \
    "-data-file=named.qii -log-file=log -record-in=/dev/shm -run-at-exit=\"echo ran >ran\" -program-name=safe"

static void record(struct stage *stage)
{
    secure = stage->numbers[0] == 0;
    setenv("QPROF_OPTIONS", "-data-file=fromenvironment.qii", 1);
    STAGE_CHECK(qprof_initialize(OPTIONS, NULL) > 0);
    qprof_record_fn_entry(1, 1);
    qprof_record_fn_exit(0);
    qprof_shutdown();
}

static void record_plainly(struct stage *stage)
{
    stage->numbers[0] = 1;
    record(stage);
}

TEST(setuid_program_ignores_environment_path_and_command)
{
    struct stage stage;
    stage_play(&stage, record);
    assert_int_equal(stage_run(&stage, "test \"$(echo *)\" = \"$(echo err out safe.*.qii tool)\""), 0);
    assert_int_equal(stage_lines(&stage, "err", "ignored in a setuid program"), 4);
    stage_close(&stage);
}

TEST(any_other_program_uses_them)
{
    struct stage stage;
    stage_play(&stage, record_plainly);
    assert_int_equal(stage_run(&stage, "test -f fromenvironment.qii -a -f log && grep -q ran ran"), 0);
    stage_close(&stage);
}
