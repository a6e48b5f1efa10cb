/* In a merged file each number is the sum of the runs' numbers, in any order and any grouping of merges. Times are
 * exact, without an error of a single tick. */
#include "profile/load/profile.h"
#include "tests/support/added.h"
#include "tests/support/balanced.h"
#include "tests/support/merged.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

#include <sys/mman.h>
#include <unistd.h>

#define MOST 5

/* ---- sums ---------------------------------------------------------------------------------------------------- */

static void add_numbers(struct added *added, struct run run, bool raw, bool alone)
{
    struct qp_profile profile;
    open_run(&profile, run);
    added_profile(added, &profile, raw);
    if (alone)
        added_places(added, &profile);
    qp_profile_close(&profile);
}

/* Expect every number of the result to be the sum of the runs' numbers; times may differ by `most` nanoseconds. */
static void expect_sum(const struct run *runs, size_t count, uint64_t most)
{
    struct run merged = merge_runs(runs, count);
    for (int raw = 0; raw < 2; raw++) {
        struct added sum = {0}, found = {0};
        for (size_t i = 0; i < count; i++)
            add_numbers(&sum, runs[i], raw, count == 1);
        add_numbers(&found, merged, raw, count == 1);
        assert_true(found.count > 20);
        added_expect_equal(&sum, &found, most);
        added_free(&sum);
        added_free(&found);
    }
    close(merged.fd);
}

/* Make a sample run with a clock that takes `ticks` ticks in `ns` nanoseconds. */
static struct run sample_run_at(uint32_t pid, uint64_t ticks, uint64_t ns)
{
    struct builder builder;
    sample_build(&builder);
    struct qp_header *header = builder_header(&builder);
    header->clock_kind = QP_CLOCK_TSC;
    header->clock_start = (struct qp_clock_pair){0, 0};
    header->clock_latest[0] = header->clock_latest[1] = (struct qp_clock_pair){ticks, ns};
    return run_of(&builder, pid);
}

TEST(merge_of_one_run_keeps_its_numbers)
{
    struct run sample = sample_run(1), balanced = balanced_run(2);
    expect_sum(&sample, 1, 0);
    expect_sum(&balanced, 1, 0);
    close(sample.fd);
    close(balanced.fd);
}

TEST(merged_runs_are_their_sum)
{
    struct run runs[] = {sample_run(1), sample_run(2), balanced_run(3), sample_run(4)};
    expect_sum(runs, 4, 0);
    close_runs(runs, 4);
}

/* The sums include time that was open when the run was killed. */
TEST(killed_run_has_its_open_time)
{
    struct run runs[] = {sample_run(1), balanced_run(2)};
    runs[0].ending = runs[1].ending = QP_ENDING_KILLED;
    expect_sum(runs, 1, 0);
    expect_sum(runs, 2, 0);
    close_runs(runs, 2);
}

/* Make a run that calls f on two threads, with counted and timed lines and a measured overhead of `cost`. */
static struct run run_of_cost(uint32_t pid, uint64_t cost, uint64_t times_reported)
{
    static const int lines[] = {1, 2, 3};
    static const uint64_t counts[] = {5, 10, 0};
    struct builder builder;
    builder_begin(&builder);
    struct qp_header *header = builder_header(&builder);
    header->products = 1u << QP_QPROF;
    header->folded = pid;
    header->clock_latest[0] = (struct qp_clock_pair){1000000, 1000000};
    header->own_cost[QP_QPROF] = (struct qp_own_cost){cost, 2 * cost, 2 * cost, 4 * cost};
    builder_method(&builder, QP_QPROF, 1, "f", "a.lua", lines, 3);
    for (uint32_t i = 1; i <= 2; i++) {
        const uint64_t times[] = {1000 * (uint64_t)i, 7 * (uint64_t)pid, 0};
        uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, i, NULL), 0, 0);
        uint32_t node = builder_node(&builder, root, 1, 10 * i, 5000);
        builder_node(&builder, node, 1, 3, 20);
        builder_blocks(&builder, root, 1, 0, counts, 3);
        uint32_t timed = builder_blocks(&builder, root, 1, 1, times, 3);
        ((struct qp_block_array *)builder_at(&builder, timed))->events = times_reported;
    }
    builder_balance(&builder);
    return run_of(&builder, pid);
}

