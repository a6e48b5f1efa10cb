/* assets.h - the page's script and style, bundled at build time (page/bundle), with their hashes for the
 * Content-Security-Policy. */
#pragma once

#include <stddef.h>

struct qp_asset {
    const char *text;
    size_t size;
    unsigned char sha256[32];
};

extern const struct qp_asset qp_asset_script;
extern const struct qp_asset qp_asset_style;
