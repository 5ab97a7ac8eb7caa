"""deepwell prove and deepwell-check: values, certificates, games, mistakes, an interrupt."""
import pathlib
import select
import signal
import subprocess
import tempfile
import time
import unittest

from test_commands import BIN, deepwell, lines


def check(file, data, size=8):
    name = "deepwell-check" if size == 8 else f"deepwell-check-{size}"
    return subprocess.run([BIN / name, "--data", data, file], capture_output=True, text=True)


class Prove(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        for size, pieces in ((8, 4), (6, 5), (5, 3), (4, 3)):
            built = deepwell("egdb", "build", "--pieces", str(pieces), "--data", cls.folder, size=size)
            assert built.returncode == 0, built.stderr

    def prove(self, fen, *args, size=8):
        return deepwell("prove", fen, "--data", self.folder, *map(str, args), size=size)

    def proven(self, fen, *args, size=8):
        run = self.prove(fen, "--json", *args, size=size)
        result, = lines(run)
        return run.returncode, result

    def certified(self, fen, *args, size=8):
        file = self.folder / "proof"
        file.unlink(missing_ok=True)
        code, result = self.proven(fen, "--certificate", file, *args, size=size)
        return code, result, check(file, self.folder, size)

    def test_a_win_with_its_certificate(self):
        code, result, checked = self.certified("W:WK18,K22,K27:BK1,K32", "--nodes", 300000)
        self.assertEqual((code, result["value"], result["lower"]), (0, "win", "win"))
        self.assertEqual(checked.returncode, 0, checked.stdout)
        self.assertIn("a win for White, who is to move", checked.stdout)
        self.assertIn("VERIFIED", checked.stdout)

    def test_a_loss_and_a_draw(self):
        code, result, checked = self.certified("B:WK15,18,22:B6,K9", "--nodes", 300000)
        self.assertEqual((code, result["value"]), (0, "loss"))
        self.assertIn("VERIFIED", checked.stdout)
        code, result, checked = self.certified("B:W13,K18:BK1,5", "--pieces", 3, "--nodes", 300000)
        self.assertEqual((code, result["value"]), (0, "draw"))
        self.assertIn("VERIFIED", checked.stdout)

    def test_where_there_is_no_choice(self):
        # One legal move each: the loser's, the winner's, and his who draws.
        for fen, value in (("B:W7,K10,31:B25,K29", "loss"), ("W:WK3,K4,8:B14,K28", "win"),
                           ("W:WK1,5,6:BK7,12", "draw"), ("B:W7,17,25:B21,K30", "draw")):
            code, result, checked = self.certified(fen, "--nodes", 1000000)
            self.assertEqual((code, result["value"]), (0, value), fen)
            self.assertIn("VERIFIED", checked.stdout, fen)

    def test_a_certificate_names_only_files_that_it_needs(self):
        file = self.folder / "proof"
        for fen, most in (("W:WK1,K2,K3,K4,5,6,7,8:B", 0), ("W:WK18,K22,K27:BK1,K32", 12)):
            self.certified(fen, "--nodes", 300000)
            count = int.from_bytes(file.read_bytes()[12:16], "little")
            self.assertLessEqual(count, most, fen)
            with tempfile.TemporaryDirectory() as empty:
                self.assertEqual(check(file, empty).returncode, 0 if count == 0 else 1, fen)

    def test_a_side_without_pieces(self):
        for fen, value in (("W:WK1:B", "win"), ("B:WK1:B", "loss"), ("W:WK1,K2,K3,K4,5,6,7,8:B", "loss")):
            code, result, checked = self.certified(fen, "--nodes", 1000)
            self.assertEqual((code, result["value"]), (0, value), fen)
            self.assertIn("VERIFIED", checked.stdout, fen)

    def test_small_boards_from_the_start(self):
        for size, value in ((4, "draw"), (5, "win"), (6, "draw")):
            code, result, checked = self.certified("start", "--nodes", 60000000, size=size)
            self.assertEqual((code, result["value"]), (0, value), size)
            self.assertIn("VERIFIED", checked.stdout, size)

    def test_without_databases(self):
        code, result, checked = self.certified("start", "--pieces", 0, "--time", 60, size=5)
        self.assertEqual((code, result["value"], result["probes"]), (0, "win", 0))
        self.assertIn("VERIFIED", checked.stdout)

    def test_data_without_databases_is_told(self):
        empty = self.folder / "nothing"
        empty.mkdir()
        run = deepwell("prove", "W:WK18,K19:BK1", "--nodes", "5", "--data", empty)
        self.assertEqual(run.stderr.count("no databases in"), 1, run.stderr)

    def test_a_missing_file_of_the_databases_is_told(self):
        data = self.folder / "gap"
        deepwell("egdb", "build", "--pieces", "3", "--distance", "0", "--data", data)
        whole = deepwell("prove", "W:WK18,K19:BK1", "--nodes", "5", "--data", data)
        self.assertEqual(whole.stderr, "")
        missing = data / "egdb" / "8x8" / "2k0m-0k1m.wdl"
        missing.unlink()
        run = deepwell("prove", "W:WK18,K19:BK1", "--nodes", "5", "--data", data)
        self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
        self.assertIn("databases with more than 2 pieces are not used", run.stderr)
        self.assertIn(missing.name, run.stderr)

    def test_larger_databases_are_not_even_a_hint(self):
        self.assertGreater(self.proven("W:WK18,K19:BK1", "--nodes", 5)[1]["score"], 20000)
        self.assertLess(self.proven("W:WK18,K19:BK1", "--nodes", 5, "--pieces", 2)[1]["score"], 20000)

    def test_the_same_every_time(self):
        first, second = (self.proven("W:WK18,K22,K27:BK1,K32", "--nodes", 100000)[1] for _ in range(2))
        del first["seconds"], second["seconds"]
        self.assertEqual(first, second)

    def test_nothing_proven_is_nothing_written(self):
        file = self.folder / "old"
        file.write_text("what was there")
        run = self.prove("start", "--nodes", 2000, "--certificate", file)
        self.assertEqual(run.returncode, 1)
        self.assertIn(f"{file}: not written, for nothing is proven", run.stderr)
        self.assertEqual(file.read_text(), "what was there")

    def test_several_lines_with_a_bad_one_among_them(self):
        run = subprocess.run([BIN / "deepwell", "prove", "-", "--json", "--nodes", "1000", "--data", self.folder],
                             input="W:WK1:BK32\nnonsense\nB:WK18,K19:BK1\n", capture_output=True, text=True)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual([line.get("value", "error" in line) for line in lines(run)], ["draw", True, "loss"])
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)

    def test_the_checker_wants_a_directory(self):
        run = check(self.folder / "proof", self.folder / "absent")
        self.assertEqual(run.returncode, 2)
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)

    def test_not_enough(self):
        code, result = self.proven("start", "--nodes", 2000)
        self.assertEqual((code, result["value"]), (1, "unknown"))
        self.assertEqual((result["lower"], result["upper"]), ("loss", "win"))

    def test_a_spoiled_certificate_is_refused(self):
        file = self.folder / "proof"
        self.certified("W:WK18,K22,K27:BK1,K32", "--nodes", 300000)
        good = file.read_bytes()
        for at in range(0, len(good), max(1, len(good) // 60)):
            file.write_bytes(good[:at] + bytes([good[at] ^ 4]) + good[at + 1:])
            self.assertEqual(check(file, self.folder).returncode, 1, at)
        file.write_bytes(b"")
        self.assertEqual(check(file, self.folder).returncode, 1, "an empty file")
        self.assertEqual(check(self.folder, self.folder).returncode, 2, "no file at all")

    def test_a_game(self):
        pdn = self.folder / "game.pdn"
        pdn.write_text('[Black "A"]\n[White "B"]\n[SetUp "1"]\n[FEN "W:WK18,K19:BK1"]\n[Result "*"]\n\n'
                       "1. 18-15 1-5 2. 15-10 5-1 3. 10-6 1x10 *\n")
        judged = self.folder / "judged.pdn"
        run = self.prove(pdn, "--nodes", 20000, "-o", judged)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("3... 10-6 throws the win away", run.stdout)
        self.assertIn("3. 5-1 10-6 {Proven: throws the win away", " ".join(judged.read_text().split()))
        self.assertIn("{Proven: White wins.} 1... 18-15", judged.read_text())
        again = self.folder / "again.pdn"
        self.assertEqual(self.prove(judged, "--nodes", 20000, "-o", again).returncode, 0)
        self.assertEqual(again.read_text(), judged.read_text(), "remarks are not made twice")
        result, = lines(self.prove(pdn, "--nodes", 20000, "--json"))
        self.assertEqual(result["proven_from"], 0)
        self.assertEqual([m["ply"] for m in result["mistakes"]], [4])

    def test_json_tells_of_the_fault_of_a_game(self):
        pdn = self.folder / "faulty.pdn"
        pdn.write_text('[FEN "W:WK18,K19:BK1"]\n\n1. 18-15 1-2 *\n')
        run = self.prove(pdn, "--nodes", 20000, "--json")
        self.assertEqual(run.returncode, 2)
        self.assertIn("ply 2: 1-2", lines(run)[0]["error"])

    def test_an_open_game_of_a_strange_player(self):
        pdn = self.folder / "open.pdn"
        pdn.write_text('[Black "A\033[31m"]\n[White "B"]\n[Result "*"]\n\n1. 11-15 *\n')
        run = self.prove(pdn, "--nodes", 500)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertNotIn("\033", run.stdout)

    def test_the_value_is_told_where_its_certificate_cannot_be_written(self):
        run = self.prove("W:WK1:BK32", "--nodes", 1000, "--certificate", "/dev/full")
        self.assertEqual(run.returncode, 3, run.stderr)
        self.assertIn("A draw", run.stdout)

    def test_where_a_certificate_cannot_be_written_no_work_is_begun(self):
        run = self.prove("W:WK1:BK32", "--nodes", 1000, "--certificate", self.folder / "absent" / "proof")
        self.assertEqual((run.returncode, run.stdout), (3, ""), run.stderr)

    def test_a_batch_tells_each_value_at_once(self):
        with subprocess.Popen([BIN / "deepwell", "prove", "-", "--nodes", "1000", "--data", str(self.folder)],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as work:
            work.stdin.write("W:WK1:BK32\n")
            work.stdin.flush()
            told, _, _ = select.select([work.stdout], [], [], 20)
            work.stdin.close()
            self.assertTrue(told)

    def test_mistakes(self):
        for args in (["nonsense"], ["start", "--time", "soon"], ["start", "--game", "1"],
                     ["-", "--certificate", "x"], ["none.pdn"]):
            run = self.prove(*args)
            self.assertEqual(run.returncode, 2, args)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)

    def test_interrupt(self):
        work = subprocess.Popen([BIN / "deepwell", "prove", "start", "--data", str(self.folder)],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        time.sleep(1)
        work.send_signal(signal.SIGINT)
        out, _ = work.communicate(timeout=20)
        self.assertEqual(work.returncode, 130)
        self.assertIn("Not decided", out)


class GamesOfAFile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        built = deepwell("egdb", "build", "--pieces", "3", "--data", cls.folder)
        assert built.returncode == 0, built.stderr

    def prove(self, what, *args):
        return deepwell("prove", what, "--data", self.folder, *map(str, args))

    def test_a_faulty_game_is_bad_input_and_says_so_itself(self):
        pdn, judged = self.folder / "faulty.pdn", self.folder / "noted.pdn"
        pdn.write_text('[FEN "W:WK18,K19:BK1"]\n\n1. 18-15 {Natural.} 1-99 *\n\n[FEN "W:WK18,K19:BK1"]\n\n1. 18-15 *\n')
        run = self.prove(pdn, "--nodes", 20000, "-o", judged)
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertEqual(run.stdout.count("proven from ply 0 on"), 2, "everything else is done")
        text = " ".join(judged.read_text().split())
        self.assertIn("18-15 {Natural.; the source could not be followed from 2. 1-99 on: square 99", text)
        self.assertEqual(self.prove(pdn, "--nodes", 20000, "--game", "2").returncode, 0)

    def test_only_our_own_remarks_are_replaced(self):
        pdn, once, twice = (self.folder / name for name in ("talk.pdn", "once.pdn", "twice.pdn"))
        pdn.write_text('[Annotator "C"]\n[FEN "W:WK18,K19:BK1"]\n\n'
                       "{Proven: by hand. Nice.} 1. 18-15 1-5 2. 15-10 5-1 3. 10-6 {Oh; no} 1x10 1-0\n")
        for source, out in ((pdn, once), (once, twice)):
            self.assertEqual(self.prove(source, "--nodes", 20000, "-o", out).returncode, 0)
        text = " ".join(once.read_text().split())
        self.assertIn("{Proven: by hand. Nice.; Proven: White wins.} 1... 18-15", text)
        self.assertIn("10-6 {Oh; no; Proven: throws the win away", text)
        self.assertIn('[Annotator "C; deepwell ', text)
        self.assertEqual(twice.read_text(), once.read_text())

    def test_where_games_are_written(self):
        pdn, out = self.folder / "source.pdn", self.folder / "sink.pdn"
        pdn.write_text('[FEN "W:WK18,K19:BK1"]\n\n1. 18-15 *\n\n[FEN "W:WK18,K19:BK1"]\n\n1. 18-14 *\n')
        for args, code in ((["--game", "1", "-o", pdn], 2), (["-o", self.folder / "absent" / "x"], 3),
                           (["--append"], 2), (["--game", "1", "-o", out], 0),
                           (["--game", "2", "-o", out, "--append"], 0)):
            run = self.prove(pdn, "--nodes", 1000, *args)
            self.assertEqual((run.returncode, "proven" in run.stdout), (code, code == 0), run)
        self.assertEqual(out.read_text().count("[Annotator"), 2)
        self.assertEqual(self.prove("start", "--append").returncode, 2)

    def test_ctrl_c_in_games_says_how_to_go_on(self):
        pdn, out = self.folder / "long games.pdn", self.folder / "part.pdn"
        short, long = '[FEN "W:WK18,K19:BK1"]\n\n1. 18-15 *\n\n', '[Event "long"]\n\n1. 11-15 23-19 2. 8-11 *\n\n'
        pdn.write_text(short + long + short)
        for args, said in ((["-o", out], f"the games before it are written; go on with: deepwell prove '{pdn}' "
                            f"--time 60 --memory 64 --data {self.folder} --game 2-3 --output {out} --append\n"),
                           ([], f"stopped in game 2; go on with: deepwell prove '{pdn}' --time 60 --memory 64 "
                            f"--data {self.folder} --game 2-3\n")):
            work = subprocess.Popen([BIN / "deepwell", "prove", pdn, "--time", "60", "--memory", "64",
                                     "--data", self.folder, *args],
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            self.addCleanup(work.kill)
            time.sleep(2)
            work.send_signal(signal.SIGINT)
            _, errors = work.communicate(timeout=30)
            self.assertEqual(work.returncode, 130)
            self.assertTrue(errors.endswith(said), errors)
        self.assertEqual(out.read_text().count("[Annotator"), 1)


if __name__ == "__main__":
    unittest.main()
