#include "locate/locate.h"
#include "tests/locate/tiny.h"
#include "tests/support/folder.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

/* A profile and its locations. */
struct scene {
    struct builder builder;
    struct qp_profile profile;
    struct qp_locations places;
    struct qp_locate locate;
    int fd;
};

static struct scene scene;

static void open_scene(void)
{
    scene.fd = test_open_builder(&scene.profile, &scene.builder);
    assert_true(scene.fd >= 0);
    assert_true(qp_locations_open(&scene.places, &scene.profile.reader));
    assert_true(qp_locate_open(&scene.locate, &scene.profile, &scene.places));
}

static void close_scene(void)
{
    qp_locate_close(&scene.locate);
    qp_locations_close(&scene.places);
    qp_profile_close(&scene.profile);
    close(scene.fd);
}

static void add_address(uint32_t handle, uint64_t address, uint32_t flags)
{
    builder_stack(&scene.builder, handle, &address, 1, 0, flags);
}

/* Return the frames of a location, one per line. */
static const char *drawn(uint32_t handle, uint64_t tick)
{
    static char text[4000];
    const struct qp_located_stack *stack = qp_locate_frames(&scene.locate, handle, tick);
    size_t used = 0;
    assert_non_null(stack);
    text[0] = '\0';
    for (uint32_t i = 0; i < stack->count && used + 300 < sizeof text; i++) {
        used += qp_located_show(&stack->frames[i], text + used, 200);
        used += (size_t)sprintf(text + used, "%s\n", stack->frames[i].inlined ? ", inlined" : "");
    }
    return text;
}

/* ---- addresses -------------------------------------------------------------------------------------------------- */

TEST(return_address_is_looked_up_in_its_call)
{
    builder_begin(&scene.builder);
    tiny_module(&scene.builder, QP_TINY);
    add_address(1, TINY_BIAS + TINY_CODE, QP_LOCATION_PC);
    add_address(2, TINY_BIAS + TINY_CODE + 1, 0);
    add_address(3, TINY_BIAS + TINY_CODE, 0);
    open_scene();
    assert_string_equal(drawn(1, 0), "tiny_inlined (tiny.c:4), inlined\ntiny_first (tiny.c:13)\n");
    assert_string_equal(drawn(2, 0), "tiny_inlined (tiny.c:4), inlined\ntiny_first (tiny.c:13)\n");
    assert_string_equal(drawn(3, 0), "tiny.so+0x4000\n"); /* the byte before is not code */
    const struct qp_located *frame = qp_locate_frames(&scene.locate, 2, 0)->frames;
    assert_int_equal(frame->address, TINY_BIAS + TINY_CODE + 1);
    assert_true(qp_text_equal(frame->module, qp_text_of(QP_TINY)));
    assert_int_equal(frame->gap, QP_LOCATED_NO_GAP);
    close_scene();
}

/* Only the first address of a stack may be that of an instruction. All others are return addresses. */
TEST(only_the_first_address_is_exact)
{
    static const uint64_t stack[] = {TINY_BIAS + TINY_CODE, TINY_BIAS + TINY_CODE};
    builder_begin(&scene.builder);
    tiny_module(&scene.builder, QP_TINY);
    builder_stack(&scene.builder, 1, stack, 2, 0, QP_LOCATION_PC);
    open_scene();
    assert_string_equal(drawn(1, 0), "tiny_inlined (tiny.c:4), inlined\ntiny_first (tiny.c:13)\ntiny.so+0x4000\n");
    close_scene();
}

TEST(one_file_at_two_places_is_opened_once)
{
    builder_begin(&scene.builder);
    tiny_module(&scene.builder, QP_TINY);
    struct qp_module_record *other = tiny_module(&scene.builder, QP_TINY);
    other->start += 0x100000;
    other->end += 0x100000;
    other->bias += 0x100000;
    add_address(1, TINY_BIAS + TINY_CODE, QP_LOCATION_PC);
    add_address(2, TINY_BIAS + 0x100000 + TINY_CODE, QP_LOCATION_PC);
    open_scene();
    assert_non_null(strstr(drawn(1, 0), "tiny_first"));
    assert_non_null(strstr(drawn(2, 0), "tiny_first"));
    assert_int_equal(scene.locate.image_count, 1);
    close_scene();
}

