#include "tools/qii/change.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/qii/git.h"
#include "tools/qii/qii.h"

static void add_folder(struct qii_change *change, const char *path)
{
    if (change->folders.count == 0 || strcmp(change->folders.paths[0], path) != 0)
        change->folders.paths[change->folders.count++] = path;
}

static int refuse(const char *wanted, const char *message, const char *more)
{
    fputs("qii: --diff=", stderr);
    qp_text_print(stderr, qp_text_of(wanted));
    fputs(": ", stderr);
    qp_text_print(stderr, qp_text_of(message));
    fprintf(stderr, "%s\n", more);
    return QII_UNREADABLE;
}

static int read_input(struct qp_patch *patch)
{
    if (!qp_patch_read(patch, stdin))
        return qii_no_memory();
    if (ferror(stdin))
        return refuse("-", "cannot read standard input", "");
    if (patch->has_lines && patch->count == 0)
        return refuse("-", "standard input is not a patch in unified format (diff -u)", "");
    if (patch->cut)
        return refuse("-", "the patch is damaged: a hunk has fewer lines than its header states", "");
    return QII_OK;
}

static int read_revision(struct qp_patch *patch, const char *revision)
{
    char message[400];
    int code = qii_git_diff(patch, revision, message, sizeof message);
    if (code == QII_MEMORY)
        return qii_no_memory();
    if (code)
        refuse(revision, message, qii_git_is_shallow() ? " (this clone is shallow: fetch the revision)" : "");
    return code;
}

int qii_change_read(struct qii_change *change, const char *wanted)
{
    char message[400];
    bool is_input = strcmp(wanted, "-") == 0;
    *change = (struct qii_change){.root = qii_git_root(message, sizeof message)};
    if (change->root)
        add_folder(change, change->root);
    if (getcwd(change->directory, sizeof change->directory))
        add_folder(change, change->directory);
    if (is_input)
        return read_input(&change->patch);
    return change->root ? read_revision(&change->patch, wanted) : refuse(wanted, message, "");
}

void qii_change_close(struct qii_change *change)
{
    qp_patch_close(&change->patch);
    free(change->root);
    change->root = NULL;
}
