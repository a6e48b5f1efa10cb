/* cmd_check.c - qii check: is the data file sound? */
#include "tools/qii/qii.h"

#include "base/number.h"
#include "data/sizes.h"

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    return qii_take_file(state->input, argument, state);
}

static const struct argp argp = {
    .parser = parse_option,
    .args_doc = "[FILE]",
    .doc = "Tell whether all of a data file can be read: nothing is cut off, every size, reference and text is whole.\v"
           "Exit codes: 0 it is sound, 1 parts are damaged (reports show the rest), 3 it cannot be read at all. A file "
           "of a run that was killed, or still runs, is sound too.",
};

int qii_check(int argc, char **argv)
{
    struct qii_input input = {.quiet = true};
    int code = qii_parse(&argp, argc, argv, &input);
    if (!code)
        code = qii_input_open(&input);
    if (code)
        return code;
    uint64_t sizes[QP_KINDS];
    char nodes[QP_NUMBER], methods[QP_NUMBER];
    struct qp_reader *reader = &input.profile.reader;
    qp_sizes_measure(reader, sizes);
    qp_number_count(nodes, input.profile.node_count);
    qp_number_count(methods, input.profile.method_count);
    if (reader->damages) {
        printf("%s: damaged: %s", input.path, reader->damage);
        if (reader->damages > 1)
            printf(" (and %llu more)", (unsigned long long)reader->damages - 1);
        printf("; readable are %s functions and %s nodes\n", methods, nodes);
        code = QII_NO;
    } else {
        printf("%s: sound: %s functions, %s nodes, %u thread%s%s\n", input.path, methods, nodes,
               input.profile.carrier_count, input.profile.carrier_count == 1 ? "" : "s",
               reader->ending == QP_ENDING_RUNNING  ? "; the run goes on"
               : reader->ending == QP_ENDING_KILLED ? "; the run did not end by itself"
                                                    : "");
    }
    qii_input_close(&input);
    return qii_output_end(code);
}
