/* function_key.h - identity of a function across runs and ids: class, name, file and line.
 *
 * Functions of different runs are matched by their keys when runs are compared or merged. A client's id does not
 * identify a function across runs, because it may be an address or a running number. So the id is part of the key only
 * for functions without a name. In one struct qp_function_keys, each key has a number from 0.
 *
 * Texts are copied, so that the profiles may be closed. Several methods of one run may have the same key, for example
 * if a file was loaded twice. Callers must add up the counts and times of such methods. */
#pragma once

#include "format/texts.h"
#include "profile/load/model.h"

struct qp_function_key {
    struct qp_text class_name;
    struct qp_text name; /* name of the function; empty = only the id is known */
    struct qp_text file;
    int32_t line;
    uint64_t id; /* id of a function without a name, else 0 */
};

struct qp_function_keys {
    struct qp_function_key *items; /* indexed by number */
    uint32_t count;
    struct qp_map map; /* maps the identity of a key (qp_texts_identity) to its number + 1 */
    struct qp_texts texts;
};

struct qp_function_key qp_function_key_of(const struct qp_profile *profile, uint32_t method);

/* Compare two keys for sorting, by file, line, class and name. */
int qp_function_key_compare(const struct qp_function_key *a, const struct qp_function_key *b);
uint64_t qp_function_key_hash(const struct qp_function_key *key);

/* Return the number of a key; a new key gets the next number. Return QP_NONE if out of memory. A zeroed struct
 * qp_function_keys has no keys. */
uint32_t qp_function_keys_add(struct qp_function_keys *keys, const struct qp_function_key *key);

/* Return the number of a key, or QP_NONE if the key was not added. */
uint32_t qp_function_keys_find(const struct qp_function_keys *keys, const struct qp_function_key *key);

void qp_function_keys_fini(struct qp_function_keys *keys);
