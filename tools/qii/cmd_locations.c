/* cmd_locations.c - qii locations: what each location of a run means, frame by frame. */
#include "tools/qii/qii.h"

#include "export/table.h"
#include "locate/locate.h"

#include <stdlib.h>

struct choice {
    struct qii_input input; /* first: qii_take_file's */
    const char *handle;     /* only this one */
    bool colour;
};

enum { KEY_HANDLE = 0x200 };

static const struct argp_option options[] = {
    {"handle", KEY_HANDLE, "N", 0, "only this location", 1},
    {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
    struct choice *choice = state->input;
    switch (key) {
    case KEY_HANDLE:
        qii_number(argument, state, "--handle");
        choice->handle = argument;
        return 0;
    case ARGP_KEY_ARG:
        return qii_take_file(&choice->input, argument, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse_option,
    .args_doc = "[FILE]",
    .doc =
        "Show the source locations that a run with libvt recorded: each with its number and its frames, the innermost "
        "first. Functions, files and lines come from the program and its libraries as they lie on this machine; "
        "where one is gone or is another build, its addresses are shown.\v"
        "Separate debug information is found beside a file, in .debug beside it, below /usr/lib/debug, and below the "
        "directory that QII_DEBUG_DIR names. Nothing is downloaded.",
};

static void print_frame(const struct qp_located *frame)
{
    char shown[2000];
    qp_located_show(frame, shown, sizeof shown);
    printf("  %s%s\n", shown, frame->inlined ? ", inlined" : "");
}

static bool print_location(struct choice *choice, struct qp_locate *locate, uint32_t handle)
{
    const struct qp_located_stack *stack = qp_locate_frames(locate, handle, UINT64_MAX);
    if (!stack)
        return false;
    qp_style_begin(stdout, QP_STYLE_BOLD, choice->colour);
    printf("location %u", handle);
    qp_style_end(stdout, QP_STYLE_BOLD, choice->colour);
    putchar('\n');
    for (uint32_t i = 0; i < stack->count; i++)
        print_frame(&stack->frames[i]);
    return true;
}

static int print_locations(struct choice *choice, struct qp_locate *locate)
{
    const struct qp_places *places = locate->places;
    uint32_t only = choice->handle ? (uint32_t)strtoul(choice->handle, NULL, 10) : 0;
    uint32_t printed = 0;
    for (uint32_t i = 0; i < places->count; i++) {
        if (choice->handle && places->items[i].handle != only)
            continue;
        if (!print_location(choice, locate, places->items[i].handle))
            return qii_no_memory();
        printed++;
    }
    if (printed)
        return QII_OK;
    fprintf(stderr, "qii: %s has no %s\n", choice->input.path, choice->handle ? "such location" : "locations");
    return QII_NO;
}

int qii_locations(int argc, char **argv)
{
    struct choice choice = {.colour = qii_colour(), .input = {.quiet = true}};
    struct qp_places places;
    struct qp_locate locate;
    int code = qii_parse(&argp, argc, argv, &choice);
    if (!code)
        code = qii_input_open(&choice.input);
    if (code)
        return code;
    if (!qp_places_open(&places, &choice.input.profile.reader)) {
        code = qii_no_memory();
    } else {
        qii_input_tell_damage(&choice.input);
        if (!qp_locate_open(&locate, &choice.input.profile, &places)) {
            code = qii_no_memory();
        } else {
            code = print_locations(&choice, &locate);
            qp_locate_close(&locate);
        }
        qp_places_close(&places);
    }
    qii_input_close(&choice.input);
    return qii_output_end(code);
}
