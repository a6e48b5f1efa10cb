/* paths.c - the tool's memory for millions of call paths.
 *
 * usage: bench_paths DIRECTORY-OF-LIBRARIES DATA-DIRECTORY QII
 *
 * Records a file of 4.7 million call paths, paths.qii, and prints the memory that commands need to read it. */
#include "events.h"
#include "row.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define PATHS 4700000
#define FAN   13 /* number of callees of each path */
#define DEPTH 6

static uint32_t recorded;

/* Call every path below the current one, up to PATHS. A method belongs to one level and one position among its
 * siblings. */
static void call_all(uint32_t level)
{
    for (uint32_t i = 0; i < FAN && recorded < PATHS; i++) {
        qii.record_fn_entry(1 + level * FAN + i, level + 1);
        recorded++;
        if (level + 1 < DEPTH)
            call_all(level + 1);
        qii.record_fn_exit(level);
    }
}

/* Return the peak resident memory of a command in MB, 0 if it failed. */
static double memory_of(const char *qii_path, const char *command, const char *argument, const char *file)
{
    struct rusage usage;
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        execl(qii_path, qii_path, command, argument, file, (char *)NULL);
        _exit(127);
    }
    bool ok = child > 0 && wait4(child, &status, 0, &usage) == child && status == 0;
    return ok ? (double)usage.ru_maxrss * 1024 / 1e6 : 0;
}

int main(int argc, char **argv)
{
    char file[4096];
    const char *qii_path = row_begin(argc, argv, "QII");
    events_start("qprof", "paths.qii", false);
    call_all(0);
    qii.shutdown();
    snprintf(file, sizeof file, "%s/paths.qii", row_data);
    const char *remark = "resident at most, with the file's pages";
    row_print("qii tree of 4.7M call paths", "≤ 400 MB", memory_of(qii_path, "tree", "-m1", file), "MB", remark);
    row_print("qii tree --min-share=0.01 of them", "≤ 400 MB", memory_of(qii_path, "tree", "-m0.01", file), "MB",
              remark);
    row_print("qii report of them", "none", memory_of(qii_path, "report", "-n40", file), "MB", remark);
    return 0;
}
