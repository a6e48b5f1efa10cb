# common.sh - sourced by the scripts of the folders here. Sets $work to an empty folder, which is removed at the end.
# It is on a disk, because runs write their data files there.
work=$(mktemp -d "${TMPDIR:-/var/tmp}/qii-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT # dash runs the first trap only if the script exits
trap 'exit 143' TERM

# median: print the median of the numbers in stdin
median() {
    sort -n | awk '{ t[NR] = $1 } END { print (t[int((NR + 1) / 2)] + t[int(NR / 2) + 1]) / 2 }'
}

# The same as a function of awk: of the numbers list[1] .. list[n], which it sorts
awk_median='
function median(list, n,    i, j, t) {
    for (i = 2; i <= n; i++) for (j = i; j > 1 && list[j - 1] > list[j]; j--) { t = list[j]; list[j] = list[j - 1]; list[j - 1] = t }
    return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}
'
