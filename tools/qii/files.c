#include "tools/qii/files.h"

#include <errno.h>
#include <string.h>

static char separator[] = "-"; /* replaces -- between two sides; its address distinguishes it from a typed "-" */

void qii_files_prepare(const struct qii_files *files, int argc, char **argv)
{
    for (int i = 1; files->takes_sides && i < argc; i++) {
        if (strcmp(argv[i], "--") == 0)
            argv[i] = separator;
    }
}

static void end_first_side(struct qii_input *input, struct argp_state *state)
{
    if (input->separated)
        argp_error(state, "only one -- is allowed");
    input->separated = true;
    input->first_side = input->path_count;
}

error_t qii_files_take(const struct qii_files *files, struct qii_input *input, void *request, char *argument,
                       struct argp_state *state)
{
    const char **subject = (const char **)(void *)((char *)request + files->subject);
    if (files->no_subject && !*subject) {
        *subject = argument;
        return 0;
    }
    if (argument == separator) {
        end_first_side(input, state);
        return 0;
    }
    if (input->path && files->one_file && !files->ranks)
        argp_error(state, "only one FILE is allowed: %s", files->one_file);
    return qii_input_add(input, argument) ? 0 : ENOMEM;
}

void qii_files_check(const struct qii_files *files, struct qii_input *input, const void *request,
                     struct argp_state *state)
{
    const char *const *subject = (const char *const *)(const void *)((const char *)request + files->subject);
    if (files->no_subject && !*subject)
        argp_error(state, "%s", files->no_subject);
    if (files->no_file && !input->path)
        argp_error(state, "%s", files->no_file);
    if (!files->takes_sides || (files->one_side && input->path_count < 2 && !input->separated))
        return;
    if (!input->separated && input->path_count == 2)
        input->first_side = 1;
    else if (!input->separated && input->path_count > 2)
        argp_error(state, "with more than two FILEs, use -- to separate the runs before and after the change");
    if (input->first_side == 0 || input->first_side == input->path_count)
        argp_error(state, "name the data files before and after the change");
}