/* The overhead subtracted from a node or line is the one that was measured in its run. A node with less time than
 * its overhead loses all of its time. */
TEST(overhead_is_that_of_each_run)
{
    struct run runs[] = {run_of_cost(1, 2560, 30), run_of_cost(2, 256 * 7, 8), run_of_cost(3, 0, 5)};
    expect_sum(runs, 1, 0);
    expect_sum(runs, 3, 0);
    struct run merged = merge_runs(runs, 2);
    struct qp_profile profile;
    open_run(&profile, merged);
    uint64_t taken = 0;
    for (uint32_t i = 0; i < profile.node_count; i++)
        taken += profile.own[i];
    assert_true(taken > 1000);
    assert_int_equal(profile.reader.header.own_cost[QP_QPROF].inside,
                     (2560 + 256 * 7) / 2); /* the mean, since both runs have the same number of calls */
    qp_profile_close(&profile);
    assert_string_equal(ledgers_of(merged).first, "");
    close(merged.fd);
    close_runs(runs, 3);
}

/* Return a number of a run, such as its duration. */
static uint64_t number_of(struct run run, uint64_t (*number)(const struct qp_profile *profile))
{
    struct qp_profile profile;
    open_run(&profile, run);
    uint64_t result = number(&profile);
    qp_profile_close(&profile);
    return result;
}

/* The numbers of the runs are rounded, and so are the parts of the result. So the sums may differ by one nanosecond
 * per part. */
TEST(clocks_of_other_rates_become_nanoseconds)
{
    struct run runs[] = {sample_run_at(1, 7000003, 2333357), sample_run(2), sample_run_at(3, 1300007, 2600029)};
    expect_sum(runs, 3, 40);
    struct run merged = merge_runs(runs, 3);
    assert_int_equal(number_of(merged, qp_profile_duration_ns),
                     2333357 + number_of(runs[1], qp_profile_duration_ns) + 2600029);
    close(merged.fd);
    close_runs(runs, 3);
}

static struct run run_with_cpu(uint32_t pid, uint64_t start, uint64_t latest)
{
    struct builder builder;
    sample_build(&builder);
    struct qp_header *header = builder_header(&builder);
    header->cpu_start_ns = start;
    header->cpu_latest_ns[header->clock_current] = latest;
    return run_of(&builder, pid);
}

TEST(cpu_time_is_the_sum_if_every_run_has_it)
{
    struct run runs[] = {run_with_cpu(1, 100, 400), run_with_cpu(2, 7, 57), run_with_cpu(3, 0, 1000), sample_run(4)};
    struct run two = merge_runs(runs, 2), again[] = {two, runs[2]}, unknown[] = {two, runs[3]};
    struct run three = merge_runs(again, 2), none = merge_runs(unknown, 2);
    assert_int_equal(number_of(two, qp_profile_cpu_ns), 300 + 50);
    assert_int_equal(number_of(three, qp_profile_cpu_ns), 300 + 50 + 1000);
    assert_int_equal(number_of(none, qp_profile_cpu_ns), 0);
    close(two.fd);
    close(three.fd);
    close(none.fd);
    close_runs(runs, 4);
}

/* One client registered a function as blocking, the other did not. In the merged file the function has time of both
 * kinds. */
TEST(time_keeps_the_kind_of_its_run)
{
    struct run runs[2];
    for (uint32_t i = 0; i < 2; i++) {
        struct builder builder;
        builder_begin(&builder);
        builder_header(&builder)->products = 1u << QP_QPROF;
        uint32_t method = builder_method(&builder, QP_QPROF, 1, "read", NULL, NULL, 0);
        ((struct qp_method_record *)builder_at(&builder, method))->flags = i ? QP_METHOD_BLOCKS : 0;
        uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0);
        builder_node(&builder, root, 1, 1, 100 + i);
        builder_balance(&builder);
        runs[i] = run_of(&builder, i + 1);
    }
    struct run merged = merge_runs(runs, 2);
    struct added sum = {0}, found = {0};
    add_numbers(&sum, runs[0], false, false);
    add_numbers(&sum, runs[1], false, false);
    add_numbers(&found, merged, false, false);
    added_expect_equal(&sum, &found, 0);
    added_free(&sum);
    added_free(&found);
    close(merged.fd);
    close_runs(runs, 2);
}

