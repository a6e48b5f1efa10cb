/* layout.c - layouts agree with record.h: each is as long as its struct, and selected fields have the right offset. */
#include "format/layout.h"
#include "tests/support/test.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

TEST(layouts_are_as_long_as_their_records)
{
    static const size_t sizes[QP_KINDS] = {
        [QP_KIND_METHOD] = sizeof(struct qp_method_record),
        [QP_KIND_SOURCE] = sizeof(struct qp_source_record),
        [QP_KIND_EXCLUSION] = sizeof(struct qp_exclusion_record),
        [QP_KIND_THREAD] = sizeof(struct qp_thread_record),
        [QP_KIND_GROUP] = sizeof(struct qp_group_record),
        [QP_KIND_CONTEXT] = sizeof(struct qp_context),
        [QP_KIND_RARE] = sizeof(struct qp_rare_record),
        [QP_KIND_LIVES] = sizeof(struct qp_lives_record),
        [QP_KIND_KEPT] = sizeof(struct qp_kept_record),
        [QP_KIND_ROOT] = sizeof(struct qp_root),
        [QP_KIND_NODE] = sizeof(struct qp_node),
        [QP_KIND_EXTRA] = sizeof(struct qp_node_extra_record),
        [QP_KIND_EDGE] = sizeof(struct qp_edge_record),
        [QP_KIND_BLOCK] = sizeof(struct qp_block_array),
        [QP_KIND_MARK] = sizeof(struct qp_mark_record),
        [QP_KIND_TRACE] = sizeof(struct qp_trace_block),
        [QP_KIND_LOCATION] = sizeof(struct qp_location_record),
        [QP_KIND_MODULE] = sizeof(struct qp_module_record),
        [QP_KIND_COUNTER] = sizeof(struct qp_counter_record),
        [QP_KIND_SERIES] = sizeof(struct qp_series_record),
        [QP_KIND_MEMBERS] = sizeof(struct qp_members_record),
        [QP_KIND_SCOPE] = sizeof(struct qp_scope_record),
        [QP_KIND_CHANNEL] = sizeof(struct qp_channel_record),
        [QP_KIND_RUN] = sizeof(struct qp_run_record),
        [QP_KIND_OWN] = sizeof(struct qp_own_record),
        [QP_KIND_LIVING] = sizeof(struct qp_living_record),
        [QP_KIND_BLOCK_COUNTERS] = sizeof(struct qp_block_counters_record),
        [QP_KIND_COMMUNICATOR] = sizeof(struct qp_communicator_record),
        [QP_KIND_TRAFFIC] = sizeof(struct qp_traffic_record),
        [QP_KIND_NAMED] = sizeof(struct qp_named_record),
        [QP_KIND_WITHIN] = sizeof(struct qp_within_record),
        [QP_KIND_INTERVAL] = sizeof(struct qp_interval_record),
    };
    for (unsigned kind = 0; kind < QP_KINDS; kind++) {
        const char *layout = qp_layout((enum qp_kind)kind);
        assert_int_equal(layout != NULL, sizes[kind] != 0);
        if (layout)
            assert_int_equal(qp_layout_size(layout), sizes[kind]);
    }
}

static size_t offset_of(enum qp_kind kind, const char *name)
{
    const char *rest = qp_layout(kind);
    struct qp_layout_field field = {0};
    while (qp_layout_next(&field, &rest)) {
        if (strlen(name) == (size_t)field.name_length && strncmp(name, field.name, strlen(name)) == 0)
            return field.offset;
    }
    return SIZE_MAX;
}

TEST(fields_are_where_the_record_has_them)
{
    assert_int_equal(offset_of(QP_KIND_METHOD, "block_count"), offsetof(struct qp_method_record, block_count));
    assert_int_equal(offset_of(QP_KIND_THREAD, "lost"), offsetof(struct qp_thread_record, lost));
    assert_int_equal(offset_of(QP_KIND_CONTEXT, "owner"), offsetof(struct qp_context, owner));
    assert_int_equal(offset_of(QP_KIND_CONTEXT, "longest"), offsetof(struct qp_context, longest));
    assert_int_equal(offset_of(QP_KIND_CONTEXT, "named"), offsetof(struct qp_context, named));
    assert_int_equal(offset_of(QP_KIND_CONTEXT, "rare"), offsetof(struct qp_context, rare));
    assert_int_equal(offset_of(QP_KIND_LIVES, "longest_delay"), offsetof(struct qp_lives_record, longest_delay));
    assert_int_equal(offset_of(QP_KIND_LIVES, "delays"), offsetof(struct qp_lives_record, delays));
    assert_int_equal(offset_of(QP_KIND_KEPT, "own_name"), offsetof(struct qp_kept_record, own_name));
    assert_int_equal(offset_of(QP_KIND_ROOT, "idle"), offsetof(struct qp_root, ledger.idle));
    assert_int_equal(offset_of(QP_KIND_NODE, "children"), offsetof(struct qp_node, children));
    assert_int_equal(offset_of(QP_KIND_EXTRA, "maximum"), offsetof(struct qp_node_extra_record, maximum));
    assert_int_equal(offset_of(QP_KIND_MODULE, "build_id"), offsetof(struct qp_module_record, build_id));
    assert_int_equal(offset_of(QP_KIND_SERIES, "last_tick"), offsetof(struct qp_series_record, last_tick));
    assert_int_equal(offset_of(QP_KIND_NODE, "no such field"), SIZE_MAX);
}
