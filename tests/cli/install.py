"""meson install into an empty folder: the installed program needs nothing of the source tree or of the build folder.  TAP.
usage: install.py BUILD SOURCE PREFIX MESON..."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

build, source = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
prefix, meson = pathlib.Path(sys.argv[3]), sys.argv[4:]


def run(*words, **variables):
    env = {k: v for k, v in os.environ.items() if not k.startswith("GRAVEL_")}
    return subprocess.run(words, text=True, capture_output=True, timeout=100, env={**env, "NO_COLOR": "1", **variables})


def everything_is_installed():
    done = run(*meson, "install", "-C", build, "--no-rebuild", "--quiet", DESTDIR=str(image))
    assert done.returncode == 0, done.stdout + done.stderr
    shutil.move(image / prefix.relative_to("/"), home)
    for name in ("bin/gravel", "share/gravel/cases/binary-collision/pair-linear.yaml", "share/gravel/cases/templates/pair.yaml.in",
                 "share/gravel/reference/SOURCES.bib", "share/gravel/reports/style.gp", "share/doc/gravel/README.md",
                 "share/doc/gravel/reports/manual/tutorial.md", "share/doc/gravel/reports/manual/schemas/gravel-verdicts-1.json", "share/man/man1/gravel.1", "share/man/man5/gravel-case.5",
                 "share/bash-completion/completions/gravel"):
        assert (home / name).is_file(), name
    assert not list(home.rglob("*.[ch]")) and not list(home.rglob("meson.build"))
    listed = {p.relative_to(home / "share/gravel") for p in (home / "share/gravel/cases").rglob("*.yaml")}
    assert listed == {p.relative_to(source) for p in (source / "cases").rglob("*.yaml")}


def no_path_of_this_machine_is_in_the_program():
    program = (home / "bin/gravel").read_bytes()
    for path in (build, source):
        assert bytes(path) not in program, path


def it_runs_and_checks_in_an_empty_folder():
    empty = folder / "empty"
    empty.mkdir()
    os.chdir(empty)
    program = home / "bin/gravel"
    assert f"home      {home}/share/gravel\n" in run(program, "doctor").stdout
    assert run(program, "new", "pair", "mine").returncode == 0
    for case in ("mine.yaml", "pair-unequal"):
        seen = run(program, "check", case)
        assert seen.returncode == 0 and re.search(r"^0 unexpected failures", seen.stdout, re.M), seen.stdout + seen.stderr
    assert run(program, "report", "pair-unequal", "-o", "out").returncode == 0
    os.chdir(folder)


def gravel_home_comes_first():
    seen = run(home / "bin/gravel", "list", GRAVEL_HOME=str(folder / "nowhere"))
    assert seen.returncode == 1 and "is GRAVEL_HOME right?" in seen.stderr, seen


def links_of_the_installed_documents_lead_somewhere():
    pages = list((home / "share/doc/gravel").rglob("*.md"))
    for page in pages:
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
            assert "://" in target or (page.parent / target).exists(), f"{page}: {target}"
    assert len(pages) > 15, pages


def chapters_in_html_lead_to_each_other():
    """Every link of the HTML manual to a file that is there and to a place in it that is there; a chapter's link opens a HTML page."""
    folder = home / "share/doc/gravel/reports/manual"
    pages = {p.resolve(): p.read_text() for p in [*folder.glob("*.html"), *(home / "share/doc/gravel/engines").glob("*.html")]}
    if not pages:
        return "pandoc is not installed"
    assert {p.stem for p in pages} >= {p.stem for p in folder.glob("*.md") if p.stem != "README"} | {"index", "PHYSICS"}, pages.keys()
    n = 0
    for page, text in pages.items():
        assert re.search(r'<nav id="TOC"', text), f"{page}: a table of contents"
        for target in re.findall(r'<a\s[^>]*?href="([^"]+)"', text):
            path, _, place = target.partition("#")
            if "://" in target or target.startswith("mailto:"):
                continue
            n += 1
            there = (page.parent / path).resolve() if path else page
            assert there.exists() and not (there.suffix == ".md" and there.parent == page.parent), f"{page}: {target}"
            assert not place or there not in pages or f'id="{place}"' in pages[there], f"{page}: {target}"
    assert n > 100, n


def man_pages_are_read():
    if shutil.which("man") is None:
        return "man is not installed"
    for name in ("man1/gravel.1", "man5/gravel-case.5"):
        seen = run("man", "--warnings", "-l", home / "share/man" / name, MANPAGER="cat", MANWIDTH="100", LC_ALL="C.UTF-8")
        assert seen.returncode == 0 and seen.stdout.count("\n") > 60 and "warning" not in seen.stderr, seen.stderr


def completion_knows_commands_options_and_cases():
    def complete(*words):
        script = (f'PATH={home}/bin:$PATH; . {home}/share/bash-completion/completions/gravel; COMP_WORDS=({" ".join(words)}); '
                  f'COMP_CWORD={len(words) - 1}; _gravel; printf "%s\\n" "${{COMPREPLY[@]}}"')
        return run("bash", "-c", script).stdout.split()
    if shutil.which("bash") is None:
        return "bash is not installed"
    assert complete("gravel", "ch") == ["check"]
    assert "pair-linear" in complete("gravel", "run", "pair-l")
    assert "--tier" in complete("gravel", "check", "--t")
    assert complete("gravel", "new", "dr") == ["drum"]


tests = [everything_is_installed, no_path_of_this_machine_is_in_the_program, it_runs_and_checks_in_an_empty_folder,
         gravel_home_comes_first, links_of_the_installed_documents_lead_somewhere, chapters_in_html_lead_to_each_other, man_pages_are_read, completion_knows_commands_options_and_cases]
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name).resolve()
    image, home = folder / "image", folder / "moved"
    failed = tap.run(tests)
    os.chdir("/")
sys.exit(failed)
