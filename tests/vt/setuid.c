/* A setuid program ignores its user's configuration. AT_SECURE in the auxiliary vector marks it, as in
 * tests/fail/setuid.c. */
#include "tests/support/stage.h"

#include "VT.h"

#include <sys/auxv.h>

static int secure;

unsigned long getauxval(unsigned long type)
{
    return type == AT_SECURE ? (unsigned long)secure : 0;
}

static void run(int is_secure)
{
    int handle;
    secure = is_secure;
    setenv("VT_CONFIG", "no such file", 1);
    setenv("VT_PROGNAME", "other", 1);
    setenv("VT_STATE", "A:x off", 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
    STAGE_CHECK(VT_funcdef("A:x", VT_NOCLASS, &handle) == VT_OK);
    STAGE_CHECK(VT_enter(handle, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
}

static void run_secure(struct stage *stage)
{
    (void)stage;
    run(1);
}

static void run_plain(struct stage *stage)
{
    (void)stage;
    run(0);
}

static void expect(void (*scene)(struct stage *), const char *command, uint64_t calls, unsigned lines)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, scene);
    assert_int_equal(stage_run(&stage, command), 0);
    stage_read(&stage, "it", &profile);
    assert_int_equal(stage_calls(&profile, QP_VT, 0), calls);
    qp_profile_close(&profile);
    assert_int_equal(stage_lines(&stage, "err", "libvt: "), lines);
    stage_close(&stage);
}

TEST(setuid_program_ignores_files_and_variables)
{
    expect(run_secure, "test ! -e other.qii && mv *.qii it", 1, 1);
}

TEST(any_other_program_reads_both)
{
    expect(run_plain, "mv other.qii it", 0, 2);
}