TEST(relative_name_is_relative_to_the_programs_directory)
{
    char directory[] = QP_TINY;
    char *name = strrchr(directory, '/') + 1;
    builder_begin(&scene.builder);
    tiny_module(&scene.builder, name);
    name[-1] = '\0';
    builder_header(&scene.builder)->directory = builder_string(&scene.builder, directory);
    add_address(1, TINY_BIAS + TINY_CODE, QP_LOCATION_PC);
    open_scene();
    assert_non_null(strstr(drawn(1, 0), "tiny_first"));
    close_scene();
}

/* ---- unresolved addresses ------------------------------------------------------------------------------------ */

static enum qp_located_gap gap_with(const char *path, uint32_t id_size, unsigned char changed)
{
    builder_begin(&scene.builder);
    struct qp_module_record *module = tiny_module(&scene.builder, path);
    module->build_id_size = id_size;
    module->build_id[0] ^= changed;
    add_address(1, TINY_BIAS + TINY_CODE + 1, 0);
    open_scene();
    enum qp_located_gap gap = qp_locate_frames(&scene.locate, 1, 0)->frames[0].gap;
    close_scene();
    return gap;
}

TEST(only_the_recorded_build_counts)
{
    assert_int_equal(gap_with(QP_TINY, QP_BUILD_ID, 0), QP_LOCATED_NO_GAP);
    assert_int_equal(gap_with(QP_TINY, QP_BUILD_ID, 1), QP_LOCATED_CHANGED);
    assert_int_equal(gap_with(QP_TINY, QP_BUILD_ID - 1, 0), QP_LOCATED_CHANGED);
    assert_int_equal(gap_with(QP_TINY, 0, 0), QP_LOCATED_CHANGED);
    assert_int_equal(gap_with("/nowhere/tiny.so", QP_BUILD_ID, 0), QP_LOCATED_MISSING);
    assert_int_equal(gap_with("/dev/zero", QP_BUILD_ID, 0), QP_LOCATED_UNREADABLE);
    assert_int_equal(gap_with("/proc/self/maps", QP_BUILD_ID, 0), QP_LOCATED_UNREADABLE);
    assert_int_equal(gap_with("linux-vdso.so.1", QP_BUILD_ID, 0), QP_LOCATED_MISSING);
}

/* A deleted library is found by its build id in a directory of debug information, QII_DEBUG_DIR. */
TEST(deleted_library_is_found_by_its_build_id)
{
    folder_enter();
    folder_write(".build-id/01/readme", "");
    assert_int_equal(symlink(QP_TINY, ".build-id/01/02030405060708090a0b0c0d0e0f1011121314.debug"), 0);
    setenv("QII_DEBUG_DIR", ".", 1);
    assert_int_equal(gap_with("/nowhere/tiny.so", QP_BUILD_ID, 0), QP_LOCATED_NO_GAP);
    unsetenv("QII_DEBUG_DIR");
}

TEST(unknown_address_is_unchanged)
{
    char shown[100];
    builder_begin(&scene.builder);
    tiny_module(&scene.builder, "/nowhere/lib gone.so");
    add_address(1, TINY_BIAS + 0x1234, 0);
    add_address(2, 0x7fff12345678, 0);
    add_address(3, 0, 0);
    builder_line(&scene.builder, 5, "", 7);
    open_scene();
    assert_string_equal(drawn(1, 0), "lib gone.so+0x1234, file missing\n");
    assert_string_equal(drawn(2, 0), "0x7fff12345678\n");
    assert_string_equal(drawn(3, 0), "0\n");
    assert_string_equal(drawn(4, 0), "");
    assert_string_equal(drawn(5, 0), ":7\n");
    assert_true(qp_locate_show(&scene.locate, 4, 0, shown, sizeof shown));
    assert_string_equal(shown, "location 4");
    assert_true(qp_locate_show(&scene.locate, 1, 0, shown, 12));
    assert_string_equal(shown, "lib gone.so");
    close_scene();
}

/* For every 37th byte of the library, look up locations while only this byte is damaged. The result may be wrong,
 * but there must be a result. */
