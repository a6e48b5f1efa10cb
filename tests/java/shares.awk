# shares.awk TRUTH FOUND: print for each name of the first file its true share, its share in the second file, and their
# difference in standard errors of `samples` samples. Lines are "NAME AMOUNT". Times between samples are random, from half
# to one and a half of the period (bindings/kit/timer.h), so that the variance is 13/12 of that of equal ones.
NR == FNR { truth[$1] = $2; sum += $2; next }
$1 in truth { found[$1] += $2; all += $2 }
END {
    for (name in truth) {
        share = truth[name] / sum
        error = sqrt(share * (1 - share) / samples * 13 / 12)
        printf "%s %.5f %.5f %.2f\n", name, share, found[name] / all, (found[name] / all - share) / error
    }
}
