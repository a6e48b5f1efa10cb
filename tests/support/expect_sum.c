/* expect_sum MERGED FILE...: check that every number of a merged file is the sum of the files' numbers, with and
 * without overhead, and that the times of the merged file add up. A time may differ by one nanosecond for each call
 * path that contributes to the time. */
#include "profile/load/ledger.h"
#include "tests/support/added.h"

#include <stdio.h>
#include <stdlib.h>

static void open_file(struct qp_profile *profile, const char *path)
{
    struct qp_error error = {0};
    if (qp_profile_open(profile, path, &error) == 0)
        return;
    fprintf(stderr, "%s: %s\n", path, error.text);
    exit(1);
}

static void check(const char *merged, char **files, int count, bool raw)
{
    struct added sum = {0}, found = {0};
    struct qp_profile profile;
    uint64_t nodes = 0;
    for (int i = 0; i < count; i++) {
        open_file(&profile, files[i]);
        added_profile(&sum, &profile, raw);
        nodes += profile.node_count;
        qp_profile_close(&profile);
    }
    open_file(&profile, merged);
    added_profile(&found, &profile, raw);
    qp_profile_close(&profile);
    added_expect_equal(&sum, &found, nodes);
    printf("%zu numbers of %d files\n", found.count, count);
    added_free(&sum);
    added_free(&found);
}

int main(int argc, char **argv)
{
    struct qp_profile profile;
    struct qp_ledgers ledgers;
    if (argc < 3)
        return 2;
    check(argv[1], argv + 2, argc - 2, false);
    check(argv[1], argv + 2, argc - 2, true);
    open_file(&profile, argv[1]);
    bool valid = qp_ledgers_check(&ledgers, &profile) && !ledgers.off && !profile.reader.damages;
    qp_profile_close(&profile);
    if (!valid)
        fprintf(stderr, "%s: %s\n", argv[1], ledgers.first);
    return !valid;
}
