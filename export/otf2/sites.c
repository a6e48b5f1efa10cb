#include "export/otf2/sites.h"

#include "base/number.h"

#include <string.h>

void qp_otf2_sites_fini(struct qp_otf2_sites *sites)
{
    qp_map_fini(&sites->regions);
    qp_map_fini(&sites->known);
}

/* ---- regions ----------------------------------------------------------------------------------------------------- */

static uint32_t define_region(struct qp_otf2_sites *sites, uint32_t handle, uint32_t index)
{
    struct qp_otf2_definitions *definitions = sites->definitions;
    const struct qp_profile *profile = sites->export->profile;
    struct qp_otf2_region region = {.paradigm = OTF2_PARADIGM_USER, .function.role = OTF2_REGION_ROLE_FUNCTION};
    char name[1000];
    if (index == QP_NONE) {
        snprintf(name, sizeof name, "state %u", handle);
        region.name = qp_otf2_string(definitions, name);
        return qp_otf2_region(definitions, &region);
    }
    const struct qp_profile_method *method = &profile->methods[index];
    bool mpi = qp_text_equal(method->class_name, qp_text_of("MPI"));
    qp_text_show_pair(mpi ? (struct qp_text){0} : method->class_name, ":", method->name, name, sizeof name);
    region.name = qp_otf2_string(definitions, name);
    region.group = qp_otf2_text(definitions, method->class_name);
    if (mpi) {
        region.paradigm = OTF2_PARADIGM_MPI;
        region.function = qp_otf2_function_of(method->name);
    }
    if (method->file != QP_NONE) {
        region.file = qp_otf2_text(definitions, profile->files[method->file].name);
        region.line = method->line > 0 ? (uint32_t)method->line : 0;
    }
    return qp_otf2_region(definitions, &region);
}

static uint32_t region_of(struct qp_otf2_sites *sites, const struct qp_resolved *event)
{
    uint32_t handle = event->event.object;
    uint32_t region = (uint32_t)qp_map_get(&sites->regions, handle) - 1;
    if (region != QP_OTF2_NONE)
        return region;
    region = define_region(sites, handle, event->method);
    sites->definitions->failed |= qp_map_put(&sites->regions, handle, (uint64_t)region + 1) != 0;
    return region;
}

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* Write the frames of a stack in one line, innermost first. */
static void show_stack(const struct qp_located_stack *stack, char *shown, size_t size)
{
    size_t used = 0;
    *shown = '\0';
    for (uint32_t i = 0; i < stack->count && size - used > 80; i++) {
        if (i)
            used += (size_t)snprintf(shown + used, size - used, " < ");
        used += qp_located_show(&stack->frames[i], shown + used, size - used);
    }
}

/* Return true if a frame adds something to the place's file and line. */
static bool has_caller(const struct qp_located_stack *stack)
{
    return stack->count > 1 || (stack->count == 1 && (stack->frames[0].function.length || !stack->frames[0].line));
}

static void locate(struct qp_otf2_sites *sites, const struct qp_event *event, struct qp_otf2_site *site)
{
    const struct qp_located_stack *stack = qp_locate_frames(&sites->export->log->locate, event->location, event->tick);
    char shown[2000];
    if (!stack) {
        sites->definitions->failed = true;
        return;
    }
    if (stack->count && stack->frames[0].file.length && stack->frames[0].line > 0)
        site->place = qp_otf2_place(sites->definitions, stack->frames[0].file, (uint32_t)stack->frames[0].line);
    if (has_caller(stack)) {
        show_stack(stack, shown, sizeof shown);
        site->caller = qp_otf2_string(sites->definitions, shown);
    }
}

uint32_t qp_otf2_sites_enter(struct qp_otf2_sites *sites, const struct qp_resolved *event)
{
    uint32_t location = event->event.location;
    uint32_t changes = qp_locations_changes(&sites->export->log->locations, event->event.tick);
    uint64_t key = (uint64_t)event->event.object << 32 | location;
    if (changes != sites->changes) {
        qp_map_fini(&sites->known);
        sites->known = (struct qp_map){0};
        sites->changes = changes;
    }
    uint32_t number = (uint32_t)qp_map_get(&sites->known, key) - 1;
    if (number != QP_OTF2_NONE)
        return number;
    struct qp_otf2_site site = {.region = region_of(sites, event), .place = QP_OTF2_NONE};
    if (location)
        locate(sites, &event->event, &site);
    number = qp_otf2_site(sites->definitions, &site);
    sites->definitions->failed |= qp_map_put(&sites->known, key, (uint64_t)number + 1) != 0;
    return number;
}
