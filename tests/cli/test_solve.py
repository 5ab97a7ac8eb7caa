"""deepwell solve: small boards with certificates, resuming, kills, damage, a full disk, mistakes."""
import json
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from test_commands import BIN, deepwell, lines
from test_prove import check


class Solve(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        for size, pieces in ((4, 2), (5, 3)):
            built = deepwell("egdb", "build", "--pieces", str(pieces), "--data", cls.folder, size=size)
            assert built.returncode == 0, built.stderr

    def setUp(self):
        self.store = self.folder / "store"
        shutil.rmtree(self.store, ignore_errors=True)

    def arguments(self, *args, size=5, pieces=2):
        return [*map(str, args), "--store", str(self.store), "--data", str(self.folder),
                "--pieces", str(pieces)]

    def solve(self, *args, size=5, pieces=2):
        return deepwell("solve", *self.arguments(*args, pieces=pieces), size=size)

    def solved(self, *args, size=5, pieces=2):
        run = self.solve(*args, "--json", size=size, pieces=pieces)
        self.assertEqual(run.returncode, 0, run.stderr)
        result, = lines(run)
        return result

    def certified(self, *args, size=5, pieces=2):
        file = self.folder / "proof"
        file.unlink(missing_ok=True)
        run = self.solve("certificate", *args, "--out", file, size=size, pieces=pieces)
        self.assertEqual(run.returncode, 0, run.stderr)
        return check(file, self.folder, size).stdout

    # Few nodes a job, so that the manager has something to manage.
    def test_small_boards_with_certificates(self):
        for size, value, nodes in ((4, "draw", 20), (5, "win", 200)):
            with self.subTest(size):
                self.setUp()
                result = self.solved("--start", "--job-nodes", nodes, "--threads", 2, size=size)
                self.assertEqual(result["value"], value)
                self.assertGreater(result["jobs"], 20)
                self.assertEqual(result["jobs"], result["searches"])
                self.assertIn("VERIFIED", self.certified(size=size))

    def test_ways_to_give_a_position(self):
        for size, args in ((4, ["B:W7,8:B1,2"]), (4, ["--opening", "1-4 8-5"]), (4, ["W:W7:BK2,3"])):
            result = self.solved(*args, "--job-nodes", 50, size=size)
            self.assertIn(result["value"], ("win", "draw", "loss"))
            self.assertIn("VERIFIED", self.certified(*args, size=size))

    def test_solved_again_without_a_job(self):
        first = self.solved("--start", "--job-nodes", 50, size=4)
        again = self.solved("--start", "--job-nodes", 50, size=4)
        self.assertEqual((again["value"], again["jobs"]), (first["value"], 0))
        self.assertEqual(again["searches"], first["searches"])

    def test_seeds_and_terms_change_the_way_not_the_value(self):
        for args in (["--seed", "1-4 8-5"], ["--no-threshold"], ["--weak"], ["--batch", "300"],
                     ["--no-score", "--no-pieces", "--no-kings", "--no-warning", "--no-draw"]):
            with self.subTest(args):
                self.setUp()
                self.assertEqual(self.solved("--start", "--job-nodes", 30, *args, size=4)["value"], "draw")

    def test_a_seed_from_a_file(self):
        pdn = self.folder / "line.pdn"
        pdn.write_text('[Event "?"]\n[GameType "21"]\n\n1. 1-4 8-5 *\n')
        self.assertEqual(self.solved("--start", "--seed", pdn, "--job-nodes", 30, size=4)["value"], "draw")

    def test_status_report_show_export(self):
        status = self.folder / "status.jsonl"
        status.unlink(missing_ok=True)
        self.solved("--start", "--job-nodes", 30, "--status", status, size=4)
        last = json.loads(status.read_text().splitlines()[-1])
        self.assertEqual(last["value"], "draw")
        self.assertLessEqual({"threshold", "nodes", "proven", "likely", "frontier", "jobs_per_second", "wins",
                              "loses", "line", "seconds"}, set(last))
        told, = lines(self.solve("status", "--json", size=4))
        self.assertEqual((told["value"], told["searches"], told["repeated"]), ("draw", last["searches"], 0))
        report, = lines(self.solve("report", "--json", size=4))
        self.assertEqual(report["proof"], "D")
        self.assertTrue(0 < report["searches"] <= last["searches"], "positions, not jobs")
        self.assertLessEqual(report["minimal_size"], told["nodes"])
        self.assertLessEqual(report["minimal_max_ply"], report["max_ply"])
        self.assertAlmostEqual(sum(report["decided_by"].values()), 1)
        shown, = lines(self.solve("show", "--start", "--json", size=4))
        self.assertEqual((shown["label"], shown["kind"]), ("D", "inner"))
        self.assertIn("D", [move["label"] for move in shown["moves"]])
        self.assertEqual(self.solve("show", "B:WK8:BK1", size=4).returncode, 0)
        away = self.solve("show", "W:W5,7:BK1,2", size=4)
        self.assertEqual((away.returncode, "not in tree" in away.stdout), (1, True))
        tree = self.folder / "tree.pdn"
        self.assertEqual(self.solve("export", "--depth", 8, "--out", tree, size=4).returncode, 0)
        self.assertEqual(deepwell("pdn", "check", str(tree), size=4).returncode, 0)
        self.assertIn("digraph", self.solve("export", "--format", "dot", size=4).stdout)

    def test_time_is_over_then_it_goes_on(self):
        run = self.solve("--start", "--job-nodes", 30, "--time", "0.001", size=5)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, "go on with: deepwell-5 solve .*--job-nodes 30 --start")
        self.assertEqual(self.solve("status", size=5).returncode, 1)
        self.assertEqual(self.solved("--start", "--job-nodes", 2000, size=5)["value"], "win")

    def test_nodes_are_over_then_it_goes_on(self):
        run = self.solve("--start", "--job-nodes", 30, "--nodes", 100, size=5)
        self.assertEqual(run.returncode, 1)
        self.assertIn("the nodes are over", run.stderr)
        self.assertEqual(self.solved("--start", "--job-nodes", 2000, size=5)["value"], "win")

    def test_an_interrupt_prints_how_to_go_on(self):
        work = subprocess.Popen([BIN / "deepwell-5", "solve", *self.arguments("--start", "--job-time", 3600)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.3)
        work.send_signal(signal.SIGINT)
        _, said = work.communicate(timeout=20)
        self.assertIn(work.returncode, (0, 130))
        self.assertTrue(work.returncode == 0 or "go on with:" in said)

    # What the status file says is done, the log must hold, whenever the kill comes.
    def expect_nothing_lost(self, status):
        whole = status.read_text().rpartition("\n")[0].splitlines() if status.exists() else []
        if not whole:
            return
        told, = lines(self.solve("status", "--json"))
        self.assertGreaterEqual(told["searches"], json.loads(whole[-1])["searches"])

    def test_killed_many_times(self):
        status = self.folder / "kills.jsonl"
        status.unlink(missing_ok=True)
        command = [BIN / "deepwell-5", "solve", *self.arguments("--start", "--job-nodes", 150, "--threads", 2,
                                                                "--json", "--status", status)]
        chance = random.Random(1)
        kills = 0
        for _ in range(200):
            work = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            try:
                out, _ = work.communicate(timeout=0.02 + 0.25 * chance.random())
            except subprocess.TimeoutExpired:
                work.kill()
                work.communicate()
                kills += 1
                self.expect_nothing_lost(status)
                if kills < 20:
                    continue
                out = self.solve("--start", "--job-nodes", 150, "--json").stdout
            if kills < 20:      # it was faster than the kill: once more from the beginning
                shutil.rmtree(self.store)
                status.unlink()
                continue
            break
        self.assertEqual(kills, 20)
        self.assertEqual(json.loads(out)["value"], "win")
        told, = lines(self.solve("status", "--json"))
        self.assertEqual(told["repeated"], 0, "a result that was reported done was computed again")
        verdict = self.certified()
        self.assertIn("VERIFIED", verdict)
        self.setUp()
        self.assertEqual(self.solved("--start", "--job-nodes", 150, "--threads", 2)["value"], "win")
        self.assertEqual(self.verdict_of(self.certified()), self.verdict_of(verdict))

    @staticmethod
    def verdict_of(said):       # without the numbers of positions and seconds
        return re.sub("[0-9.,]+", "", said)

    def damaged(self):
        self.solved("--start", "--job-nodes", 30, size=4)
        log = self.store / "results.log"
        good = log.read_bytes()
        at = good.index(b"DWr\x1e", len(good) // 2)
        log.write_bytes(good[:at + 20] + bytes([good[at + 20] ^ 1]) + good[at + 21:])
        return at

    def test_a_damaged_record_is_named_and_the_rest_kept(self):
        at = self.damaged()
        before, = lines(self.solve("status", "--json", size=4))
        self.assertEqual(len(before["faults"]), 1)
        self.assertIn(f"results.log: damaged from byte {at}", before["faults"][0])
        run = self.solve("--start", "--job-nodes", 30, size=4)
        self.assertEqual(run.returncode, 0)
        self.assertIn(f"damaged from byte {at}", run.stderr)

    def test_rebuilt_from_the_log(self):
        self.solved("--start", "--job-nodes", 30, size=4)
        self.assertEqual(self.solve("rebuild", size=4).returncode, 0)
        self.assertEqual(self.solved("--start", "--job-nodes", 30, size=4)["jobs"], 0)
        self.assertIn("VERIFIED", self.certified(size=4))

    def test_rebuilt_from_a_damaged_log(self):
        at = self.damaged()
        built = self.solve("rebuild", "--json", size=4)
        result, = lines(built)
        self.assertEqual((built.returncode, len(result["faults"])), (0, 1))
        self.assertIn(f"damaged from byte {at}", built.stderr)
        again = self.solved("--start", "--job-nodes", 30, size=4)
        self.assertEqual(again["value"], "draw")
        told, = lines(self.solve("status", "--json", size=4))
        self.assertEqual(told["repeated"], 0)
        self.assertIn("VERIFIED", self.certified(size=4))

    def test_a_full_disk(self):
        command = [BIN / "deepwell-5", "solve", *self.arguments("--start", "--job-nodes", 30)]
        full = subprocess.run(command, capture_output=True, text=True, timeout=100, preexec_fn=lambda:
                              resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000)))
        self.assertEqual(full.returncode, 3, full.stderr)
        self.assertEqual(full.stderr.count("\n"), 1, full.stderr)
        self.assertIn("cannot write", full.stderr)
        self.assertEqual(self.solved("--start", "--job-nodes", 2000)["value"], "win")

    def test_one_at_a_time(self):
        work = subprocess.Popen([BIN / "deepwell-5", "solve", *self.arguments("--start", "--job-nodes", 1,
                                                                             pieces=0)],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not (self.store / "results.log").exists():
                time.sleep(0.01)
            time.sleep(0.05)
            run = self.solve("--start", pieces=0)
            self.assertTrue(work.poll() is not None or
                            (run.returncode == 3 and "another process" in run.stderr), run)
        finally:
            work.kill()
            work.wait()

    def test_smaller_databases_are_refused(self):
        self.solved("--start", size=5, pieces=3)
        run = self.solve("status", size=5, pieces=2)
        self.assertEqual(run.returncode, 3)
        self.assertIn("relies on databases with up to 3 pieces", run.stderr)

    def test_mistakes(self):
        for args in ([], ["nonsense"], ["start", "--start"], ["--opening", "1-2"], ["--start", "--seed", "1-2"],
                     ["--start", "--time", "soon"], ["status"], ["certificate", "--out", "x"], ["rebuild"],
                     ["--start", "--seed", "none.pdn"]):
            run = self.solve(*args, size=4)
            self.assertEqual(run.returncode, 2, args)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)


if __name__ == "__main__":
    unittest.main()
