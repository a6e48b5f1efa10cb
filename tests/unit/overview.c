/* overview.c - qii info's description of a run. */
#include "profile/query/own_cost.h"
#include "show/overview.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

static void overview(struct builder *builder, char *text, size_t size)
{
    struct test_query opened;
    struct qp_locations locations = {0};
    test_open_phase(&opened, builder, NULL);
    FILE *out = fmemopen(text, size, "w");
    assert_true(qp_overview_print(&opened.query, &opened.profile.reader, &locations, &(struct qp_stream){.out = out}));
    fclose(out);
    test_close_query(&opened);
}

/* Build a function that runs for `running` nanoseconds. */
static void begin(struct builder *builder, uint64_t running)
{
    builder_begin(builder);
    builder_header(builder)->products = 1u << QP_QPROF;
    builder_header(builder)->state = QP_RUN_ENDED;
    builder_method(builder, QP_QPROF, 1, "main", NULL, NULL, 0);
    builder_node(builder, builder_root(builder, QP_QPROF, builder_thread(builder, 1, NULL), 0, 0), 1, 20, running);
}

/* The overhead is 10 ticks of 1 ns per call, within the method. */
TEST(note_names_the_functions_from_which_overhead_was_subtracted)
{
    struct builder builder;
    char text[8000] = "";
    begin(&builder, 1000);
    builder_header(&builder)->own_cost[QP_QPROF] = (struct qp_own_cost){10 * QP_OWN_COST_UNIT, 0, 256, 512};
    overview(&builder, text, sizeof text);
    assert_non_null(strstr(text, "\nnote: Recorder overhead of 200 ns ± "));
    assert_non_null(strstr(text, " was subtracted from all times: 200 ns from main. "));
}

TEST(functions_that_waited_for_a_processor_are_noted)
{
    struct builder builder;
    char text[8000] = "";
    begin(&builder, 1000000000);
    builder_header(&builder)->cpu_latest_ns[builder_header(&builder)->clock_current] = 300000000;
    overview(&builder, text, sizeof text);
    assert_non_null(strstr(text, "\nnote: Functions ran for 1.00 s, but the process used only 300 ms of CPU time: "));
}
