#include "tools/qii/command.h"

#include "watch/pace.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Open the data file, run the command, and close the file. Set *running if the recorded program still runs, so that the
 * next read may give another result. */
static int answer(const struct qii_command *command, struct qii_input *input, void *request, bool *running)
{
    bool opens_nothing = command->opens_nothing || (command->opens_itself && command->opens_itself(input, request));
    int code = opens_nothing ? QII_OK : qii_input_open(input);
    if (code)
        return code;
    if (command->queries && !qii_input_is_unopened(input))
        code = qii_input_query(input);
    if (!code) {
        qii_view_begin(&input->view, command->pages && !input->watch_ns);
        code = command->run(input, request);
    }
    *running = input->profile.reader.ending == QP_ENDING_RUNNING || qp_job_is_running(&input->job);
    qii_input_close(input);
    return qii_output_end(code);
}

static void wait_for(uint64_t ns)
{
    struct timespec rest = {.tv_sec = (time_t)(ns / 1000000000), .tv_nsec = (long)(ns % 1000000000)};
    while (nanosleep(&rest, &rest) != 0)
        continue;
}

static int answer_again(const struct qii_command *command, struct qii_input *input, void *request)
{
    struct qp_pace pace = {.asked_ns = input->watch_ns};
    for (bool again = false;; again = true) {
        bool running = false;
        qp_pace_begin(&pace);
        qii_output_renew(again);
        int code = answer(command, input, request, &running);
        uint64_t wait = qp_pace_end(&pace);
        if ((code && code != QII_NO) || !running)
            return code;
        wait_for(wait);
    }
}

int qii_answer(const struct qii_command *command, int argc, char **argv)
{
    struct qii_input input = {.product = command->product,
                              .cover = command->cover,
                              .quiet = command->quiet,
                              .ranks = command->files.ranks,
                              .one_file = command->files.one_file};
    bool running;
    if (command->main)
        return command->main(argc, argv);
    if (qii_unknown_options(command, argc, argv))
        return QII_USAGE;
    void *request = calloc(1, command->size + 1);
    if (!request)
        return qii_no_memory();
    if (command->defaults)
        memcpy(request, command->defaults, command->size);
    int code = qii_command_parse(command, argc, argv, &input, request);
    if (!code && command->configured)
        code = qii_configured_open(&input.configured, "qii", &input.project);
    qp_path_maps_use(&input.project.paths);
    if (!code)
        code = input.watch_ns ? answer_again(command, &input, request) : answer(command, &input, request, &running);
    qp_path_maps_use(NULL);
    qii_project_close(&input.project);
    free(input.paths);
    free(request);
    return code;
}
