/* source_origin.h - where a source's text was read. This decides whether the text may be in a page or an export,
 * because users pass these to others.
 *
 * A data file from someone else may name any file of the reader's machine, such as /etc/shadow. The names in a data
 * file must not decide what others get to see. */
#pragma once

/* Place from which a text was read, after links were resolved. */
enum qp_source_origin {
    QP_SOURCE_PRIVATE, /* in a file that some users of the machine may not read */
    QP_SOURCE_PUBLIC,  /* in a file that each user of the machine may read */
    QP_SOURCE_NEAR,    /* below the working directory or a folder of the user */
    QP_SOURCE_KEPT     /* in the data file */
};

/* Return the origin of an open file. `folders` are those that the user specified. */
enum qp_source_origin qp_source_origin_of(int fd, const char *const *folders, unsigned count);
