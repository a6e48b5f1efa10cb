#include "tests/vt/one_state.h"

#include "VT.h"

void call_state(void)
{
    int handle;
    STAGE_CHECK(VT_funcdef("A:x", VT_NOCLASS, &handle) == VT_OK);
    STAGE_CHECK(VT_enter(handle, VT_NOSCL) == VT_OK && VT_leave(VT_NOSCL) == VT_OK);
}

void expect_calls(const struct stage *stage, const char *name, uint64_t calls)
{
    struct qp_profile profile;
    stage_read(stage, name, &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
    assert_int_equal(stage_calls(&profile, QP_VT, 0), calls);
    assert_int_equal(stage_diagnostics_but(&profile, QP_VT, QP_DIAGNOSTIC_NOT_RUNNING), 0);
    qp_profile_close(&profile);
}
