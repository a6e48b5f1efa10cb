/* path_maps.c - names of files that are mapped to other paths. */
#include "profile/load/path_maps.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

/* Return the mapped name, valid until the next call. */
static const char *mapped(const char *name)
{
    static char text[200];
    struct qp_text result;
    char *owned;
    assert_true(qp_path_maps_apply(qp_text_of(name), &result, &owned));
    memcpy(text, result.bytes, result.length);
    text[result.length] = '\0';
    free(owned);
    return text;
}

TEST(first_map_that_fits_replaces_whole_components)
{
    const struct qp_path_maps maps = {
        {{"/build/src", "src"}, {"/build", "."}, {"/ci/*/lib", "third/party"}, {"/one.lua", "two.lua"}}, 4};
    qp_path_maps_use(&maps);
    assert_string_equal(mapped("/build/src/a.lua"), "src/a.lua");
    assert_string_equal(mapped("/build/src"), "src");
    assert_string_equal(mapped("/build/src2/a.lua"), "src2/a.lua");
    assert_string_equal(mapped("/build/"), "/build/");
    assert_string_equal(mapped("/build"), "/build");
    assert_string_equal(mapped("/buildx/a.lua"), "/buildx/a.lua");
    assert_string_equal(mapped("/ci/job 17/lib/x/y.lua"), "third/party/x/y.lua");
    assert_string_equal(mapped("/ci/a/b/lib/x.lua"), "/ci/a/b/lib/x.lua");
    assert_string_equal(mapped("/one.lua"), "two.lua");
    assert_string_equal(mapped("build/src/a.lua"), "build/src/a.lua");
    assert_string_equal(mapped("[string \"/build/src/a\"]"), "[string \"/build/src/a\"]");
    assert_string_equal(mapped("././a.lua"), "a.lua");
    assert_string_equal(mapped("./"), "./");
    qp_path_maps_use(NULL);
    assert_string_equal(mapped("./a.lua"), "./a.lua");
    assert_string_equal(mapped("/build/src/a.lua"), "/build/src/a.lua");
}
