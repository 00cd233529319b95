"""README, manual and the other documents: size, links, versions; the snippets of the manual run.  TAP.
usage: documents.py GRAVEL SOURCE_ROOT"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

gravel, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
pages = [root / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted((root / "reports/manual").glob("*.md"))
programs = {"sh": ["sh", "-eu"], "python": [sys.executable, "-"], "r": ["Rscript", "-"], "gnuplot": ["gnuplot", "-"]}


def the_readme_is_a_landing_page():
    text = (root / "README.md").read_text()
    assert len(text.encode()) < 8000, len(text.encode())
    assert "![" in text.split("## Two commands")[0] and "[manual]" in text


def links_lead_somewhere():
    n = 0
    for page in pages:
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
            if "://" not in target:
                n += 1
                assert (page.parent / target).exists(), f"{page.name}: {target}"
    assert n > 30, n


def files_that_are_named_exist():
    for page in pages:
        for name in re.findall(r"`((?:cases|engines|harness|reference|reports|tests)/[\w./-]+)`", page.read_text()):
            if not name.startswith("reports/out") and "NAME" not in name and "KIND" not in name:
                assert (root / name).exists(), f"{page.name}: {name}"


def commands_that_are_named_exist():
    known = set(re.findall(r"^  ([a-z]+) ", subprocess.run([gravel, "--help"], text=True, capture_output=True).stdout, re.M))
    assert len(known) > 8
    for page in pages:
        for command in re.findall(r"(?:^ +\$? *(?:build/harness/)?|`)gravel ([a-z]+)", page.read_text(), re.M):
            assert command in known, f"{page.name}: gravel {command}"


def citation_and_changes_name_the_version():
    version = re.search(r"version: '([\d.]+)'", (root / "meson.build").read_text())[1]
    assert f"\nversion: {version}\n" in (root / "CITATION.cff").read_text()
    assert f"\n## {version}\n" in (root / "CHANGELOG.md").read_text()


def snippets(name):
    """The blocks of a page, each with its language."""
    def run():
        text = (root / "reports/manual" / name).read_text()
        said, skipped = "", []
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "bin").mkdir()
            (pathlib.Path(folder) / "bin/gravel").symlink_to(gravel)
            env = {k: v for k, v in os.environ.items() if not k.startswith("GRAVEL_")}
            env = {**env, "PATH": f"{folder}/bin:{env['PATH']}", "NO_COLOR": "1"}
            blocks = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S)
            assert blocks
            for language, block in blocks:
                if shutil.which(programs[language][0]) is None:
                    skipped.append(language)
                    continue
                seen = subprocess.run(programs[language], input=block, text=True, capture_output=True, cwd=folder, env=env, timeout=100)
                assert seen.returncode == 0, f"{language}: {block}{seen.stdout}{seen.stderr}"
                said += seen.stdout
                # gnuplot warns and goes on.
                assert "warning" not in seen.stderr, f"{language}: {block}{seen.stderr}"
            for line in re.findall(r"^    (\d+ unexpected .*)$", text, re.M):
                assert line in said, line
            if name == "results.md":
                assert re.search(r"^md 0\.85 0\.0\d+ \+- 0\.0\d+ m$", said, re.M) and "10 beads; broken: none" in said, said
                assert "r" in skipped or re.search(r"^\d +md 0\.0\d+$", said, re.M), said
                assert "<svg" in (pathlib.Path(folder) / "my-column.svg").read_text()
        return f"without {', '.join(skipped)}" if skipped else ""
    run.__name__ = f"the_snippets_of_{name.split('.')[0]}_run"
    return run


def the_commands_that_judge_a_trajectory_choose_one_point():
    """The manual's export writes the start; its judge reads a file, here the start alone, which is too short."""
    section = (root / "reports/manual/codes.md").read_text().split("\n## A trajectory\n")[1].split("\n## ")[0]
    export, judge = (block.split() for block in re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S))
    with tempfile.TemporaryDirectory() as folder:
        written = subprocess.run([gravel, *export[1:]], text=True, capture_output=True, cwd=folder, check=False)
        assert written.returncode == 0, written
        (pathlib.Path(folder) / "start.xyz").rename(pathlib.Path(folder) / "mine.xyz")
        seen = subprocess.run([gravel, *judge[1:]], text=True, capture_output=True, cwd=folder, check=False)
        assert seen.returncode == 2 and "mine.xyz: ends with frame 0" in seen.stderr, seen


tests = [the_readme_is_a_landing_page, links_lead_somewhere, files_that_are_named_exist, commands_that_are_named_exist,
         citation_and_changes_name_the_version, snippets("tutorial.md"), snippets("results.md"),
         the_commands_that_judge_a_trajectory_choose_one_point]
failed = 0
print(f"1..{len(tests)}")
for number, test in enumerate(tests, 1):
    try:
        remark = test()
        print(f"ok {number} - {test.__name__}" + (f" ({remark})" if remark else ""), flush=True)
    except AssertionError as error:
        failed += 1
        print(f"not ok {number} - {test.__name__}")
        print("".join(f"# {line}\n" for line in str(error).splitlines()), end="", flush=True)
sys.exit(failed > 0)
