/* source_origin.c - the source texts that may be in a page or an export. A name in a data file must not decide which
 * texts these are. */
#include "profile/source/source_text.h"
#include "tests/support/folder.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct qp_source_path none, folders = {.folders = {"../include"}, .count = 1};

static enum qp_source_origin origin_of(const struct qp_source_path *path, const char *name)
{
    char absolute[PATH_MAX], here[PATH_MAX - 100];
    struct qp_source_file file;
    assert_non_null(getcwd(here, sizeof here));
    snprintf(absolute, sizeof absolute, "%s/%s", here, name);
    assert_true(qp_source_path_read(path, qp_text_of(""), qp_text_of(absolute), &file));
    assert_non_null(file.bytes);
    free(file.bytes);
    return file.origin;
}

/* Make a directory that everyone may enter, and make its folder work/ the working directory. There is a text in
 * work/, a text beside work/, and two texts in the folder include/ beside work/. */
static void make_files(void)
{
    folder_enter();
    folder_write("work/a.lua", "here");
    folder_write("include/b.lua", "in a folder");
    folder_write("include/deep/secret.lua", "in a folder");
    folder_write("shadow", "beside");
    chmod(".", 0755);
    chmod("include", 0755);
    chmod("shadow", 0600);
    chmod("include/b.lua", 0644);
    assert_int_equal(chdir("work"), 0);
    assert_int_equal(symlink("../shadow", "link.lua"), 0);
    assert_int_equal(symlink("../include", "tree"), 0);
}

TEST(files_below_the_working_directory_or_a_given_folder_are_near)
{
    make_files();
    assert_int_equal(origin_of(&none, "a.lua"), QP_SOURCE_NEAR);
    assert_int_equal(origin_of(&none, "../work/a.lua"), QP_SOURCE_NEAR);
    assert_int_equal(origin_of(&folders, "../include/b.lua"), QP_SOURCE_NEAR);
    assert_int_equal(origin_of(&folders, "tree/b.lua"), QP_SOURCE_NEAR);
    assert_int_equal(origin_of(&none, "../include/b.lua"), QP_SOURCE_PUBLIC);
    assert_int_equal(origin_of(&none, "tree/b.lua"), QP_SOURCE_PUBLIC);
}

TEST(file_is_private_if_it_or_a_folder_above_it_is)
{
    make_files();
    assert_int_equal(origin_of(&folders, "../shadow"), QP_SOURCE_PRIVATE);
    assert_int_equal(origin_of(&folders, "link.lua"), QP_SOURCE_PRIVATE);
    chmod("../include", 0700);
    assert_int_equal(origin_of(&none, "../include/b.lua"), QP_SOURCE_PRIVATE);
}

TEST(nothing_is_near_the_root_directory)
{
    static const struct qp_source_path root = {.folders = {"/"}, .count = 1};
    make_files();
    assert_int_equal(origin_of(&root, "../shadow"), QP_SOURCE_PRIVATE);
}

static bool may_share(enum qp_source_origin origin, bool verified, const struct qp_source_path *path)
{
    const struct qp_source_text text = {.bytes = "text", .size = 4, .origin = origin, .is_verified = verified};
    return qp_source_text_may_be_shared(&text, path);
}

TEST(verified_texts_may_be_shared_unless_private_and_others_only_from_the_folders_of_the_user)
{
    const struct qp_source_text missing = {.is_verified = true, .origin = QP_SOURCE_KEPT};
    assert_true(may_share(QP_SOURCE_KEPT, true, NULL));
    assert_true(may_share(QP_SOURCE_NEAR, true, NULL));
    assert_true(may_share(QP_SOURCE_PUBLIC, true, &none));
    assert_false(may_share(QP_SOURCE_PRIVATE, true, &folders));
    assert_false(may_share(QP_SOURCE_NEAR, false, &none));
    assert_false(may_share(QP_SOURCE_NEAR, false, NULL));
    assert_true(may_share(QP_SOURCE_NEAR, false, &folders));
    assert_false(may_share(QP_SOURCE_PUBLIC, false, &folders));
    assert_false(qp_source_text_may_be_shared(&missing, &folders));
}
