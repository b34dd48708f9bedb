#!/bin/sh
# count.sh - adds up what fuzz/run.sh executed: a line of Markdown for each target, and the total.
#
#   fuzz/count.sh FROM COUNTS...     COUNTS: counts.tsv of the directories kept; FROM: a date, 2026-01-31 or with its time,
#                                    before which nothing counts: that of the last finding's fix
set -eu
from=${1:?usage: fuzz/count.sh FROM COUNTS...}
shift
awk -F '\t' -v from="$from" '
    $1 < from { next }
    { executed[$3] += $5; all += $5; found[$3] += $7 != "fine"; findings += $7 != "fine"
      seeds[$3] = seeds[$3] == "" ? $4 : seeds[$3] ", " $4
      if (first == "" || $1 < first) first = $1
      if ($1 > last) last = $1 }
    END {
        print "| target | executions | findings | seeds |"
        print "|---|---:|---:|---|"
        sort = "LC_ALL=C sort"
        for (target in executed)
            printf "| %s | %d | %d | %s |\n", target, executed[target], found[target], seeds[target] | sort
        close(sort)
        printf "| all, %s to %s | %d | %d | |\n", substr(first, 1, 10), substr(last, 1, 10), all, findings
    }' "$@"
