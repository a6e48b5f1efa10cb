#include "profile/source/locations.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

/* ---- valid files --------------------------------------------------------------------------------------------- */

TEST(sample_is_read_as_it_was_written)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_locations places;
    sample_build(&builder);
    builder.writer.reversed = 1;
    int fd = test_open_builder(&profile, &builder);
    assert_true(qp_locations_open(&places, &profile.reader));
    assert_int_equal(profile.reader.damages, 0);
    assert_int_equal(places.count, 5);
    const struct qp_location *line = qp_locations_find(&places, 1), *stack = qp_locations_find(&places, 4);
    assert_true(qp_text_equal(line->file, qp_text_of("solver.f90")));
    assert_int_equal(line->line, 12);
    assert_int_equal(line->count, 0);
    assert_null(stack->file.bytes);
    assert_int_equal(stack->count, 3);
    assert_int_equal(stack->addresses[2], 0x99);
    assert_false(stack->exact);
    assert_true(qp_locations_find(&places, 5)->exact);
    assert_null(qp_locations_find(&places, 0));
    assert_null(qp_locations_find(&places, 6));
    qp_locations_close(&places);
    qp_profile_close(&profile);
    close(fd);
}

TEST(path_has_open_methods_innermost_first)
{
    static const char *const names[] = {"bad\\xffname", "tail", "main"};
    struct builder builder;
    struct qp_profile profile;
    struct qp_locations places;
    uint32_t methods[8];
    char shown[40];
    sample_build(&builder);
    int fd = test_open_builder(&profile, &builder);
    assert_true(qp_locations_open(&places, &profile.reader));
    uint32_t node = qp_locations_find(&places, 4)->node;
    assert_int_equal(qp_locations_path(&profile, node, methods, 8), 3);
    for (int i = 0; i < 3; i++) {
        qp_profile_method_name(&profile, methods[i], shown, sizeof shown);
        assert_string_equal(shown, names[i]);
    }
    assert_int_equal(qp_locations_path(&profile, node, methods, 2), 2);
    assert_int_equal(qp_locations_path(&profile, 0, methods, 8), 0);
    assert_int_equal(qp_locations_path(&profile, UINT32_MAX, methods, 8), 0);
    qp_locations_close(&places);
    qp_profile_close(&profile);
    close(fd);
}

/* ---- modules ---------------------------------------------------------------------------------------------------- */

static struct qp_module_record *add_module(struct builder *builder, const char *name, uint64_t start, uint64_t end,
                                           uint64_t tick)
{
    struct qp_module_record *module = builder_module(builder, name);
    module->start = start;
    module->end = end;
    module->tick = tick;
    return module;
}

static const char *name_at(const struct qp_locations *places, uint64_t address, uint64_t tick)
{
    uint32_t module = qp_locations_module(places, address, tick);
    return module == QP_NONE ? "" : places->modules[module].name.bytes;
}

/* Names in the file are NUL-terminated, so name_at can return the name of a module as a C string. */
TEST(module_of_an_address_is_the_one_at_that_time)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_locations places;
    builder_begin(&builder);
    add_module(&builder, "short", 0x5000, 0x6000, 1);
    add_module(&builder, "new", 0x2000, 0x3000, 50);
    add_module(&builder, "old", 0x1000, 0x4000, 10);
    add_module(&builder, "newest", 0x2800, 0x4800, 90);
    add_module(&builder, "later, from below", 0x7000, 0x9000, 60);
    add_module(&builder, "sooner", 0x8000, 0x9000, 20);
    int fd = test_open_builder(&profile, &builder);
    assert_true(qp_locations_open(&places, &profile.reader));
    assert_string_equal(name_at(&places, 0xfff, 60), "");
    assert_string_equal(name_at(&places, 0x1000, 60), "old");
    assert_string_equal(name_at(&places, 0x1fff, 99), "old");
    assert_string_equal(name_at(&places, 0x2000, 49), "old");
    assert_string_equal(name_at(&places, 0x2000, 50), "new");
    assert_string_equal(name_at(&places, 0x2900, 89), "new");
    assert_string_equal(name_at(&places, 0x2900, 90), "newest");
    assert_string_equal(name_at(&places, 0x3800, 89), "old");
    assert_string_equal(name_at(&places, 0x3800, UINT64_MAX), "newest");
    assert_string_equal(name_at(&places, 0x4000, 5), "newest"); /* the only module there, though it was seen after
                                                                 * tick 5 */
    assert_string_equal(name_at(&places, 0x2900, 5), "old");    /* all modules there were seen after tick 5, and
                                                                 * "old" was seen before the others */
    assert_string_equal(name_at(&places, 0x4800, 99), "");
    assert_string_equal(name_at(&places, 0x5fff, 0), "short");
    assert_string_equal(name_at(&places, 0x6000, 99), "");
    assert_string_equal(name_at(&places, 0x8800, 59), "sooner");
    assert_string_equal(name_at(&places, 0x8800, 60), "later, from below");
    assert_string_equal(name_at(&places, UINT64_MAX, 99), "");
    qp_locations_close(&places);
    qp_profile_close(&profile);
    close(fd);
}

