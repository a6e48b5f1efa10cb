#include "export/otf2/definitions.h"

#include "format/array.h"

#include <stdlib.h>

static void free_groups(struct qp_otf2_comm *comm)
{
    free(comm->groups[0].ranks);
    free(comm->groups[1].ranks);
    free(comm->reporters.ranks);
}

void qp_otf2_definitions_fini(struct qp_otf2_definitions *definitions)
{
    struct qp_map *const maps[] = {&definitions->string_map,   &definitions->region_map,  &definitions->place_map,
                                   &definitions->site_map,     &definitions->context_map, &definitions->metric_map,
                                   &definitions->instance_map, &definitions->comm_map};
    void *const arrays[] = {definitions->strings,   definitions->regions,   definitions->places,
                            definitions->sites,     definitions->contexts,  definitions->hosts,
                            definitions->processes, definitions->locations, definitions->metrics,
                            definitions->instances};
    for (uint32_t i = 0; i < definitions->world_count; i++)
        free(definitions->worlds[i].processes);
    for (uint32_t i = 0; i < definitions->comm_count; i++)
        free_groups(&definitions->comms[i]);
    free(definitions->worlds);
    free(definitions->comms);
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        qp_map_fini(maps[i]);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    qp_texts_fini(&definitions->texts);
}

/* Return the result of QP_ARRAY_KEYED after a check for lack of memory. */
static uint32_t checked(struct qp_otf2_definitions *definitions, uint32_t number)
{
    definitions->failed |= number == QP_OTF2_NONE || definitions->texts.failed;
    return number;
}

#define IDENTITY(definitions, ...)                                                                                     \
    qp_texts_identity(&(definitions)->texts, (const uint64_t[]){__VA_ARGS__}, sizeof(const uint64_t[]){__VA_ARGS__})

/* ---- strings ----------------------------------------------------------------------------------------------------- */

static uint32_t add_string(struct qp_otf2_definitions *definitions, struct qp_text kept)
{
    return checked(definitions, QP_ARRAY_KEYED(&definitions->string_map, qp_texts_key(kept), &definitions->strings,
                                               &definitions->string_count, kept));
}

/* Longer texts are cut: OTF2 keeps a string as a whole in a chunk of its buffer. */
#define MOST 4000

uint32_t qp_otf2_text(struct qp_otf2_definitions *definitions, struct qp_text text)
{
    char shown[MOST];
    qp_text_show(text, shown, sizeof shown);
    return qp_otf2_string(definitions, shown);
}

uint32_t qp_otf2_string(struct qp_otf2_definitions *definitions, const char *string)
{
    if (definitions->string_count == 0)
        add_string(definitions, (struct qp_text){"", 0});
    /* The NUL is kept, too: OTF2 needs it. */
    struct qp_text text = {string, (uint32_t)strlen(string) + 1};
    return *string ? add_string(definitions, qp_texts_keep(&definitions->texts, text)) : 0;
}

/* ---- regions and calling contexts -------------------------------------------------------------------------------- */

uint32_t qp_otf2_region(struct qp_otf2_definitions *definitions, const struct qp_otf2_region *region)
{
    uint64_t key = IDENTITY(definitions, 1, region->name, region->group, region->file, region->line, region->paradigm);
    return checked(definitions, QP_ARRAY_KEYED(&definitions->region_map, key, &definitions->regions,
                                               &definitions->region_count, *region));
}

uint32_t qp_otf2_place(struct qp_otf2_definitions *definitions, struct qp_text file, uint32_t line)
{
    struct qp_otf2_place place = {qp_otf2_text(definitions, file), line};
    return checked(definitions, QP_ARRAY_KEYED(&definitions->place_map, (uint64_t)place.file << 32 | line,
                                               &definitions->places, &definitions->place_count, place));
}

uint32_t qp_otf2_site(struct qp_otf2_definitions *definitions, const struct qp_otf2_site *site)
{
    uint64_t key = IDENTITY(definitions, 2, site->region, site->place, site->caller);
    return checked(definitions,
                   QP_ARRAY_KEYED(&definitions->site_map, key, &definitions->sites, &definitions->site_count, *site));
}

uint32_t qp_otf2_context(struct qp_otf2_definitions *definitions, uint32_t parent, uint32_t site)
{
    return checked(definitions,
                   QP_ARRAY_KEYED(&definitions->context_map, (uint64_t)parent << 32 | site, &definitions->contexts,
                                  &definitions->context_count, (struct qp_otf2_context){parent, site}));
}

/* ---- system tree ------------------------------------------------------------------------------------------------- */

uint32_t qp_otf2_host(struct qp_otf2_definitions *definitions, struct qp_text name)
{
    uint32_t string = qp_otf2_text(definitions, name);
    for (uint32_t i = 0; i < definitions->host_count; i++)
        if (definitions->hosts[i] == string)
            return i;
    definitions->failed |= !QP_ARRAY_APPEND(&definitions->hosts, &definitions->host_count, string);
    return definitions->host_count - 1;
}

static struct qp_otf2_world *find_world(struct qp_otf2_definitions *definitions, uint32_t number)
{
    for (uint32_t i = 0; i < definitions->world_count; i++)
        if (definitions->worlds[i].number == number)
            return &definitions->worlds[i];
    struct qp_otf2_world *world =
        qp_array_add(&definitions->worlds, &definitions->world_count, sizeof *definitions->worlds);
    if (world)
        *world = (struct qp_otf2_world){.number = number};
    return world;
}

uint32_t qp_otf2_world(struct qp_otf2_definitions *definitions, uint32_t number, uint32_t size)
{
    struct qp_otf2_world *world = find_world(definitions, number);
    while (world && world->size < size && !definitions->failed)
        definitions->failed |= !QP_ARRAY_APPEND(&world->processes, &world->size, (uint32_t){QP_OTF2_NONE});
    return checked(definitions, world ? (uint32_t)(world - definitions->worlds) : QP_OTF2_NONE);
}

/* ---- metrics ----------------------------------------------------------------------------------------------------- */

uint32_t qp_otf2_metric(struct qp_otf2_definitions *definitions, const struct qp_otf2_metric *metric)
{
    uint64_t key =
        IDENTITY(definitions, 3, metric->name, metric->description, metric->unit, metric->mode, metric->type);
    uint32_t before = definitions->metric_count;
    struct qp_otf2_metric added = *metric;
    added.self = definitions->metric_numbers;
    uint32_t index = checked(definitions, QP_ARRAY_KEYED(&definitions->metric_map, key, &definitions->metrics,
                                                         &definitions->metric_count, added));
    definitions->metric_numbers += definitions->metric_count > before;
    return index == QP_OTF2_NONE ? index : definitions->metrics[index].self;
}

uint32_t qp_otf2_instance(struct qp_otf2_definitions *definitions, const struct qp_otf2_instance *instance)
{
    uint64_t key = IDENTITY(definitions, 4, instance->metric, instance->location, instance->scope, instance->owner);
    uint32_t before = definitions->instance_count;
    struct qp_otf2_instance added = *instance;
    added.self = definitions->metric_numbers;
    uint32_t index = checked(definitions, QP_ARRAY_KEYED(&definitions->instance_map, key, &definitions->instances,
                                                         &definitions->instance_count, added));
    definitions->metric_numbers += definitions->instance_count > before;
    return index == QP_OTF2_NONE ? index : definitions->instances[index].self;
}
