/* cmd_list.c - qii list: list the data files of a directory, newest first. */
#include "show/parts/heading.h"
#include "show/parts/table.h"
#include "tools/qii/command.h"
#include "tools/qii/directory.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static uint64_t ns_of(struct timespec moment)
{
    return (uint64_t)moment.tv_sec * 1000000000 + (uint64_t)moment.tv_nsec;
}

static uint64_t now(clockid_t clock)
{
    struct timespec moment;
    clock_gettime(clock, &moment);
    return ns_of(moment);
}

/* Return the run's duration according to the header. The duration of a killed run ends when its recorder last read the
 * clock. */
static uint64_t length_of(const struct qp_reader *reader)
{
    uint64_t start = reader->header.clock_start.monotonic_ns;
    uint64_t end = reader->ending == QP_ENDING_RUNNING
                       ? now(CLOCK_MONOTONIC)
                       : reader->header.clock_latest[reader->header.clock_current & 1].monotonic_ns;
    return end > start ? end - start : 0;
}

static const char *ending_of(const struct qp_reader *reader)
{
    if (reader->damages)
        return "damaged";
    if (reader->ending == QP_ENDING_RUNNING)
        return "running";
    if (reader->ending == QP_ENDING_KILLED)
        return "killed";
    return reader->header.state == QP_RUN_SAVED ? "saved" : "ended";
}

static void add_row(struct qp_table *table, const struct qii_data_file *file)
{
    struct qp_reader reader;
    struct qp_error error = {0};
    struct qp_text program = {0};
    uint64_t today = now(CLOCK_REALTIME), changed = ns_of(file->changed), length = 0;
    const char *ending = "unreadable";
    bool opened = qp_reader_open(&reader, file->path, &error) == 0;
    if (opened) {
        program = qp_reader_text(&reader, reader.header.program);
        length = length_of(&reader);
        ending = ending_of(&reader);
    }
    qp_table_add_cell(table, &(struct qp_cell){.kind = QP_CELL_AGE, .number = today > changed ? today - changed : 0});
    qp_table_add_time(table, QP_STYLE_PLAIN, length, QP_CELL_SOME);
    qp_table_add_cell(table, &(struct qp_cell){.kind = QP_CELL_BYTES, .number = file->size});
    qp_table_add(table, opened && !reader.damages ? QP_STYLE_PLAIN : QP_STYLE_RED, ending);
    if (opened)
        qp_table_add_text(table, QP_STYLE_PLAIN, program);
    else
        qp_table_addf(table, QP_STYLE_DIM, "(%s)", error.text);
    qp_table_add_text(table, QP_STYLE_PLAIN, qp_text_of(file->name));
    if (opened)
        qp_reader_close(&reader);
}

static int print(const struct qii_directory *directory, const char *path, const struct qp_stream *stream)
{
    struct qp_table table;
    char nothing[PATH_MAX + 16] = "no *.qii file here";
    if (strcmp(path, ".") != 0)
        snprintf(nothing, sizeof nothing, "no *.qii file in %s", path);
    qp_table_init(&table, "age|length|size|-end|-program|-*file");
    for (uint32_t i = 0; i < directory->count; i++)
        add_row(&table, &directory->items[i]);
    if (!qp_table_finish(&table, stream, nothing))
        return qii_no_memory();
    return directory->count ? QII_OK : QII_NO;
}

static int run(struct qii_input *input, void *request)
{
    struct qp_stream stream = qii_output(&input->view);
    const char *path = input->path ? input->path : ".";
    struct qii_directory directory;
    (void)request;
    int failure = qii_directory_open(&directory, path);
    if (failure == ENOTDIR)
        fprintf(stderr, "qii: %s: not a directory (for a file, use qii info %s)\n", path, path);
    else if (failure)
        fprintf(stderr, "qii: %s: %s\n", path, strerror(failure));
    if (failure)
        return failure == ENOMEM ? QII_MEMORY : QII_UNREADABLE;
    int code = print(&directory, path, &stream);
    qii_directory_close(&directory);
    return code;
}

const struct qii_command qii_list = {
    .name = "list",
    .summary = "list data files: age, duration, size, how the run ended, program",
    .arguments = "[DIRECTORY]",
    .help = "List the data files of a directory (default: the current directory), newest first.\v"
            "age is the time since the file was last written. length is the duration of the run; for a killed run, the "
            "time until its recorder last read the clock. end is ended, saved (a snapshot of a running program), "
            "running, killed, or damaged; qii check shows details. The exit code is 1 if there are no data files.",
    .tables = true,
    .pages = true,
    .opens_nothing = true,
    .files = {.one_file = "it lists one directory"},
    .size = 0,
    .run = run,
};
