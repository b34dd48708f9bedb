# --json: one document of every command, on success and on failure, as docs/json.schema.json has it and with what docs/json.md says.
. "$(dirname "$0")/common.sh"
python=$(command -v python3) || { echo "skipped: python3, which reads the documents, is not there"; exit 0; }
here=$(dirname "$0")
GARNER_MACHINE=
export GARNER_MACHINE
mkdir "$dir/json" "$dir/text"

# doc STATUS NAME ARGUMENT...: the document is kept as NAME; nothing goes to standard error
doc() {
    status=$1 name=$2
    shift 2
    expect "$status" "$@" --json
    silent err
    cp "$dir/out" "$dir/json/$name"
}

take='"stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> :'
cat >"$dir/take.mlir" <<END
func.func @main(%t: tensor<3x2xf32>, %i: tensor<2x1xi64>) -> tensor<2x2xf32> {
  %0 = $take (tensor<3x2xf32>, tensor<2x1xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
END
sed 's/i64: 1, 2/i64: 1, 3/' "$dir/take.mlir" >"$dir/c21.mlir"
printf 'func.func @main() {\n  %%0 = oops\n  return\n}\n' >"$dir/syntax.mlir"
cat >"$dir/values.mlir" <<'END'
func.func @main() -> (tensor<2xi64>, tensor<4xf32>, tensor<2xcomplex<f32>>, tensor<i1>, tensor<0x2xi8>, tensor<1001xi32>, tensor<1x2x!quant.uniform<i8:f32, 0.5>>) {
  %0 = stablehlo.constant dense<[9223372036854775807, -9007199254740993]> : tensor<2xi64>
  %1 = stablehlo.constant dense<[1.5, 0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<4xf32>
  %2 = stablehlo.constant dense<[(1.0, -2.0), (0.0, 0x7FC00000)]> : tensor<2xcomplex<f32>>
  %3 = stablehlo.constant dense<true> : tensor<i1>
  %4 = stablehlo.constant dense<> : tensor<0x2xi8>
  %5 = stablehlo.iota dim = 0 : tensor<1001xi32>
  %6 = stablehlo.constant dense<[[1.0, -2.0]]> : tensor<1x2xf32>
  %7 = stablehlo.uniform_quantize %6 : (tensor<1x2xf32>) -> tensor<1x2x!quant.uniform<i8:f32, 0.5>>
  return %0, %1, %2, %3, %4, %5, %7 : tensor<2xi64>, tensor<4xf32>, tensor<2xcomplex<f32>>, tensor<i1>, tensor<0x2xi8>, tensor<1001xi32>, tensor<1x2x!quant.uniform<i8:f32, 0.5>>
}
END
cat >"$dir/probe.mlir" <<'END'
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  interpreter.print %x : tensor<2xi32>
  %p = interpreter.probe %x, probe_id = "a\"b" : tensor<2xi32>
  %r = stablehlo.add %p, %p : tensor<2xi32>
  return %r : tensor<2xi32>
}
END
set -- --input '3x2xf32=[[1,2],[3,4],[5,6]]' --input

# ---- run ---------------------------------------------------------------------------------------------------------------
doc 0 run run "$dir/take.mlir" "$@" '2x1xi64=[[2],[0]]' --trace --time=3 --plans
doc 0 run_npz run "$dir/take.mlir" "$@" '2x1xi64=[[2],[0]]' --output "$dir/r.npz"
doc 0 run_folder run "$dir/take.mlir" "$@" '2x1xi64=[[2],[0]]' --output "$dir/r" --quiet
doc 1 run_expect run "$dir/take.mlir" "$@" '2x1xi64=[[2],[1]]' --expect "$dir/r.npz"
doc 0 run_values run "$dir/values.mlir"
doc 0 run_full run "$dir/values.mlir" --full
doc 0 run_grid run "$dir/probe.mlir" --input '2xi32=[1,2]' --partitions 2 --probe-output-dir "$dir/probes"
doc 4 run_strict run "$dir/take.mlir" "$@" '2x1xi64=[[2],[3]]' --strict
doc 2 run_missing run "$dir/take.mlir"
doc 3 run_input run "$dir/take.mlir" "$@" '2x1xi64=[[2],[x]]'
doc 2 run_rows run "$dir/take.mlir" --rows
doc 2 run_stdout run "$dir/take.mlir" --output -
doc 3 run_c21 run "$dir/c21.mlir"
# ---- check -------------------------------------------------------------------------------------------------------------
doc 0 check check "$dir/take.mlir"
doc 3 check_many check "$dir/take.mlir" "$dir/c21.mlir" "$dir/syntax.mlir" "$dir/missing.mlir"
doc 1 check_verify check --verify-diagnostics "$dir/syntax.mlir"
bad_name="$dir/$(printf 'q"\\\033\377').mlir"
cp "$dir/syntax.mlir" "$bad_name"
doc 3 check_name check "$bad_name"
for n in 1 2 3; do printf 'func.func @f() {\n  %%0 = oops\n}\n// -----\n'; done >"$dir/many.mlir"
doc 3 check_most check --split-input-file --max-errors 2 "$dir/many.mlir"
# ---- reports -----------------------------------------------------------------------------------------------------------
doc 0 plan plan "$dir/take.mlir"
doc 0 plan_ttnn plan --target=ttnn "$here/../../examples/ttnn_scatter.mlir"
doc 2 plan_dim plan "$dir/take.mlir" --dim q/0=3
doc 1 lint lint "$here/../../examples/lint_wrong_row.mlir"
doc 3 lint_syntax lint "$dir/syntax.mlir"
doc 0 explain explain "$dir/take.mlir" --at 0,1 --at 1,0
doc 2 explain_at explain "$dir/take.mlir" --at 0,7
doc 0 ops ops 'tcp.*'
doc 0 ops_all ops
doc 0 ops_names ops --names 'tcp.*'
doc 0 ops_pages ops stablehlo.gather vector.gather
doc 0 ops_example ops --example stablehlo.gather
doc 1 ops_none ops stablehlo.gahter
doc 2 ops_usage ops --example gather
doc 0 rule rule stablehlo.gather C21
doc 0 rule_several rule C21
doc 0 rule_behavior rule SH-11
doc 0 rule_systems rule
doc 1 rule_none rule stablehlo.gather C99
doc 3 rule_file rule C21 -o "$dir/no/such/x.json"
doc 0 version version
doc 0 help help
doc 0 help_run run --help
doc 2 help_other help runn
doc 0 tune tune --print --seconds 0.001
# ---- what is made --------------------------------------------------------------------------------------------------------
for command in print lower emit grad 'convert --to=onnx' 'convert --to=numpy' 'draw --text'; do
    doc 0 "text_${command%% *}_${command##*=}" $command "$dir/take.mlir"
    $garner $command "$dir/take.mlir" >"$dir/text/text_${command%% *}_${command##*=}" 2>/dev/null
    doc 3 "bad_${command%% *}_${command##*=}" $command "$dir/c21.mlir"
done
doc 0 draw draw "$dir/take.mlir"
doc 0 manual manual run
doc 0 completions completions zsh
doc 2 completions_other completions csh
doc 0 trials convert --to=torch --verify-equivalence --seed 7 "$dir/take.mlir"
doc 0 artifact convert --to=artifact -o "$dir/take.bc" "$dir/take.mlir"
doc 2 artifact_text convert --to=artifact "$dir/take.mlir"
doc 0 model convert --to=onnx -o "$dir/take.onnx" "$dir/take.mlir"
doc 0 lower_file lower -o "$dir/loops.mlir" "$dir/take.mlir"
doc 0 onnx_place plan "$dir/take.onnx"
doc 0 reduce reduce --while 'grep -q gather {}' "$dir/take.mlir"
doc 1 reduce_other reduce --while 'grep -q sort {}' "$dir/take.mlir"
# ---- the command line ------------------------------------------------------------------------------------------------------
doc 2 no_option run --nope "$dir/take.mlir"
doc 2 no_command nope
doc 2 no_file check
doc 2 wrong_value run --threads 0 "$dir/take.mlir"
doc 3 no_output lower -o "$dir/no/such/x.mlir" "$dir/take.mlir"
doc 3 no_report plan -o "$dir/no/such/x.json" "$dir/take.mlir"
expect 0 check --js "$dir/take.mlir" # a beginning will do
says out '"status":"ok"'
expect 0 run "$dir/probe.mlir" --input '2xi32=[1,2]' -- # nothing is JSON that is not asked to be
says out 'dense<[2, 4]> : tensor<2xi32>'

"$python" "$here/json_schema.py" "$here/../../docs/json.schema.json" "$dir"/json/* || fail 'a document is not what docs/json.schema.json says'

"$python" - "$dir" <<'END' || fail 'a document does not say what it should'
import json
import os
import sys

folder = sys.argv[1]


class Docs(dict):
    def __missing__(self, name):
        with open(f"{folder}/json/{name}", encoding="utf-8") as text:
            return json.load(text)


docs = Docs()


def first(name):
    return docs[name]["diagnostics"][0]


def results(name):
    return docs[name]["runs"][0]["results"]


# values, by hand
run = docs["run"]
assert run["command"] == "run" and run["status"] == "ok" and run["exit"] == 0 and run["file"] == f"{folder}/take.mlir"
result, = results("run")
assert result == {"name": "main_0", "type": "tensor<2x2xf32>", "dtype": "f32", "shape": [2, 2], "values": [[5, 6], [1, 2]], "elided": False}
traced = run["runs"][0]["trace"]
assert [t["op"] for t in traced][:1] == ["stablehlo.gather"] and traced[0]["line"] == 2 and traced[0]["results"][0]["type"] == "tensor<2x2xf32>"
time = run["runs"][0]["time"]
assert time["runs"] == 3 and time["least_ns"] <= time["median_ns"] <= time["most_ns"] and time["ops"][0]["bytes"] == 16
assert [d["severity"] for d in run["diagnostics"]] == ["remark"] and "2 rows of 8 B" in run["diagnostics"][0]["message"]
long, = [r for r in results("run_values") if r["elided"]]
assert long["values"] is None and long["shape"] == [1001]
values = [r["values"] for r in results("run_full")]
assert values[0] == [9223372036854775807, -9007199254740993] and values[1] == [1.5, "nan", "inf", "-inf"]
assert values[2] == [[1, -2], [0, "nan"]] and values[3] is True and values[4] == [] and values[5] == list(range(1001))
assert values[6] == [[2, -4]] and results("run_full")[6]["type"] == "tensor<1x2x!quant.uniform<i8:f32, 5.000000e-01>>"
assert docs["run_npz"]["written"] == [f"{folder}/r.npz"] and docs["run_folder"]["written"] == [f"{folder}/r/main_0.npy"]
assert results("run_folder")[0]["values"] is None and results("run_folder")[0]["elided"] is False # --quiet
difference, = docs["run_expect"]["runs"][0]["differences"]
assert difference["result"] == "main_0" and difference["index"] == [1, 0] and difference["seen"] == 3 and difference["expected"] == 1
assert difference["count"] == 2 and difference["elements"] == 4 and first("run_expect")["file"] == f"{folder}/r.npz"
assert difference["ulps"] == 0x40400000 - 0x3F800000 # the bits of 3.0f and 1.0f
grid = docs["run_grid"]
assert [(r["replica"], r["partition"], r["values"]) for r in results("run_grid")] == [(0, 0, [2, 4]), (0, 1, [2, 4])]
assert grid["runs"][0]["printed"].count("tensor<2xi32>") == 2 and [p["probe_id"] for p in grid["probes"]] == ['a"b'] * 2
assert grid["written"] == [f"{folder}/probes/{n}" for n in ("probe_0.npy", "probe_1.npy", "index.csv")]

# messages
strict = first("run_strict")
assert (strict["severity"], strict["file"], strict["line"], strict["column"]) == ("error", f"{folder}/take.mlir", 2, 8) and "is 3" in strict["message"]
assert strict["index"] == {"position": [1, 0], "value": 3, "lowest": 0, "highest": 2} and first("run_c21")["index"] is None
assert docs["run_strict"]["runs"][0]["status"] == "failed" and docs["run_strict"]["status"] == "failed"
assert [n["message"] for n in first("run_missing")["notes"]] == ["it takes %t: tensor<3x2xf32>", "it takes %i: tensor<2x1xi64>"]
wrong = first("run_input") # the place is in what was typed
assert "'x' is no integer" in wrong["message"] and (wrong["notes"][0]["message"], wrong["notes"][0]["column"]) == ("2x1xi64=[[2],[x]]", 15)
assert "--rows" in first("run_rows")["message"] and "--output" in first("run_stdout")["message"]
c21 = first("run_c21")
assert c21["rule"] == "C21" and (c21["line"], c21["column"], c21["place"]) == (2, 8, "2:8")
assert c21["notes"][0]["message"] == "rule C21 of the StableHLO spec, gather" and c21["message"].startswith("slice size (3)")
many = docs["check_many"]
assert [(c["file"][len(folder) + 1:], c["status"], c["exit"]) for c in many["checked"]] == [
    ("take.mlir", "ok", 0), ("c21.mlir", "failed", 3), ("syntax.mlir", "failed", 3), ("missing.mlir", "failed", 3)]
assert many["diagnostics"][-1] == {"severity": "error", "file": f"{folder}/missing.mlir", "line": None, "column": None, "location": None, "place": None,
                                   "message": "No such file or directory", "index": None, "notes": [], "rule": None}
syntax = [d for d in many["diagnostics"] if d["file"] == f"{folder}/syntax.mlir"]
assert syntax[0]["line"] == 2 and syntax[0]["column"] == 8 and syntax[0]["rule"] is None
assert first("check_verify")["message"].startswith("unexpected error: ") and first("check_verify")["line"] == 2
assert first("check_name")["file"] == folder + '/q"\\\x1b\ufffd.mlir'
assert [d["severity"] for d in docs["check_most"]["diagnostics"]] == ["error", "error", "remark"] and first("check_most")["line"] == 2
assert docs["check_most"]["diagnostics"][1]["line"] == 6 and "1 more error is" in docs["check_most"]["diagnostics"][2]["message"]
for name in ("no_option", "no_command", "no_file", "wrong_value", "completions_other", "help_other", "plan_dim", "explain_at"):
    assert docs[name]["exit"] == 2 and docs[name]["status"] == "failed" and first(name)["severity"] == "error", name
assert docs["no_command"]["command"] is None and first("no_option")["file"] is None and "--nope" in first("no_option")["message"]
assert docs["no_output"]["written"] == [] and first("no_output")["file"] == f"{folder}/no/such" == first("no_report")["file"]

# texts are those that are printed without --json
texts = os.listdir(f"{folder}/text")
assert len(texts) == 7
for name in texts:
    with open(f"{folder}/text/{name}", encoding="utf-8") as text:
        assert docs[name]["text"] == text.read(), name
    assert "text" not in docs["bad" + name[4:]] and docs["bad" + name[4:]]["diagnostics"][0]["rule"] == "C21", name

# the rest
assert docs["plan"]["plans"][0]["bytes"] == 2 * 2 * 4 and docs["plan"]["target"] is None and docs["plan"]["plans"][0]["place"] == "2:8"
assert docs["plan_ttnn"]["target"] == "ttnn" and docs["plan_ttnn"]["plans"][0]["account"]["op"] == "ttnn.scatter"
assert docs["lint"]["findings"][0]["kind"] == "out-of-bounds" and docs["lint"]["findings"][0]["line"] == 11 and docs["lint"]["status"] == "failed"
assert docs["lint_syntax"]["findings"] == []
assert [e["elements"][0]["result_index"] for e in docs["explain"]["explanations"]] == [[0, 1], [1, 0]]
# ops and rules, by the specification
tcp = ["tcp.gather", "tcp.gather_nd", "tcp.gather_slice", "tcp.broadcast", "tcp.slice"]
assert [op["name"] for op in docs["ops"]["ops"]] == tcp and docs["ops_names"]["ops"] == [{"name": name} for name in tcp]
assert {op["dialect"] for op in docs["ops"]["ops"]} == {"tcp"} and len({op["dialect"] for op in docs["ops_all"]["ops"]}) >= 30
gather, vector = docs["ops_pages"]["ops"]
assert [p["name"] for p in gather["operands"]] == ["operand", "start_indices"]
numbers, sizes, is_sorted = gather["attributes"]
assert numbers["words"] == ["offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map", "index_vector_dim"]
assert (sizes["name"], sizes["count"], is_sorted["name"], is_sorted["count"]) == ("slice_sizes", "one", "indices_are_sorted", "maybe")
assert {f"C{n}" for n in range(1, 24)} <= {r["rule"] for r in gather["rules"]} and "start_indices" in gather["generic"]
can = gather["commands"]
assert can["run"] and can["plan"] and can["grad"] == "derivative" and {"tensor", "onnx", "torch"} <= set(can["convert"]) and "scf" in can["lower"]
assert not vector["commands"]["run"] and vector["commands"]["not_run"] and vector["commands"]["grad"] is None
assert docs["ops_example"]["ops"] == [{"name": "stablehlo.gather", "example": gather["example"]}]
assert "did you mean 'stablehlo.gather'?" in first("ops_none")["message"] and "--example" in first("ops_usage")["message"]
rule, = docs["rule"]["rules"]
assert (rule["rule"], rule["section"], rule["ops"]) == ("C21", "StableHLO spec, gather", ["stablehlo.gather", "stablehlo.dynamic_gather"])
assert rule["messages"][0]["rule"] == "C21" and "stablehlo.gather" in rule["example"].splitlines()[rule["messages"][0]["line"] - 1]
assert rule in docs["rule_several"]["rules"] and len({r["section"] for r in docs["rule_several"]["rules"]}) >= 4
behavior, = docs["rule_behavior"]["rules"]
assert behavior["section"] is None and behavior["example"] is None and behavior["messages"] == [] and docs["rule"]["diagnostics"] == []
assert {"C", "I", "SH-", "TCP-"} <= {s["prefix"] for s in docs["rule_systems"]["systems"]}
assert "no rule C99 of stablehlo.gather" in first("rule_none")["message"] and first("rule_file")["file"] == f"{folder}/no/such"
assert docs["version"]["version"] == docs["version"]["garner"]
names = [c["name"] for c in docs["help"]["commands"]]
assert {"run", "check", "help"} <= set(names)
for command in docs["help"]["commands"]: # every command has both
    options = {o["name"]: o for o in command["options"]}
    text = "output-file" if command["name"] == "run" else "output"
    assert "json" in options and options[text]["letter"] == "o", command["name"]
assert [c["name"] for c in docs["help_run"]["commands"]] == ["run"]
assert docs["tune"]["figures"]["l1_bytes"] > 0 and len(docs["tune"]["figures"]["read_line"]) > 1 and docs["tune"]["written"] == []
assert docs["tune"]["sources"].keys() == docs["tune"]["figures"].keys() and docs["tune"]["sources"]["l1_bytes"] == "kept"
assert docs["draw"]["svg"].startswith("<svg ") and docs["manual"]["text"].startswith(".TH ") and docs["completions"]["text"].startswith("#compdef")
trials, = docs["trials"]["equivalence"]
assert trials["function"] == "main" and trials["seed"] == 7 and trials["in_range"] > 0 and trials["out_of_range"] > 0
for name, file in (("artifact", "take.bc"), ("model", "take.onnx"), ("lower_file", "loops.mlir")):
    assert docs[name]["written"] == [f"{folder}/{file}"] and "text" not in docs[name], name
place = docs["onnx_place"]["plans"][0]
assert place["line"] is None and place["column"] is None and place["place"]
END
finish
