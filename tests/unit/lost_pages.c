/* lost_pages.c - a data file that is truncated while it is read. */
#include "format/lost_pages.h"

#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <signal.h>
#include <sys/wait.h>

static struct test_query opened;

static void open_and_cut_off(void)
{
    struct builder builder;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    sample_build(&builder);
    test_open_query(&opened, &builder, &selection);
    assert_int_equal(ftruncate(opened.fd, 0), 0);
}

TEST(lost_pages_read_as_zeros)
{
    char name[100];
    qp_lost_pages_guard();
    open_and_cut_off();
    assert_int_equal(qp_lost_pages(), 0);
    for (uint32_t i = 0; i < opened.profile.method_count; i++)
        qp_profile_method_name(&opened.profile, i, name, sizeof name);
    uint64_t lost = qp_lost_pages();
    assert_true(lost > 0);
    for (uint32_t i = 0; i < opened.profile.method_count; i++)
        qp_profile_method_name(&opened.profile, i, name, sizeof name);
    assert_int_equal(qp_lost_pages(), lost);
    test_close_query(&opened);
}

/* A SIGBUS at any other address has its default action. */
TEST(other_bus_error_ends_the_process)
{
    pid_t child = fork();
    int status;
    if (child == 0) {
        test_skip_leaks();
        qp_lost_pages_guard();
        raise(SIGBUS);
        raise(SIGBUS);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGBUS);
}
