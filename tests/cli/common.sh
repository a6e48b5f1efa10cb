# common.sh - sourced by each test. $1 is the tool, $2 make_sample, $3 hold_lock.
# The script changes into an empty directory.
set -u
qii=$1 make_sample=$2 hold_lock=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset NO_COLOR
export QII_PAGER=
failures=0

fail() {
    echo "FAILED: $*"
    [ -s out ] && sed 's/^/  out: /' out
    [ -s err ] && sed 's/^/  err: /' err
    failures=$((failures + 1))
}

# expect CODE COMMAND...: run a command, which must exit with CODE; its output is in the files out and err
expect() {
    wanted=$1
    shift
    "$@" >out 2>err </dev/null
    code=$?
    [ "$code" = "$wanted" ] || fail "exit code $code, not $wanted: $*"
}

out_has() { grep -qe "$1" out || fail "no '$1' in the output"; }
err_has() { grep -qe "$1" err || fail "no '$1' in the errors"; }
out_empty() { [ ! -s out ] || fail "there is output"; }
err_empty() { [ ! -s err ] || fail "there are errors"; }
err_one_line() { [ "$(wc -l <err)" = 1 ] || fail "not one line of errors"; }

finish() { exit $((failures > 0)); }
