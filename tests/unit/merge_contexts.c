/* Named contexts of merged runs. */
#include "tests/support/merged.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <unistd.h>

/* Make a run with `count` named contexts that all are within the first one. */
static struct run run_of_contexts(uint32_t pid, uint32_t count)
{
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = 1u << QP_CPROF;
    for (uint32_t i = 1; i <= count; i++) {
        char name[32];
        snprintf(name, sizeof name, "%u of %u", i, i > 1 ? pid : 0);
        struct qp_named_record named = {
            .published = 1, .product = QP_CPROF, .number = (uint16_t)i, .name = builder_string(&builder, name)};
        struct qp_within_record within = {.published = 1, .product = QP_CPROF, .inner = (uint16_t)i, .outer = 1};
        *(struct qp_named_record *)builder_at(&builder, builder_record(&builder, QP_KIND_NAMED, sizeof named)) = named;
        if (i > 1)
            *(struct qp_within_record *)builder_at(&builder, builder_record(&builder, QP_KIND_WITHIN, sizeof within)) =
                within;
    }
    return run_of(&builder, pid);
}

TEST(contexts_for_which_no_number_is_left_are_omitted)
{
    struct run runs[] = {run_of_contexts(1, 40000), run_of_contexts(2, 40000)}, merged = merge_runs(runs, 2);
    struct qp_profile profile;
    open_run(&profile, merged);
    assert_string_equal(profile.reader.damage, "");
    assert_int_equal(profile.named_count, QP_NAMED_REST - 1);
    assert_int_equal(profile.within_count, QP_NAMED_REST - 2);
    qp_profile_close(&profile);
    close(merged.fd);
    close_runs(runs, 2);
}
