# How a command line is read: names whole and by a beginning, values, what goes with what, and what is said where it is wrong.
. "$(dirname "$0")/common.sh"
echo 'func.func @main() -> tensor<2xi32> { %0 = stablehlo.iota dim = 0 : tensor<2xi32> return %0 : tensor<2xi32> }' >"$dir/x.mlir"

# two dashes: the name, or a beginning that no other has; one dash: the name, as LLVM's tools have it
for option in --full --fu -full; do
    expect 0 run $option "$dir/x.mlir"
    says out 'dense<[0, 1]>'
done
expect 2 run -fu "$dir/x.mlir"
says err "there is no option '-fu'"
expect 2 run --s "$dir/x.mlir"
says err "'--s' may be --strict, --strict-syntax or --split-input-file"
expect 2 run --max- 1 "$dir/x.mlir"
says err "'--max-' may be --max-memory, --max-steps or --max-errors"

# a letter, with its value beside it or in it
expect 0 lower -o "$dir/a.mlir" "$dir/x.mlir"
expect 0 lower "-o$dir/b.mlir" "$dir/x.mlir"
cmp -s "$dir/a.mlir" "$dir/b.mlir" || fail '-oFILE is -o FILE'
expect 2 lower "$dir/x.mlir" -o
says err 'a value is missing after --output: FILE'

# values beside a name, or behind =; none for a flag; behind -- nothing is an option
expect 0 run --threads 2 --threads=1 "$dir/x.mlir"
expect 2 run --full=yes "$dir/x.mlir"
says err "--full takes no value, 'yes' is one"
expect 2 run --full= "$dir/x.mlir"
says err "--full takes no value"
cp "$dir/x.mlir" "$dir/--full"
(cd "$dir" && "$garner" check -- --full) >"$dir/out" 2>"$dir/err" || fail 'a file called --full'

# what is not there: the one of another command, or the one that was meant
expect 2 check --stages "$dir/x.mlir"
says err "there is no option '--stages' here, it is one of \`garner lower\`"
expect 2 run --thraeds 2 "$dir/x.mlir"
says err "did you mean '--threads'?"
expect 2 run --zzzzzzzzz "$dir/x.mlir"
says err "there is no option '--zzzzzzzzz'"
says err '`garner run --help` lists the options'
for name in '' = ' ' a-name-that-is-longer-than-any-option-is-going-to-be-in-the-years-to-come; do
    expect 2 run "--=$name" "$dir/x.mlir"
done

# words that a value may be
expect 2 convert --to=onx "$dir/x.mlir"
says err "--to takes stablehlo, tensor, tcp, onnx, torch, ttnn, nvl, numpy, jax, pytorch, r or artifact, not 'onx'; did you mean 'onnx'?"
expect 2 lower --to=jax "$dir/x.mlir"
says err "--to takes scf, linalg or parallel, not 'jax'"
expect 2 plan --target=ttn "$dir/x.mlir"
says err "did you mean 'ttnn'?"
expect 2 run --threads=0 "$dir/x.mlir"
says err "--threads takes a number from 1 to 256, not '0'"

# an option that would do nothing is refused
while read -r options; do
    # shellcheck disable=SC2086 # words
    expect 2 $options "$dir/x.mlir"
    says err 'means something only with --'
done <<'END'
convert --seed 3
convert --target=1.0.0
convert --to=tensor --target=1.0.0
convert --assume-in-bounds
convert --strict-target
convert --verify-equivalence
plan --cores 8x8
plan --strategy=auto
plan --l1-bytes 1M
END
expect 2 convert --no-raise --expand-batching "$dir/x.mlir"
says err '--no-raise means something only with --to'
expect 2 convert --verify-equivalence "$dir/x.mlir"
says err 'only with --to, --expand-batching or --collapse-batching'

# commands: by name, and as options that people write
expect 2 rnu "$dir/x.mlir"
says err "there is no command 'rnu'; did you mean 'run'?"
expect 2 xxxxxxxxxxxx
says err "there is no command 'xxxxxxxxxxxx'; \`garner help\` lists them"
for words in 'help run' 'run --help' 'run -h' 'help --help'; do
    # shellcheck disable=SC2086 # words
    expect 0 $words
    says out 'usage: garner'
done
expect 2 help rn
says err "did you mean 'run'?"
expect 2 help run check
says err "one [COMMAND] at a time, 'check' is one more"
for words in version --version -V; do
    expect 0 $words
    grep -qx 'garner [0-9]*\.[0-9]*\.[0-9]*' "$dir/out" || fail "garner $words"
done
expect 2
says err 'usage: garner COMMAND'

# what is printed for people fits their terminal
for command in $("$garner" help | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p'); do
    expect 0 help $command
    awk -v command=$command 'length($0) > 80 { print command ": " $0; bad = 1 } END { exit bad }' "$dir/out" || fail 'a line of 80 columns at most'
done
expect 0 help
awk 'length($0) > 80 { exit 1 }' "$dir/out" || fail 'a line of 80 columns at most'

# pages for man: each has its sections, and roff finds nothing wrong where it is there
for command in '' run convert plan completions; do
    expect 0 manual $command
    for section in NAME DESCRIPTION 'EXIT STATUS'; do
        grep -qx ".SH $section" "$dir/out" || fail "manual $command: no section $section"
    done
    if command -v groff >/dev/null; then
        groff -man -Tascii -ww "$dir/out" >"$dir/page" 2>"$dir/err"
        silent err
    fi
done
expect 0 manual run
says out '\-\-max\-steps N'
expect 2 manual nothing

# completions, as the shells that are here take them
complete() { # complete WORD...: what bash offers for the last
    bash -c '. "$1"; shift; COMP_WORDS=(garner "$@") COMP_CWORD=$#; _garner; printf "%s\n" "${COMPREPLY[@]}"' - "$dir/bash" "$@"
}
expect 0 completions bash
cp "$dir/out" "$dir/bash"
if command -v bash >/dev/null; then
    [ "$(complete che)" = check ] || fail 'bash: a command'
    [ "$(complete lower --to '' | sort | tr '\n' ' ')" = 'linalg parallel scf ' ] || fail 'bash: words of a value'
    [ "$(complete convert --to = onn)" = onnx ] || fail 'bash: words behind ='
    [ "$(complete run --rep)" = --replicas ] || fail 'bash: an option'
    PATH=$(dirname "$garner"):$PATH
    [ "$(complete ops stablehlo.gat)" = stablehlo.gather ] || fail 'bash: an op'
    [ "$(complete help gra)" = grad ] || fail 'bash: a command to be helped with'
fi
expect 0 completions zsh
says out '#compdef garner'
! command -v zsh >/dev/null || zsh -n "$dir/out" || fail 'zsh does not read it'
expect 0 completions fish
says out "complete -c garner -n '__fish_seen_subcommand_from lower' -l to -r -f -a 'scf linalg parallel'"
! command -v fish >/dev/null || fish -n "$dir/out" || fail 'fish does not read it'
expect 2 completions tcsh
says err "SHELL is bash, zsh or fish, not 'tcsh'"
finish
