#include "bindings/kit/frames.h"

#include <stdlib.h>

/* Bottom of a stack for which no memory has been allocated. */
static const struct kit_frame empty_bottom = {NULL, NULL, -1, 0};

#define LEAST_ROOM 16

void kit_frames_init(struct kit_frames *frames, VthreadID thread)
{
    struct kit_frame *bottom = (struct kit_frame *)&empty_bottom;
    *frames = (struct kit_frames){.top = bottom, .bottom = bottom, .end = bottom + 1, .thread = thread};
}

void kit_frames_fini(struct kit_frames *frames)
{
    if (frames->bottom != &empty_bottom)
        free(frames->bottom);
    kit_frames_init(frames, frames->thread);
}

/* ---- events, with or without the virtual thread ----------------------------------------------------------------- */

/* Call a function of the library. In a run with virtual threads, call the function whose name ends in _vt, and pass the
 * virtual thread as the last argument. */
#define REPORT(frames, event, ...)                                                                                     \
    do {                                                                                                               \
        if (kit_library.binding->virtual_threads)                                                                      \
            kit_library.qii.event##_vt(__VA_ARGS__, (frames)->thread);                                                 \
        else                                                                                                           \
            kit_library.qii.event(__VA_ARGS__);                                                                        \
    } while (0)

static void report_entry(const struct kit_frames *frames)
{
    const struct kit_frame *top = frames->top;
    REPORT(frames, record_fn_entry, top->function->id, kit_frame_id(top));
}

static void report_exit(const struct kit_frames *frames, const struct kit_frame *to)
{
    REPORT(frames, record_fn_exit, kit_frame_id(to));
}

void kit_frames_charge(const struct kit_frames *frames)
{
    int block = frames->top->block;
    if (!kit_library.times || block < 0)
        return;
    REPORT(frames, record_bb_time, block);
}

void kit_frames_begin_block(struct kit_frames *frames, int block)
{
    if (!kit_library.lines || !frames->top->function)
        return;
    kit_frames_charge(frames);
    frames->top->block = block;
    if (block < 0)
        return;
    REPORT(frames, record_bb_counts, block, 1);
}

/* ---- push -------------------------------------------------------------------------------------------------------- */

/* Double the memory of the stack. Return false if out of memory. */
static bool grow(struct kit_frames *frames)
{
    size_t depth = (size_t)kit_frames_depth(frames);
    bool first = frames->bottom == &empty_bottom;
    size_t room = first ? LEAST_ROOM : 2 * (size_t)(frames->end - frames->bottom);
    struct kit_frame *moved = realloc(first ? NULL : frames->bottom, room * sizeof *moved);
    if (!moved)
        return false;
    moved[0] = empty_bottom;
    frames->top = moved + depth;
    frames->bottom = moved;
    frames->end = moved + room;
    return true;
}

static bool append(struct kit_frames *frames, const void *call, struct kit_function *function)
{
    if (frames->top + 1 == frames->end && !grow(frames))
        return false;
    kit_frame_set(++frames->top, call, function);
    return true;
}

/* Register a function, unless it is registered already. If out of memory, the function stays unregistered, and the
 * library counts the error. */
static void define(struct kit_function *function, VthreadID caller)
{
    if (kit_function_is_registered(function) || !kit_library.binding->define)
        return;
    kit_library_lock();
    kit_library.binding->define(function, caller);
    kit_library_unlock();
}

void kit_frames_push(struct kit_frames *frames, const void *call, struct kit_function *function)
{
    kit_frames_charge(frames);
    define(function, frames->thread);
    if (append(frames, call, function))
        report_entry(frames);
}

void kit_frames_add(struct kit_frames *frames, const void *call, struct kit_function *function)
{
    kit_frames_charge(frames);
    if (!append(frames, call, function) || !function)
        return;
    define(function, frames->thread);
    REPORT(frames, follow_fn_entry, function->id, kit_frame_id(frames->top));
}

void kit_frames_replace(struct kit_frames *frames, struct kit_function *function)
{
    kit_frames_charge(frames);
    define(function, frames->thread);
    kit_frame_set(frames->top, frames->top->call, function);
    report_entry(frames);
}

/* ---- pop --------------------------------------------------------------------------------------------------------- */

/* An exit names the frame to which control returns, and ends all frames above that frame. If no reported frame lies
 * below the popped frames, the first exit names the lowest popped frame. A second exit, which names 0 (no frame), then
 * ends the lowest popped frame. */
void kit_frames_pop_to(struct kit_frames *frames, struct kit_frame *frame)
{
    const struct kit_frame *below = frames->top;
    while (below > frame && below->function)
        below--;
    long reported = frames->top - below;
    if (reported) {
        kit_frames_charge(frames);
        if (!kit_frame_id(below) && reported > 1)
            report_exit(frames, below + 1);
        report_exit(frames, below);
    }
    frames->top = frame;
}

void kit_frames_pop(struct kit_frames *frames)
{
    if (frames->top > frames->bottom)
        kit_frames_pop_to(frames, frames->top - 1);
}

struct kit_frame *kit_frames_find(const struct kit_frames *frames, const void *call)
{
    struct kit_frame *frame = frames->top;
    while (frame > frames->bottom && frame->call != call)
        frame--;
    return frame->call == call ? frame : NULL;
}

bool kit_frames_unwind(struct kit_frames *frames, const void *call)
{
    struct kit_frame *frame = kit_frames_find(frames, call);
    if (frame && frame != frames->top)
        kit_frames_pop_to(frames, frame);
    return frame != NULL;
}
