#!/bin/sh
# A few mistakes are found in 60 programs, named, and made small. hunt.sh BUILD
command -v python3 >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 "$(dirname "$0")/hunt.py" "$1" "$folder/series" --programs 60 --least 3,3,3 \
    --only vectors-first,gather-wraps-negative,scatter-reads-before