TEST(damaged_debug_information_is_harmless)
{
    static unsigned char bytes[1 << 18];
    char path[64];
    FILE *file = fopen(QP_TINY, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, file);
    int copy = memfd_create("tiny", MFD_CLOEXEC);
    assert_in_range(size, 1000, sizeof bytes - 1);
    assert_int_equal(write(copy, bytes, size), size);
    fclose(file);
    snprintf(path, sizeof path, "/proc/self/fd/%d", copy);
    for (size_t i = 0; i < size; i += 37) {
        unsigned char flipped = bytes[i] ^ 0xff;
        assert_int_equal(pwrite(copy, &flipped, 1, (off_t)i), 1);
        builder_begin(&scene.builder);
        tiny_module(&scene.builder, path);
        add_address(1, TINY_BIAS + TINY_CODE + 1, 0);
        open_scene();
        assert_in_range(qp_locate_frames(&scene.locate, 1, 0)->count, 1, 3);
        close_scene();
        assert_int_equal(pwrite(copy, &bytes[i], 1, (off_t)i), 1);
    }
    close(copy);
}

/* ---- by time ------------------------------------------------------------------------------------------------- */

static void enter_at(uint32_t handle, uint64_t tick)
{
    uint32_t thread = builder_thread(&scene.builder, 1, NULL);
    struct qp_trace_block *block = builder_at(
        &scene.builder, builder_record(&scene.builder, QP_KIND_TRACE, QP_CHUNK_SMALL - sizeof(struct qp_chunk)));
    uint64_t *words = (uint64_t *)(block + 1);
    *block = (struct qp_trace_block){.published = 1, .thread = thread, .number = 1, .tick = tick};
    words[0] = QP_EVENT_ENTER_AT | 1 << QP_EVENT_KIND_BITS;
    words[1] = handle;
}

TEST(replaced_library_is_the_one_of_the_event)
{
    builder_begin(&scene.builder);
    tiny_module(&scene.builder, QP_TINY)->tick = 100;
    tiny_module(&scene.builder, "/nowhere/next.so")->tick = 200;
    add_address(1, TINY_BIAS + TINY_CODE + 1, 0);
    add_address(2, TINY_BIAS + TINY_CODE + 1, 0);
    enter_at(1, 150);
    open_scene();
    assert_non_null(strstr(drawn(1, 199), "tiny_first"));
    assert_string_equal(drawn(1, 200), "next.so+0x4001, file missing\n");
    assert_non_null(strstr(drawn(1, 100), "tiny_first"));
    assert_non_null(strstr(drawn(1, UINT64_MAX), "tiny_first"));
    assert_string_equal(drawn(2, UINT64_MAX), "next.so+0x4001, file missing\n");
    close_scene();
}

/* ---- interpreters -------------------------------------------------------------------------------------------- */

TEST(interpreted_frames_are_on_top)
{
    sample_build(&scene.builder);
    open_scene();
    assert_string_equal(drawn(4, 0), "bad\\xffname (dir with space/\xc3\xa4 & <b>.lua)\ntail\nmain (src/main.lua)\n"
                                     "libgone.so+0x1234, file missing\nlibgone.so+0x1fff, file missing\n0x99\n");
    const struct qp_located_stack *stack = qp_locate_frames(&scene.locate, 4, 0);
    for (uint32_t i = 0; i < stack->count; i++)
        assert_int_equal(stack->frames[i].interpreted, i < 3);
    close_scene();
}

TEST(deep_path_shows_its_innermost_part)
{
    builder_begin(&scene.builder);
    builder_method(&scene.builder, QP_QPROF, 7, "deep", NULL, NULL, 0);
    uint32_t node = builder_root(&scene.builder, QP_QPROF, builder_thread(&scene.builder, 1, NULL), 0, 0);
    for (int i = 0; i < QP_LOCATE_PATH + 500; i++)
        node = builder_node(&scene.builder, node, 7, 1, 1);
    builder_stack(&scene.builder, 1, NULL, 0, node, 0);
    open_scene();
    assert_int_equal(qp_locate_frames(&scene.locate, 1, 0)->count, QP_LOCATE_PATH);
    close_scene();
}
