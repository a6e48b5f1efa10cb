/* Tests of which methods are recognized as leaf methods. */
#include <string.h>

#include "tests/jvm/asked.h"
#include "tests/support/test.h"

enum {
    ICONST_0 = 3,
    LDC = 18,
    ALOAD_0 = 42,
    POP = 87,
    IFEQ = 153,
    GOTO = 167,
    RETURN = 177,
    GETSTATIC = 178,
    GETFIELD = 180,
    INVOKESTATIC = 184,
    NEW = 187,
    NEWARRAY = 188,
    ATHROW = 191,
    CHECKCAST = 192,
    MONITORENTER = 194
};

static bool is_leaf(struct built_code code, struct built *built)
{
    struct asked asked = {.answer = {.insertion = QJVM_NOTHING}};
    code.name = "run";
    built_add(built, &code);
    assert_string_equal(asked_describe(&asked, built, "run"), "unchanged");
    built_fini(built);
    return strstr(asked.methods, "leaf") != NULL;
}

TEST(leaves_call_nothing)
{
    struct built built;
#define LEAF(...) (built_init(&built, 52), is_leaf((struct built_code){__VA_ARGS__}, &built))
    assert_true(LEAF(CODE(ICONST_0, IFEQ, U2(3), RETURN)));
    assert_false(LEAF(CODE(ICONST_0, IFEQ, U2(-1), RETURN)));
    assert_false(LEAF(CODE(GOTO, U2(0))));
    assert_false(LEAF(CODE(INVOKESTATIC, U2(1), RETURN)));
    assert_false(LEAF(CODE(NEW, U2(1), POP, RETURN)));
    assert_false(LEAF(CODE(ALOAD_0, MONITORENTER, RETURN)));
    assert_false(LEAF(CODE(ALOAD_0, ATHROW)));
    assert_false(LEAF(.access = 0x20, CODE(RETURN)));
    assert_true(LEAF(CODE(GETFIELD, U2(1), RETURN)));
    assert_true(LEAF(CODE(NEWARRAY, 4, POP, RETURN)));
    assert_false(LEAF(CODE(CHECKCAST, U2(1), POP, RETURN)));

    built_init(&built, 52);
    unsigned class = built_class(&built, "Other");
    assert_false(is_leaf((struct built_code){CODE(LDC, (unsigned char)class, POP, RETURN)}, &built));
    built_init(&built, 52);
    unsigned own = built_method(&built, "Small", "field", "I");
    assert_true(is_leaf((struct built_code){CODE(GETSTATIC, U2(own), POP, RETURN)}, &built));
    built_init(&built, 52);
    unsigned others = built_method(&built, "Other", "field", "I");
    assert_false(is_leaf((struct built_code){CODE(GETSTATIC, U2(others), POP, RETURN)}, &built));
}
