"""deepwell book: import, show, stats, merge, export, mistakes; the shared games, if they are there."""
import pathlib
import tempfile
import time
import unittest

from test_commands import SHARED, deepwell, lines

GAMES = """[Result "1-0"]
1. 11-15 23-18 2. 8-11 1-0

[Result "1/2-1/2"]
1. 11-15 23-19 2. 8-11 1/2-1/2

[Result "0-1"]
1. 9-13 22-18 0-1
"""


class Book(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.pdn = self.folder / "games.pdn"
        self.pdn.write_text(GAMES)

    def book(self, command, *args, stdin=""):
        return deepwell("book", command, *map(str, args), "--data", self.folder, stdin=stdin)

    def imported(self, *args):
        run = self.book("import", self.pdn, *args)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run

    def test_games_become_positions(self):
        run = self.imported()
        self.assertIn("3 games, 8 positions", run.stdout)
        self.assertIn("1-0 means that White won", run.stderr)
        result, = lines(self.book("show", "start", "--json"))
        self.assertEqual(result["value"], 100)  # 9-13, which Black won here
        self.assertEqual([m["move"] for m in result["moves"]], ["9-13", "11-15"])
        self.assertEqual(result["moves"][1]["value"], -100)
        self.imported("--results", "first-player")
        result, = lines(self.book("show", "start", "--json"))
        self.assertEqual([(m["move"], m["value"]) for m in result["moves"]], [("11-15", 0), ("9-13", -100)])
        stats, = lines(self.book("stats", "--json"))
        self.assertEqual((stats["games"], stats["positions"], stats["moves"]), (3, 8, 7))

    def test_show_as_text_and_for_many(self):
        self.imported()
        run = self.book("show", "start")
        self.assertEqual(run.returncode, 0)
        self.assertIn("11-15", run.stdout)
        run = self.book("show", "-", "--json", stdin="B:W18:BK1\nstart\n")
        self.assertEqual(run.returncode, 1)
        self.assertEqual([line["value"] for line in lines(run)], [None, 100])

    def test_add_and_merge_count_games_twice(self):
        self.imported()
        self.imported("--add")
        self.assertEqual(lines(self.book("stats", "--json"))[0]["games"], 6)
        one, two = self.folder / "one.book", self.folder / "two.book"
        self.imported("--book", one)
        run = self.book("merge", one, one, "--book", two)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("6 games, 8 positions", run.stdout)

    def test_the_order_of_files_does_not_matter(self):
        other = self.folder / "other.pdn"
        other.write_text('[Result "1-0"]\n1. 9-13 22-18 2. 12-16 1-0\n\n[Result "0-1"]\n1. 11-15 23-18 0-1\n')
        made = []
        for files in ([self.pdn, other], [other, self.pdn]):
            book = self.folder / "ordered.book"
            self.assertEqual(self.book("import", *files, "--book", book).returncode, 0)
            made.append(book.read_bytes())
        self.assertEqual(*made)

    def test_a_poisoned_file_shifts_only_what_it_must(self):
        clean, poison = self.folder / "clean.pdn", self.folder / "poison.pdn"
        clean.write_text('[Result "1/2-1/2"]\n1. 10-15 21-17 2. 15-18 1/2-1/2\n')
        poison.write_text('[Result "0-1"]\n1. 10-15 21-17 2. 15-18 0-1\n')
        values = []
        for extra in (clean, poison):
            self.assertEqual(self.book("import", self.pdn, extra).returncode, 0)
            shown, = lines(self.book("show", "start", "--json"))
            values.append({m["move"]: m["value"] for m in shown["moves"]})
        self.assertEqual(values[0].keys(), values[1].keys())
        changed = [move for move in values[0] if values[0][move] != values[1][move]]
        self.assertEqual(changed, ["10-15"])

    def test_export_can_be_read_again(self):
        self.imported()
        out = self.folder / "tree.pdn"
        run = self.book("export", "--games", 1, "-o", out)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(deepwell("pdn", "check", out).returncode, 0)
        self.assertIn("(1. 9-13", out.read_text())

    def test_own_games_are_learned(self):
        run = deepwell("play", "--level", "1", "--learn", "--data", self.folder,
                       stdin="11-15\nresign\nnew\n9-14\nquit\n")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(lines(self.book("stats", "--json"))[0]["games"], 1)
        result, = lines(self.book("show", "start", "--json"))
        self.assertEqual([(m["move"], m["losses"]) for m in result["moves"]], [("11-15", 1)])
        run = deepwell("match", "deepwell depth=1", "deepwell depth=2", "--games", "2", "--depth", "2", "--learn",
                       "--data", self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(lines(self.book("stats", "--json"))[0]["games"], 3)

    def test_mistakes(self):
        empty = self.folder / "empty.pdn"
        empty.write_text("")
        for args in (["show", "start"], ["stats"], ["import", empty], ["import", self.folder / "none.pdn"],
                     ["merge", self.folder / "none.book"]):
            run = self.book(*args)
            self.assertEqual(run.returncode, 2, args)
        self.imported()
        self.assertEqual(self.book("show", "nonsense").returncode, 2)
        book = next(self.folder.rglob("*.book"))
        data = bytearray(book.read_bytes())
        data[100] ^= 1
        book.write_bytes(data)
        run = self.book("stats")
        self.assertEqual(run.returncode, 3)
        self.assertIn("damaged", run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1)

    @unittest.skipUnless(SHARED.is_dir(), "SKIPPED: no shared data")
    def test_all_shared_games(self):
        begin = time.monotonic()
        run = self.book("import", SHARED / "acf_games.pdn", "--results", "first-player", "--json")
        self.assertLess(time.monotonic() - begin, 20)
        result, = lines(run)
        self.assertEqual(result["games"], 8000)
        run = self.book("import", SHARED / "tinsley.pdn", "--add", "--json")
        self.assertEqual(lines(run)[0]["games"], 8724)


if __name__ == "__main__":
    unittest.main()
