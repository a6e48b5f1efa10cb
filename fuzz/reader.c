/* reader.c - the fuzzer of the reader.
 *
 * The input may be any bytes. They are read as a data file, which is then processed by every exporter, the summary,
 * lines, trees, locations, events, messages, critical paths and a merge. Runs under libFuzzer (clang
 * -fsanitize=fuzzer), or with corpus.c, which runs files and mutations of files. */
#include "profile/tree/calls.h"
#include "profile/tree/calltree.h"
#include "profile/compare/compared.h"
#include "profile/compare/comparison_notes.h"
#include "profile/tree/breakdown.h"
#include "profile/query/groups.h"
#include "profile/load/ledger.h"
#include "profile/tree/neighbours.h"
#include "profile/merge/merge.h"
#include "format/sizes.h"
#include "profile/coverage/target.h"
#include "profile/query/top_threads.h"
#include "profile/query/wakers.h"
#include "export/comparison.h"
#include "export/export.h"
#include "export/messages_json.h"
#include "show/summary.h"
#include "locate/locate.h"
#include "page/page.h"
#include "show/comparison/comparison_tables.h"
#include "show/log/critical_path.h"
#include "show/dump.h"
#include "show/log/event_list.h"
#include "show/messages/message_tables.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void export_all(struct qp_profile *profile, FILE *nothing)
{
    for (const struct qp_exporter *const *it = qp_exporters; *it; it++) {
        for (int product = 0; product < QP_PRODUCTS && !(*it)->directory; product++) {
            struct qp_selection selection = qp_selection_of((enum qp_product)product);
            struct qp_error error = {0};
            const struct qp_export_request request = {
                .exporter = *it,
                .selection = selection,
                .every = product == 0,
                .events = product == QP_VT,
                .out = nothing,
            };
            qp_export_write(profile, &request, &error);
        }
    }
}

/* Write a page of each library's data, with all call paths and with few. */
static void write_pages(struct qp_profile *profile, FILE *nothing)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        const struct qp_selection selection = qp_selection_of((enum qp_product)product);
        struct qp_query query;
        struct qp_error error = {0};
        if (qp_query_open(&query, profile, &selection, &error))
            continue;
        const struct qp_page_request request = {
            .profile = profile,
            .run = &query,
            .cover = product == QP_VT ? NULL : &query,
            .no_source = product == QP_CPROF,
            .strip_path = "a",
            .most_paths = product == QP_QPROF ? QP_PAGE_MOST_PATHS : 2,
            .most_parts = product == QP_QPROF ? QP_PAGE_MOST_PARTS : 5,
            .out = nothing,
        };
        qp_page_write(&request, &error);
        qp_query_close(&query);
    }
}

/* Break the times down by callers and callees and by file and thread, and make the inverted call tree. */
static void break_down(const struct qp_query *query)
{
    const struct qp_calltree_choice folded = {.fold = true};
    const struct qp_filter all = {0};
    struct qp_neighbours neighbours;
    struct qp_breakdown breakdown;
    struct qp_calltree tree;
    uint32_t nearest[QP_TARGET_NEAREST];
    if (qp_reverse_tree_open(&tree, query, &folded, (struct qp_reverse_limits){.depth = 6, .share = 1}))
        qp_calltree_close(&tree);
    for (int by = 0; by < QP_BREAKDOWNS; by++) {
        if (qp_breakdown_open(&breakdown, query, (enum qp_breakdown_by)by, &all))
            qp_breakdown_close(&breakdown);
    }
    for (uint32_t i = 0; i < query->profile->method_count && i < 3; i++) {
        if (qp_neighbours_open(&neighbours, query, i, QP_NEIGHBOURS_CALLERS))
            qp_neighbours_close(&neighbours);
        if (qp_neighbours_open(&neighbours, query, i, QP_NEIGHBOURS_CALLEES))
            qp_neighbours_close(&neighbours);
    }
    qp_target_nearest(query, "main", nearest);
}

/* Select contexts by a pattern, as --context does. */
static void select_contexts(const struct qp_profile *profile)
{
    static const char *const patterns[] = {"test 1", "*", "a.toy"};
    for (int i = 0; i < 3; i++) {
        struct qp_selection selection = qp_selection_of(qp_profile_product(profile));
        struct qp_query query;
        struct qp_error error = {0};
        selection.context = patterns[i];
        if (qp_query_open(&query, profile, &selection, &error) == 0)
            qp_query_close(&query);
    }
}

static void merge_trees(const struct qp_profile *profile)
{
    struct qp_selection selection = qp_selection_of(qp_profile_product(profile));
    struct qp_query query;
    struct qp_calltree tree;
    struct qp_calls calls;
    struct qp_error error = {0};
    if (qp_query_open(&query, profile, &selection, &error))
        return;
    for (int shape = QP_CALLTREE_MERGED; shape <= QP_CALLTREE_UNDER_RESUMER; shape++) {
        const struct qp_calltree_choice choice = {.shape = (enum qp_calltree_shape)shape, .fold = shape % 2};
        if (!qp_calltree_open(&tree, &query, &choice))
            continue;
        qp_calltree_close(&tree);
    }
    if (qp_calls_open(&calls, &query))
        qp_calls_close(&calls);
    break_down(&query);
    qp_query_close(&query);
}

