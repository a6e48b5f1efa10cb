#include "show/overview.h"

#include "base/number.h"
#include "profile/query/own_cost.h"
#include "format/sizes.h"
#include "format/words.h"
#include "profile/query/time_notes.h"
#include "show/parts/heading.h"
#include "show/ledgers.h"
#include "show/parts/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

static void print_text(FILE *out, const char *name, struct qp_text text)
{
    if (text.length == 0)
        return;
    fprintf(out, "%-16s", name);
    qp_text_print(out, text);
    fputc('\n', out);
}

static void print_string(FILE *out, const char *name, const char *value)
{
    fprintf(out, "%-16s%s\n", name, value);
}

static void print_count(FILE *out, const char *name, uint64_t number)
{
    print_string(out, name, qp_number_count(number).text);
}

/* ---- run ------------------------------------------------------------------------------------------------------- */

/* Return the date and time as text, or an empty string if the time is invalid. */
static const char *date_of(uint64_t realtime_ns, char text[64])
{
    time_t seconds = (time_t)(realtime_ns / 1000000000);
    struct tm when;
    return gmtime_r(&seconds, &when) && strftime(text, 64, "%Y-%m-%d %H:%M:%S UTC", &when) ? text : "";
}

static void print_overhead(FILE *out, const struct qp_profile *profile, const char *name,
                           const struct qp_own_cost *cost, const char *event)
{
    const uint64_t parts[] = {cost->inside + cost->outside, cost->least, cost->most};
    double ns[3];
    for (int i = 0; i < 3; i++)
        ns[i] = (double)qp_profile_ns(profile, parts[i]) / QP_OWN_COST_UNIT;
    if (cost->most)
        fprintf(out, "%-16s%.0f ns per %s (%.0f to %.0f, depending on the work beside it)\n", name, ns[0], event, ns[1],
                ns[2]);
}

/* If the process belongs to a parallel job, print the job's id, and the number of its MPI_COMM_WORLD if
 * MPI_Comm_spawn started it. */
static void print_job(FILE *out, const struct qp_header *header)
{
    if (header->job == 0)
        return;
    fprintf(out, "%-16s%#" PRIx64, "job", header->job);
    if (header->world > 0)
        fprintf(out, ", spawned world %u", header->world);
    fputc('\n', out);
}

static void print_run(FILE *out, const struct qp_profile *profile)
{
    const struct qp_header *header = &profile->reader.header;
    const char *clock = qp_words_clock_shown(header->clock_kind);
    char date[64];
    bool merged = qp_profile_is_merged(profile);
    print_text(out, "program", profile->program);
    if (merged)
        print_count(out, header->job ? "ranks" : "runs", profile->run_count);
    else
        fprintf(out, "%-16s%u\n", "pid", header->pid);
    if (header->ranks > 0)
        fprintf(out, "%-16s%u of %u\n", "rank", header->rank, header->ranks);
    print_job(out, header);
    print_text(out, "host", profile->host);
    print_text(out, "directory", profile->directory);
    if (*date_of(header->start_realtime_ns, date))
        print_string(out, merged ? "first started" : "started", date);
    print_string(out, merged ? "total time" : "duration", qp_number_time(qp_profile_duration_ns(profile)).text);
    print_string(out, "end", qp_heading_ending(profile));
    print_string(out, "clock", clock ? clock : "unknown");
    for (int i = 0; i < QP_PRODUCTS; i++) {
        if (!(header->products & (1u << i)))
            continue;
        fprintf(out, "%-16slib%s%s\n", "library", qp_profile_product_name((enum qp_product)i),
                header->virtual_threads & (1u << i) ? ", virtual threads" : "");
        print_text(out, "options", profile->options[i]);
        print_overhead(out, profile, "overhead", &header->own_cost[i], "call");
        if (i == QP_VT)
            print_overhead(out, profile, "", &header->wrapper_cost, "MPI call");
    }
}

/* Print how many virtual threads existed, and how many of them have numbers of their own in the file. Most ended
 * virtual threads are only part of their group's totals. */
