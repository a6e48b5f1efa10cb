#include "vt/ending.h"

#include "base/hold.h"
#include "base/number.h"
#include "base/text.h"
#include "core/thread/journal.h"
#include "show/summary.h"
#include "vt/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void print_count(FILE *out, const char *before, uint64_t count, const char *what)
{
    fprintf(out, "%s%s %s%s", before, qp_number_count(count).text, what, qp_number_plural(count));
}

static void print_tail(FILE *out, uint64_t count, const char *what)
{
    if (count > 0)
        fprintf(out, ", %s %s", qp_number_count(count).text, what);
}

static void print_line(FILE *out, const char *path)
{
    struct qp_journal_count count;
    struct qp_text name = qp_text_of(path ? path : "");
    qp_journal_count(QP_VT, &count);
    fputs("libvt: ", out);
    if (vt_config.number[VT_OPTION_STATISTICS] == VT_STATISTICS_ONLY)
        fputs("totals", out);
    else
        print_count(out, "", count.events, "event");
    print_count(out, " of ", count.threads, "thread");
    fputs(path ? " in " : ", not saved", out);
    qp_text_print(out, name);
    print_tail(out, count.overwritten, "overwritten");
    print_tail(out, count.lost, "lost (no space)");
    if (path)
        fputs("; qii report ", out);
    qp_text_print(out, name);
    fputs("\n", out);
}

/* Print the line by a single write, so that output which the program prints at the same time does not split it. */
static void write_line(const char *path, int log)
{
    char *line = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&line, &size);
    if (!out)
        return;
    print_line(out, path);
    if (fclose(out) == 0) {
        ssize_t ignored = write(log, line, size);
        (void)ignored;
    }
    free(line);
}

int vt_ending_print(int data_file, const char *path, int log)
{
    const uint64_t *number = vt_config.number;
    struct qp_hold hold;
    int result = 0;
    if (number[VT_OPTION_VERBOSE] > 1 && number[VT_OPTION_STATISTICS] != VT_STATISTICS_OFF)
        result = qp_summary_write(data_file, path, QP_VT, log);
    qp_hold_begin(&hold);
    write_line(path, log);
    qp_hold_end(&hold);
    return result;
}
