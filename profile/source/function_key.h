/* function_key.h - identity of a function across runs and ids: class, name, file and line.
 *
 * Comparing and merging use it to match functions. A client's id is no identity: it is an address, or a running number.
 * It is used only for functions without a name that qprof.h does not predefine.
 *
 *   number   functions of one key have one number, from 0, in all runs that are added to one struct qp_function_keys
 *
 * Texts are copied, so that the profiles may be closed. Several methods of one run may have one key, as when a file was
 * loaded twice or a function was created repeatedly. Callers must add up the numbers of such methods. */
#pragma once

#include "format/texts.h"
#include "profile/load/model.h"

struct qp_function_key {
    struct qp_text class_name;
    struct qp_text name; /* if empty, only the id is known */
    struct qp_text file;
    int32_t line;
    uint64_t id; /* id of a function without a name, else 0 */
};

struct qp_function_keys {
    struct qp_function_key *items; /* indexed by number */
    uint32_t count;
    struct qp_map map; /* identity of a key (qp_texts_identity): number + 1 */
    struct qp_texts texts;
};

struct qp_function_key qp_function_key_of(const struct qp_profile *profile, uint32_t method);

/* Compare by file, line, class and name. Return less than, equal to or greater than 0. */
int qp_function_key_compare(const struct qp_function_key *a, const struct qp_function_key *b);
uint64_t qp_function_key_hash(const struct qp_function_key *key);

/* Return the number of a key; a new key gets the next number. Return QP_NONE if out of memory. A zeroed struct
 * qp_function_keys has no keys. */
uint32_t qp_function_keys_add(struct qp_function_keys *keys, const struct qp_function_key *key);

/* Return the number of a key, or QP_NONE if it is not there. */
uint32_t qp_function_keys_find(const struct qp_function_keys *keys, const struct qp_function_key *key);

void qp_function_keys_fini(struct qp_function_keys *keys);