static void print_virtual_threads(FILE *out, const struct qp_profile *profile)
{
    uint32_t kept = profile->thread_count - profile->carrier_count - profile->living_count;
    uint64_t created = 0, ended = 0, living = profile->living_count;
    for (uint32_t i = 0; i < profile->lives_count; i++) {
        created += profile->lives[i].created;
        ended += profile->lives[i].ended;
        living += profile->lives[i].living;
    }
    if (created || ended || kept || living)
        fprintf(out, "%-16s%s created, %s ended, %s alive at the end, %s listed individually\n", "virtual threads",
                qp_number_count(created).text, qp_number_count(ended).text, qp_number_count(living).text,
                qp_number_count(kept).text);
}

/* If some functions have counters in their own code, print how many. If none has, print nothing: then the interpreter
 * reports all events, or all functions are only sampled. */
static void print_counted(FILE *out, uint32_t registered, uint32_t in_code, bool sampled)
{
    if (!in_code)
        return;
    fprintf(out, "%-16s%s function%s by counters in %s code", "counted", qp_number_count(in_code).text,
            qp_number_plural(in_code), in_code == 1 ? "its" : "their");
    if (registered > in_code)
        fprintf(out, ", %s %s", qp_number_count(registered - in_code).text,
                sampled ? "only sampled" : "by events that the interpreter reported");
    fputc('\n', out);
}

static void print_counts(FILE *out, const struct qp_profile *profile, const struct qp_locations *locations)
{
    uint32_t registered = 0;
    uint32_t in_code = 0;
    for (uint32_t i = 0; i < profile->method_count; i++) {
        registered += profile->methods[i].registered;
        in_code += profile->methods[i].counts_itself;
    }
    print_count(out, "functions", registered);
    print_counted(out, registered, in_code, profile->reader.header.features & QP_FEATURE_SAMPLED);
    print_count(out, "source files", profile->file_count);
    print_count(out, "tree nodes", profile->node_count);
    print_count(out, "threads", profile->carrier_count);
    print_virtual_threads(out, profile);
    if (locations->count)
        print_count(out, "locations", locations->count);
}

/* ---- merged runs ----------------------------------------------------------------------------------------------- */

#define MOST_RUNS 20

static const char *end_of(const struct qp_run_record *run)
{
    return run->flags & QP_RUN_WENT_ON      ? "still running"
           : run->flags & QP_RUN_KILLED     ? "killed"
           : run->flags & QP_RUN_SAVED_COPY ? "saved snapshot"
                                            : "ended";
}

static bool print_runs(const struct qp_profile *profile, const struct qp_stream *stream)
{
    struct qp_table table;
    uint32_t shown = profile->run_count < MOST_RUNS ? profile->run_count : MOST_RUNS;
    if (!profile->run_count)
        return true;
    const bool has[] = {true, true, profile->reader.header.job != 0, true, true, true};
    qp_table_init_some(&table, "-started|duration|*rank|*pid|-end|-*program", has);
    for (uint32_t i = 0; i < shown; i++) {
        const struct qp_run_record *run = profile->runs[i].record;
        char text[64];
        qp_table_add(&table, QP_STYLE_PLAIN, date_of(run->start_realtime_ns, text));
        qp_table_add(&table, QP_STYLE_PLAIN, qp_number_time(run->duration_ns).text);
        qp_table_addf(&table, QP_STYLE_PLAIN, "%u", run->rank);
        qp_table_addf(&table, QP_STYLE_PLAIN, "%u", run->pid);
        qp_table_add(&table, QP_STYLE_PLAIN, end_of(run));
        qp_table_add_text(&table, QP_STYLE_PLAIN, profile->runs[i].program);
    }
    qp_heading_title(profile->reader.header.job ? "Ranks" : "Merged runs", stream);
    bool ok = qp_table_finish(&table, stream, NULL);
    qp_heading_rest(profile->run_count, shown, "", stream);
    return ok;
}

/* ---- modules --------------------------------------------------------------------------------------------------- */

static void add_build_id(struct qp_table *table, const struct qp_module *module)
{
    char text[2 * QP_BUILD_ID + 1] = "";
    for (uint32_t i = 0; i < module->build_id_size; i++)
        snprintf(text + 2 * (size_t)i, 3, "%02x", module->build_id[i]);
    qp_table_add(table, QP_STYLE_PLAIN, text);
}

