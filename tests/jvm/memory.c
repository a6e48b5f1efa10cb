/* Lack of memory: each allocation of a rewriting fails in turn. The class must then be either unchanged or complete. */
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/class/source_lines.h"
#include "tests/jvm/asked.h"
#include "tests/support/test.h"

static unsigned long allocations_left = -1UL;

static bool granted(void)
{
    if (allocations_left == -1UL)
        return true;
    return allocations_left > 0 && allocations_left--;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
    return granted() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return granted() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *memory, size_t size)
{
    return granted() ? __real_realloc(memory, size) : NULL;
}

enum { ICONST_0 = 3, POP = 87, IFEQ = 153, RETURN = 177, NEWARRAY = 188 };

static void build(struct built *built)
{
    built_init(built, 52);
    built_add(built, &(struct built_code){
                         .name = "<init>", CODE(ICONST_0, IFEQ, U2(3), RETURN), ATTRIBUTE("StackMapTable", U2(1), 4)});
    for (int i = 0; i < 40; i++)
        built_add(built,
                  &(struct built_code){.name = "run",
                                       CODE(ICONST_0, POP, ICONST_0, NEWARRAY, 8, POP, RETURN),
                                       ATTRIBUTE("LineNumberTable", U2(3), U2(0), U2(1), U2(2), U2(2), U2(6), U2(3))});
    built_done(built);
}

/* Rewrite a class with 0, 1, 2, ... allocations until none fails. Return the number of allocations that were needed. */
static unsigned long starve(enum qjvm_insertion insertion, bool filter, const uint64_t *sites)
{
    struct built built;
    static uint64_t counters[] = {8, 16, 24};
    build(&built);
    for (unsigned long granted_ones = 0;; granted_ones++) {
        struct asked asked = {.answer = {.insertion = insertion,
                                         .id = 100000,
                                         .entry_counter = 32,
                                         .line_counters = counters,
                                         .site_arguments = sites},
                              .filter = filter};
        allocations_left = granted_ones;
        asked_rewrite(&asked, built.bytes.bytes, built.bytes.size);
        allocations_left = -1UL;
        bool complete = strcmp(asked.unchanged, "") == 0;
        if (!complete)
            assert_non_null(strstr(asked.unchanged, "no memory"));
        assert_null(strstr(asked.unchanged, "too many"));
        if (complete)
            assert_non_null(asked.bytes);
        else if (asked.bytes)
            assert_non_null(strstr(built_describe(asked.bytes, asked.size, "run"), "stack"));
        free(asked.bytes);
        if (complete) {
            built_fini(&built);
            return granted_ones;
        }
    }
}

TEST(insertion_of_calls_survives_lack_of_memory)
{
    assert_true(starve(QJVM_CALLS, false, NULL) > 100);
}

TEST(insertion_of_counts_survives_lack_of_memory)
{
    assert_true(starve(QJVM_LINES, false, NULL) > 100);
}

TEST(search_for_generated_code_survives_lack_of_memory)
{
    assert_true(starve(QJVM_LINES, true, NULL) > starve(QJVM_LINES, false, NULL) + 100);
}

TEST(insertion_at_allocation_sites_survives_lack_of_memory)
{
    assert_true(starve(QJVM_LINES, false, asked_hundreds) > starve(QJVM_LINES, false, NULL) + 40);
}

/* Return whether there was memory for the map and for the lines. */
static bool map_lines(void)
{
    static const char text[] = "SMAP\nA.kt\nK\n*S K\n*F\n1 A.kt\n2 B.kt\n3 C.kt\n*L\n1#1:1\n2#1:2\n3#2:3\n";
    static const struct qjvm_line table[] = {{0, 1}, {1, 3}};
    const struct qjvm_source_file own = {.name = {(const unsigned char *)"A.kt", 4}};
    struct qjvm_source_map map;
    struct qjvm_source_lines lines;
    if (!qjvm_source_map_init(&map, (struct qjvm_text){(const unsigned char *)text, sizeof text - 1}, own))
        return false;
    bool ok = qjvm_source_lines_init(&lines, &map, table, 2);
    if (ok)
        qjvm_source_lines_fini(&lines);
    qjvm_source_map_fini(&map);
    return ok;
}

TEST(source_map_survives_lack_of_memory)
{
    unsigned long granted_ones = 0;
    for (bool complete = false; !complete; granted_ones++) {
        allocations_left = granted_ones;
        complete = map_lines();
        allocations_left = -1UL;
    }
    assert_true(granted_ones > 3);
}
