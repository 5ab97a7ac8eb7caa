"""deepwell analyse: positions, games, JSON, databases, interrupts, mistakes."""
import json
import pathlib
import re
import shlex
import signal
import subprocess
import tempfile
import time
import unittest

from test_commands import BIN, deepwell, lines, on_terminal

SHOT = "B:W21,23,24,29:B6,10,15,16"   # 15-19 gives one and takes two
GIVEN_AWAY = '[Black "A"]\n[White "B"]\n\n1. 9-14 22-17 2. 14-18 23x14 *\n'


def analyse(*args, stdin=""):
    return deepwell("analyse", *args, "--hash", "4", stdin=stdin)


class Positions(unittest.TestCase):
    def test_json_has_just_these_keys(self):
        answer, = lines(analyse(SHOT, "--depth", "9", "--json", "--no-egdb"))
        self.assertEqual(list(answer), ["fen", "best", "score", "wdl", "depth", "nodes", "nps", "pv"])
        self.assertEqual(answer["fen"], SHOT)
        self.assertEqual(answer["best"], "15-19")
        self.assertGreater(answer["score"], 100)
        self.assertIsNone(answer["wdl"])
        self.assertEqual(answer["depth"], 9)
        self.assertEqual(answer["pv"][0], "15-19")

    def test_the_same_depth_gives_the_same_answer(self):
        answers = [lines(analyse("start", "--depth", "8", "--json", "--no-egdb"))[0] for _ in range(2)]
        for answer in answers:
            del answer["nps"]
        self.assertEqual(answers[0], answers[1])

    def test_text_ends_with_the_best_move_and_its_line(self):
        result = analyse(SHOT, "--depth", "9", "--no-egdb")
        self.assertEqual(result.returncode, 0)
        self.assertNotIn("\r", result.stdout)
        self.assertTrue(result.stdout.startswith("depth  1 "), result.stdout)
        self.assertIn("\nBest: 15-19\nLine: 15-19 24x15 10x19x26", result.stdout.replace("10x26", "10x19x26"))

    def test_many_best_moves(self):
        answer, = lines(analyse("start", "--depth", "6", "--multipv", "3", "--json", "--no-egdb"))
        scores = [line["score"] for line in answer["lines"]]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual(len({line["move"] for line in answer["lines"]}), 3)
        self.assertEqual(answer["best"], answer["lines"][0]["move"])
        text = analyse("start", "--depth", "6", "--multipv", "3", "--no-egdb").stdout
        self.assertRegex(text, r"\n 3\. +[-+]\d\.\d\d  ")

    def test_limits_of_time_and_nodes(self):
        begun = time.monotonic()
        analyse("start", "--time", "0.2", "--json", "--no-egdb")
        self.assertLess(time.monotonic() - begun, 10)
        answer, = lines(analyse("start", "--nodes", "20000", "--json", "--no-egdb"))
        self.assertLess(answer["nodes"], 40_000)

    def test_positions_from_standard_input(self):
        result = analyse("-", "--depth", "5", "--json", "--no-egdb", stdin=f"start\nnonsense\n\n{SHOT}\n")
        self.assertEqual(result.returncode, 2)
        answers = lines(result)
        self.assertEqual(len(answers), 3)
        self.assertIn("error", answers[1])

    def test_a_lost_position_has_no_best_move(self):
        answer, = lines(analyse("B:W18:B", "--depth", "5", "--json", "--no-egdb"))
        self.assertEqual((answer["best"], answer["wdl"], answer["pv"]), (None, "loss", []))

    def test_ctrl_c_ends_it_with_what_was_found(self):
        process = subprocess.Popen([BIN / "deepwell", "analyse", "start", "--time", "100", "--json", "--no-egdb"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        self.assertIn(json.loads(out)["best"], ("9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"))
        self.assertEqual(len(errors.splitlines()), 1)

    def test_mistakes(self):
        for args, says in [(["nonsense"], "FEN 'nonsense'"),
                           (["missing.pdn"], "missing.pdn: No such file"),
                           (["start", "--time", "soon"], "no number of seconds"),
                           (["start", "--time", "0"], "not between"),
                           (["start", "--game", "1"], "for files of games"),
                           (["start", "--weights", "/nowhere"], "/nowhere: No such file"),
                           (["start", "--data", "/nowhere"], "--data: /nowhere is no directory"),
                           (["start", "--multipv", "0"], "--multipv")]:
            with self.subTest(args):
                result = analyse(*args)
                self.assertEqual(result.returncode, 2, result)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertIn(says, result.stderr)

    def test_help_has_an_example(self):
        self.assertIn("Example: deepwell analyse", deepwell("analyse", "--help").stdout)


class Games(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.data = cls.directory.name
        built = deepwell("egdb", "build", "--pieces", "3", "--data", cls.data)
        assert built.returncode == 0, built.stderr

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def file(self, text):
        file = pathlib.Path(self.data) / "games.pdn"
        file.write_text(text)
        return str(file)

    def test_the_man_that_was_given_away_is_marked_with_a_better_line(self):
        result = analyse(self.file(GIVEN_AWAY), "--depth", "7", "--no-egdb")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"2\.\s14-18\?{1,2}\s\{from\s[-+]\d\.\d\d\sto\s-\d\.\d\d\}\s\(2\.\s")
        self.assertRegex(result.stderr, r"1 game, 4 moves: \d dubious, (0 mistakes, 1 blunder|1 mistake, 0 blunders)")
        again = deepwell("pdn", "check", self.file(result.stdout))
        self.assertEqual(again.returncode, 0, again.stdout)

    def test_the_truth_of_the_databases_stands_in_comments(self):
        game = '[FEN "W:WK18,K19:BK1"]\n1. 18-14 1-5 2. 14-9 5x14 3. 19-15 *\n'
        result = analyse(self.file(game), "--depth", "5", "--data", self.data)
        self.assertIn("1... 18-14 {for certain: White wins, 21 plies} 2. 1-5 14-9??", result.stdout)
        self.assertRegex(result.stdout, r"\{from\swon\sin\s19\sto\sdrawn\}")

    def test_json_has_one_object_per_game(self):
        games = lines(analyse(self.file(GIVEN_AWAY + "\n" + GIVEN_AWAY), "--depth", "6", "--json", "--no-egdb"))
        self.assertEqual([game["game"] for game in games], [1, 2])
        self.assertEqual([move["move"] for move in games[1]["moves"]], ["9-14", "22-17", "14-18", "23x14"])
        marks = [move["mark"] for move in games[0]["moves"]]
        self.assertIn(marks.pop(2), ["?", "??"])
        self.assertLessEqual(set(marks), {"", "?!"})

    def test_some_of_the_games(self):
        file = self.file("\n".join([GIVEN_AWAY] * 4))
        for wanted, numbers in [("2", [2]), ("2-3", [2, 3]), ("3-", [3, 4])]:
            games = lines(analyse(file, "--depth", "2", "--json", "--no-egdb", "--game", wanted))
            self.assertEqual([game["game"] for game in games], numbers)
        for wanted in ("0", "5", "3-2", "x", "1-x", "-"):
            result = analyse(file, "--game", wanted, "--depth", "2")
            self.assertEqual(result.returncode, 2, wanted)
            self.assertEqual(len(result.stderr.splitlines()), 1)

    def test_output_into_a_file(self):
        out = pathlib.Path(self.data) / "judged.pdn"
        result = analyse(self.file(GIVEN_AWAY), "--depth", "6", "--no-egdb", "-o", str(out))
        self.assertEqual(result.stdout, "")
        self.assertIn("14-18?", out.read_text())

    def test_an_output_that_cannot_be_written_is_told_before_the_work(self):
        for out in ("/nonexistent/x.pdn", self.data, self.file(GIVEN_AWAY) + "/x.pdn"):
            broken = analyse(self.file(GIVEN_AWAY), "--depth", "2", "--no-egdb", "-o", out)
            self.assertEqual(broken.returncode, 3, out)
            self.assertEqual(broken.stderr.count("\n"), 1, "no summary: nothing was done")
            self.assertIn("cannot write", broken.stderr)

    def test_the_file_that_the_games_come_from_is_not_written_to(self):
        file = self.file(GIVEN_AWAY + "\n" + GIVEN_AWAY)
        link = pathlib.Path(self.data) / "link.pdn"
        link.symlink_to(file)
        for out in (file, str(link), f"{self.data}/../{pathlib.Path(self.data).name}/games.pdn"):
            for more in ([], ["--append"]):
                result = analyse(file, "--game", "1", "--depth", "2", "--no-egdb", "-o", out, *more)
                self.assertEqual(result.returncode, 2, out)
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertEqual(pathlib.Path(file).read_text(), GIVEN_AWAY + "\n" + GIVEN_AWAY)

    def test_append_adds_behind_what_the_output_holds(self):
        file = self.file("\n".join([GIVEN_AWAY] * 3))
        whole, parts = pathlib.Path(self.data) / "whole.pdn", pathlib.Path(self.data) / "parts.pdn"
        analyse(file, "--depth", "4", "--no-egdb", "-o", str(whole))
        for games in ("1", "2-3"):
            result = analyse(file, "--depth", "4", "--no-egdb", "-o", str(parts), "--game", games, "--append")
            self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(parts.read_text(), whole.read_text())
        parts.write_bytes('[Event "Caf\xe9"]\n1. 11-15 *'.encode("latin-1"))
        analyse(file, "--depth", "4", "--no-egdb", "-o", str(parts), "--game", "1", "--append")
        self.assertTrue(parts.read_text().startswith('[Event "Caf\xe9"]\n1. 11-15 *\n\n[Black "A"]'))
        self.assertEqual(analyse(file, "--depth", "1", "--append").returncode, 2)
        self.assertEqual(analyse("start", "--depth", "1", "--append").returncode, 2)

    def test_analysing_again_replaces_the_first_analysis(self):
        game = GIVEN_AWAY.replace("2. 14-18", "2. 14-18! {Brave.} (11-15 {A thought.})").replace("*", "1-0")
        once = analyse(self.file(game), "--depth", "7", "--no-egdb").stdout
        self.assertRegex(once, r"14-18!\s\$\d\s\{Brave\.;\sfrom\s")
        twice = analyse(self.file(once), "--depth", "7", "--no-egdb").stdout
        self.assertEqual(twice, once)

    def test_a_faulty_game_is_judged_as_far_as_it_goes(self):
        result = analyse(self.file("1. 11-15 23-19 2. 1-2 *\n"), "--depth", "3", "--no-egdb")
        self.assertEqual(result.returncode, 2)
        self.assertIn("ply 3", result.stderr)
        self.assertRegex(" ".join(result.stdout.split()),
                         r"1\. 11-15 23-19 \{the source could not be followed from 2\. 1-2 on: .+\} \*")

    def test_json_tells_of_the_fault_of_a_game(self):
        file = self.file("1. 11-15 23-19 2. 1-2 *\n\n" + GIVEN_AWAY)
        result = analyse(file, "--depth", "3", "--no-egdb", "--json")
        self.assertEqual(result.returncode, 2)
        faulty, sound = lines(result)
        self.assertIn("game 1, line 1, ply 3: 1-2", faulty["error"])
        self.assertEqual(len(faulty["moves"]), 2)
        self.assertNotIn("error", sound)

    def test_several_best_moves_are_for_positions(self):
        result = analyse(self.file(GIVEN_AWAY), "--depth", "3", "--multipv", "2")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertEqual(len(result.stderr.splitlines()), 1)
        self.assertIn("--multipv is for positions", result.stderr)

    def test_progress_makes_room_for_the_games_on_a_terminal(self):
        file = self.file(GIVEN_AWAY + "\n" + GIVEN_AWAY)
        written, seen = on_terminal("analyse", file, "--time", "0.3", "--hash", "4", "--no-egdb")
        self.assertRegex(written, r"game 2: \d+ %.* left")
        self.assertNotIn(" left", seen)
        self.assertEqual(seen.count('\n[Black "A"]') + seen.startswith('[Black "A"]'), 2, seen)

    def test_a_file_without_games(self):
        result = analyse(self.file(""), "--depth", "3")
        self.assertEqual(result.returncode, 2)
        self.assertIn("there are no games in it", result.stderr)

    def test_ctrl_c_keeps_what_was_done_and_the_rest_is_a_command(self):
        file = self.file("\n".join([GIVEN_AWAY] * 40))
        named = pathlib.Path(self.data) / "my games.pdn"
        named.write_text(pathlib.Path(file).read_text())
        out = pathlib.Path(self.data) / "stopped.pdn"
        process = subprocess.Popen([BIN / "deepwell", "analyse", named, "--time", "0.2", "--hash", "4",
                                    "--no-egdb", "-o", out], stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130)
        stopped = re.search(r"stopped in game (\d+), .*; go on with: (.*)$", errors)
        self.assertTrue(stopped, errors)
        done = int(stopped[1]) - 1
        self.assertEqual(out.read_text().count("[Annotator"), done)
        self.assertEqual(shlex.split(stopped[2]),
                         ["deepwell", "analyse", str(named), "--time", "0.2", "--hash", "4", "--no-egdb",
                          "--game", f"{done + 1}-40", "--output", str(out), "--append"])
        rest = [{"0.2": "0.001"}.get(word, word) for word in shlex.split(stopped[2])[1:]]
        self.assertEqual(deepwell(*rest).returncode, 0)
        self.assertEqual(out.read_text().count("[Annotator"), 40)


if __name__ == "__main__":
    unittest.main()
