# docs/coverage.md: every rule has a row, and what a row names is there.
. "$(dirname "$0")/common.sh"
page=docs/coverage.md

for file in $(grep -o '`[a-z]*/[^` ]*`' $page | tr -d '`' | sort -u); do
    case $file in
    *'<'*) ;;
    *) ls $file >/dev/null 2>&1 || fail "$page names $file, which is not there" ;;
    esac
done

has_row() { # has_row ID WHO
    [ "$(grep -c "^| $1 |" $page)" = 1 ] || fail "$page has not one row for $1, $2"
}

# As many as the documents have rules.
rows() { # rows PREFIX COUNT
    n=1
    while [ $n -le "$2" ]; do
        has_row "$1-$n" "a rule of its document"
        n=$((n + 1))
    done
}
rows SH 16
rows TCP 20
rows ML 12
rows TT 17
rows NV 10
rows ON 9
rows PT 7
rows TF 7
rows TO 4
for calls in torch.gather 'index_select, take_along_dim, x\[idx\], take' 'torch.scatter family' ONNX TF JAX; do
    has_row "$calls" "calls that are measured"
done

# And whatever rule the sources and the rule files name.
for rule in $(grep -rhoE '\b[A-Z]{2,4}-[0-9]+\b' src include cli tests/rules tests/ops | sort -u); do
    case $rule in
    AVX-* | IEEE-* | UTF-* | SHA-* | ISO-*) ;; # standards
    *) has_row "$rule" "which src, include, cli, tests/rules or tests/ops name" ;;
    esac
done

# A file of tests/rules that is named for a rule speaks of it. (Those of StableHLO are named for its constraints.)
grep -E '^\| (TCP|ML|NV|TT|ON|PT|TF|TO)-' $page | while IFS='|' read -r _ rule text; do
    rule=$(echo "$rule" | tr -d ' ')
    for file in $(echo "$text" | grep -o '`tests/rules/[^`]*`' | tr -d '`'); do
        grep -qE "\\b$rule\\b" "$file" || echo "$file does not speak of $rule"
    done
done >"$dir/silent"
[ ! -s "$dir/silent" ] || fail "$(cat "$dir/silent")"

# One file for each constraint of the three ops.
constraints() { # constraints OP COUNT
    n=1
    while [ $n -le "$2" ]; do
        file=tests/rules/stablehlo/shlo_$1_c$(printf %02d $n).mlir
        [ -f "$file" ] || fail "there is no $file"
        n=$((n + 1))
    done
}
constraints gather 23
constraints dynamic_gather 23
constraints scatter 25
constraints select_and_scatter 12

grep -n 'not yet' $page && fail "$page: a row says what is there, or why it is not"
finish
