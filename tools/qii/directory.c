#include "tools/qii/directory.h"

#include "base/order.h"
#include "format/array.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* If a file of the directory is a data file, append it. Return false if out of memory. */
static bool add(struct qii_directory *directory, const char *path, const char *name)
{
    struct stat status;
    size_t length = strlen(name), size = strlen(path) + length + 2;
    if (length < 5 || strcmp(name + length - 4, ".qii") != 0)
        return true;
    char *whole = malloc(size);
    if (!whole)
        return false;
    snprintf(whole, size, "%s/%s", path, name);
    if (stat(whole, &status) != 0 || !S_ISREG(status.st_mode)) {
        free(whole);
        return true;
    }
    struct qii_data_file *file = qp_array_add(&directory->items, &directory->count, sizeof *file);
    if (!file) {
        free(whole);
        return false;
    }
    *file = (struct qii_data_file){whole, whole + strlen(path) + 1, status.st_mtim, (uint64_t)status.st_size};
    return true;
}

static int by_age(const void *left, const void *right)
{
    const struct qii_data_file *a = left, *b = right;
    int order = QP_ORDER({qp_order_signed(b->changed.tv_sec), qp_order_signed(a->changed.tv_sec)},
                         {qp_order_signed(b->changed.tv_nsec), qp_order_signed(a->changed.tv_nsec)});
    return order ? order : strcmp(a->name, b->name);
}

int qii_directory_open(struct qii_directory *directory, const char *path)
{
    DIR *open = opendir(path);
    struct dirent *entry;
    bool ok = true;
    *directory = (struct qii_directory){0};
    if (!open)
        return errno;
    while (ok && (entry = readdir(open)))
        ok = add(directory, path, entry->d_name);
    closedir(open);
    if (!ok) {
        qii_directory_close(directory);
        return ENOMEM;
    }
    qp_sort(directory->items, directory->count, sizeof *directory->items, by_age);
    return 0;
}

void qii_directory_close(struct qii_directory *directory)
{
    for (uint32_t i = 0; i < directory->count; i++)
        free(directory->items[i].path);
    free(directory->items);
    *directory = (struct qii_directory){0};
}

bool qii_directory_find_newest(char *name, size_t size, bool (*wanted)(const char *path))
{
    struct qii_directory here;
    bool found = false;
    if (qii_directory_open(&here, "."))
        return false;
    for (uint32_t i = 0; i < here.count && !found; i++) {
        const char *one = here.items[i].name;
        found = strlen(one) < size && (!wanted || wanted(one));
        if (found)
            strcpy(name, one);
    }
    qii_directory_close(&here);
    return found;
}
