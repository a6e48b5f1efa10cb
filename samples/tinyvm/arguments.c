/* arguments.c - options shared by the machines. */
#include "arguments.h"

enum { KEY_PROFILE = 512, KEY_COVER, KEY_QII, KEY_QII_OPTIONS };

static const struct argp_option options[] = {
    {"profile", KEY_PROFILE, 0, 0, "Profile the program with libqprof", 0},
    {"cover", KEY_COVER, 0, 0, "Count calls and lines with libcprof", 0},
    {"qii", KEY_QII, "LIBRARY", 0, "Use this library: a name such as qprof, or a path", 0},
    {"qii-options", KEY_QII_OPTIONS, "TEXT", 0, "Options for the library, such as -granularity=line", 0},
    {0},
};

static error_t take(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_PROFILE:
        arguments->library = "qprof";
        return 0;
    case KEY_COVER:
        arguments->library = "cprof";
        return 0;
    case KEY_QII:
        arguments->library = argument;
        return 0;
    case KEY_QII_OPTIONS:
        arguments->options = argument;
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->program)
            argp_usage(state);
        arguments->program = argument;
        return 0;
    case ARGP_KEY_END:
        if (!arguments->program)
            argp_usage(state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp arguments_argp = {options, take, NULL, NULL, NULL, NULL, NULL};