TEST(changes_are_counted_only_where_modules_overlap)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_locations places;
    builder_begin(&builder);
    add_module(&builder, "alone", 0x5000, 0x6000, 1);
    add_module(&builder, "old", 0x1000, 0x4000, 10);
    add_module(&builder, "new", 0x2000, 0x3000, 50);
    int fd = test_open_builder(&profile, &builder);
    assert_true(qp_locations_open(&places, &profile.reader));
    assert_int_equal(qp_locations_changes(&places, 9), 0);
    assert_int_equal(qp_locations_changes(&places, 10), 1);
    assert_int_equal(qp_locations_changes(&places, 49), 1);
    assert_int_equal(qp_locations_changes(&places, 50), 2);
    assert_int_equal(qp_locations_changes(&places, UINT64_MAX), 2);
    qp_locations_close(&places);
    qp_profile_close(&profile);
    close(fd);
}

/* ---- damage ------------------------------------------------------------------------------------------------------ */

static struct qp_location_record *add_stack(struct builder *builder, uint32_t handle, uint32_t count)
{
    uint32_t reference = builder_record(builder, QP_KIND_LOCATION, sizeof(struct qp_location_record));
    struct qp_location_record *record = builder_at(builder, reference);
    *record = (struct qp_location_record){.published = 1, .handle = handle, .addresses = 1, .count = count};
    return record;
}

TEST(damaged_locations_are_skipped_and_counted)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_locations places;
    builder_begin(&builder);
    builder_line(&builder, 0, "no handle", 1);
    builder_line(&builder, 1, "good", 1);
    builder_line(&builder, 2, "negative", -1);
    builder_line(&builder, 3, "twice", 1);
    builder_line(&builder, 3, "twice", 2);
    builder_line(&builder, 1, "good", 1);
    add_stack(&builder, 4, 1)->file = UINT32_MAX;
    add_stack(&builder, 5, UINT32_MAX);
    add_stack(&builder, 6, 1)->addresses = UINT32_MAX;
    add_stack(&builder, 7, 1)->node = UINT32_MAX;
    add_stack(&builder, 8, 1)->published = 0;
    add_stack(&builder, 9, 1)->addresses = 0;
    add_stack(&builder, 10, 0);
    int fd = test_open_builder(&profile, &builder);
    assert_true(qp_locations_open(&places, &profile.reader));
    assert_int_equal(places.count, 3);
    assert_non_null(qp_locations_find(&places, 1));
    assert_non_null(qp_locations_find(&places, 3));
    assert_int_equal(qp_locations_find(&places, 10)->count, 0);
    assert_int_equal(profile.reader.damages, 9); /* one for each bad record, and one for the incomplete string */
    qp_locations_close(&places);
    qp_profile_close(&profile);
    close(fd);
}

/* Each of 100 locations claims the whole address space of the file as its stack. Their stacks must not take 100
 * times this size. */
TEST(stacks_together_are_no_larger_than_the_file)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_locations places;
    builder_begin(&builder);
    for (uint32_t handle = 1; handle <= 100; handle++)
        add_stack(&builder, handle, QP_EXTENT_SIZE / sizeof(uint64_t) - 8);
    int fd = test_open_builder(&profile, &builder);
    assert_true(qp_locations_open(&places, &profile.reader));
    assert_in_range(places.count, 1, 2);
    assert_int_equal(profile.reader.damages, 100 - places.count);
    qp_locations_close(&places);
    qp_profile_close(&profile);
    close(fd);
}

TEST(damaged_modules_are_skipped_and_counted)
{
    struct builder builder;
    struct qp_profile profile;
    struct qp_locations places;
    builder_begin(&builder);
    add_module(&builder, "good", 1, 2, 0);
    add_module(&builder, "empty", 2, 2, 0);
    add_module(&builder, "backwards", 3, 2, 0);
    add_module(&builder, NULL, 1, 2, 0);
    add_module(&builder, "", 1, 2, 0);
    add_module(&builder, "no build has such an id", 1, 2, 0)->build_id_size = QP_BUILD_ID + 1;
    int fd = test_open_builder(&profile, &builder);
    assert_true(qp_locations_open(&places, &profile.reader));
    assert_int_equal(places.module_count, 1);
    assert_int_equal(profile.reader.damages, 5);
    qp_locations_close(&places);
    qp_profile_close(&profile);
    close(fd);
}

/* In a damaged file, two nodes name each other as parent, and a third node names itself. */
TEST(path_of_a_cycle_ends)
{
    struct builder builder;
    struct qp_profile profile;
    uint32_t methods[100];
    builder_begin(&builder);
    builder_method(&builder, QP_QPROF, 7, "seven", NULL, NULL, 0);
    uint32_t root = builder_root(&builder, QP_QPROF, builder_thread(&builder, 1, NULL), 0, 0);
    uint32_t first = builder_node(&builder, root, 7, 1, 1), second = builder_node(&builder, first, 7, 1, 1);
    uint32_t own = builder_node(&builder, root, 7, 1, 1);
    ((struct qp_node *)builder_at(&builder, first))->parent = second;
    ((struct qp_node *)builder_at(&builder, own))->parent = own;
    int fd = test_open_builder(&profile, &builder);
    assert_int_equal(qp_locations_path(&profile, second, methods, 100), 2);
    assert_int_equal(qp_locations_path(&profile, own, methods, 100), 1);
    assert_int_equal(qp_locations_path(&profile, root, methods, 100), 0);
    qp_profile_close(&profile);
    close(fd);
}
