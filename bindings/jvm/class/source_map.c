#include "bindings/jvm/class/source_map.h"

#include <stdlib.h>

#include "bindings/kit/strings.h"

/* State of the parser. It reads the text line by line. */
struct reading {
    struct qjvm_source_map *map;
    struct qjvm_text left;
    struct qjvm_text line;
    struct qjvm_text default_stratum;
    int stratum; /* stratum of the current section; QJVM_STRATA = the section is skipped */
    unsigned char section;
    int embedded;  /* nesting depth of embedded maps */
    int last_file; /* file number of the newest range that names a file */
    bool wrong;    /* the text is not a valid map */
    bool no_memory;
};

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static struct qjvm_text part(struct qjvm_text text, size_t from, size_t until)
{
    return (struct qjvm_text){text.bytes + from, until - from};
}

/* Return the length of the path's folder, including the last '/'. */
static size_t folder_size(struct qjvm_text path)
{
    size_t size = path.size;
    while (size && path.bytes[size - 1] != '/')
        size--;
    return size;
}

struct qjvm_source_file qjvm_source_file_of(struct qjvm_text class, struct qjvm_text name)
{
    return (struct qjvm_source_file){part(class, 0, folder_size(class)), name};
}

bool qjvm_source_file_equal(const struct qjvm_source_file *a, const struct qjvm_source_file *b)
{
    return qjvm_text_equal(a->folder, b->folder) && qjvm_text_equal(a->name, b->name);
}

/* Read the next line without its line end, which is "\n", "\r" or "\r\n". */
static bool next_line(struct reading *reading)
{
    struct qjvm_text *left = &reading->left;
    size_t size = 0;
    if (!left->size)
        return false;
    while (size < left->size && left->bytes[size] != '\n' && left->bytes[size] != '\r')
        size++;
    reading->line = part(*left, 0, size);
    bool two = size + 1 < left->size && left->bytes[size] == '\r' && left->bytes[size + 1] == '\n';
    size += two ? 2 : size < left->size;
    *left = part(*left, size, left->size);
    return true;
}

/* If the line starts with `sign`, remove it. Return whether it was removed. */
static bool take(struct reading *reading, unsigned char sign)
{
    struct qjvm_text *line = &reading->line;
    bool is_there = line->size && line->bytes[0] == sign;
    if (is_there)
        *line = part(*line, 1, line->size);
    return is_there;
}

static void take_blanks(struct reading *reading)
{
    while (take(reading, ' ') || take(reading, '\t'))
        continue;
}