/* Print the code modules that locations refer to, in order of address. The build ID identifies the build in which a
 * module's lines must be looked up. */
static bool print_modules(const struct qp_locations *locations, const struct qp_stream *stream)
{
    struct qp_table table;
    if (locations->module_count == 0)
        return true;
    qp_table_init(&table, "start|-build id|-*module");
    for (uint32_t i = 0; i < locations->module_count; i++) {
        const struct qp_module *module = &locations->modules[i];
        qp_table_addf(&table, QP_STYLE_PLAIN, "%#llx", (unsigned long long)module->start);
        add_build_id(&table, module);
        qp_table_add_text(&table, QP_STYLE_PLAIN, module->name);
    }
    qp_heading_title("Modules", stream);
    return qp_table_finish(&table, stream, NULL);
}

/* ---- marks ----------------------------------------------------------------------------------------------------- */

static void print_marks(const struct qp_profile *profile, const struct qp_stream *stream)
{
    uint32_t phases[QP_PRODUCTS] = {0};
    if (profile->mark_count == 0)
        return;
    qp_heading_title("Marks", stream);
    for (uint32_t i = 0; i < profile->mark_count; i++) {
        const struct qp_profile_mark *mark = &profile->marks[i];
        struct qp_number time = qp_number_time(qp_profile_since_start(profile, mark->tick));
        fprintf(stream->out, "%*s%s  lib%s  %s", (int)(12 - qp_text_width(time.text)), "", time.text,
                qp_profile_product_name((enum qp_product)mark->product), qp_words_mark_shown(mark->kind));
        if (mark->kind == QP_MARK_PHASE)
            fprintf(stream->out, " %u", ++phases[mark->product]);
        if (mark->text.length) {
            fputc(' ', stream->out);
            qp_text_print(stream->out, mark->text);
        }
        fputc('\n', stream->out);
    }
}

/* ---- file size ------------------------------------------------------------------------------------------------- */

static void print_size(FILE *out, uint64_t bytes, const char *what)
{
    fprintf(out, "%12s  %s\n", qp_number_bytes(bytes).text, what);
}

static void print_sizes(struct qp_reader *reader, const struct qp_stream *stream)
{
    uint64_t sizes[QP_KINDS], rest = reader->file_size;
    qp_sizes_measure(reader, sizes);
    qp_heading_title("Size", stream);
    print_size(stream->out, reader->file_size, "the file");
    for (unsigned kind = 0; kind < QP_KINDS; kind++) {
        if (sizes[kind])
            print_size(stream->out, sizes[kind], qp_words_kind(kind));
        rest -= sizes[kind] < rest ? sizes[kind] : rest;
    }
    print_size(stream->out, rest, "header, directory and free space");
}

/* Print time by state, if times were recorded. */
static bool print_times(const struct qp_query *query, const struct qp_stream *stream)
{
    const struct qp_filter all = {0};
    if (!qp_query_has_times(query))
        return true;
    bool ok = qp_ledgers_print_carriers(query, &all, 0, stream) && qp_ledgers_print_groups(query, &all, 0, stream);
    qp_heading_in_no_function(query, stream);
    return ok;
}

static bool print_subtracted(const struct qp_query *query, FILE *out)
{
    char *text = query->subtracted ? qp_overhead_note(query) : NULL;
    if (text)
        fprintf(out, "note: %s\n", text);
    free(text);
    return text || !query->subtracted;
}

bool qp_overview_print(const struct qp_query *query, struct qp_reader *reader, const struct qp_locations *locations,
                       const struct qp_stream *stream)
{
    const struct qp_profile *profile = query->profile;
    print_run(stream->out, profile);
    print_counts(stream->out, profile, locations);
    bool ok = print_runs(profile, stream) && print_times(query, stream) && print_modules(locations, stream);
    print_marks(profile, stream);
    print_sizes(reader, stream);
    fputc('\n', stream->out);
    for (int i = 0; i < QP_PRODUCTS; i++)
        qp_heading_diagnostics(profile, (enum qp_product)i, stream);
    return print_subtracted(query, stream->out) && qp_heading_processor(query, stream) && ok;
}
