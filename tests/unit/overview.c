/* overview.c - what qii info says of a run. */
#include "data/own_cost.h"
#include "show/overview.h"
#include "tests/support/open_builder.h"
#include "tests/support/test.h"

#include <string.h>

/* 10 ticks of a nanosecond a call, inside the method. */
TEST(note_names_the_functions_that_overhead_was_subtracted_from)
{
    struct test_query opened;
    struct builder builder;
    struct qp_locations locations = {0};
    char text[8000] = "";
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_QPROF;
    builder_header(&builder)->own_cost[QP_QPROF] = (struct qp_own_cost){10 * QP_OWN_COST_UNIT, 0, 256, 512};
    builder_method(&builder, QP_QPROF, 1, "main", NULL, NULL, 0);
    builder_node(&builder, builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0), 1, 20, 1000);
    test_open_phase(&opened, &builder, NULL);
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_true(qp_overview_print(&opened.query, &opened.profile.reader, &locations, &(struct qp_stream){.out = out}));
    fclose(out);
    assert_non_null(strstr(text, "\nnote: Recorder overhead of 200 ns ± "));
    assert_non_null(strstr(text, " was subtracted from all times: 200 ns from main. "));
    test_close_query(&opened);
}
