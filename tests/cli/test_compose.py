"""deepwell compose: verdicts, files of problems, better problems, new ones, a stop in the middle."""
import json
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from test_commands import BIN, SHARED, deepwell, lines, on_terminal

# By hand and by the databases: 1-6 has the move against 14, 1-5 has not.
SOUND = "B:W14:B1"
SOUND_4 = "W:WK4,23:B6,12"
# The last man can be taken from both sides.
COOKED = "W:WK17,K18:B14"
DUAL = "W:W18,K22:B10,19"


def setUpModule():
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    Compose.folder = pathlib.Path(folder.name)
    built = deepwell("egdb", "build", "--pieces", "4", "--data", Compose.folder)
    assert built.returncode == 0, built.stderr


class Compose(unittest.TestCase):
    folder = None  # with databases up to 4 pieces

    def compose(self, *args, stdin=""):
        return deepwell("compose", *map(str, args), "--data", self.folder, stdin=stdin)

    def checked(self, what, *args):
        run = self.compose("check", what, "--json", "--nodes", 300000, *args)
        result, = lines(run)
        return run.returncode, result

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def refused(self, *args, says, stdin=""):
        run = self.compose(*args, stdin=stdin)
        self.assertEqual(run.returncode, 2, run)
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        self.assertIn(says, run.stderr)


