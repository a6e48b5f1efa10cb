#include "locate/locate.h"

#include "format/array.h"
#include "profile/log/events.h"
#include "locate/debug_file.h"
#include "locate/image.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- images -------------------------------------------------------------------------------------------------- */

/* Return the full path of a module's file. A relative path is relative to the recorded program's working directory. */
static char *full_path(const struct qp_locate *locate, struct qp_text name)
{
    struct qp_text directory = name.bytes[0] == '/' ? qp_text_of("") : locate->profile->directory;
    char *path;
    int length = asprintf(&path, "%.*s%s%.*s", (int)directory.length, directory.bytes, directory.length ? "/" : "",
                          (int)name.length, name.bytes);
    return length < 0 ? NULL : path;
}

static struct qp_image_id id_of(const struct qp_locate *locate, const struct qp_module *module)
{
    return (struct qp_image_id){
        .bytes = module->build_id,
        .size = module->build_id_size,
        .seen_ns =
            locate->profile->reader.header.start_realtime_ns + qp_profile_since_start(locate->profile, module->tick),
    };
}

static bool is_of(const struct qp_image *image, const char *path, const struct qp_image_id *id)
{
    return strcmp(image->path, path) == 0 && image->id.size == id->size &&
           (id->size ? memcmp(image->id.bytes, id->bytes, id->size) == 0 : image->id.seen_ns == id->seen_ns);
}

static struct qp_image *image_of(struct qp_locate *locate, uint32_t module)
{
    if (locate->image_of[module])
        return &locate->images[locate->image_of[module] - 1];
    struct qp_image_id id = id_of(locate, &locate->locations->modules[module]);
    char *path = full_path(locate, locate->locations->modules[module].name);
    if (!path)
        return NULL;
    uint32_t index = 0;
    while (index < locate->image_count && !is_of(&locate->images[index], path, &id))
        index++;
    if (index < locate->image_count) {
        free(path);
    } else {
        qp_image_open(&locate->images[index], path, &id, &locate->debug_path);
        locate->image_count++;
    }
    locate->image_of[module] = index + 1;
    return &locate->images[index];
}

/* ---- addresses ----------------------------------------------------------------------------------------------- */

static bool add_address(struct qp_locate *locate, struct qp_located_stack *stack, uint64_t address, bool exact,
                        uint64_t tick)
{
    struct qp_located bare = {.address = address, .gap = QP_LOCATED_BARE};
    uint64_t looked_up = exact ? address : address - 1;
    uint32_t module = qp_locations_module(locate->locations, looked_up, tick);
    if (module == QP_NONE)
        return qp_located_add(stack, &bare);
    const struct qp_module *it = &locate->locations->modules[module];
    struct qp_image *image = image_of(locate, module);
    if (!image)
        return false;
    bare.module = it->name;
    bare.offset = address - it->bias;
    bare.gap = image->gap;
    if (image->gap)
        return qp_located_add(stack, &bare);
    const struct qp_located_stack *found = qp_image_frames(image, looked_up - it->bias);
    for (uint32_t i = 0; found && i < found->count; i++) {
        struct qp_located frame = found->frames[i];
        frame.module = it->name;
        frame.address = address;
        frame.offset = bare.offset;
        frame.into += address - looked_up;
        if (!qp_located_add(stack, &frame))
            return false;
    }
    return found != NULL;
}

/* ---- locations ------------------------------------------------------------------------------------------------ */

/* Add a method's frame with its file, but without a line, because libqprof does not record which line called the
 * next frame. */
static bool add_interpreted(struct qp_locate *locate, struct qp_located_stack *stack, uint32_t method)
{
    const struct qp_profile *profile = locate->profile;
    const struct qp_profile_method *it = &profile->methods[method];
    char shown[1000];
    qp_profile_method_name(profile, method, shown, sizeof shown);
    struct qp_located frame = {
        .function = qp_texts_keep(&locate->names, qp_text_of(shown)),
        .file = it->file == QP_NONE ? (struct qp_text){NULL, 0} : profile->files[it->file].name,
        .interpreted = true,
    };
    return frame.function.bytes && qp_located_add(stack, &frame);
}

