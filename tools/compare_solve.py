#!/usr/bin/env python3
"""What the terms of the proof manager are worth: the same positions solved with each of them switched.

    compare_solve.py PROGRAM --data DIR [--pieces N] [--nodes N] [--job-nodes N] POSITIONS

POSITIONS: a file with a FEN (or 'start') a line.  Each position is solved afresh in a store of its own, with one prover,
first with everything as by default, then with one thing changed.  Prints a table in Markdown; rows of the single
positions go to standard error as they are finished.
"""
import argparse, json, pathlib, subprocess, sys, tempfile

WAYS = {
    "as by default": [],
    "no thresholds": ["--no-threshold"],
    "seeded with a line of alpha-beta": ["--seed"],
    "no warning flag": ["--no-warning"],
    "no king penalty": ["--no-kings"],
    "no score": ["--no-score"],
    "one attempt at wandering kings": ["--attempts", "1"],
    "weak numbers": ["--weak"],
}


def line_of_play(options, fen):
    """The line that alpha-beta expects."""
    run = subprocess.run([options.program, "analyse", fen, "--nodes", "500000", "--threads", "1", "--data", options.data, "--json"],
                         capture_output=True, text=True, check=True)
    return " ".join(json.loads(run.stdout.splitlines()[-1])["pv"])


def solve(options, fen, way):
    with tempfile.TemporaryDirectory() as folder:
        command = [options.program, "solve", fen, "--store", folder, "--data", options.data, "--json", "--threads", "1",
                   "--nodes", str(options.nodes), "--job-nodes", str(options.job_nodes), "--memory", "512"]
        if options.pieces:
            command += ["--pieces", str(options.pieces)]
        if way == ["--seed"]:
            way = ["--seed", line_of_play(options, fen)]
        run = subprocess.run(command + way, capture_output=True, text=True)
        if run.returncode not in (0, 1):
            sys.exit(run.stderr)
        return json.loads(run.stdout.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("positions", type=pathlib.Path)
    parser.add_argument("--data", required=True)
    parser.add_argument("--pieces", type=int)
    parser.add_argument("--nodes", type=int, default=5_000_000, help="of the provers, for a position")
    parser.add_argument("--job-nodes", type=int, default=20000)
    parser.add_argument("--ways", nargs="*", help="only these rows")
    options = parser.parse_args()
    positions = [fen for fen in options.positions.read_text().splitlines() if fen.strip()]
    results = {}
    for name, way in WAYS.items():
        if options.ways and name not in options.ways:
            continue
        for fen in positions:
            results[name, fen] = result = solve(options, fen, way)
            print(name, fen, result["value"], result["jobs"], result["prover_nodes"], round(result["cpu_seconds"], 1),
                  sep="\t", file=sys.stderr, flush=True)
    names = [name for name in WAYS if (name, positions[0]) in results]
    common = [fen for fen in positions if all(results[name, fen]["value"] != "unknown" for name in names)]
    print(f"| {len(positions)} positions | solved | CPU s in all | of the {len(common)} that all solve: jobs | prover nodes | CPU s |")
    print("|---|---|---|---|---|---|")
    for name in names:
        rows = [results[name, fen] for fen in positions]
        both = [results[name, fen] for fen in common]
        print(f"| {name} | {sum(row['value'] != 'unknown' for row in rows)} | {sum(row['cpu_seconds'] for row in rows):.0f} "
              f"| {sum(row['jobs'] for row in both):,} | {sum(row['prover_nodes'] for row in both):,} "
              f"| {sum(row['cpu_seconds'] for row in both):.1f} |")


if __name__ == "__main__":
    main()