static bool print_note(void *nothing, const char *sentence)
{
    return fputs(sentence, nothing) >= 0;
}

/* Write a page that compares the profile with itself. */
static void write_compared(struct qp_profile *profile, const struct qp_query *query,
                           const struct qp_comparison *comparison, FILE *nothing)
{
    struct qp_query other;
    struct qp_error error = {0};
    if (qp_query_open(&other, profile, &query->selection, &error))
        return;
    const struct qp_page_request request = {
        .profile = profile,
        .run = query,
        .other = &other,
        .comparison = comparison,
        .compared = {0, 1},
        .most_paths = QP_PAGE_MOST_PATHS,
        .most_parts = QP_PAGE_MOST_PARTS,
        .out = nothing,
    };
    qp_page_write(&request, &error);
    qp_query_close(&other);
}

/* Compare the profile with itself. One side has the profile twice, so that the statistical test runs, too. */
static void compare(struct qp_profile *profile, FILE *nothing)
{
    const struct qp_compared_choice choice = {.all = true, .top = 50};
    const struct qp_stream stream = {.out = nothing};
    const struct qp_selection selection = qp_selection_of(qp_profile_product(profile));
    struct qp_runs before = {.count = 0}, after = {.count = 0};
    struct qp_comparison comparison;
    struct qp_query query;
    struct qp_error error = {0};
    if (qp_query_open(&query, profile, &selection, &error))
        return;
    bool ok = qp_runs_add(&before, &query, "one") && qp_runs_add(&after, &query, "two") &&
              qp_runs_add(&after, &query, "three");
    if (ok && qp_comparison_open(&comparison, &before, &after, true)) {
        qp_comparison_print_heading(&comparison, &stream);
        qp_comparison_print_calls(&comparison, &choice, &stream);
        qp_comparison_print_times(&comparison, &choice, &stream);
        qp_comparison_print_suspended(&comparison, &choice, &stream);
        qp_comparison_notes(&comparison, print_note, nothing);
        qp_comparison_write_json(&comparison, &choice, nothing);
        qp_comparison_write_markdown(&comparison, &choice, nothing);
        write_compared(profile, &query, &comparison, nothing);
        qp_comparison_close(&comparison);
    }
    qp_query_close(&query);
    qp_runs_close(&before);
    qp_runs_close(&after);
}

static void roll_up(const struct qp_query *query, const struct qp_groups *groups)
{
    struct qp_rollup rollup;
    struct qp_wakers wakers;
    if (qp_rollup_open(&rollup, query, groups, QP_ROLLUP_TO_SPAWNER))
        qp_rollup_close(&rollup);
    if (qp_rollup_open(&rollup, query, groups, QP_ROLLUP_TO_RESUMER))
        qp_rollup_close(&rollup);
    if (qp_wakers_open(&wakers, query))
        qp_wakers_close(&wakers);
}

/* Add up the times of carriers and of virtual threads, and the groups of each phase. */
static void add_up(const struct qp_profile *profile)
{
    struct qp_ledgers ledgers;
    qp_ledgers_check(&ledgers, profile);
    for (uint32_t i = 0; i < profile->phase_count && i < 4; i++) {
        struct qp_selection selection = qp_selection_of((enum qp_product)profile->phases[i].product);
        struct qp_query query;
        struct qp_groups groups;
        struct qp_top_threads top;
        struct qp_error error = {0};
        char number[16];
        snprintf(number, sizeof number, "%u", profile->phases[i].number);
        selection.phase = number;
        if (qp_query_open(&query, profile, &selection, &error))
            continue;
        if (qp_groups_open(&groups, &query)) {
            roll_up(&query, &groups);
            qp_groups_close(&groups);
        }
        if (qp_top_threads_open(&top, &query, NULL, QP_TOP_BY_LIFE, 5))
            qp_top_threads_close(&top);
        qp_query_close(&query);
    }
}

static void locate_all(struct qp_profile *profile)
{
    struct qp_locations locations;
    struct qp_locate locate;
    char shown[200];
    if (!qp_locations_open(&locations, &profile->reader))
        return;
    if (qp_locate_open(&locate, profile, &locations)) {
        for (uint32_t i = 0; i < locations.count; i++)
            qp_locate_show(&locate, locations.items[i].handle, UINT64_MAX, shown, sizeof shown);
        qp_locate_close(&locate);
    }
    qp_locations_close(&locations);
}

static void list_events(struct qp_profile *profile, FILE *nothing)
{
    const struct qp_event_list_choice choice = {.kinds = UINT32_MAX, .to = UINT64_MAX};
    const struct qp_stream stream = {.out = nothing};
    struct qp_error error = {0};
    struct qp_log log;
    uint64_t shown;
    if (qp_log_open(&log, profile, &error))
        return;
    qp_event_list_print(&(struct qp_event_list_log){.log = &log}, 1, &choice, &stream, &shown);
    qp_log_close(&log);
}

