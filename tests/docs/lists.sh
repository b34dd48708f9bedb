#!/bin/sh
# lists.sh BUILD [GARNER] - what texts say of the dialects and languages that `convert --to` takes is what the library has:
# pages, README, the header and the docstring list all of them, in its order; docs/dialects.md names every dialect.
set -eu
build=$(cd "$1" && pwd)
garner=${2:-$build/garner}
cd "$(dirname "$0")/../.."
bad=0
help=$("$garner" convert --help | tr -s ' \n' ' ')
words() { printf '%s\n' "$help" | sed -n "s/.*$1 \([a-z_, ]*\);.*/\1/p" | sed 's/ or / /; s/,//g'; }
dialects=$(words 'to the dialect')
languages=$(words 'in the language')
[ -n "$dialects" ] && [ -n "$languages" ] || { echo "garner convert --help lists nothing"; exit 1; }

# joined QUOTE BEFORE_LAST WORD... : "a", "b" or "c"
joined() {
    quote=$1 last=$2 out=
    shift 2
    while [ $# -gt 0 ]; do
        out="$out${out:+$([ $# -gt 1 ] && echo ', ' || echo "$last")}$quote$1$quote"
        shift
    done
    printf '%s\n' "$out"
}
lists() { # FILE TEXT
    sed 's/^ \* / /' "$1" | tr -s ' \n' ' ' | grep -qF -- "$2" || { echo "$1 does not say: $2"; bad=1; }
}
# shellcheck disable=SC2086
{
    lists include/garner/module.h "of another dialect: $(joined '"' ' or ' $dialects) (grn_module_dialect"
    lists include/garner/module.h "of another language: $(joined '"' ' or ' $languages) (grn_module_language"
    lists bindings/python/src/garner/_module.py "as a Module: $(joined '"' ', ' $dialects)."
    lists bindings/python/src/garner/_module.py "$(joined '"' ', ' $languages): text to paste"
    lists docs/convert.md "NAME is $(joined '`' ' or ' $dialects)."
    lists docs/source.md "$(joined '`' ' or ' $languages | sed 's/^`/`garner convert FILE --to=/') prints each function"
    lists README.md "in another dialect: $(joined '' ', ' $dialects) |"
    lists README.md "as a function of $(joined '' ' or ' $languages) |"
}
for dialect in $("$garner" ops | sed -n 's/^\([a-z_]*\):$/\1/p'); do
    lists docs/dialects.md "\`$dialect\`"
done
exit $bad