/* ---- ledgers ------------------------------------------------------------------------------------------------- */

TEST(times_add_up_after_any_rounding)
{
    static const uint64_t rates[][2] = {{3200, 3200}, {7919, 2503}, {1009, 4001}, {99991, 7}, {13, 99989}};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        struct balanced balanced;
        balanced_build(&balanced);
        struct qp_header *header = builder_header(&balanced.builder);
        header->clock_kind = QP_CLOCK_TSC;
        header->clock_latest[0] = (struct qp_clock_pair){rates[i][0], rates[i][1]};
        for (int ending = 0; ending <= QP_ENDING_KILLED; ending++) {
            struct run runs[] = {run_of(&balanced.builder, 1), balanced_run(2)}, merged;
            runs[0].ending = (enum qp_ending)ending;
            merged = merge_runs(runs, 2);
            struct qp_ledgers ledgers = ledgers_of(merged);
            assert_string_equal(ledgers.first, "");
            assert_true(ledgers.checked > 6);
            close(merged.fd);
            close_runs(runs, 2);
            balanced_build(&balanced);
        }
        builder_free(&balanced.builder);
    }
}

TEST(wrong_sums_stay_wrong)
{
    for (const struct balanced_wrong *wrong = balanced_wrongs; wrong->name; wrong++) {
        struct balanced balanced;
        balanced_build(&balanced);
        wrong->plant(&balanced);
        struct run run = run_of(&balanced.builder, 1), merged = merge_runs(&run, 1);
        if (ledgers_of(merged).off == 0)
            fail_msg("%s is not reported any more", wrong->name);
        close(merged.fd);
        close(run.fd);
    }
}

/* The file was read while an event of the carrier was unfinished. The times of that event need not add up. The check
 * ignores them, both in the run and in the merged file. */
TEST(ignored_sums_stay_ignored)
{
    struct balanced balanced;
    balanced_build(&balanced);
    builder_ledger(&balanced.builder, balanced.own_of_other)->arriving += 5;
    ((struct qp_context *)builder_at(&balanced.builder, balanced.mounted))->times[0] += 77;
    struct run run = run_of(&balanced.builder, 1), merged = merge_runs(&run, 1);
    assert_string_equal(ledgers_of(run).first, "");
    assert_string_equal(ledgers_of(merged).first, "");
    close(merged.fd);
    close(run.fd);
}

/* ---- order ---------------------------------------------------------------------------------------------------- */

TEST(any_order_gives_the_same_bytes)
{
    static const int orders[][MOST] = {{1, 0, 2, 3, 4}, {4, 3, 2, 1, 0}, {2, 4, 3, 0, 1}, {1, 3, 2, 0, 4}};
    struct run runs[MOST] = {sample_run(1), balanced_run(2), sample_run_at(3, 7000003, 2333357), run_of_equals(4, 3),
                             run_of_equals(5, 2)};
    struct run merged = merge_runs(runs, MOST);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        struct run ordered[MOST], other;
        for (int k = 0; k < MOST; k++)
            ordered[k] = runs[orders[i][k]];
        other = merge_runs(ordered, MOST);
        expect_same_bytes(merged, other);
        close(other.fd);
    }
    close(merged.fd);
    close_runs(runs, MOST);
}

TEST(grouping_of_merges_does_not_matter)
{
    struct run runs[MOST] = {sample_run(1), balanced_run(2), sample_run_at(3, 7000003, 2333357), run_of_equals(4, 3),
                             run_of_equals(5, 2)};
    struct run merged = merge_runs(runs, MOST);
    const struct run halves[] = {merge_runs(runs, 2), merge_runs(runs + 2, 3)};
    const struct run first[] = {merge_runs(runs + 4, 1), runs[3], merge_runs(runs, 3)};
    const struct run others[] = {merge_runs(halves, 2), merge_runs(first, 3), merge_runs(&merged, 1)};
    for (int i = 0; i < 3; i++)
        expect_same_bytes(merged, others[i]);
    close_runs(others, 3);
    close_runs(halves, 2);
    close(first[0].fd);
    close(first[2].fd);
    close(merged.fd);
    close_runs(runs, MOST);
}

/* ---- virtual threads ----------------------------------------------------------------------------------------- */

/* Make a run with a group whose ten longest-running virtual threads are kept. They ran for 1,000 * pid + 1 to 1,000 *
 * pid + 10 ticks. */