/* Walk the critical paths of the run and of threads with a "w" in their names. */
static void walk_critical_paths(struct qp_profile *profile, FILE *nothing)
{
    static const char *const wanted[] = {NULL, "w"};
    const struct qp_selection selection = qp_selection_of(QP_QPROF);
    const struct qp_stream stream = {.out = nothing};
    struct qp_error error = {0};
    struct qp_critical_path path;
    struct qp_query query;
    if (qp_query_open(&query, profile, &selection, &error))
        return;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (qp_critical_path_open(&path, profile, &query, wanted[i], &error))
            continue;
        uint64_t at = path.from;
        for (uint32_t k = 0; k < path.count; k++) {
            if (path.items[k].from != at || path.items[k].until < at)
                abort();
            at = path.items[k].until;
        }
        if (at != path.until)
            abort();
        qp_critical_path_print(&path, profile, wanted[i], 5, &stream);
        qp_critical_path_close(&path);
    }
    qp_query_close(&query);
}

/* Merge the profile with a copy of itself that counts as another run. The merge may be refused, but if it succeeds,
 * the result must be consistent. */
static void merge_with_itself(const struct qp_profile *profile, bool apart)
{
    struct qp_merge *merge = qp_merge_new(apart);
    struct qp_error error = {0};
    struct qp_profile merged;
    struct qp_writer writer;
    int fd = memfd_create("merged", MFD_CLOEXEC);
    if (merge && fd >= 0 && qp_merge_add(merge, profile, "input", &error) == QP_MERGE_ADDED &&
        qp_merge_add(merge, profile, "input", &error) != QP_MERGE_FAILED &&
        qp_merge_write(merge, &writer, &error) == 0) {
        if (qp_writer_save_fd(&writer, fd, &error) == 0 &&
            qp_profile_open_fd(&merged, fd, QP_ENDING_NORMAL, &error) == 0) {
            if (merged.reader.damages)
                abort();
            qp_profile_close(&merged);
        }
        qp_writer_close(&writer);
    }
    qp_merge_free(merge);
    close(fd);
}

/* Dump a record, a chunk and a root at each position at which a chunk may begin. */
/* Read the messages of the file as those of a job of one rank, and print and export them. */
static void match_messages(int fd, FILE *nothing)
{
    const struct qp_stream stream = {.out = nothing};
    struct qp_job_messages job;
    struct qp_job_waits waits;
    struct qp_error error = {0};
    char path[40];
    const char *const paths[] = {path};
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (qp_job_messages_open(&job, paths, 1, &error))
        return;
    if (qp_job_waits_open(&waits, &job, &error) == 0) {
        qp_message_heading_print(&job, &waits, &stream);
        qp_message_matrix_print(&job, &stream);
        for (int by = 0; by < QP_MESSAGES_BYS; by++)
            qp_message_tables_print(&job, (enum qp_messages_by)by, 0, &stream);
        for (int by = 0; by < QP_WAITS_BYS; by++)
            qp_wait_table_print(&job, &waits, (enum qp_waits_by)by, 0, &stream);
        qp_message_notes_print(&job, &waits, &stream);
        qp_messages_write_json(&job, &waits, nothing);
        qp_job_waits_close(&waits);
    }
    qp_job_messages_close(&job);
}

static void dump_some(struct qp_profile *profile, FILE *nothing)
{
    const struct qp_stream stream = {.out = nothing};
    qp_dump_chunks(profile, &stream);
    for (uint32_t place = 8; place < 48; place++) {
        uint32_t reference = place * (QP_CHUNK_SMALL / QP_UNIT) + 2;
        qp_dump_record(profile, reference, &stream);
        qp_dump_chunk(profile, reference, &stream);
        qp_dump_root(profile, reference, &stream);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static FILE *nothing;
    struct qp_profile profile;
    struct qp_error error = {0};
    uint64_t sizes[QP_KINDS];
    if (!nothing)
        nothing = fopen("/dev/null", "we");
    int fd = memfd_create("input", MFD_CLOEXEC);
    if (!nothing || fd < 0)
        return 0;
    if (write(fd, bytes, size) == (ssize_t)size && qp_profile_open_fd(&profile, fd, QP_ENDING_KILLED, &error) == 0) {
        export_all(&profile, nothing);
        write_pages(&profile, nothing);
        compare(&profile, nothing);
        select_contexts(&profile);
        merge_trees(&profile);
        add_up(&profile);
        merge_with_itself(&profile, false);
        merge_with_itself(&profile, true);
        locate_all(&profile);
        dump_some(&profile, nothing);
        list_events(&profile, nothing);
        walk_critical_paths(&profile, nothing);
        qp_sizes_measure(&profile.reader, sizes);
        qp_profile_close(&profile);
        match_messages(fd, nothing);
        qp_summary_write(fd, "input", QP_QPROF, fileno(nothing));
        qp_summary_write(fd, NULL, QP_CPROF, fileno(nothing));
    }
    close(fd);
    return 0;
}
