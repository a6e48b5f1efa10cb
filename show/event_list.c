#include "show/event_list.h"

#include "base/number.h"
#include "show/event_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 30 /* levels that are shown by indentation */

struct thread {
    char name[40];
    bool shown;
};

struct printer {
    const struct qp_event_list_choice *choice;
    const struct qp_stream *stream;
    struct qp_log *log;
    const struct qp_events *events; /* of the log */
    struct thread *threads;
    int name_width;
    uint64_t shown;
    bool failed; /* no memory */
};

static bool is_chosen(const struct printer *printer, const struct qp_resolved *resolved, const char *object)
{
    const struct qp_event_list_choice *choice = printer->choice;
    enum qp_event_kind kind = resolved->event.kind;
    bool state = kind == QP_EVENT_ENTER || kind == QP_EVENT_LEAVE;
    return printer->threads[resolved->event.thread].shown && resolved->ns >= choice->from &&
           resolved->ns <= choice->to && choice->kinds >> (kind & 31) & 1 &&
           (!choice->state || (state && strstr(object, choice->state)));
}

static void print_location(struct printer *printer, const struct qp_event *event)
{
    FILE *out = printer->stream->out;
    char shown[1000];
    const struct qp_located_stack *stack = qp_locate_frames(&printer->log->locate, event->location, event->tick);
    uint32_t count = !stack ? 0 : printer->choice->stack ? stack->count : 1;
    if (!qp_locate_show(&printer->log->locate, event->location, event->tick, shown, sizeof shown)) {
        printer->failed = true;
        return;
    }
    fprintf(out, "  at %s", shown);
    for (uint32_t i = 1; i < count; i++) {
        qp_located_show(&stack->frames[i], shown, sizeof shown);
        fprintf(out, "\n%*sfrom %s", 17 + printer->name_width, "", shown);
    }
}

static void print_event(struct printer *printer, const struct qp_resolved *resolved, const char *object)
{
    const struct qp_event *event = &resolved->event;
    const struct thread *thread = &printer->threads[event->thread];
    FILE *out = printer->stream->out;
    uint32_t depth = resolved->depth < DEEPEST ? resolved->depth : DEEPEST;
    char name[80];
    snprintf(name, sizeof name, "%s%*s", thread->name, printer->name_width - (int)qp_text_width(thread->name), "");
    fprintf(out, "%3" PRIu64 ".%09" PRIu64 "  ", resolved->ns / 1000000000, resolved->ns % 1000000000);
    qp_stream_put(printer->stream, QP_STYLE_DIM, name);
    fprintf(out, "  %*s%s", 2 * (int)depth, "", qp_events_kind_name(event->kind));
    if (*object) {
        fputc(' ', out);
        qp_stream_put(printer->stream, QP_STYLE_BOLD, object);
    }
    qp_event_text_details(printer->events, resolved, out);
    if (resolved->entered) {
        char duration[QP_NUMBER];
        qp_number_time(duration, qp_profile_ns(printer->events->profile, event->tick - resolved->entered));
        fprintf(out, "  after %s", duration);
    }
    if (event->location)
        print_location(printer, event);
    fputc('\n', out);
    printer->shown++;
}

static void print_end(const struct printer *printer)
{
    const struct qp_profile *profile = printer->events->profile;
    FILE *out = printer->stream->out;
    char shown[QP_NUMBER], count[QP_NUMBER];
    uint64_t lost = 0, overwritten = 0;
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        lost += profile->threads[i].lost;
        overwritten += profile->threads[i].overwritten;
    }
    qp_number_count(shown, printer->shown);
    qp_number_count(count, printer->log->events.count);
    fprintf(out, "%s of %s events shown", shown, count);
    qp_number_count(count, lost);
    if (lost)
        fprintf(out, "; %s found no room in the log", count);
    qp_number_count(count, overwritten);
    if (overwritten)
        fprintf(out, "; %s older ones were overwritten", count);
    fputc('\n', out);
}

static bool name_threads(struct printer *printer)
{
    const struct qp_profile *profile = printer->events->profile;
    printer->threads = calloc((size_t)profile->carrier_count + 1, sizeof *printer->threads);
    for (uint32_t i = 0; printer->threads && i < profile->carrier_count; i++) {
        struct thread *thread = &printer->threads[i];
        qp_profile_thread_name(profile, i, thread->name, sizeof thread->name);
        thread->shown = qp_profile_thread_is(profile, i, printer->choice->thread);
        int width = (int)qp_text_width(thread->name);
        if (thread->shown && width > printer->name_width)
            printer->name_width = width;
    }
    return printer->threads;
}

bool qp_event_list_print(struct qp_log *log, const struct qp_event_list_choice *choice, const struct qp_stream *stream,
                         uint64_t *shown)
{
    struct printer printer = {.choice = choice, .stream = stream, .log = log, .events = &log->events.events};
    struct qp_resolved resolved;
    if (!name_threads(&printer))
        return false;
    while (!printer.failed && !ferror(stream->out) && qp_resolver_next(&log->events, &resolved)) {
        char object[400];
        qp_event_text_object(printer.events, &resolved, object, sizeof object);
        if (is_chosen(&printer, &resolved, object))
            print_event(&printer, &resolved, object);
    }
    print_end(&printer);
    free(printer.threads);
    *shown = printer.shown;
    return !printer.failed && !log->events.failed;
}
