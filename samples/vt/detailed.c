/* detailed.c - states in as much detail as the user requests: DETAILED-STATES and VT_enterstate.
 *
 * The name "Disk:COPY/READ" is the state Disk:COPY at detail 0, and Disk:COPY:READ from detail 1 on; "/Disk:CHECK" is a
 * state only from detail 1 on. If the truncated name is that of the current state, the state is not entered again, so
 * that COPY is one state for all its parts. Call VT_leave if, and only if, VT_enterstate returned 0.
 *
 * Look at the results:
 *     for detail in 0 1 2; do VT_DETAILED_STATES=$detail ./detailed; done
 *                                  prints which calls entered a state
 *     qii tree detailed.qii        the run at detail 0; the other runs are in detailed.1.qii and detailed.2.qii */
#include <VT.h>

#include <stdbool.h>
#include <stdio.h>

/* Variables that the caller of VT_enterstate keeps for each state. All fields are 0 at first. */
struct part {
    const char *name;
    int handle;
    int truncated;
};

static struct part copy = {"Disk:COPY/ALL", 0, 0};
static struct part reading = {"Disk:COPY/READ", 0, 0};
static struct part seeking = {"Disk:COPY/READ/SEEK", 0, 0};
static struct part checking = {"/Disk:CHECK", 0, 0};

/* Return true if the state was entered; then it must be left, too. */
static bool enter(struct part *part)
{
    bool entered = VT_enterstate(part->name, &part->handle, &part->truncated) == 0;
    printf("%-20s %s%s\n", part->name, entered ? "entered" : "not entered", part->truncated ? ", truncated" : "");
    return entered;
}

static void leave(bool entered)
{
    if (entered)
        VT_leave(VT_NOSCL);
}

static void read_block(void)
{
    bool in_reading = enter(&reading);
    bool in_seeking = enter(&seeking);
    leave(in_seeking);
    leave(in_reading);
    leave(enter(&checking));
}

int main(int argc, char **argv)
{
    if (VT_initialize(&argc, &argv) != VT_OK)
        return 1;
    bool in_copy = enter(&copy);
    read_block();
    leave(in_copy);
    return VT_finalize() != VT_OK;
}