class Check(Compose):
    def test_a_sound_problem(self):
        code, result = self.checked(f"{SOUND} Black to play and win")
        self.assertEqual((code, result["verdict"], result["stipulation"]), (0, "sound", "win"))
        self.assertEqual((result["key"], result["cooks"], result["duals"]), ("1-6", [], []))
        self.assertEqual(result["line"], ["1-6", "14-9", "6x13"])
        self.assertEqual((result["length"], result["jumps"], result["kings_made"]), (3, 1, 0))
        self.assertEqual((result["pieces_start"], result["pieces_end"], result["idle"]), (2, 1, []))
        self.assertTrue(result["pdn"].startswith("1. 1-6! 14-9"), result["pdn"])

    def test_the_longest_defence_comes_first(self):
        _, result = self.checked(SOUND_4)
        left = [defence["left"] for defence in result["defences"]]
        self.assertEqual(result["defences"][0]["move"], result["line"][1])
        self.assertGreater(len(left), 1)
        self.assertEqual(left, sorted(left, reverse=True))

    def test_a_bare_position_is_stipulated_by_its_value(self):
        self.assertEqual(self.checked(SOUND_4)[1]["stipulation"], "win")
        self.assertEqual(self.checked("W:WK1:BK32")[1]["stipulation"], "draw")
        code, result = self.checked("B:WK9:B1")
        self.assertEqual((result["stipulation"], result["key"]), ("loss", None))

    def test_a_cooked_problem(self):
        code, result = self.checked(f"{COOKED} White to play and win")
        self.assertEqual((code, result["verdict"]), (1, "cooked"))
        self.assertEqual(sorted([result["key"], *result["cooks"]]), ["17x10", "18x9"])

    def test_a_dual_with_how_much_longer_it_is(self):
        code, result = self.checked(f"{DUAL} White to play and win")
        self.assertEqual((code, result["verdict"], result["cooks"]), (1, "dual", []))
        for dual in result["duals"]:
            self.assertGreater(dual["number"], 1)
            self.assertIsInstance(dual["longer"], int)
            self.assertGreaterEqual(dual["longer"], 0)

    def test_a_false_problem(self):
        for fen, stipulation in ((SOUND_4, "White to play and draw"), ("W:WK1:BK32", "White to win"),
                                 (SOUND, "Black to play and lose")):
            code, result = self.checked(f"{fen} {stipulation}")
            self.assertEqual((code, result["verdict"], result["line"]), (1, "false", []), fen)

    def test_undecided_within_the_budget(self):
        run = self.compose("check", "start", "--nodes", 500, "--json")
        code, (result,) = run.returncode, lines(run)
        self.assertEqual((code, result["verdict"], result["value"]), (1, "undecided", "unknown"))
        self.assertIsNone(result["stipulation"])

    def test_the_side_that_waits_can_be_the_one_to_win(self):
        code, result = self.checked("B:WK9:B1 Black to play, White to win")
        self.assertEqual((result["stipulation"], result["key"], result["verdict"]), ("loss", None, "dual"))

    def test_an_idle_piece(self):
        result = self.checked("W:W22,25:B17 White to play and win")[1]
        self.assertEqual((result["idle"], result["idle_open"]), ([25], []))
        self.assertIn("; idle: 25", self.compose("check", "W:W22,25:B17").stdout)
        self.assertIn("; every piece is needed", self.compose("check", SOUND).stdout)

    def test_the_tree_of_defences_can_be_cut(self):
        whole = self.checked(SOUND, "--tree", 1000)[1]
        self.assertTrue(whole["all_defences"])
        self.assertIn("(1... 14-10 2. 6x15)", " ".join(whole["pdn"].split()))
        bare = self.checked(SOUND, "--tree", 0)[1]
        self.assertFalse(bare["all_defences"])
        self.assertNotIn("(", bare["pdn"])
        self.assertIn("Not all defences are shown", bare["pdn"])

    def test_every_solver_move_of_a_sound_line_is_the_only_one(self):
        _, result = self.checked(SOUND_4)
        self.assertEqual((result["verdict"], result["open"]), ("sound", 0))

    def test_progress_makes_room_for_the_verdicts_on_a_terminal(self):
        start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12\n"
        file = self.file("starts.txt", 3 * start)
        written, seen = on_terminal("compose", "check", str(file), "--brief", "--time", "0.6", "--data", str(self.folder))
        self.assertIn("problems: 66 %", written)
        self.assertNotIn(" left", seen)
        self.assertEqual(seen.count("\nproblem ") + seen.startswith("problem "), 3, seen)

    def test_a_batch(self):
        run = self.compose("check", "-", "--json", stdin=f"{SOUND}\nnonsense\n\n{COOKED} White to win\n")
        self.assertEqual(run.returncode, 2)
        first, error, second = lines(run)
        self.assertEqual((first["verdict"], error["line"], second["verdict"]), ("sound", 2, "cooked"))
        self.assertIn("line 2", run.stderr)

    def test_pdn_in_and_out(self):
        pdn = self.file("in.pdn", f'[Event "One"]\n[FEN "{SOUND}"]\n\n{{Black to play and win}} 1. 1-5 *\n\n'
                                  f'[Event "Two"]\n[FEN "{COOKED}"]\n[Stipulation "White to win"]\n\n*\n')
        out = self.folder / "out.pdn"
        run = self.compose("check", pdn, "--json", "-o", out)
        one, two = lines(run)
        self.assertEqual((one["name"], one["verdict"], one["printed_key_fails"]), ("One", "cooked", True))
        self.assertEqual((two["verdict"], two["key"]), ("cooked", two["line"][0]))
        again = deepwell("pdn", "check", out)
        self.assertEqual(again.returncode, 0, again)
        self.assertIn("{Cook: ", out.read_text())
        tree = self.folder / "tree.pdn"
        self.compose("check", SOUND_4, "-o", tree)
        self.assertIn("(", tree.read_text())
        self.assertEqual(deepwell("pdn", "check", tree).returncode, 0)
        self.assertEqual([p["verdict"] for p in lines(self.compose("check", tree, "--json"))], ["sound"])

    def test_a_collection(self):
        csv = self.file("p.csv", f'name,fen,stated_result,pieces\nA,"{SOUND}",BLACK_WINS,2\nB,"W:W1:BK9",DRAW,2\n'
                                 f'C,"{SOUND_4}",DRAW,4\n')
        run = self.compose("check", csv, "--json")
        self.assertEqual(run.returncode, 2)
        self.assertIn("line 3", run.stderr)
        self.assertEqual([r.get("verdict") for r in lines(run)], [None, "sound", "false"])
        run = self.compose("check", csv, "--json", "--game", "2")
        self.assertEqual([r["name"] for r in lines(run) if "name" in r], ["C"])

    def test_text_for_people(self):
        run = self.compose("check", f"{DUAL} White to play and win")
        self.assertIn("dual in ", run.stdout)
        self.assertIn("Verdict: dual", run.stdout)
        brief = self.compose("check", f"{DUAL} White to play and win", "--brief")
        self.assertEqual(len(brief.stdout.splitlines()), 2)

    def test_the_same_every_time(self):
        first, second = (self.checked("W:WK4,13,23:B6,12")[1] for _ in range(2))
        del first["seconds"], second["seconds"]
        self.assertEqual(first, second)

    def test_nonsense(self):
        self.refused("check", "B:W14:B14", says="square 14 is given twice")
        self.refused("check", "W:W1:B9", says="king row")
        self.refused("check", f"{SOUND} White to play and win", says="Black is to move")
        self.refused("check", f"{SOUND} Black to play and sing", says="'sing'")
        self.refused("check", f"{SOUND} a pretty thing", says="no stipulation")
        self.refused("check", self.file("empty.pdn", ""), says="no problems")
        self.refused("check", self.file("blank.txt", "\n# nothing\n"), says="no problems")
        self.refused("check", self.folder / "absent.pdn", says="No such file")
        self.refused("check", self.file("soup.pdn", f'[FEN "{SOUND}"]\n[Stipulation "soup"]\n\n*\n'), says="soup")
        self.refused("check", "W:WK4:B", says="the game is over: Black has no pieces")
        self.refused("check", "B:W5,6,9,10:B1 Black to lose", says="the game is over: Black cannot move")
        self.refused("check", "-", says="there are no problems", stdin="\n")
        self.refused("check", SOUND, "-o", self.folder / "absent" / "x.pdn", says="no such directory")
        self.refused("check", SOUND, "--sheet", self.folder / "absent" / "x.html", says="no such directory")
        self.refused("check", SOUND, "--game", "1", says="--game")
        self.refused("check", SOUND, "--time", "soon", says="--time")

    def test_a_stop_in_the_middle_keeps_what_was_done(self):
        csv = self.file("long.csv", "name,fen,stated_result,pieces\n" f'A,"{SOUND}",BLACK_WINS,2\n'
                        + 'B,"B:W21-32:B1-12",DRAW,24\n')
        out = self.folder / "stopped.pdn"
        work = subprocess.Popen([BIN / "deepwell", "compose", "check", str(csv), "--json", "--time", "60",
                                 "--data", str(self.folder), "-o", str(out)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first = json.loads(work.stdout.readline())
        time.sleep(0.5)
        work.send_signal(signal.SIGINT)
        _, error = work.communicate(timeout=60)
        self.assertEqual(work.returncode, 130)
        self.assertEqual(first["verdict"], "sound")
        self.assertIn("--game 2-", error)
        self.assertIn('[Event "A"]', out.read_text())

    @unittest.skipUnless((SHARED / "problems.csv").exists(), "no reference data: ../shared/data/problems.csv")
    def test_known_problems_of_old_books(self):
        known = {"Gem Problems #1": ("cooked", "17-13"), "Gem Problems #7B": ("sound", None),
                 "Gem Problems #8": ("dual", "1-6"), "Gem Problems #26": ("dual", "8-11"),
                 "Gem Problems #28": ("sound", "30-25"), "Beginner's Problem #21": ("cooked", "18-22"),
                 "Beginner's Problem #26": ("sound", "14-10"), "Gould's Problems #879": ("false", None)}
        rows = (SHARED / "problems.csv").read_text().splitlines()
        chosen = self.file("known.csv", "\n".join(row for row in rows if row.split(",")[0] in {"name", *known}) + "\n")
        results = lines(self.compose("check", chosen, "--json"))
        self.assertEqual({r["name"]: (r["verdict"], r["key"]) for r in results}, known)
        sheet = {r["name"]: r for r in results}
        self.assertEqual(sheet["Gem Problems #1"]["cooks"], ["17-22"])
        self.assertEqual((sheet["Gem Problems #8"]["duals"][0]["number"], sheet["Gem Problems #8"]["duals"][0]["exact"]),
                         (3, True))
        self.assertEqual(sheet["Gould's Problems #879"]["value"], "draw")


class Improve(Compose):
    def improved(self, what, *args):
        run = self.compose("improve", what, "--json", "--nodes", 400000, "--candidate-nodes", 3000, *args)
        result, = [r for r in lines(run) if "result" in r]
        return result

    def test_each_method_keeps_result_and_side(self):
        for method in ("hill", "beam", "anneal"):
            result = self.improved(SOUND_4, "--method", method, "--max-pieces", 4)
            self.assertGreater(result["after"], result["before"], method)
            self.assertEqual(result["result"][0], "W")
            self.assertEqual(self.checked(result["result"])[1]["stipulation"], "win")
            self.assertEqual(result["steps"][-1]["fen"], result["result"])

    def test_soundness_as_a_constraint(self):
        result = self.improved(SOUND_4, "--sound", "--max-pieces", 4)
        for step in result["steps"]:
            self.assertEqual(self.checked(step["fen"])[1]["verdict"], "sound", step)
        self.assertEqual(result["verdict"], "sound")

    def test_what_is_held_fixed(self):
        result = self.improved(SOUND_4, "--keep", "4, 23 6", "--forbid", "1 2 3", "--max-pieces", 4)
        white, black = result["result"].split(":")[1:]
        self.assertTrue(white.startswith("WK4") and "23" in white and "6" in black.replace("16", "").replace("26", ""))
        result = self.improved(SOUND_4, "--keep-key", "--max-pieces", 4)
        self.assertEqual(self.checked(SOUND_4)[1]["key"], "23-19")
        _, after = self.checked(result["result"])
        self.assertIn("23-19", [after["key"], *after["cooks"]])

    def test_squares_that_are_not_to_be_touched(self):
        result = self.improved(SOUND_4, "--forbid", "4 23 6 12", "--max-pieces", 4)
        self.assertEqual((result["result"], result["steps"]), (SOUND_4, []))

    def test_the_modern_merit_with_weights(self):
        weights = self.file("weights.txt", "length 5\neconomy -1\n")
        result = self.improved(SOUND, "--merit", "modern", "--weights", weights, "--max-pieces", 2)
        self.assertGreaterEqual(result["after"], result["before"])
        self.assertEqual(set(result["measures"]), {"economy", "length", "quiet_key", "sacrifices", "surprise",
                                                   "variety", "faults"})

    def test_report_pdn_and_sheet(self):
        out, sheet = self.folder / "better.pdn", self.folder / "better.html"
        run = self.compose("improve", "-", "--nodes", 100000, "--max-pieces", 4, "--report", "-o", out, "--sheet",
                           sheet, stdin=f"{SOUND_4}\n{DUAL}\n")
        self.assertEqual(run.returncode, 0, run.stderr)
        for line in ("Total compositions: 2", "Average improvement", "Variance", "Standard deviation", "Not improved",
                     "<1> move to min", "<5> add to capture without being captured"):
            self.assertIn(line, run.stdout)
        self.assertEqual(deepwell("pdn", "check", out).returncode, 0)
        page = sheet.read_text()
        self.assertEqual(page.count("<svg"), 2)
        self.assertLess(page.rindex("<svg"), page.index("Solutions"))

    def test_a_stop_in_the_middle_keeps_what_was_done(self):
        text = self.file("two.txt", f"{SOUND}\nW:WK4,23,22,30:B6,12,5,K20\n")
        out = self.folder / "kept.pdn"
        work = subprocess.Popen([BIN / "deepwell", "compose", "improve", str(text), "--json", "--max-pieces", "2",
                                 "--method", "anneal", "--nodes", str(10 ** 12), "--candidate-nodes", str(10 ** 9),
                                 "--data", str(self.folder), "-o", str(out)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        first = json.loads(work.stdout.readline())
        time.sleep(0.5)
        work.send_signal(signal.SIGINT)
        _, error = work.communicate(timeout=60)
        self.assertEqual((work.returncode, first["fen"]), (130, SOUND), error)
        self.assertIn("--game 2-", error)
        self.assertEqual(deepwell("pdn", "check", out).returncode, 0)

    def test_what_cannot_be_improved(self):
        run = self.compose("improve", f"{SOUND_4} White to play and draw", "--nodes", 10000)
        self.assertEqual(run.returncode, 1)
        self.assertIn("its stipulation is false", run.stderr)
        run = self.compose("improve", COOKED, "--sound", "--nodes", 10000)
        self.assertIn("not sound itself (cooked)", run.stderr)
        self.refused("improve", SOUND, "--keep", "99", says="--keep: '99'")
        self.refused("improve", SOUND, "--weights", self.file("w", "beauty 1"), says="beauty")

    def test_the_same_every_time(self):
        for method in ("hill", "anneal"):
            first, second = (self.improved(SOUND_4, "--method", method, "--seed", 7)["steps"] for _ in range(2))
            self.assertEqual(first, second)


class Generate(Compose):
    def test_problems_with_one_way_and_a_temptation(self):
        out, sheet = self.folder / "new.pdn", self.folder / "new.html"
        run = self.compose("generate", "--count", 4, "--max-pieces", 4, "--json", "-o", out, "--sheet", sheet)
        self.assertEqual(run.returncode, 0, run.stderr)
        problems = lines(run)
        self.assertEqual(len(problems), 4)
        for problem in problems:
            self.assertNotEqual(problem["key"], problem["tempting"])
            _, result = self.checked(problem["fen"])
            self.assertEqual((result["verdict"], result["key"], result["stipulation"]),
                             ("sound", problem["key"], problem["stipulation"]))
        self.assertEqual([p["grade"] for p in problems], sorted(p["grade"] for p in problems))
        self.assertEqual(deepwell("pdn", "check", out).returncode, 0)
        self.assertEqual(sheet.read_text().count("<svg"), 4)

    def test_from_games(self):
        pdn = self.file("games.pdn", f'[FEN "{SOUND_4}"]\n\n1... 23-19 *\n')
        run = self.compose("generate", "--count", 1, "--from", pdn, "--json", "--nodes", 3000000)
        found, = lines(run)
        self.assertEqual((found["fen"], found["key"]), (SOUND_4, "23-19"))

    def test_one_problem_of_a_solution_is_enough(self):
        def found_in(*fens):
            pdn = self.file("pair.pdn", "".join(f'[FEN "{fen}"]\n\n*\n\n' for fen in fens))
            run = self.compose("generate", "--count", 2, "--from", pdn, "--json", "--nodes", 3000000)
            return sorted(p["fen"] for p in lines(run))

        # The solution leads from the first to the second.  Which pairs are problems, each alone, depends on
        # what tempts the built-in network: one will do.
        pairs = (("W:WK5,29:B7,K13", "W:WK5,25:B10,K13"), ("B:WK13,26:B10,K25", "B:WK13,22:B10,K30"),
                 ("W:WK20,K26:B19,25", "W:WK20,K31:B19,K29"), ("B:W23,26:BK16,17", "B:W18,26:B17,K20"),
                 ("W:WK8,26:B7,20", "W:WK8,23:B10,20"))
        first, second = next(pair for pair in pairs if all(found_in(fen) == [fen] for fen in pair))
        self.assertEqual(found_in(first, second), [first])
        self.assertEqual(found_in(second, first), [second])
        self.assertEqual(found_in(second, SOUND_4), sorted([second, SOUND_4]))

    def test_a_stop_in_the_middle_keeps_what_was_found(self):
        out = self.folder / "found.pdn"
        work = subprocess.Popen([BIN / "deepwell", "compose", "generate", "--count", "1000000", "--max-pieces", "4",
                                 "--data", str(self.folder), "-o", str(out)],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        work.send_signal(signal.SIGINT)
        _, error = work.communicate(timeout=60)
        self.assertEqual(work.returncode, 130, error)
        self.assertIn(f"stopped, {out.read_text().count('[FEN ')} problems are kept", error)

    def test_mistakes(self):
        with tempfile.TemporaryDirectory() as empty:
            run = deepwell("compose", "generate", "--data", empty)
            self.assertEqual((run.returncode, len(run.stderr.splitlines())), (2, 1), run.stderr)
            self.assertIn("no databases", run.stderr)
        self.refused("generate", "--min-pieces", 5, "--max-pieces", 4, says="--min-pieces")

    def test_too_little_time_finds_fewer(self):
        run = self.compose("generate", "--count", 1000, "--max-pieces", 4, "--nodes", 200000)
        self.assertEqual(run.returncode, 1)
        self.assertIn("of 1000 were found", run.stderr)


if __name__ == "__main__":
    unittest.main()
