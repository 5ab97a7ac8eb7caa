"""deepwell tune: samples from self-play and from games, weights, the page that reports on them."""
import json
import pathlib
import tempfile
import unittest

from test_commands import SHARED, deepwell


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
