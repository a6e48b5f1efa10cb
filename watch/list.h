/* list.h - a scrolling list with one selected row. */
#pragma once

#include <stdint.h>

struct qp_list {
    uint32_t count;
    uint32_t selected; /* 0 if the list is empty */
    uint32_t first;    /* first row on the screen */
    uint32_t height;   /* number of rows on the screen */
};

/* Keep the selection within the list and on the screen. */
static inline void qp_list_fit(struct qp_list *list)
{
    uint32_t last = list->count ? list->count - 1 : 0, height = list->height ? list->height : 1;
    if (list->selected > last)
        list->selected = last;
    if (list->first > list->selected)
        list->first = list->selected;
    if (list->selected - list->first >= height)
        list->first = list->selected - height + 1;
    if (list->count <= height)
        list->first = 0;
    else if (list->first > list->count - height)
        list->first = list->count - height;
}

static inline void qp_list_select(struct qp_list *list, int64_t row)
{
    list->selected = row < 0 ? 0 : row > UINT32_MAX ? UINT32_MAX : (uint32_t)row;
    qp_list_fit(list);
}
