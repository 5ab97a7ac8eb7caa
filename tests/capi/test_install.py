"""The installed C library as another project meets it: with pkg-config, with CMake, moved elsewhere."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

BUILD = os.environ["DEEPWELL_BUILD"]
DATABASES = os.environ["DEEPWELL_DATABASES"]
CMAKE = os.environ["DEEPWELL_CMAKE"]
CC = os.environ["DEEPWELL_CC"]
CXX = os.environ["DEEPWELL_CXX"]
CFLAGS = shlex.split(os.environ.get("CFLAGS", ""))  # sanitizers, if the library has them

PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(client LANGUAGES C)
find_package(DeepwellEgdb 0.1 REQUIRED)
add_executable(egdb_probe egdb_probe.c)
target_link_libraries(egdb_probe PRIVATE Deepwell::egdb)
"""


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **more)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = pathlib.Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.scratch)
        first = cls.scratch / "first"
        installed = run(CMAKE, "--install", BUILD, "--prefix", first)
        assert installed.returncode == 0, installed.stderr
        cls.prefix = first.rename(cls.scratch / "moved")
        cls.library = next(cls.prefix.rglob("libdeepwell_egdb.so.1")).parent
        cls.example = next(cls.prefix.glob("share/doc/*/egdb_probe.c"))

    def made(self, *command, **more):
        result = run(*command, **more)
        self.assertEqual(result.returncode, 0, result)
        return result.stdout

    def probe(self, program, directory, *fens):
        return run(program, directory, *fens, env={**os.environ, "LD_LIBRARY_PATH": str(self.library)})

    def assert_probes(self, program):
        result = self.probe(program, DATABASES, "W:WK18,K19:BK1", "B:WK18:BK1", "B:W21-32:B1-12")
        self.assertEqual(result.returncode, 0, result)
        win, draw, start = result.stdout.splitlines()
        self.assertTrue(win.startswith("W:WK18,K19:BK1  win"), win)
        self.assertEqual(draw, "B:WK18:BK1  draw")
        self.assertEqual(start, "B:W21-32:B1-12  unknown, from loss to win")

    def compile_with_pkg_config(self):
        program = self.scratch / "by_pkg_config"
        flags = self.made("pkg-config", "--cflags", "--libs", "deepwell-egdb",
                          env={**os.environ, "PKG_CONFIG_PATH": str(self.library / "pkgconfig")})
        self.assertIn(f"{self.scratch}", flags)
        self.made(CC, *CFLAGS, "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", self.example, "-o", program,
                  *shlex.split(flags))
        return program

    def test_what_is_there(self):
        for file in ("bin/deepwell", "include/deepwell_egdb.h"):
            self.assertTrue((self.prefix / file).is_file(), file)
        for file in ("libdeepwell_egdb.so", "pkgconfig/deepwell-egdb.pc", "cmake/DeepwellEgdb/DeepwellEgdbConfig.cmake",
                     "cmake/DeepwellEgdb/DeepwellEgdbConfigVersion.cmake"):
            self.assertTrue((self.library / file).is_file(), file)

    def test_only_names_of_the_interface_are_exported(self):
        symbols = self.made("nm", "-D", "--defined-only", self.library / "libdeepwell_egdb.so")
        names = {line.split()[-1].split("@")[0] for line in symbols.splitlines()} - {"DEEPWELL_EGDB_1"}
        header = (self.prefix / "include/deepwell_egdb.h").read_text()
        self.assertEqual(names, set(re.findall(r"^DEEPWELL_EGDB_API[^(]*?(\w+)\(", header, re.M)))

    def test_header_is_clean_c_and_c_plus_plus(self):
        header = self.prefix / "include/deepwell_egdb.h"
        for compiler, language, standard in [(CC, "c", "c99"), (CC, "c", "c17"), (CXX, "c++", "c++11"),
                                             (CXX, "c++", "c++20")]:
            with self.subTest(standard):
                self.made(compiler, "-fsyntax-only", "-x", language, f"-std={standard}", "-Wall", "-Wextra",
                          "-Wpedantic", "-Wconversion", "-Werror", header)

    def test_example_compiles_with_pkg_config(self):
        self.assert_probes(self.compile_with_pkg_config())

    def test_example_compiles_with_cmake(self):
        source = self.scratch / "client"
        source.mkdir()
        (source / "CMakeLists.txt").write_text(PROJECT)
        shutil.copy(self.example, source)
        self.made(CMAKE, "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}",
                  f"-DCMAKE_C_COMPILER={CC}")
        self.made(CMAKE, "--build", source / "build")
        self.assert_probes(source / "build/egdb_probe")

    def test_example_says_what_is_wrong(self):
        program = self.compile_with_pkg_config()
        damaged = self.scratch / "damaged"
        shutil.copytree(DATABASES, damaged)
        (damaged / "1k0m-1k0m.wdl").write_bytes(b"DW")
        for arguments, code, says in [((DATABASES, "B:W33:B1"), 2, "square 33 is not on the 8x8 board"),
                                      (("/nonexistent", "B:W18:B1"), 3, "there is no directory /nonexistent"),
                                      ((damaged, "B:W18:B1"), 3, "1k0m-1k0m.wdl"),
                                      ((DATABASES,), 2, "usage")]:
            with self.subTest(says):
                result = self.probe(program, *arguments)
                self.assertEqual(result.returncode, code, result)
                self.assertIn(says, result.stderr)
                self.assertEqual(len(result.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
