#!/usr/bin/env python3
"""Kills `deepwell solve` again and again at random moments, then lets it finish, and checks that nothing was lost.

    kill_solve.py PROGRAM CHECKER --data DIR [--kills N] [--within S] [--random SEED] -- SOLVE ARGUMENTS

After each kill the log must hold every result that the status file had reported as done.  In the end the value is
proven, no result was computed twice, and the checker accepts the certificate.
"""
import argparse, json, pathlib, random, subprocess, sys, tempfile, time


def last_line(status):
    whole = status.read_text().rpartition("\n")[0].splitlines() if status.exists() else []
    return json.loads(whole[-1]) if whole else {"searches": 0}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("checker")
    parser.add_argument("--data", required=True)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--within", type=float, default=10, help="seconds that a run lives at most")
    parser.add_argument("--random", type=int, default=1)
    parser.add_argument("--pieces", default="3")
    parser.add_argument("arguments", nargs="+")
    options = parser.parse_args()
    chance = random.Random(options.random)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        where = ["--store", str(folder / "store"), "--data", options.data, "--pieces", options.pieces]
        status = folder / "status.jsonl"
        solve = [options.program, "solve", *options.arguments, *where]

        def told(*query):
            run = subprocess.run([options.program, "solve", *query, *where, "--json"], capture_output=True, text=True)
            return json.loads(run.stdout) if run.stdout else {"searches": 0}

        for kill in range(options.kills):
            work = subprocess.Popen([*solve, "--status", str(status)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                work.wait(timeout=options.within * chance.random())
                sys.exit(f"solved before kill {kill + 1}: give it less time")
            except subprocess.TimeoutExpired:
                work.kill()
                work.wait()
            reported, kept = last_line(status)["searches"], told("status")["searches"]
            print(f"kill {kill + 1}: {reported} results reported done, {kept} in the log", flush=True)
            if kept < reported:
                sys.exit("a result that was reported done is lost")
        done = subprocess.run([*solve, "--json"], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
        state = told("status")
        print(f"{json.loads(done.stdout)['value']}: {state['searches']} results, {state['repeated']} computed twice, "
              f"{time.monotonic() - began:.0f} s", flush=True)
        proof = folder / "proof"
        subprocess.run([options.program, "solve", "certificate", *where, "--out", str(proof)], check=True)
        checked = subprocess.run([options.checker, "--data", options.data, str(proof)])
        sys.exit(checked.returncode or (1 if state["repeated"] else 0))


if __name__ == "__main__":
    main()
