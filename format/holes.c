#include "format/holes.h"

#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

bool qp_holes_take_space(int fd)
{
    struct statfs status;
    return fstatfs(fd, &status) == 0 && status.f_type == TMPFS_MAGIC;
}

static bool map(void *at, uint64_t size, int fd, uint64_t offset)
{
    return mmap(at, size, PROT_READ, MAP_SHARED | MAP_FIXED, fd, (off_t)offset) != MAP_FAILED;
}

bool qp_holes_map(void *at, uint64_t size, int fd, uint64_t offset)
{
    off_t end = (off_t)(offset + size);
    for (off_t hole, data = lseek(fd, (off_t)offset, SEEK_DATA); data >= 0 && data < end;
         data = lseek(fd, hole, SEEK_DATA)) {
        hole = lseek(fd, data, SEEK_HOLE);
        hole = hole < data || hole > end ? end : hole;
        if (!map((char *)at + ((uint64_t)data - offset), (uint64_t)(hole - data), fd, (uint64_t)data))
            return map(at, size, fd, offset); /* the kernel limits the number of mappings */
    }
    return true;
}
