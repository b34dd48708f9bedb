#!/bin/sh
# version.sh - the version of include/garner/version.h is that of debian/, whose library is called by its soname; the maintainers are those
# of CONTRIBUTING.md. Ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 1
passed=0 failed=0
same() { # same TEXT SEEN WANTED
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1: '$2' where '$3' is right"
    fi
}
number() { sed -n "s/^#define GRN_VERSION_$1 //p" include/garner/version.h; }
version=$(number MAJOR).$(number MINOR).$(number PATCH)
abi=$(number MAJOR)
[ "$abi" != 0 ] || abi=0.$(number MINOR)
same "debian/changelog" "$(sed -n '1s/^garner (\(.*\)-[0-9]*) .*/\1/p' debian/changelog)" "$version"
same "debian/control: the library's package" "$(sed -n 's/^Package: \(libgarner[0-9.]*\)$/\1/p' debian/control)" "libgarner$abi"
same "debian/control: what libgarner-dev needs" "$(sed -n 's/^Depends: \(libgarner[0-9.]*\) .*/\1/p' debian/control)" "libgarner$abi"
same "debian/libgarner$abi.install" "$(ls "debian/libgarner$abi.install" 2>/dev/null)" "debian/libgarner$abi.install"
same "debian/libgarner$abi.symbols" "$(sed -n 1p "debian/libgarner$abi.symbols" 2>/dev/null)" "libgarner.so.$abi libgarner$abi #MINVER#"
same "bindings/node/package.json" "$(sed -n 's/^  "version": "\(.*\)",$/\1/p' bindings/node/package.json)" "$version"
maintainers=$(sed -n 's/^Maintainers: //p' CONTRIBUTING.md | tr -d '\\')
same "debian/control: maintainer" "$(sed -n 's/^Maintainer: //p' debian/control)" "$maintainers"
same "debian/changelog: maintainer" "$(sed -n 's/^ -- \(.*>\)  .*/\1/p' debian/changelog | sort -u)" "$maintainers"
same "debian/copyright: contact" "$(sed -n 's/^Upstream-Contact: //p' debian/copyright)" "$maintainers"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
