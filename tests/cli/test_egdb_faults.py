"""Databases in a world that breaks: processes killed, files cut off, disks full.

Each mistake is one line with the right exit code, nothing wrong is believed, and a build that is
started again ends with the files that it would have made undisturbed.
"""
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

BIN = pathlib.Path(os.environ["DEEPWELL_BIN"])
SLOW = os.environ.get("DEEPWELL_SLOW") == "yes"
NO, BAD_INPUT, BROKEN_WORLD, INTERRUPTED = 1, 2, 3, 130


def egdb(command, data, *args):
    return subprocess.run([BIN / "deepwell", "egdb", command, *args, "--data", str(data)],
                          capture_output=True, text=True, timeout=600)


def files_in(data):
    return {f.name: f.read_bytes() for f in (pathlib.Path(data) / "egdb" / "8x8").iterdir()}


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.good = pathlib.Path(cls.folder.name) / "good"
        built = egdb("build", cls.good, "--pieces", "3")
        assert built.returncode == 0, built

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)
        self.data = self.scratch / "data"

    def copy(self):
        shutil.copytree(self.good, self.data)
        return self.data / "egdb" / "8x8"

    def assert_fails(self, result, code, *says):
        self.assertEqual(result.returncode, code, result)
        # The answer "no" goes to standard output, complaints to standard error.
        text = result.stdout if code == NO else result.stderr
        self.assertEqual(len(text.splitlines()), 1, result)
        for words in says:
            self.assertIn(words, text)

    def assert_never_believed(self, name, *says):
        """All that reads the file refuses it, and a build makes it anew."""
        self.assert_fails(egdb("verify", self.data), NO, name, *says)
        self.assert_fails(egdb("verify", self.data, "--full"), NO, name, *says)
        self.assert_fails(egdb("probe", self.data, "B:WK32:BK1,K2"), BROKEN_WORLD, name, *says)
        self.assert_fails(egdb("stats", self.data), BROKEN_WORLD, name, *says)
        built = egdb("build", self.data, "--pieces", "3")
        self.assertEqual(built.returncode, 0, built)
        self.assertEqual(files_in(self.data), files_in(self.good))

    def test_cut_off_files(self):
        name = "2k0m-1k0m.wdl"
        whole = (self.copy() / name).read_bytes()
        for length in (0, 7, 50, 88, 100, len(whole) // 2, len(whole) - 1):
            with self.subTest(length):
                (self.data / "egdb/8x8" / name).write_bytes(whole[:length])
                self.assert_never_believed(name)

    def test_files_of_another_version_board_or_material(self):
        name = "2k0m-1k0m.wdl"
        folder = self.copy()
        whole = (folder / name).read_bytes()
        other = (folder / "1k0m-2k0m.wdl").read_bytes()
        for bytes_, says in ((whole[:8] + b"\x02" + whole[9:], "format version 2, this program reads 1"),
                             (whole[:12] + b"\x06" + whole[13:], "for the 6x6 board, not 8x8"),
                             (b"x" + whole[1:], "no Deepwell database"),
                             (other, "holds another material")):
            with self.subTest(says):
                (folder / name).write_bytes(bytes_)
                self.assert_never_believed(name, says)

    def test_a_missing_file(self):
        folder = self.copy()
        (folder / "2k0m-1k0m.wdl").unlink()
        self.assert_fails(egdb("verify", self.data), NO, "2k0m-1k0m.wdl, which it was derived from, is missing")
        result = egdb("probe", self.data, "B:WK32:BK1,K2")
        self.assertEqual((result.returncode, result.stdout.split()[-1]), (0, "unknown"))
        (folder / "0k1m-0k2m.wdl").unlink()  # nothing was derived from it
        built = egdb("build", self.data, "--pieces", "3")
        self.assertEqual(built.returncode, 0, built)
        self.assertIn("(2 new)", built.stdout)
        self.assertEqual(files_in(self.data), files_in(self.good))

    def test_no_databases_at_all(self):
        for data in (self.scratch / "nowhere", self.scratch):
            self.assert_fails(egdb("verify", data), BAD_INPUT, "no databases in", "egdb build")
            self.assert_fails(egdb("stats", data), BAD_INPUT, "no databases in", "egdb build")

    def test_directories_that_cannot_be(self):
        # Root may write anywhere, but not below a file, nor into /proc.
        (self.scratch / "file").write_text("x")
        for data in (self.scratch / "file" / "data", pathlib.Path("/proc/nowhere")):
            with self.subTest(data):
                self.assert_fails(egdb("build", data, "--pieces", "2"), BROKEN_WORLD, str(data))
                self.assert_fails(egdb("verify", data), BAD_INPUT, str(data))
        self.assertEqual((self.scratch / "file").read_text(), "x")

    def test_a_directory_in_the_place_of_a_file(self):
        folder = self.copy()
        (folder / "1k0m-1k0m.wdl").unlink()
        (folder / "1k0m-1k0m.wdl").mkdir()
        self.assert_fails(egdb("build", self.data, "--pieces", "3"), BROKEN_WORLD, "1k0m-1k0m.wdl")
        self.assert_fails(egdb("verify", self.data), NO, "1k0m-1k0m.wdl")
        (folder / "1k0m-1k0m.wdl").rmdir()
        self.assertEqual(egdb("build", self.data, "--pieces", "3").returncode, 0)
        self.assertEqual(files_in(self.data), files_in(self.good))

    def test_a_full_disk(self):
        disk = self.scratch / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=80k", "tmpfs", str(disk)],
                                 capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest("a small disk cannot be mounted here: " + mounted.stderr.strip())
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        # Known beforehand, or found out on the way: small files take whole pages.
        self.assert_fails(egdb("build", disk, "--pieces", "4"), BROKEN_WORLD, "MB are needed", "MB are free")
        self.assertEqual(files_in(disk), {})
        self.assert_fails(egdb("build", disk, "--pieces", "3"), BROKEN_WORLD, "cannot write", "No space left")
        left = files_in(disk)
        self.assertGreater(len(left), 0)
        self.assertEqual([name for name in left if not name.endswith((".wdl", ".dtw"))], [])
        self.assertEqual(egdb("verify", disk, "--full", "--pieces", "2").returncode, 0)
        subprocess.run(["mount", "-o", "remount,size=16m", str(disk)], check=True)
        self.assertEqual(egdb("build", disk, "--pieces", "4").returncode, 0)
        self.assertEqual({name: files_in(disk)[name] for name in left}, left)
        self.assertEqual(egdb("verify", disk).returncode, 0)


class Interruptions(unittest.TestCase):
    PIECES = "5" if SLOW else "4"
    KILLS = 30

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def start(self, *args):
        process = subprocess.Popen([BIN / "deepwell", "egdb", *args],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.kill)
        return process

    def test_killed_at_any_moment_a_build_goes_on_to_the_same_files(self):
        begin = time.monotonic()
        undisturbed = self.scratch / "undisturbed"
        self.assertEqual(egdb("build", undisturbed, "--pieces", self.PIECES).returncode, 0)
        duration = time.monotonic() - begin
        data = self.scratch / "data"
        chance = random.Random(2026)
        killed = 0
        for _ in range(self.KILLS):
            process = self.start("build", "--pieces", self.PIECES, "--data", str(data))
            time.sleep(chance.uniform(0, duration))
            killed += process.poll() is None
            process.kill()
            process.wait()
            if (data / "egdb").exists():  # whatever is there is whole
                self.assertIn(egdb("verify", data).returncode, (0, BAD_INPUT))
        self.assertGreater(killed, 0)
        self.assertEqual(egdb("build", data, "--pieces", self.PIECES).returncode, 0)
        self.assertEqual(files_in(data), files_in(undisturbed))

    def test_what_a_killed_build_left_behind_is_removed(self):
        folder = self.scratch / "egdb" / "8x8"
        folder.mkdir(parents=True)
        dead = subprocess.Popen(["true"])
        dead.wait()
        (folder / f"1k0m-1k0m.wdl.{dead.pid}.tmp").write_text("half a file")
        self.assertEqual(egdb("build", self.scratch, "--pieces", "2").returncode, 0)
        self.assertEqual([f.name for f in folder.iterdir() if f.suffix not in (".wdl", ".dtw")], [])

    def test_ctrl_c_stops_verification(self):
        data = self.scratch / "data"
        self.assertEqual(egdb("build", data, "--pieces", "5").returncode, 0)
        process = self.start("verify", "--full", "--threads", "1", "--data", str(data))
        time.sleep(1)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=10), INTERRUPTED)
        self.assertLess(time.monotonic() - begin, 2)


if __name__ == "__main__":
    unittest.main()
