/* cmd_info.c - qii info: the run, its course and its data, in words. */
#include "tools/qii/qii.h"

#include "base/number.h"
#include "data/places.h"
#include "data/sizes.h"
#include "export/heading.h"
#include "export/table.h"

#include <time.h>

struct choice {
    struct qii_input input; /* first: the parent's input */
    bool colour;
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &choice->input;
        return 0;
    case ARGP_KEY_ARG:
        return qii_take_file(&choice->input, argument, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_child children[] = {{&qii_input_argp, 0, "Which data", 10}, {0}};
static const struct argp argp = {
    .parser = parse_option,
    .args_doc = "[FILE]",
    .doc = "Show what run a data file is of: program, duration, how it ended, threads, pauses, phases and notes, where "
           "the "
           "time of its threads went, what the file's bytes hold, and what went wrong.",
    .children = children,
};

static void print_name(const char *name)
{
    printf("%-16s", name);
}

static void print_text(const char *name, struct qp_text text)
{
    if (text.length == 0)
        return;
    print_name(name);
    qp_text_print(stdout, text);
    putchar('\n');
}

static void print_number(const char *name, uint64_t number)
{
    char text[QP_NUMBER];
    qp_number_count(text, number);
    print_name(name);
    puts(text);
}

static void print_title(const char *title, bool colour)
{
    putchar('\n');
    qp_style_begin(stdout, QP_STYLE_BOLD, colour);
    fputs(title, stdout);
    qp_style_end(stdout, QP_STYLE_BOLD, colour);
    putchar('\n');
}

/* ---- the run --------------------------------------------------------------------------------------------------------
 */

static const char *clock_name(uint32_t kind)
{
    static const char *const names[] = {"time stamp counter", "CLOCK_MONOTONIC", "CPU time of threads",
                                        "none (calls are counted, not timed)", "a test's"};
    return kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

static void print_start(const struct qp_header *header)
{
    time_t seconds = (time_t)(header->start_realtime_ns / 1000000000);
    struct tm when;
    char text[64];
    if (gmtime_r(&seconds, &when) && strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &when)) {
        print_name("started");
        puts(text);
    }
}

static void print_run(const struct qp_profile *profile)
{
    const struct qp_header *header = &profile->reader.header;
    char duration[QP_NUMBER];
    qp_number_time(duration, qp_profile_duration_ns(profile));
    print_text("program", profile->program);
    print_name("pid");
    printf("%u\n", header->pid);
    if (header->ranks > 0) {
        print_name("rank");
        printf("%u of %u\n", header->rank, header->ranks);
    }
    print_text("directory", profile->directory);
    print_start(header);
    print_name("duration");
    puts(duration);
    print_name("end");
    puts(qp_heading_ending(profile));
    print_name("clock");
    puts(clock_name(header->clock_kind));
    for (int i = 0; i < QP_PRODUCTS; i++) {
        if (!(header->products & (1u << i)))
            continue;
        print_name("library");
        printf("lib%s%s\n", qp_profile_product_name((enum qp_product)i),
               header->virtual_threads & (1u << i) ? ", virtual threads" : "");
        print_text("options", profile->options[i]);
    }
}

/* ---- where the time went --------------------------------------------------------------------------------------------
 */

static void add_time(struct qp_table *table, const struct qp_profile *profile, uint64_t ticks)
{
    char text[QP_NUMBER] = "";
    if (ticks)
        qp_number_time(text, qp_profile_ns(profile, ticks));
    qp_table_add(table, QP_STYLE_PLAIN, text);
}

static bool print_threads(const struct qp_query *query, bool colour)
{
    static const struct qp_column columns[] = {
        {"thread", false},  {"functions", false}, {"blocked", false}, {"waiting", false},  {"uncounted", false},
        {"outside", false}, {"paused", false},    {"idle", false},    {"recorder", false}, {"name", true}};
    const struct qp_profile *profile = query->profile;
    struct qp_table table;
    char text[200];
    if (profile->carrier_count == 0)
        return true;
    qp_table_init(&table, columns, 10);
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        const struct qp_profile_thread *thread = &profile->threads[i];
        const struct qp_totals *totals = &query->threads[i];
        const struct qp_buckets *buckets = &thread->buckets[query->selection.product];
        snprintf(text, sizeof text, "%u", thread->number);
        qp_table_add(&table, QP_STYLE_PLAIN, text);
        add_time(&table, profile, totals->self);
        add_time(&table, profile, totals->blocked);
        add_time(&table, profile, totals->waiting);
        add_time(&table, profile, totals->uncounted);
        add_time(&table, profile, totals->outside);
        add_time(&table, profile, buckets->paused);
        add_time(&table, profile, buckets->idle);
        add_time(&table, profile, buckets->recorder);
        qp_text_show(thread->name, text, sizeof text);
        qp_table_add(&table, QP_STYLE_PLAIN, text);
    }
    print_title("Time of the threads", colour);
    bool ok = qp_table_print(&table, stdout, colour);
    qp_table_fini(&table);
    return ok;
}

static bool print_groups(const struct qp_query *query, bool colour)
{
    static const struct qp_column columns[] = {
        {"created", false}, {"ended", false}, {"name", true}, {"created in", true}};
    const struct qp_profile *profile = query->profile;
    struct qp_table table;
    char text[400];
    if (profile->group_count == 0)
        return true;
    qp_table_init(&table, columns, 4);
    for (uint32_t i = 0; i < profile->group_count; i++) {
        const struct qp_profile_group *group = &profile->groups[i];
        qp_number_count(text, group->created);
        qp_table_add(&table, QP_STYLE_PLAIN, text);
        qp_number_count(text, group->ended);
        qp_table_add(&table, QP_STYLE_PLAIN, text);
        qp_text_show(group->name, text, sizeof text);
        qp_table_add(&table, QP_STYLE_PLAIN, text);
        text[0] = '\0';
        if (group->parent_method != QP_NONE)
            qp_profile_method_name(profile, group->parent_method, text, sizeof text);
        qp_table_add(&table, QP_STYLE_PLAIN, text);
    }
    print_title("Virtual threads", colour);
    bool ok = qp_table_print(&table, stdout, colour);
    qp_table_fini(&table);
    return ok;
}

/* ---- its course
 * -------------------------------------------------------------------------------------------------------- */

static void print_course(const struct qp_profile *profile, bool colour)
{
    static const char *const names[] = {"", "paused", "resumed", "cleared", "phase", "note", "saved to"};
    uint32_t phases[QP_PRODUCTS] = {0};
    if (profile->mark_count == 0)
        return;
    print_title("Course", colour);
    for (uint32_t i = 0; i < profile->mark_count; i++) {
        const struct qp_profile_mark *mark = &profile->marks[i];
        char time[QP_NUMBER];
        qp_number_time(time, qp_profile_since_start(profile, mark->tick));
        printf("%*s%s  lib%s  %s", (int)(12 - qp_text_width(time)), "", time,
               qp_profile_product_name((enum qp_product)mark->product), names[mark->kind]);
        if (mark->kind == QP_MARK_PHASE)
            printf(" %u", ++phases[mark->product]);
        if (mark->text.length) {
            putchar(' ');
            qp_text_print(stdout, mark->text);
        }
        putchar('\n');
    }
}

/* ---- where its code lay ---------------------------------------------------------------------------------------------
 */

static void add_build_id(struct qp_table *table, const struct qp_module *module)
{
    char text[2 * QP_BUILD_ID + 1] = "";
    for (uint32_t i = 0; i < module->build_id_size; i++)
        snprintf(text + 2 * (size_t)i, 3, "%02x", module->build_id[i]);
    qp_table_add(table, QP_STYLE_PLAIN, text);
}

/* The code that locations lie in, by address: each with the build that its lines are to be found in. */
static bool print_modules(const struct qp_places *places, bool colour)
{
    static const struct qp_column columns[] = {{"start", false}, {"build id", true}, {"module", true}};
    struct qp_table table;
    char text[1000];
    if (places->module_count == 0)
        return true;
    qp_table_init(&table, columns, 3);
    for (uint32_t i = 0; i < places->module_count; i++) {
        const struct qp_module *module = &places->modules[i];
        snprintf(text, sizeof text, "%#llx", (unsigned long long)module->start);
        qp_table_add(&table, QP_STYLE_PLAIN, text);
        add_build_id(&table, module);
        qp_text_show(module->name, text, sizeof text);
        qp_table_add(&table, QP_STYLE_PLAIN, text);
    }
    print_title("Modules", colour);
    bool ok = qp_table_print(&table, stdout, colour);
    qp_table_fini(&table);
    return ok;
}

/* ---- the file
 * ------------------------------------------------------------------------------------------------------------ */

static void print_size(uint64_t bytes, const char *what)
{
    char size[QP_NUMBER];
    qp_number_bytes(size, bytes);
    printf("%12s  %s\n", size, what);
}

static void print_sizes(struct qp_reader *reader, bool colour)
{
    uint64_t sizes[QP_KINDS], rest = reader->file_size;
    qp_sizes_measure(reader, sizes);
    print_title("Size", colour);
    print_size(reader->file_size, "the file");
    for (unsigned kind = 0; kind < QP_KINDS; kind++) {
        if (sizes[kind])
            print_size(sizes[kind], qp_sizes_kind_name((enum qp_kind)kind));
        rest -= sizes[kind] < rest ? sizes[kind] : rest;
    }
    print_size(rest, "header, directory and room");
}

static bool print_info(struct choice *choice, const struct qp_places *places)
{
    struct qp_profile *profile = &choice->input.profile;
    uint32_t registered = 0, virtual_threads = profile->thread_count - profile->carrier_count;
    for (uint32_t i = 0; i < profile->method_count; i++)
        registered += profile->methods[i].registered;
    print_run(profile);
    print_number("functions", registered);
    print_number("source files", profile->file_count);
    print_number("tree nodes", profile->node_count);
    print_number("threads", profile->carrier_count);
    if (virtual_threads)
        print_number("virtual threads", virtual_threads);
    if (places->count)
        print_number("locations", places->count);
    bool ok = print_threads(&choice->input.query, choice->colour) &&
              print_groups(&choice->input.query, choice->colour) && print_modules(places, choice->colour);
    print_course(profile, choice->colour);
    print_sizes(&profile->reader, choice->colour);
    putchar('\n');
    for (int i = 0; i < QP_PRODUCTS; i++)
        qp_heading_diagnostics(profile, (enum qp_product)i, stdout, "note: ");
    return ok;
}

int qii_info(int argc, char **argv)
{
    struct choice choice = {.input = {.quiet = true}, .colour = qii_colour()};
    struct qp_places places = {0};
    int code = qii_parse(&argp, argc, argv, &choice);
    if (!code)
        code = qii_input_open(&choice.input);
    if (code)
        return code;
    code = qp_places_open(&places, &choice.input.profile.reader) ? QII_OK : qii_no_memory();
    qii_input_tell_damage(&choice.input);
    if (!code)
        code = qii_input_query(&choice.input);
    if (!code)
        code = print_info(&choice, &places) ? QII_OK : qii_no_memory();
    qp_places_close(&places);
    qii_input_close(&choice.input);
    return qii_output_end(code);
}
