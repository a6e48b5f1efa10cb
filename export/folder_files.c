#include "export/folder_files.h"

#include <stdlib.h>
#include <string.h>

static bool is_below(struct qp_text path, struct qp_text folder)
{
    return folder.length && path.length > folder.length + 1 && path.bytes[folder.length] == '/' &&
           memcmp(path.bytes, folder.bytes, folder.length) == 0;
}

static struct qp_text behind(struct qp_text path, uint32_t length)
{
    return (struct qp_text){path.bytes + length, path.length - length};
}

static uint32_t folder_of(struct qp_text path)
{
    uint32_t length = path.length;
    while (length && path.bytes[length - 1] != '/')
        length--;
    return length;
}

static bool is_elsewhere(const struct qp_folder_files *files, struct qp_text path)
{
    return path.length && path.bytes[0] == '/' && !is_below(path, files->profile->directory);
}

static void find_common(struct qp_folder_files *files)
{
    for (uint32_t i = 0; i < files->covered.count; i++) {
        struct qp_text path = files->profile->files[files->covered.items[i].file].name;
        if (!is_elsewhere(files, path))
            continue;
        uint32_t same = 0;
        if (!files->common.length)
            files->common = (struct qp_text){path.bytes, folder_of(path)};
        while (same < files->common.length && same < path.length && path.bytes[same] == files->common.bytes[same])
            same++;
        files->common.length = folder_of((struct qp_text){path.bytes, same});
    }
}

struct qp_text qp_folder_relative(const struct qp_profile *profile, struct qp_text path)
{
    if (is_below(path, profile->directory))
        path = behind(path, profile->directory.length + 1);
    return qp_text_without_dot(path);
}

static struct qp_folder_file file_of(const struct qp_folder_files *files, const struct qp_coverage_file *covered)
{
    struct qp_text path = files->profile->files[covered->file].name;
    if (is_elsewhere(files, path))
        path = behind(path, files->common.length);
    else
        path = qp_folder_relative(files->profile, path);
    uint32_t folder = folder_of(path);
    return (struct qp_folder_file){covered, path, folder ? folder - 1 : 0};
}

struct qp_text qp_folder_path(const struct qp_folder_file *file)
{
    return (struct qp_text){file->path.bytes, file->folder};
}

static int by_folder(const void *left, const void *right)
{
    const struct qp_folder_file *a = left, *b = right;
    int order = qp_text_compare(qp_folder_path(a), qp_folder_path(b));
    return order ? order : qp_text_compare(a->path, b->path);
}

bool qp_folder_files_write(struct qp_export *export, qp_folder_files_writer *write)
{
    struct qp_folder_files files = {.profile = export->profile};
    if (!qp_coverage_files_open(&files.covered, export->query, &export->filter))
        return false;
    export->passed = files.covered.count;
    files.items = qp_scratch_zeros(&export->scratch, files.covered.count, sizeof *files.items);
    bool ok = files.items;
    if (ok) {
        find_common(&files);
        for (uint32_t i = 0; i < files.covered.count; i++)
            files.items[i] = file_of(&files, &files.covered.items[i]);
        qsort(files.items, files.covered.count, sizeof *files.items, by_folder);
        ok = write(export, &files);
    }
    qp_coverage_files_close(&files.covered);
    return ok;
}

uint32_t qp_folder_end(const struct qp_folder_files *files, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < files->covered.count &&
           qp_text_equal(qp_folder_path(&files->items[first]), qp_folder_path(&files->items[end])))
        end++;
    return end;
}

struct qp_text qp_folder_file_name(const struct qp_folder_file *file)
{
    return behind(file->path, folder_of(file->path));
}
