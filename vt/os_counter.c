#include "vt/os_counter.h"

#pragma GCC visibility push(default)
#include "VT.h"
#pragma GCC visibility pop

#include "core/log/counter.h"
#include "core/log/sampler.h"
#include "core/log/symbol.h"
#include "vt/filter.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECTOR   512 /* unit of /proc/diskstats for every disk */
#define KILOBYTE 1024

enum { CPU_USR, CPU_SYS, CPU_IDLE, DISK_IO, NET_IO, COUNTERS };

#define PROCESSORS (1u << CPU_USR | 1u << CPU_SYS | 1u << CPU_IDLE)

/* Minimum sampling period in nanoseconds. It is not shorter because reading all counters takes about 50 µs. */
#define SHORTEST_PERIOD 1000000u

static const struct {
    const char *path;
    const char *unit;
} kinds[COUNTERS] = {
    [CPU_USR] = {"OS:cpu_usr", "%"},    [CPU_SYS] = {"OS:cpu_sys", "%"},  [CPU_IDLE] = {"OS:cpu_idle", "%"},
    [DISK_IO] = {"OS:disk_io", "KB/s"}, [NET_IO] = {"OS:net_io", "KB/s"},
};

/* Counts of the kernel since the system started. */
struct reading {
    unsigned sources; /* mask of the counters that could be read */
    uint64_t user;
    uint64_t system;
    uint64_t idle;
    uint64_t disk; /* bytes */
    uint64_t net;
};

static struct reading before;
static unsigned recorded[COUNTERS]; /* kinds of the sampled counters, in order */
static unsigned recorded_count;

/* ---- /proc: one reader at a time, also in signal handlers ------------------------------------------------ */

/* A static buffer for the contents of a file: the stack may be an alternate signal stack of only 8 KB. */
static char text[16384];

/* Return the first bytes of a file, or an empty text if the file cannot be read. The file is opened for each
 * reading, because a program that closes all descriptors, as daemons do, may then use the number of our descriptor for
 * another file. */
static const char *read_text(const char *path)
{
    size_t length = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t more = fd < 0 ? 0 : 1;
    while (more > 0 && length < sizeof text - 1) {
        more = read(fd, text + length, sizeof text - 1 - length);
        length += more > 0 ? (size_t)more : 0;
    }
    if (fd >= 0)
        close(fd);
    text[length] = '\0';
    return text;
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : "";
}

static const char *skip_words(const char *at, int count)
{
    for (int i = 0; i < count; i++) {
        at += strspn(at, " \t");
        at += strcspn(at, " \t\n");
    }
    return at;
}

/* Return the number in word n of a line. The first word is word 0. */
static uint64_t number_at(const char *line, int n)
{
    const char *at = skip_words(line, n);
    uint64_t number = 0;
    for (at += strspn(at, " \t"); *at >= '0' && *at <= '9'; at++)
        number = number * 10 + (uint64_t)(*at - '0');
    return number;
}

/* Read /proc/stat, whose first line has the fields: cpu user nice system idle iowait irq softirq steal. Add iowait
 * to the idle time. */
static void read_processors(struct reading *now)
{
    const char *line = read_text("/proc/stat");
    if (strncmp(line, "cpu ", 4) != 0)
        return;
    now->user = number_at(line, 1) + number_at(line, 2);
    now->system = number_at(line, 3) + number_at(line, 6) + number_at(line, 7) + number_at(line, 8);
    now->idle = number_at(line, 4) + number_at(line, 5);
    now->sources |= PROCESSORS;
}

static bool begins_with(const char *name, const char *start)
{
    return strncmp(name, start, strlen(start)) == 0;
}

/* Return true if a device is a disk whose traffic counts. Skip partitions, which follow their disk, and devices that
 * are built on other devices: their traffic would count twice. */
