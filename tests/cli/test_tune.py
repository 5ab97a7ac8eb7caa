"""deepwell tune: samples from self-play and from games, weights, the page that reports on them."""
import json
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from test_commands import BIN, SHARED, deepwell


class Tune(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def weights(self, *args):
        return deepwell("tune", "weights", *map(str, args), "--data", self.folder)

    def test_nothing_to_learn_from(self):
        for args, code in (([], 2), (["--method", "moves", "x.samples"], 2), ([self.folder / "none"], 3),
                           (["--pdn", self.folder / "none"], 2)):
            run = self.weights(*args)
            self.assertEqual(run.returncode, code, (args, run.stderr))

    def selfplay(self, name, *args):
        file = self.folder / name
        run = deepwell("tune", "selfplay", file, "--games", "128", "--nodes", "100", "--data", self.folder, *args)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"\d+ samples, \d+ of them now; .* samples/s")
        return file

    def learned(self, file, name, *args):
        out = self.folder / name
        run = deepwell("tune", "learn", file, "--epochs", "1", "--output", out, *args)
        self.assertEqual(run.returncode, 0, run.stderr)
        return out.read_bytes()

    def test_the_same_seed_makes_the_same_network_whatever_the_threads(self):
        one = self.selfplay("one", "--threads", "1")
        two = self.selfplay("two", "--threads", "2")
        network = self.learned(one, "a.bin")
        self.assertEqual(self.learned(two, "b.bin"), network)
        self.assertNotEqual(self.learned(one, "c.bin", "--seed", "2"), network)
        self.assertLess(len(network), 8_000_000)
        run = deepwell("match", f"deepwell weights={self.folder / 'a.bin'}", "deepwell", "--nodes", "100", "--games",
                       "2", "--data", self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_a_network_of_endings(self):
        file = self.selfplay("endings", "--openings", "endings", "--endings", "--every", "10", "--judge-nodes", "50")
        out = self.folder / "endings.bin"
        run = deepwell("tune", "endings", file, "--epochs", "1", "--output", out)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"epoch 1 of 1: .*\n.*learned from \d+ endings, .* of the teacher")
        run = deepwell("match", f"deepwell weights={out}", "deepwell", "--nodes", "100", "--games", "2",
                       "--data", self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        few = self.selfplay("few", "--openings", "endings", "--endings", "--every", "100000", "--judge-nodes", "1")
        for files, args, code, error in (
                ([few], ["--output", out], 3, "too few endings"),
                ([file], [], 2, "--output FILE"),
                ([file], ["--output", out, "--from", self.folder / "none"], 2, "none")):
            run = deepwell("tune", "endings", *files, *args)
            self.assertEqual(run.returncode, code, run.stderr)
            self.assertIn(error, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1)
        for command, files, what in (("learn", [file], "samples of endings, not of games"),
                                     ("endings", [self.selfplay("games")], "samples of games, not of endings")):
            run = deepwell("tune", command, *files, "--output", out)
            self.assertEqual(run.returncode, 3, run.stderr)
            self.assertIn(what, run.stderr)
        for args, error in ((["--judge", self.folder], "are for --endings"), (["--every", "7"], "are for --endings"),
                            (["--endings", "--judge", self.folder], "has no endgame databases"),
                            (["--endings", "--judge", self.folder / "none"], "--judge: ")):
            run = deepwell("tune", "selfplay", self.folder / "no", "--data", self.folder, *args)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(error, run.stderr)

    def test_openings_of_self_play(self):
        files = [self.selfplay(kind, "--threads", "1", "--openings", kind).read_bytes()
                 for kind in ("random", "three-move", "11-man", "mixed")]
        self.assertEqual(len(set(files)), 4)

    def test_mistakes_of_learning(self):
        file = self.selfplay("one")
        bad = self.folder / "bad"
        bad.write_text("no samples")
        for args, code in (([file], 2), ([bad, "--output", "x"], 3), ([self.folder / "none", "--output", "x"], 3)):
            run = deepwell("tune", "learn", *args)
            self.assertEqual(run.returncode, code, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1)

    @unittest.skipUnless(SHARED.is_dir(), "SKIPPED: no shared data")
    def test_a_stopped_fit_says_so(self):
        for method in ("moves", "results"):
            run = subprocess.Popen([BIN / "deepwell", "tune", "weights", "--pdn", SHARED / "acf_games.pdn", "--results",
                                    "first-player", "--method", method, "--label", "search", "--output",
                                    self.folder / "w.txt"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(2)
            run.send_signal(signal.SIGINT)
            _, said = run.communicate(timeout=60)
            self.assertEqual(run.returncode, 130, said)
            self.assertIn("nothing was written", said)
            self.assertFalse((self.folder / "w.txt").exists())

    @unittest.skipUnless(SHARED.is_dir(), "SKIPPED: no shared data")
    def test_games_teach_weights_and_a_page_tells(self):
        page, out = self.folder / "page.html", self.folder / "weights.txt"
        match = self.folder / "match.json"
        match.write_text(json.dumps({"games": 200, "elo": -9.0, "elo_low": -20.0, "elo_high": 2.0,
                                     "sprt": {"accepted": "elo0"}}))
        for args in (["--method", "moves"], ["--label", "result"]):
            run = self.weights("--pdn", SHARED / "acf_games.pdn", "--results", "first-player", "--games", 400,
                               "--output", out, "--report", page, "--match-result", match, *args)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("7 plies: plays the move of the game", run.stdout)
            self.assertIn("rejects", run.stdout)
            self.assertEqual(deepwell("explain", "start", "--weights", out).returncode, 0)
            text = page.read_text()
            self.assertIn("<svg", text)
            self.assertIn("back_row", text)
            self.assertNotIn("http", text)

    @unittest.skipUnless(SHARED.is_dir(), "SKIPPED: no shared data")
    def test_a_match_result_that_is_none(self):
        bad = self.folder / "bad.json"
        bad.write_text("{}")
        run = self.weights("--pdn", SHARED / "acf_games.pdn", "--games", 150, "--results", "first-player",
                           "--match-result", bad)
        self.assertEqual(run.returncode, 2)
        self.assertIn("bad.json", run.stderr)


if __name__ == "__main__":
    unittest.main()
