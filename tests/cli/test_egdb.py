"""The egdb commands as a user types them, on databases of up to 3 pieces."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.path.join(os.environ["DEEPWELL_BIN"], "deepwell")
SMALL_PROGRAM = os.path.join(os.environ["DEEPWELL_BIN"], "deepwell-5")


def run(*arguments, program=PROGRAM, text=None):
    return subprocess.run([program, *arguments], input=text, capture_output=True, text=True, timeout=120)


class Egdb(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.data = tempfile.mkdtemp(prefix="deepwell-cli-")
        built = run("egdb", "build", "--pieces", "3", "--data", cls.data, "--json")
        cls.built = json.loads(built.stdout)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.data)

    def egdb(self, *arguments, **more):
        return run("egdb", *arguments, "--data", self.data, **more)

    def json_lines(self, *arguments, **more):
        result = self.egdb(*arguments, "--json", **more)
        self.assertEqual(result.returncode, 0, result.stderr)
        return [json.loads(line) for line in result.stdout.splitlines()]

    def test_build_says_what_it_made_and_a_second_one_makes_nothing(self):
        # Table 1 of the papers: 3,488 and 98,016 placements, the latter with either side stronger.
        self.assertEqual(self.built["positions"], 3488 + 2 * 98016)
        again, = self.json_lines("build", "--pieces", "3")
        self.assertEqual((again["files_written"], again["files"]), (0, self.built["files"]))

    def test_stats_add_up(self):
        stats = self.json_lines("stats")
        self.assertEqual(sum(s["positions"] for s in stats), self.built["positions"])
        for s in stats:
            self.assertEqual(s["wins"] + s["losses"] + s["draws"], s["positions"])
        two_kings, = [s for s in stats if (s["black_kings"], s["black_men"], s["white_kings"], s["white_men"]) == (2, 0, 1, 0)]
        probe, = self.json_lines("probe", two_kings["longest_win_fen"])
        self.assertEqual((probe["value"], probe["distance"]), ("win", two_kings["longest_win"]))

    def test_probe_with_moves_best_first(self):
        probe, = self.json_lines("probe", "W:WK18,K19:BK1", "--moves")
        self.assertEqual((probe["value"], probe["distance"]), ("win", 21))
        self.assertEqual(probe["moves"][0]["distance"], 21)
        distances = [m["distance"] for m in probe["moves"] if m["value"] == "win"]
        self.assertEqual(distances, sorted(distances))
        # The values of the moves are those of the positions after them, for the other side.
        for move in probe["moves"]:
            after, = self.json_lines("probe", move["fen"])
            self.assertEqual((after["value"], after["distance"]), ("loss", move["distance"] - 1))

    def test_probe_of_captures_empty_sides_and_absent_materials(self):
        answers = self.json_lines("probe", "-", text="B:B14:W18\nW:B:W18\nB:B1:W\nB:B1,2,3:W30,31\n")
        self.assertEqual([a["value"] for a in answers], ["win", "win", "win", "unknown"])
        self.assertEqual(answers[0]["distance"], 1)
        self.assertIsNone(answers[3]["distance"])

    def test_raw_values_are_the_same(self):
        fens = "W:WK18,K19:BK1\nB:B14:W18\nB:B5,K9:WK32\nW:W29:BK1,K3\n"
        plain = self.json_lines("probe", "-", text=fens)
        self.assertEqual(self.json_lines("probe", "-", "--egdb-raw", text=fens), plain)
        self.assertEqual(self.json_lines("probe", "-", "--cache", "0", text=fens), plain)

    def test_bad_lines_are_reported_and_the_rest_answered(self):
        result = self.egdb("probe", "-", text="nonsense\nW:WK18,K19:BK1\n")
        self.assertEqual(result.returncode, 2)
        self.assertIn("win in 21 plies", result.stdout)
        self.assertEqual(len(result.stderr.splitlines()), 1)

    def test_no_databases(self):
        with tempfile.TemporaryDirectory() as empty:
            result = run("egdb", "stats", "--data", empty)
            self.assertEqual(result.returncode, 2)
            self.assertIn("egdb build", result.stderr)

    def test_plan(self):
        result = run("egdb", "plan", "--pieces", "8", "--json")
        units = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertGreater(units[-1]["positions"], 400e9)
        four_kings, = [u for u in units[:-1] if u["material"] == "4k0m-4k0m"]
        self.assertEqual(four_kings["positions"], 736281000)

    def test_too_little_memory(self):
        result = self.egdb("build", "--pieces", "6", "--memory", "10")
        self.assertEqual(result.returncode, 3)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1)
        self.assertIn("memory", result.stderr)

    def test_small_board(self):
        if not os.path.exists(SMALL_PROGRAM):
            self.skipTest("deepwell-5 is not built")
        with tempfile.TemporaryDirectory() as data:
            built = run("egdb", "build", "--pieces", "4", "--data", data, program=SMALL_PROGRAM)
            self.assertEqual(built.returncode, 0, built.stderr)
            verified = run("egdb", "verify", "--full", "--data", data, program=SMALL_PROGRAM)
            self.assertEqual(verified.returncode, 0, verified.stdout)


if __name__ == "__main__":
    unittest.main()