static bool is_disk(const char *name, const char *disk, size_t disk_length)
{
    static const char *const made[] = {"loop", "ram", "zram", "dm-", "md"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (begins_with(name, made[i]))
            return false;
    return disk_length == 0 || strncmp(name, disk, disk_length) != 0;
}

/* Read /proc/diskstats. A line has the fields: major minor name reads merged sectors-read ms writes merged
 * sectors-written ... */
static void read_disks(struct reading *now)
{
    const char *disk = "";
    size_t disk_length = 0;
    for (const char *line = read_text("/proc/diskstats"); *line != '\0'; line = next_line(line)) {
        const char *name = skip_words(line, 2);
        name += strspn(name, " \t");
        now->sources |= 1u << DISK_IO;
        if (!is_disk(name, disk, disk_length))
            continue;
        disk = name;
        disk_length = strcspn(name, " \t\n");
        now->disk += (number_at(line, 5) + number_at(line, 9)) * SECTOR;
    }
}

/* Read /proc/net/dev. After two lines of titles, a line has the fields: name: bytes packets errs drop fifo frame
 * compressed multicast bytes ... */
static void read_interfaces(struct reading *now)
{
    for (const char *line = read_text("/proc/net/dev"); *line != '\0'; line = next_line(line)) {
        const char *name = line + strspn(line, " ");
        const char *colon = name + strcspn(name, ":\n");
        if (*colon != ':')
            continue;
        now->sources |= 1u << NET_IO;
        if (!begins_with(name, "lo:"))
            now->net += number_at(colon + 1, 0) + number_at(colon + 1, 8);
    }
}

/* ---- values ---------------------------------------------------------------------------------------------- */

/* Return how much a sum over all devices has grown. Return 0 if it is smaller than before, because a device was
 * removed. */
static uint64_t growth(uint64_t now, uint64_t then)
{
    return now > then ? now - then : 0;
}

static double share(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : 100.0 * (double)part / (double)whole;
}

/* Compute the values of the counters from two readings. Return a mask of the counters that have a value: the kernel
 * counts time in steps of 10 ms, so processor time may not have changed yet. */
static unsigned compare(const struct reading *now, const struct reading *then, double seconds, double values[COUNTERS])
{
    uint64_t user = growth(now->user, then->user);
    uint64_t system = growth(now->system, then->system);
    uint64_t idle = growth(now->idle, then->idle);
    values[CPU_USR] = share(user, user + system + idle);
    values[CPU_SYS] = share(system, user + system + idle);
    values[CPU_IDLE] = share(idle, user + system + idle);
    values[DISK_IO] = (double)growth(now->disk, then->disk) / KILOBYTE / seconds;
    values[NET_IO] = (double)growth(now->net, then->net) / KILOBYTE / seconds;
    unsigned have = now->sources & then->sources;
    return user + system + idle > 0 ? have : have & ~PROCESSORS;
}

static unsigned sample(double *values, uint64_t elapsed_ns)
{
    double all[COUNTERS];
    struct reading now = {.sources = 0};
    unsigned have = 0;
    read_processors(&now);
    read_disks(&now);
    read_interfaces(&now);
    unsigned there = compare(&now, &before, elapsed_ns == 0 ? 1 : (double)elapsed_ns * 1e-9, all);
    for (unsigned i = 0; i < recorded_count; i++) {
        values[i] = all[recorded[i]];
        have |= (there >> recorded[i] & 1) << i;
    }
    before = now;
    return have;
}

/* ---- begin ----------------------------------------------------------------------------------------------- */

/* Define a counter and return its handle. Return 0 if it cannot be defined, or if the program has another counter
 * with this name, which then stays. */
static int define(int kind, int class_handle)
{
    const struct qp_counter wanted = {
        .name = strchr(kinds[kind].path, ':') + 1,
        .genre = VT_COUNT_FLOAT | VT_COUNT_ABSVAL | VT_COUNT_VALID_BEFORE,
        .target = VT_GROUP_CLUSTER,
        .unit = kinds[kind].unit,
    };
    int handle = 0;
    const struct qp_counter *counter =
        qp_counter_define(&wanted, class_handle, &handle) == VT_OK ? qp_counter_find(handle) : NULL;
    return counter && strcmp(counter->path, kinds[kind].path) == 0 && counter->genre == wanted.genre ? handle : 0;
}

void vt_os_counter_begin(uint64_t period_ns)
{
    int handles[COUNTERS];
    int class_handle = 0;
    recorded_count = 0;
    for (int kind = 0; kind < COUNTERS; kind++) {
        if (!vt_filter_counter(kinds[kind].path, false) || qp_symbol_class("OS", &class_handle) != VT_OK)
            continue;
        handles[recorded_count] = define(kind, class_handle);
        recorded[recorded_count] = (unsigned)kind;
        recorded_count += handles[recorded_count] != 0;
    }
    period_ns = period_ns < SHORTEST_PERIOD ? SHORTEST_PERIOD : period_ns;
    qp_sampler_set(recorded_count > 0 ? period_ns : 0, handles, recorded_count, sample);
}
