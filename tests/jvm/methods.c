/* Tests of the registration of a class's methods by the agent. The library is a mock that only counts calls. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/methods/class_functions.h"
#include "bindings/jvm/methods/methods.h"
#include "tests/jvm/built.h"
#include "tests/support/test.h"

enum { NOP = 0, RETURN = 177 };

static int registered;
static int lookups;

static void register_method(qprof_MethodID id, const char *name, const char *class_name, int flags, const char *file,
                            const qprof_LineInfo *lines, int count, VthreadID thread)
{
    (void)id, (void)name, (void)class_name, (void)flags, (void)file, (void)lines, (void)count, (void)thread;
    registered++;
}

static int block_counters(qprof_MethodID id, qprof_BlockCounters *counters)
{
    static uint64_t room[16];
    (void)id;
    counters->base = room;
    return 0;
}

struct kit_function **__real_qjvm_class_functions_get(const unsigned char *bytes, size_t size, unsigned method_count);
struct kit_function **__wrap_qjvm_class_functions_get(const unsigned char *bytes, size_t size, unsigned method_count);

struct kit_function **__wrap_qjvm_class_functions_get(const unsigned char *bytes, size_t size, unsigned method_count)
{
    lookups++;
    return __real_qjvm_class_functions_get(bytes, size, method_count);
}

static void start(void)
{
    static const struct kit_binding binding = {.virtual_threads = true};
    kit_library.binding = &binding;
    kit_library.qii.register_method_id_vt = register_method;
    kit_library.qii.block_counters = block_counters;
    registered = lookups = 0;
}

static void build(struct built *built, int methods)
{
    built_init(built, 52);
    for (int i = 0; i < methods; i++) {
        char name[20];
        snprintf(name, sizeof name, "run%d", i);
        built_add(built, &(struct built_code){
                             .name = name, CODE(NOP, RETURN), ATTRIBUTE("LineNumberTable", U2(1), U2(0), U2(1))});
    }
}

/* Rewrite a class. Return whether it was changed. */
static bool rewrite(struct built *built, const char *calls)
{
    size_t size = 0;
    unsigned char *bytes = qjvm_methods_rewrite(&(struct qjvm_method_options){.calls = calls, .counters = "Hook"},
                                                built->bytes.bytes, built->bytes.size, &size);
    free(bytes);
    return bytes;
}

TEST(class_is_looked_up_once_for_all_of_its_methods)
{
    struct built built;
    start();
    build(&built, 100);
    built_done(&built);
    assert_true(rewrite(&built, NULL));
    assert_int_equal(registered, 100);
    assert_int_equal(lookups, 1);
    assert_true(rewrite(&built, "Hook")); /* like a load of the class by another class loader */
    assert_int_equal(registered, 100);
    assert_int_equal(lookups, 2);
    built_fini(&built);
}

/* The constant pool has no room for the constants of all methods. So the constants that were added are removed
 * again. */
TEST(class_without_room_for_constants_is_unchanged)
{
    struct built built;
    start();
    build(&built, 8000);
    built_fill(&built, 65535 - 6 - 7);
    built_done(&built);
    assert_false(rewrite(&built, NULL));
    assert_int_equal(registered, 8000);
    assert_int_equal(lookups, 1);
    built_fini(&built);
}