static int take_number(struct reading *reading)
{
    int number = 0;
    size_t digits = 0;
    struct qjvm_text line = reading->line;
    while (digits < line.size && line.bytes[digits] >= '0' && line.bytes[digits] <= '9' && number <= QJVM_LAST_LINE)
        number = 10 * number + line.bytes[digits++] - '0';
    reading->wrong |= digits == 0 || number > QJVM_LAST_LINE;
    reading->line = part(line, digits, line.size);
    return number;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Return the file for a path and a name. The path either ends in the name of the file, as in the map of a JSP, or it is
 * the name of a class in the same folder, as Kotlin writes it. */
static struct qjvm_source_file file_at(struct qjvm_text path, struct qjvm_text name)
{
    size_t folder = path.size < name.size ? 0 : path.size - name.size;
    bool is_file = path.size >= name.size && qjvm_text_equal(part(path, folder, path.size), name);
    return (struct qjvm_source_file){part(path, 0, is_file ? folder : folder_size(path)), name};
}

static void read_file(struct reading *reading)
{
    struct qjvm_stratum_part *stratum = &reading->map->strata[reading->stratum];
    bool has_path = take(reading, '+');
    take_blanks(reading);
    int number = take_number(reading);
    take_blanks(reading);
    struct qjvm_text name = reading->line;
    struct qjvm_source_file file = {reading->map->own.folder, name};
    if (has_path && next_line(reading))
        file = file_at(reading->line, name);
    struct qjvm_numbered_file *files = kit_array_more(stratum->files, (size_t)stratum->file_count, sizeof *files);
    reading->no_memory |= !files;
    if (!files)
        return;
    stratum->files = files;
    files[stratum->file_count++] = (struct qjvm_numbered_file){number, file};
}

/* ---- ranges ------------------------------------------------------------------------------------------------------ */

/* Read a range "FROM#FILE,COUNT:FIRST,STEP". Only FROM and FIRST are required. */
static void read_range(struct reading *reading)
{
    struct qjvm_stratum_part *stratum = &reading->map->strata[reading->stratum];
    struct qjvm_line_range range = {.count = 1, .step = 1};
    range.from = take_number(reading);
    if (take(reading, '#'))
        reading->last_file = take_number(reading);
    if (take(reading, ','))
        range.count = take_number(reading);
    reading->wrong |= !take(reading, ':');
    range.first = take_number(reading);
    if (take(reading, ','))
        range.step = take_number(reading);
    take_blanks(reading);
    reading->wrong |= reading->line.size != 0;
    range.file = reading->last_file;
    range.step = range.step ? range.step : 1;
    struct qjvm_line_range *ranges = kit_array_more(stratum->ranges, (size_t)stratum->range_count, sizeof *ranges);
    reading->no_memory |= !ranges;
    if (!ranges)
        return;
    stratum->ranges = ranges;
    ranges[stratum->range_count++] = range;
}

static int by_first(const void *left, const void *right)
{
    const struct qjvm_line_range *a = left, *b = right;
    return (a->first > b->first) - (a->first < b->first);
}

/* ---- map --------------------------------------------------------------------------------------------------------- */

static int stratum_named(const struct reading *reading, struct qjvm_text name)
{
    if (qjvm_text_equal(name, reading->default_stratum))
        return QJVM_WRITTEN;
    return qjvm_text_is(name, "KotlinDebug") ? QJVM_INLINED : QJVM_STRATA;
}

/* Begin the section whose line starts with '*'. Sections between *O and *C are skipped: they contain maps for the
 * source files themselves. *E ends the map, but another stratum may follow, since Kotlin has written such maps. */
static void begin_section(struct reading *reading)
{
    reading->section = reading->line.size ? reading->line.bytes[0] : 0;
    take(reading, reading->section);
    take_blanks(reading);
    reading->embedded += reading->section == 'O' ? 1 : reading->section == 'C' ? -1 : 0;
    reading->wrong |= reading->embedded < 0;
    if (reading->embedded || (reading->section != 'S' && reading->section != 'E'))
        return;
    reading->stratum = reading->section == 'S' ? stratum_named(reading, reading->line) : QJVM_STRATA;
    reading->last_file = 0;
}

static void read_map(struct reading *reading)
{
    if (!next_line(reading) || !qjvm_text_is(reading->line, "SMAP") || !next_line(reading) || !next_line(reading)) {
        reading->wrong = true;
        return;
    }
    reading->default_stratum = reading->line;
    while (!reading->wrong && !reading->no_memory && next_line(reading)) {
        if (take(reading, '*'))
            begin_section(reading);
        else if (reading->embedded || reading->stratum == QJVM_STRATA)
            continue;
        else if (reading->section == 'F')
            read_file(reading);
        else if (reading->section == 'L')
            read_range(reading);
    }
}

bool qjvm_source_map_init(struct qjvm_source_map *map, struct qjvm_text extension, struct qjvm_source_file own)
{
    struct reading reading = {.map = map, .left = extension, .stratum = QJVM_STRATA};
    *map = (struct qjvm_source_map){.own = own};
    if (extension.size)
        read_map(&reading);
    if (reading.wrong || reading.no_memory)
        qjvm_source_map_fini(map);
    for (int i = 0; i < QJVM_STRATA; i++) {
        struct qjvm_stratum_part *stratum = &map->strata[i];
        if (stratum->range_count)
            qsort(stratum->ranges, (size_t)stratum->range_count, sizeof *stratum->ranges, by_first);
    }
    return !reading.no_memory;
}

void qjvm_source_map_fini(struct qjvm_source_map *map)
{
    for (int i = 0; i < QJVM_STRATA; i++) {
        free(map->strata[i].files);
        free(map->strata[i].ranges);
        map->strata[i] = (struct qjvm_stratum_part){0};
    }
}

/* ---- lookup ------------------------------------------------------------------------------------------------------ */

static const struct qjvm_line_range *range_of(const struct qjvm_stratum_part *stratum, int line)
{
    int first = 0, end = stratum->range_count;
    while (first < end) {
        int middle = first + (end - first) / 2;
        if (stratum->ranges[middle].first <= line)
            first = middle + 1;
        else
            end = middle;
    }
    const struct qjvm_line_range *range = first ? &stratum->ranges[first - 1] : NULL;
    return range && (line - range->first) / range->step < range->count ? range : NULL;
}

bool qjvm_source_map_find(const struct qjvm_source_map *map, enum qjvm_stratum stratum, int line,
                          struct qjvm_source_place *place)
{
    const struct qjvm_stratum_part *it = &map->strata[stratum];
    const struct qjvm_line_range *range = range_of(it, line);
    for (int i = 0; range && i < it->file_count; i++) {
        if (it->files[i].number == range->file) {
            int number = range->from + (line - range->first) / range->step;
            *place = (struct qjvm_source_place){it->files[i].file, number <= QJVM_LAST_LINE ? number : 0};
            return true;
        }
    }
    return false;
}