static bool add_path(struct qp_locate *locate, struct qp_located_stack *stack, uint32_t node)
{
    uint32_t methods[QP_LOCATE_PATH];
    uint32_t count = qp_locations_path(locate->profile, node, methods, QP_LOCATE_PATH);
    for (uint32_t i = 0; i < count; i++) {
        if (!add_interpreted(locate, stack, methods[i]))
            return false;
    }
    return true;
}

static bool add_frames(struct qp_locate *locate, struct qp_located_stack *stack, const struct qp_location *location,
                       uint64_t tick)
{
    struct qp_located line = {.file = location->file, .line = location->line};
    if (location->node && !add_path(locate, stack, location->node))
        return false;
    if (location->file.bytes)
        return qp_located_add(stack, &line);
    for (uint32_t i = 0; i < location->count; i++) {
        if (!add_address(locate, stack, location->addresses[i], location->exact && i == 0, tick))
            return false;
    }
    return true;
}

/* ---- first use --------------------------------------------------------------------------------------------------- */

static bool seek_first_uses(struct qp_locate *locate)
{
    const struct qp_locations *locations = locate->locations;
    struct qp_events events;
    struct qp_event event;
    struct qp_error error = {0};
    uint64_t *ticks = calloc((size_t)locations->count + 1, sizeof *ticks);
    if (!ticks || qp_events_open(&events, locate->profile, &error)) {
        free(ticks);
        return false;
    }
    memset(ticks, 0xff, locations->count * sizeof *ticks);
    while (qp_events_next(&events, &event)) {
        const struct qp_location *location = event.location ? qp_locations_find(locations, event.location) : NULL;
        if (location && event.tick < ticks[location - locations->items])
            ticks[location - locations->items] = event.tick;
    }
    qp_events_close(&events);
    locate->first_use = ticks;
    return true;
}

const struct qp_located_stack *qp_locate_frames(struct qp_locate *locate, uint32_t handle, uint64_t tick)
{
    static const struct qp_located_stack none = {NULL, 0};
    const struct qp_location *location = qp_locations_find(locate->locations, handle);
    if (!location)
        return &none;
    if (tick == UINT64_MAX && locate->locations->change_count) {
        if (!locate->first_use && !seek_first_uses(locate))
            return NULL;
        tick = locate->first_use[location - locate->locations->items];
    }
    uint64_t key = (uint64_t)handle << 32 | qp_locations_changes(locate->locations, tick);
    uint32_t index =
        QP_ARRAY_KEYED(&locate->known, key, &locate->stacks, &locate->stack_count, (struct qp_located_stack){NULL, 0});
    struct qp_located_stack *stack = index == QP_NONE ? NULL : &locate->stacks[index];
    /* The stack is empty if the key is new, if memory ran out, or if the location has no frames. */
    if (stack && stack->count == 0 && !add_frames(locate, stack, location, tick)) {
        stack->count = 0;
        return NULL;
    }
    return stack;
}

bool qp_locate_show(struct qp_locate *locate, uint32_t handle, uint64_t tick, char *shown, size_t size)
{
    const struct qp_located_stack *stack = qp_locate_frames(locate, handle, tick);
    if (stack && stack->count)
        qp_located_show(&stack->frames[0], shown, size);
    else
        snprintf(shown, size, "location %u", handle);
    return stack != NULL;
}

/* ---- open and close ------------------------------------------------------------------------------------------- */

bool qp_locate_open(struct qp_locate *locate, struct qp_profile *profile, const struct qp_locations *locations)
{
    *locate = (struct qp_locate){.profile = profile, .locations = locations};
    locate->debug_path = qp_debug_path(getenv("QII_DEBUG_DIR"));
    locate->images = calloc((size_t)locations->module_count + 1, sizeof *locate->images);
    locate->image_of = calloc((size_t)locations->module_count + 1, sizeof *locate->image_of);
    if (locate->debug_path && locate->images && locate->image_of)
        return true;
    qp_locate_close(locate);
    return false;
}

void qp_locate_close(struct qp_locate *locate)
{
    for (uint32_t i = 0; i < locate->image_count; i++)
        qp_image_close(&locate->images[i]);

    for (uint32_t i = 0; i < locate->stack_count; i++)
        free(locate->stacks[i].frames);
    free(locate->stacks);
    free(locate->images);
    free(locate->image_of);
    free(locate->first_use);
    free(locate->debug_path);
    qp_texts_fini(&locate->names);
    qp_map_fini(&locate->known);
    *locate = (struct qp_locate){0};
}
