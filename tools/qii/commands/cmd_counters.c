/* cmd_counters.c - qii counters: the values of each counter, as a table with plots or as CSV. */
#include "export/counter_values.h"
#include "show/log/counter_table.h"
#include "show/job/job_heading.h"
#include "show/parts/heading.h"
#include "tools/qii/command.h"
#include "tools/qii/ranks.h"

#include <stdlib.h>
#include <string.h>

struct request {
    const char *filter;
    const char *thread;
    bool csv;
};

static const struct qii_option options[] = {
    {"filter", 'f', "TEXT", "show only counters with TEXT in their class:name", qii_text,
     offsetof(struct request, filter)},
    {"thread", 't', "N|NAME",
     "show only counters of threads with this number or with NAME in their name; with --csv: values that such threads "
     "logged",
     qii_text, offsetof(struct request, thread)},
    {"csv", 'c', NULL, "print every logged value as CSV: time,thread,counter,value", qii_flag,
     offsetof(struct request, csv)},
    {.name = NULL},
};

/* Return an array that is true for the counters whose name contains the filter, or for all counters if the filter is
 * NULL. Return NULL if out of memory. */
static bool *choose(const char *filter, const struct qp_counters *counters)
{
    bool *chosen = calloc((size_t)counters->item_count + 1, sizeof *chosen);
    for (uint32_t i = 0; chosen && i < counters->item_count; i++) {
        const struct qp_counter_item *item = &counters->items[i];
        size_t size = 4 * ((size_t)item->class_name.length + item->name.length) + 2;
        char *name = filter ? malloc(size) : NULL;
        if (filter && !name) {
            free(chosen);
            return NULL;
        }
        if (name)
            qp_counters_name(item, name, size);
        chosen[i] = !name || strstr(name, filter);
        free(name);
    }
    return chosen;
}

static bool show(const struct qii_input *input, const struct request *request, struct qp_resolver *events)
{
    struct qp_stream stream = qii_output(&input->view);
    bool *chosen = choose(request->filter, &events->events.counters);
    const struct qp_counter_choice choice = {chosen, !request->filter, request->thread};
    bool ok = chosen;
    if (ok && request->csv) {
        ok = qp_counter_values_write(events, &choice, NULL, stdout);
    } else if (ok) {
        qp_heading_print(&input->query, &stream);
        ok = qp_counter_table_print(events, &choice, &stream);
        qp_heading_diagnostics(&input->profile, QP_VT, &stream);
    }
    free(chosen);
    return ok;
}

static int show_file(struct qii_input *input, const struct request *request)
{
    struct qp_resolver events;
    struct qp_error error = {0};
    if (qp_resolver_open(&events, &input->profile, &error))
        return qii_fail(NULL, &error);
    bool ok = show(input, request, &events);
    qp_resolver_close(&events);
    return ok ? QII_OK : qii_no_memory();
}

/* ---- jobs -------------------------------------------------------------------------------------------------------- */

struct ranks {
    const struct qp_job *job;
    const struct request *request;
    struct qp_table table;
    uint32_t count;
};

static bool add_events(struct ranks *ranks, uint32_t file, struct qp_resolver *events)
{
    const struct request *request = ranks->request;
    bool *chosen = choose(request->filter, &events->events.counters);
    const struct qp_counter_choice choice = {chosen, !request->filter, request->thread};
    char name[QP_JOB_RANK_NAME];
    qp_job_rank_name(&ranks->job->files[file], name);
    const struct qp_counter_values_rank rank = {name, qp_job_offset_ns(ranks->job, file), ranks->count++ == 0};
    bool ok = chosen && (request->csv ? qp_counter_values_write(events, &choice, &rank, stdout)
                                      : qp_counter_table_add_rank(&ranks->table, name, events, &choice));
    free(chosen);
    return ok;
}

static int add_rank(struct qii_input *rank, uint32_t file, void *ranks)
{
    struct qp_resolver events;
    struct qp_error error = {0};
    if (qp_resolver_open(&events, &rank->profile, &error))
        return qii_fail(rank->path, &error);
    bool ok = add_events(ranks, file, &events);
    qp_resolver_close(&events);
    return ok ? QII_OK : qii_no_memory();
}

static int show_job(struct qii_input *input, const struct request *request)
{
    struct qp_stream stream = qii_output(&input->view);
    struct ranks ranks = {.job = &input->job, .request = request};
    qp_counter_table_begin_ranks(&ranks.table);
    qii_ranks_print_lacking(input);
    int code = qii_ranks_each(input, true, add_rank, &ranks);
    if (code || request->csv) {
        qp_table_fini(&ranks.table);
        return code;
    }
    qp_job_heading_brief(&input->job, &stream);
    bool ok = qp_table_finish(&ranks.table, &stream, request->filter ? "no counter matches" : "no counter was logged");
    qp_job_heading_notes(&input->job, NULL, &stream);
    return ok ? QII_OK : qii_no_memory();
}

static int run(struct qii_input *input, void *request)
{
    return qii_input_is_unopened(input) ? show_job(input, request) : show_file(input, request);
}

const struct qii_command qii_counters = {
    .name = "counters",
    .summary = "show counters: number of values, minimum, mean, maximum, last value, and a plot",
    .arguments = "[FILE]",
    .files = {.one_file = "counters of different runs are not merged", .ranks = true},
    .help =
        "Show the counters recorded by libvt: number of values, minimum, mean, maximum and last value, and a plot over "
        "time.\v"
        "A counter has one instance per thread, process or host, according to its definition. Rate counters are shown "
        "as changes per second. All plots share one time axis: from the first value of any counter to the last.\n\n"
        "--csv prints the logged values, also of rate counters, with the time in seconds since the start of the run. "
        "Text is quoted as in RFC 4180, lines end with CR LF, and a name that a spreadsheet would take for a formula "
        "starts with '. The thread column is the number of the thread that logged the value.\n\n"
        "Of a job, the counters of each rank are shown, with one time axis for each rank; --csv has the rank in its "
        "first column, and times since the start of the first rank.",
    .options = options,
    .selects = true,
    .tables = true,
    .queries = true,
    .product = "vt",
    .pages = true,
    .size = sizeof(struct request),
    .run = run,
};