static struct run run_of_kept(uint32_t pid)
{
    struct builder builder;
    builder_begin(&builder);
    builder_header(&builder)->products = builder_header(&builder)->virtual_threads = 1u << QP_QPROF;
    uint32_t thread = builder_thread(&builder, 1, NULL), group = builder_group(&builder, QP_QPROF, "worker", 0);
    uint32_t node = builder_root(&builder, QP_QPROF, thread, group, 0);
    uint32_t table = builder_record(&builder, QP_KIND_KEPT, QP_KEPT_LISTS * QP_KEPT * sizeof(struct qp_kept_record));
    struct qp_kept_record *kept = builder_at(&builder, table);
    struct qp_lives_record sums = {.root = builder_root_of(&builder, node), .kept = table, .created = 10, .ended = 10};
    for (uint64_t i = 0; i < QP_KEPT; i++) {
        uint64_t time = 1000 * (uint64_t)pid + i + 1;
        kept[i] = (struct qp_kept_record){.published = 1,
                                          .context = 7,
                                          .virtual_id = time,
                                          .flags = QP_CONTEXT_VIRTUAL | QP_KEPT_ENDED,
                                          .start = i,
                                          .begin = i,
                                          .end = i + time,
                                          .times = {time}};
        sums.life += time;
        sums.times[0] += time;
        sums.lives[63 - __builtin_clzll(time)]++;
        sums.longest_life = time;
    }
    ((struct qp_node *)builder_at(&builder, node))->self = sums.life;
    uint32_t lives = builder_record(&builder, QP_KIND_LIVES, sizeof sums);
    *(struct qp_lives_record *)builder_at(&builder, lives) = sums;
    ((struct qp_root *)builder_at(&builder, sums.root))->lives = lives;
    builder_root(&builder, QP_QPROF, thread, 0, 0);
    builder_balance(&builder);
    return run_of(&builder, pid);
}

TEST(merged_group_keeps_the_ten_longest_running_virtual_threads)
{
    struct run runs[] = {run_of_kept(2), run_of_kept(5), run_of_kept(3)}, merged = merge_runs(runs, 3);
    struct qp_profile profile;
    open_run(&profile, merged);
    assert_int_equal(profile.thread_count - profile.carrier_count, 10);
    for (uint32_t i = profile.carrier_count; i < profile.thread_count; i++)
        assert_in_range(profile.threads[i].virtual_id, 5001, 5010);
    assert_int_equal(profile.lives[0].ended, 30);
    assert_int_equal(profile.lives[0].longest_life, 5010);
    qp_profile_close(&profile);
    assert_string_equal(ledgers_of(merged).first, "");
    close(merged.fd);
    close_runs(runs, 3);
}

/* ---- many runs ------------------------------------------------------------------------------------------------ */

TEST(ten_thousand_runs_take_as_much_memory_as_their_sum)
{
    struct run run = balanced_run(1), alone = merge_runs(&run, 1);
    struct qp_error error = {0};
    struct qp_merge *merge = qp_merge_new(false);
    struct qp_writer writer;
    for (uint32_t pid = 1; pid <= 10000; pid++) {
        assert_int_equal(pwrite(run.fd, &pid, sizeof pid, offsetof(struct qp_header, pid)), sizeof pid);
        assert_int_equal(add_run(merge, run, &error), QP_MERGE_ADDED);
    }
    assert_int_equal(qp_merge_write(merge, &writer, &error), 0);
    qp_merge_free(merge);
    struct run merged = {memfd_create("merged", MFD_CLOEXEC), QP_ENDING_NORMAL};
    assert_int_equal(qp_writer_save_fd(&writer, merged.fd, &error), 0);
    qp_writer_close(&writer);
    off_t room = lseek(merged.fd, 0, SEEK_END) - lseek(alone.fd, 0, SEEK_END);
    assert_in_range(room, 10000 * sizeof(struct qp_run_record) / 2, 10000 * sizeof(struct qp_run_record) * 2);
    struct qp_profile profile;
    open_run(&profile, merged);
    assert_int_equal(profile.run_count, 10000);
    qp_profile_close(&profile);
    assert_string_equal(ledgers_of(merged).first, "");
    close(merged.fd);
    close(alone.fd);
    close(run.fd);
}
