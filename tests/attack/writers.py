"""Two to six simultaneous writers of one store.  usage: writers.py GRAVEL [--tries N]

Each runs some of the points, several of them the same ones; one may be killed.  The others end well and the store holds
every point once, with the numbers of a single writer."""
import os
import time

from attack import content, expect, main, remove_store


def run(gravel, rng, k):
    if not os.path.exists("single"):
        gravel.clean("run", "case.yaml", "--quiet", "--store", "single")
    remove_store("shared")
    choices = [[], ["--engine", "md"], ["--engine", "ed-column"], ["--again"]]
    n = 2 + k % 5
    writers = [gravel.start("run", "case.yaml", "--quiet", "--store", "shared", "-j", "1", *rng.choice(choices))
               for _ in range(n)]
    killed = rng.random() < 0.3
    if killed:
        time.sleep(rng.uniform(0.0, 0.05))
        writers[0].kill()
    reader = gravel("export", "case.yaml", "--format", "csv", "--store", "shared")
    expect(reader.returncode in (0, 1, 2), reader)
    for process in writers:
        out, err = process.communicate(timeout=120)
        expect(process.returncode == 0 or (killed and process is writers[0]), process.returncode, out, err)
    gravel.clean("run", "case.yaml", "--quiet", "--store", "shared")
    expect(" 0 damaged" in gravel.clean("doctor", "--store", "shared").stdout)
    expect(content("shared") == content("single"), "another content than one writer has")
    return f"of {n} writers"


main([run], 5)
