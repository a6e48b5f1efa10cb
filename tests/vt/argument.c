/* Text arguments from Fortran if no memory is left for copies. The linker replaces malloc (--wrap). */
#include "vt/argument.h"
#include "vt/fortran.h"
#include "tests/support/test.h"

#include "VT.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

static size_t refused; /* size of the allocations that fail; 0 = none */

void *__wrap_malloc(size_t size)
{
    return size == refused ? NULL : __real_malloc(size);
}

TEST(text_ends_at_a_nul_and_before_blanks)
{
    struct vt_text text;
    assert_string_equal(vt_text_take(&text, "name    ", 8), "name");
    assert_string_equal(vt_text_take(&text, "name", 2), "na");
    assert_string_equal(vt_text_take(&text, " a b \0 c ", 9), " a b");
    assert_string_equal(vt_text_take(&text, "    ", 4), "");
    assert_string_equal(vt_text_take(&text, "", 0), "");
    assert_null(vt_text_take(&text, NULL, 7)); /* an optional argument that the caller omitted */
    assert_int_equal(vt_text_drop(&text, VT_ERR_BADARG), VT_ERR_BADARG);
}

TEST(missing_memory_is_reported_and_nothing_is_defined)
{
    char name[300];
    int handle = 5;
    int ierr = 5;
    const int class_handle = VT_NOCLASS;
    const int old = 9;
    int on = 0;
    memset(name, 'n', sizeof name);

    refused = sizeof name + 1;
    vtfuncdef_(name, &class_handle, &handle, &ierr, sizeof name);
    assert_int_equal(ierr, VT_ERR_NOMEMORY);
    assert_int_equal(handle, 0);

    /* The second of two texts may be absent, but must not be lost for lack of memory. */
    vtsymdef_(&old, "f", name, &ierr, 1, sizeof name);
    assert_int_equal(ierr, VT_ERR_NOMEMORY);
    assert_int_equal(VT_symstate(old, &on), VT_ERR_BADSYMBOLID);

    refused = 0;
    vtsymdef_(&old, "f", name, &ierr, 1, sizeof name);
    assert_int_equal(ierr, VT_OK);
    vtfuncdef_(name, &class_handle, &handle, &ierr, sizeof name);
    assert_int_equal(ierr, VT_OK);
    assert_int_not_equal(handle, 0);
}

TEST(absent_arguments_are_tolerated)
{
    int ierr = 5;
    vtfuncdef_(NULL, NULL, NULL, &ierr, 0);
    assert_int_equal(ierr, VT_ERR_BADARG);
    vtfuncdef_("f", NULL, NULL, NULL, 1);
    vtgetrank_(NULL, &ierr);
    vtenterstate_("f", NULL, NULL, &ierr, 1);
    vtcountval_(NULL, NULL, NULL, &ierr);
    vtbegin_(NULL, NULL);
}
