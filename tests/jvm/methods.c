/* Tests of the registration of a class's methods by the agent. The library is a mock that only counts calls. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/methods/methods.h"
#include "bindings/jvm/methods/registration.h"
#include "tests/jvm/built.h"
#include "tests/support/test.h"

enum { NOP = 0, ICONST_0 = 3, IFEQ = 153, GOTO = 167, RETURN = 177 };

static int registered;
static qprof_MethodID counted;  /* method of the last request for counters; 0 = none */
static uint64_t counters_owner; /* owner in that request */

static void register_method(qprof_MethodID id, const char *name, const char *class_name, int flags, const char *file,
                            const qprof_LineInfo *lines, int count, VthreadID thread)
{
    (void)id, (void)name, (void)class_name, (void)flags, (void)file, (void)lines, (void)count, (void)thread;
    registered++;
}

static int block_counters(qprof_MethodID id, qprof_BlockCounters *counters)
{
    static uint64_t room[16];
    counted = id;
    counters_owner = counters->owner;
    counters->base = room;
    return 0;
}

static void start(void)
{
    static const struct kit_binding binding = {.virtual_threads = true};
    kit_library.binding = &binding;
    kit_library.qii.register_method_id_vt = register_method;
    kit_library.qii.block_counters = block_counters;
    registered = 0;
    counted = 0;
}

static void add(struct built *built, const char *name, int line)
{
    built_add(built, &(struct built_code){
                         .name = name, CODE(NOP, RETURN), ATTRIBUTE("LineNumberTable", U2(1), U2(0), U2(line))});
}

static void build(struct built *built, int methods)
{
    built_init(built, 52);
    for (int i = 0; i < methods; i++) {
        char name[20];
        snprintf(name, sizeof name, "run%d", i);
        add(built, name, 1);
    }
}

/* Rewrite a class. Return whether it was changed. */
static bool rewrite(struct built *built, const char *calls)
{
    size_t size = 0;
    unsigned char *bytes =
        qjvm_methods_rewrite(&(struct qjvm_method_options){.calls = calls, .counters = "Hook", .lines = !calls}, true,
                             built->bytes.bytes, built->bytes.size, &size);
    free(bytes);
    return bytes;
}

TEST(methods_of_a_class_that_is_loaded_again_are_the_same_functions)
{
    struct built built;
    start();
    build(&built, 100);
    built_done(&built);
    assert_true(rewrite(&built, NULL));
    assert_int_equal(registered, 100);
    assert_true(rewrite(&built, "Hook")); /* like a load of the class by another class loader */
    assert_int_equal(registered, 100);
    built_fini(&built);
}

TEST(class_that_is_registered_before_it_is_loaded_has_the_same_functions)
{
    struct built built;
    start();
    assert_false(qjvm_registration_has_class(qjvm_text_of("Early")));
    built_init(&built, 52);
    built.name = "Early";
    add(&built, "early", 1);
    built_done(&built);
    qjvm_methods_register(&(struct qjvm_method_options){.counters = "Hook", .lines = true}, built.bytes.bytes,
                          built.bytes.size);
    assert_int_equal(registered, 1);
    assert_int_equal(counted, 0);
    assert_true(qjvm_registration_has_class(qjvm_text_of("Early")));
    assert_true(rewrite(&built, NULL));
    assert_int_equal(registered, 1);
    assert_true(counted);
    built_fini(&built);
}

/* Load a class with the method `same` on line 7, in this code. Return the function's id. */
static qprof_MethodID load_same(const unsigned char *code, size_t size, int line)
{
    struct built built;
    built_init(&built, 52);
    built_add(&built,
              &(struct built_code){
                  .name = "same", .code = code, .size = size, ATTRIBUTE("LineNumberTable", U2(1), U2(0), U2(line))});
    built_done(&built);
    assert_true(rewrite(&built, NULL));
    built_fini(&built);
    return counted;
}

/* Another agent may have changed a class. */
TEST(method_with_other_code_on_the_same_lines_is_the_same_function)
{
    static const unsigned char plain[] = {NOP, RETURN}, changed[] = {NOP, NOP, RETURN};
    static const unsigned char loops[] = {NOP, GOTO, 0xff, 0xff};
    start();
    qprof_MethodID id = load_same(plain, sizeof plain, 7);
    uint64_t owner = counters_owner;
    assert_int_equal(load_same(changed, sizeof changed, 7), id);
    assert_int_equal(counters_owner, owner);
    assert_int_equal(load_same(loops, sizeof loops, 7), id); /* the line runs more often than the method is called */
    assert_int_not_equal(counters_owner, owner);
    assert_int_not_equal(load_same(plain, sizeof plain, 8), id);
    assert_int_equal(registered, 2);
}

/* Another agent changed a class that was registered before: its code has a further line and branches. */
TEST(changed_method_is_the_function_that_was_registered_before)
{
    struct built built, changed;
    start();
    built_init(&built, 52);
    built.name = "Changed";
    add(&built, "run", 7);
    built_done(&built);
    qjvm_methods_register(&(struct qjvm_method_options){.counters = "Hook", .lines = true}, built.bytes.bytes,
                          built.bytes.size);
    built_init(&changed, 52);
    changed.name = "Changed";
    built_add(&changed, &(struct built_code){.name = "run",
                                             CODE(ICONST_0, IFEQ, U2(3), RETURN),
                                             ATTRIBUTE("LineNumberTable", U2(2), U2(0), U2(7), U2(4), U2(9))});
    built_done(&changed);
    for (int load = 0; load < 2; load++)
        assert_true(rewrite(&changed, NULL));
    assert_int_equal(registered, 1);
    built_fini(&built);
    built_fini(&changed);
}

/* The constant pool has no room for the constants of all methods. So the constants that were added are removed
 * again. */
TEST(class_without_room_for_constants_is_unchanged)
{
    struct built built;
    start();
    build(&built, 8000);
    built.name = "Full";
    built_fill(&built, 65535 - 6 - 7);
    built_done(&built);
    assert_false(rewrite(&built, NULL));
    assert_int_equal(registered, 8000);
    built_fini(&built);
}
