#include "tools/qii/input.h"

#include "tools/qii/directory.h"
#include "tools/qii/progress.h"
#include "tools/qii/runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void qii_input_warn_damage(const struct qii_input *input)
{
    const struct qp_reader *reader = &input->profile.reader;
    if (reader->damages == 0)
        return;
    fprintf(stderr, "qii: %s is damaged: %s", input->path, reader->damage);
    if (reader->damages > 1)
        fprintf(stderr, " (and %llu more)", (unsigned long long)reader->damages - 1);
    fputs("; only the readable part is shown\n", stderr);
}

/* ---- file names ----------------------------------------------------------------------------------------------- */

bool qii_input_add(struct qii_input *input, const char *path)
{
    const char **paths = realloc(input->paths, ((size_t)input->path_count + 2) * sizeof *paths);
    if (!paths)
        return false;
    input->paths = paths;
    paths[input->path_count++] = path;
    paths[input->path_count] = NULL;
    input->path = paths[0];
    return true;
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

/* Merge the files into memory, and open the result. */
static int open_merged(struct qii_input *input)
{
    struct qp_error error = {0};
    struct qp_writer writer;
    struct qii_runs found;
    int code = qii_runs_merge(input->paths, input->path_count, false, &writer, &found);
    if (code)
        return code;
    int fd = memfd_create("merged", MFD_CLOEXEC);
    if (fd < 0)
        qp_error_set(&error, QP_ERR_MEMORY, "no memory for the merged files: %s", strerror(errno));
    else if (qp_writer_save_fd(&writer, fd, &error) == 0 &&
             qp_profile_open_fd(&input->profile, fd, QP_ENDING_NORMAL, &error) == 0)
        input->merged = fd;
    qp_writer_close(&writer);
    if (!error.code)
        return QII_OK;
    if (fd >= 0)
        close(fd);
    if (error.code == QP_ERR_WRITE) /* the file is in memory */
        error.code = QP_ERR_MEMORY;
    return qii_fail(NULL, &error);
}

#define MIB 1048576u

static void report_step(void *to, uint64_t taken)
{
    qii_progress_step(to, taken / MIB);
}

static int open_one(struct qii_input *input)
{
    struct qp_error error = {0};
    struct stat status;
    uint64_t size = stat(input->path, &status) == 0 ? (uint64_t)status.st_size : 0;
    struct qii_progress progress = qii_progress_begin("reading", "MiB", size / MIB);
    const struct qp_steps steps = {report_step, &progress};
    int code = qp_profile_open_in_steps(&input->profile, input->path, &steps, &error);
    qii_progress_clear(&progress);
    return code ? qii_fail(input->path, &error) : QII_OK;
}

/* ---- library ---------------------------------------------------------------------------------------------------- */

const char *qii_input_how(enum qp_product product)
{
    static const char *const how[QP_PRODUCTS] = {
        [QP_QPROF] = "record a profile with 'qii lua' or 'qii java'",
        [QP_CPROF] = "record lines with 'qii lua --cover' or 'qii java --cover'",
        [QP_VT] = "programs that call libvt record it (doc/vt-start.md)",
    };
    return how[product];
}

/* Return the library that the user or the command chose, QP_PRODUCTS if none. */
static enum qp_product chosen_product(const struct qii_input *input)
{
    for (int product = 0; input->product && product < QP_PRODUCTS; product++)
        if (strcmp(input->product, qp_profile_product_name((enum qp_product)product)) == 0)
            return (enum qp_product)product;
    return QP_PRODUCTS;
}

/* If the file has data, but none of the chosen library, print this on stderr and return QII_NO. */
static int check_product(const struct qii_input *input)
{
    enum qp_product chosen = chosen_product(input);
    uint32_t products = input->profile.reader.header.products & ((1u << QP_PRODUCTS) - 1);
    if (chosen == QP_PRODUCTS || !products || products & (1u << chosen))
        return QII_OK;
    fprintf(stderr, "qii: %s has no lib%s data, only", input->path, qp_profile_product_name(chosen));
    const char *between = "";
    for (int product = 0; product < QP_PRODUCTS; product++)
        if (products & (1u << product)) {
            fprintf(stderr, "%s lib%s", between, qp_profile_product_name((enum qp_product)product));
            between = " and";
        }
    fprintf(stderr, "; %s\n", qii_input_how(chosen));
    return QII_NO;
}

int qii_input_find(struct qii_input *input)
{
    if (input->path)
        return QII_OK;
    if (!qii_directory_find_newest(input->newest, sizeof input->newest, NULL)) {
        fputs("qii: no *.qii file in the current directory; specify a data file\n", stderr);
        return QII_UNREADABLE;
    }
    if (!qii_input_add(input, input->newest))
        return qii_no_memory();
    fprintf(stderr, "qii: reading %s\n", input->path);
    return QII_OK;
}

static int open_any(struct qii_input *input)
{
    if (input->path_count > 1)
        return open_merged(input);
    int code = qii_input_find(input);
    if (!code)
        code = open_one(input);
    if (!code && !input->quiet)
        qii_input_warn_damage(input);
    return code;
}

int qii_input_open(struct qii_input *input)
{
    int code = open_any(input);
    if (code)
        return code;
    code = check_product(input);
    if (code)
        qii_input_close(input);
    return code;
}

static enum qp_product choose_product(const struct qii_input *input)
{
    enum qp_product chosen = chosen_product(input);
    if (chosen != QP_PRODUCTS)
        return chosen;
    if (input->cover && (input->profile.reader.header.products & (1u << QP_CPROF)))
        return QP_CPROF;
    return qp_profile_product(&input->profile);
}

struct qp_selection qii_input_selection(const struct qii_input *input)
{
    struct qp_selection selection = qp_selection_of(choose_product(input));
    selection.phase = input->phase;
    selection.name = input->group;
    selection.raw = input->raw;
    return selection;
}

int qii_input_query(struct qii_input *input)
{
    struct qp_error error = {0};
    struct qp_selection selection = qii_input_selection(input);
    if (qp_query_open(&input->query, &input->profile, &selection, &error))
        return qii_fail(NULL, &error);
    return QII_OK;
}

int qii_input_choose_group(struct qii_input *input, const char *group)
{
    if (!group)
        return QII_OK;
    input->group = group;
    qp_query_close(&input->query);
    return qii_input_query(input);
}

int qii_input_open_other(struct qii_input *input, const struct qii_input *asked, const char *path)
{
    *input = (struct qii_input){.path = path, .product = asked->product, .phase = asked->phase, .raw = asked->raw};
    int code = qii_input_open(input);
    return code ? code : qii_input_query(input);
}

void qii_input_close(struct qii_input *input)
{
    qp_query_close(&input->query);
    qp_profile_close(&input->profile);
    if (input->merged)
        close(input->merged);
    input->merged = 0;
}
