#include "tests/vt/picture.h"

#include "VT.h"
#include "profile/log/events.h"
#include "tests/support/drawing.h"

#include <string.h>

static struct qp_profile profile;
static char opened[64]; /* directory of the stage whose file is open; empty = none */

void picture_start(const char *options)
{
    char all[512];
    snprintf(all, sizeof all, "-data-file=" PICTURE_FILE " -quiet %s", options);
    setenv("VT_OPTIONS", all, 1);
    STAGE_CHECK(VT_initialize(NULL, NULL) == VT_OK);
}

void picture_close(void)
{
    if (opened[0] != '\0')
        qp_profile_close(&profile);
    opened[0] = '\0';
}

const struct qp_profile *picture_profile(const struct stage *stage)
{
    if (strcmp(opened, stage->directory) != 0) {
        picture_close(); /* if an earlier test failed, its file is still open */
        stage_read(stage, PICTURE_FILE, &profile);
        snprintf(opened, sizeof opened, "%s", stage->directory);
    }
    return &profile;
}

/* ---- the log ---------------------------------------------------------------------------------------------- */

static void put_scope(const struct qp_events *events, const struct qp_event *event)
{
    const struct qp_event_scope *scope = qp_event_definitions_scope(&events->definitions, event->object);
    assert_non_null(scope);
    drawing_put("%s", " ");
    drawing_put_words("", scope->class_name);
    drawing_put("%s", ":");
    drawing_put_words("", scope->name);
    drawing_put(" %llu", (unsigned long long)event->value);
}

static void put_channel(const struct qp_events *events, const struct qp_event *event)
{
    const struct qp_event_channel *channel = qp_event_definitions_channel(&events->definitions, event->object);
    assert_non_null(channel);
    drawing_put(" %d tag %d in %d: %llu", channel->peer, channel->tag, channel->communicator,
                (unsigned long long)event->value);
}

static void put_object(struct qp_events *events, const struct qp_event *event)
{
    switch ((int)event->kind) {
    case QP_EVENT_ENTER:
    case QP_EVENT_LEAVE:
        drawing_put("%s", " ");
        drawing_put_method(qp_events_state(events, event->object));
        break;
    case QP_EVENT_SCOPE_BEGIN:
    case QP_EVENT_SCOPE_END:
        put_scope(events, event);
        break;
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
        put_channel(events, event);
        break;
    case QP_EVENT_COUNT:
        drawing_put(" %u %lld", event->object, (long long)event->value);
        break;
    case QP_EVENT_LOST:
    case QP_EVENT_GAP:
        drawing_put(" %llu", (unsigned long long)event->value);
        break;
    default:
        break;
    }
    if (event->location != 0)
        drawing_put(" @%u", event->location);
}

static void draw_log(void)
{
    struct qp_error error = {0};
    struct qp_events events;
    struct qp_event event;
    if (qp_events_open(&events, &profile, &error) != 0)
        fail_msg("%s", error.text);
    drawing_begin(&profile);
    while (qp_events_next(&events, &event)) {
        drawing_put("%u %s", profile.threads[event.thread].number, qp_events_kind_name((unsigned)event.kind));
        put_object(&events, &event);
        drawing_put("%s", "\n");
    }
    qp_events_close(&events);
}

void expect_log(const struct stage *stage, const char *expected)
{
    picture_profile(stage);
    draw_log();
    assert_string_equal(drawing_text(), expected);
}

/* ---- the tree --------------------------------------------------------------------------------------------- */

static void draw_below(uint32_t parent, int depth)
{
    for (uint32_t i = 0; i < profile.node_count; i++) {
        const struct qp_profile_node *node = &profile.nodes[i];
        if (node->root == QP_NONE || node->parent != parent || profile.roots[node->root].hidden ||
            profile.roots[node->root].product != QP_VT || (node->calls == 0 && node->self == 0))
            continue;
        drawing_put("%*s", 2 * depth, "");
        drawing_put_method(node->method);
        drawing_put(" %llu", (unsigned long long)node->calls);
        if (profile.reader.header.clock_kind == QP_CLOCK_FAKE)
            drawing_put(" %llu", (unsigned long long)node->self);
        drawing_put("%s", "\n");
        draw_below(i, depth + 1);
    }
}

static void draw_tree(void)
{
    drawing_begin(&profile);
    for (uint32_t i = 0; i < profile.node_count; i++) {
        const struct qp_profile_node *node = &profile.nodes[i];
        if (node->root == QP_NONE || node->parent != QP_NONE || profile.roots[node->root].hidden ||
            profile.roots[node->root].product != QP_VT)
            continue;
        if (profile.reader.header.clock_kind == QP_CLOCK_FAKE && node->self > 0)
            drawing_put("outside %llu\n", (unsigned long long)node->self);
        draw_below(i, 0);
    }
}

void expect_tree(const struct stage *stage, const char *expected)
{
    picture_profile(stage);
    draw_tree();
    assert_string_equal(drawing_text(), expected);
}

/* ---- diagnostics ------------------------------------------------------------------------------------------ */

void expect_kinds(const struct stage *stage, const char *expected)
{
    assert_string_equal(drawing_of_diagnostics(picture_profile(stage), QP_VT, false), expected);
}

void expect_scene(void (*scene)(struct stage *stage), const char *log, const char *kinds)
{
    struct stage stage;
    stage_play(&stage, scene);
    expect_log(&stage, log);
    expect_kinds(&stage, kinds);
    picture_close();
    stage_close(&stage);
}
