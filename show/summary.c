#include "show/summary.h"

#include "base/hold.h"
#include "profile/query/groups.h"
#include "show/cover.h"
#include "show/functions.h"
#include "show/parts/heading.h"
#include "show/parts/wrap.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define TOP_FUNCTIONS 15
#define TOP_FILES     15

static bool write_coverage(const struct qp_query *query, const struct qp_stream *stream)
{
    const struct qp_cover_choice choice = {.top = TOP_FILES};
    struct qp_coverage total;
    if (!qp_cover_print(query, &choice, stream, &total))
        return false;
    if (total.files == 0)
        fputs("no files were registered\n", stream->out);
    return true;
}

/* Print the file's path and the commands that show more. */
static void write_path(const struct qp_query *query, const char *path, const struct qp_stream *stream)
{
    bool covers = query->selection.product == QP_CPROF;
    fprintf(stream->out, "data: %s (qii %s %s", path, covers ? "cover" : "report", path);
    if (!covers && qp_groups_created(query))
        fprintf(stream->out, ", qii threads %s", path);
    fputs(")\n", stream->out);
}

static int write_profile(const struct qp_profile *profile, const char *data_path, enum qp_product product,
                         const struct qp_stream *stream, struct qp_error *error)
{
    const struct qp_functions_choice functions = {.sort = QP_FUNCTIONS_BY_SELF, .top = TOP_FUNCTIONS, .more = ""};
    struct qp_query query;
    struct qp_selection selection = qp_selection_of(product);
    int code = qp_query_open(&query, profile, &selection, error);
    if (code)
        return code;
    qp_heading_print(&query, stream);
    if (!(product == QP_CPROF ? write_coverage(&query, stream) : qp_functions_print(&query, &functions, stream)))
        code = qp_error_memory(error);
    qp_heading_diagnostics(profile, product, stream);
    if (data_path)
        write_path(&query, data_path, stream);
    qp_query_close(&query);
    return code;
}

/* Return the width of a terminal; 0 if the file is not a terminal. */
static uint32_t columns_of(int fd)
{
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static int write_summary(int data_fd, const char *data_path, enum qp_product product, int out_fd)
{
    struct qp_error error = {0};
    struct qp_profile profile;
    int copy = fcntl(out_fd, F_DUPFD_CLOEXEC, 0); /* fclose closes only this copy */
    FILE *out = copy < 0 ? NULL : fdopen(copy, "a");
    uint32_t columns = columns_of(out_fd);
    if (!out) {
        if (copy >= 0)
            close(copy);
        return QP_ERR_WRITE;
    }
    int code = qp_profile_open_fd(&profile, data_fd, QP_ENDING_NORMAL, &error);
    if (!code) {
        FILE *wrapped = columns ? qp_wrap_open(out, columns) : NULL;
        const struct qp_stream stream = {.out = wrapped ? wrapped : out, .columns = columns, .bounded = columns != 0};
        code = write_profile(&profile, data_path, product, &stream, &error);
        if (wrapped)
            fclose(wrapped);
        qp_profile_close(&profile);
    }
    if (code)
        fprintf(out, "%s: no summary: %s\n", qp_profile_product_name(product), error.text);
    if (fclose(out) != 0 && !code)
        code = QP_ERR_WRITE;
    return code;
}

int qp_summary_write(int data_fd, const char *data_path, enum qp_product product, int out_fd)
{
    struct qp_hold hold;
    qp_hold_begin(&hold);
    int code = write_summary(data_fd, data_path, product, out_fd);
    qp_hold_end(&hold);
    return code;
}
