"""Trajectories, from outside: gravel run writes them without changing a result, other programs' readers open them, they
outlive a killed run, export has all frames, and a state goes on from a file.  Prints TAP.
usage: trajectory.py GRAVEL"""
import glob
import math
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import tap  # noqa: E402

try:
    import h5py
except ImportError:
    h5py = None
try:
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError:
    vtk = None

gravel = str(pathlib.Path(sys.argv[1]).resolve())
L = 0.02  # of the periodic box
gas = f"""\
name: gas
family: tests
title: A drifting gas in a periodic box
dimension: 3
box: {{periodic_x: true, periodic_y: true, periodic_z: true, low: [0, 0, 0], high: [{L}, {L}, {L}]}}
particles:
  - {{name: light, count: 40, diameter: 1.0e-3, density: 500}}
  - {{name: heavy, count: 60, diameter: 1.0e-3, density: 2500}}
material: {{law: linear, restitution: 0.9, contact_time: 1.0e-4}}
prepare: {{random: {{low: [0, 0, 0], high: [{L}, {L}, {L}], temperature: 1.0e-8, mean_velocity: [0.5, 0, 0]}}}}
run: {{time: 0.2, samples: 7}}
engines: {{md: {{}}, ed: {{}}}}
measure: [collision_rate]
"""
output = """\
output:
  every: 0.013
  fields: id species position image unwrapped velocity radius
  formats: xyz h5md vtp lammps-dump csv
  contacts: true
"""
FRAMES = 16  # 0, 0.013, ... 0.195


def run(*arguments):
    return subprocess.run([gravel, *arguments], text=True, capture_output=True, env={**os.environ, "NO_COLOR": "1"},
                          check=False)


def succeed(*arguments):
    result = run(*arguments)
    assert result.returncode == 0, f"{arguments}: {result.stdout}{result.stderr}"
    return result.stdout


def series(engine):
    """Folder of the run's series; engines are told apart by the table beside it."""
    table = {"md": "contacts.csv", "ed": "collisions.csv"}[engine]
    found = [path.parent for path in pathlib.Path("results/gas").rglob(table)]
    assert len(found) == 1, found
    return found[0]


def read_xyz(path):
    """Frames of an extended XYZ file by the rules of the format: [{"Time": t, property: [[...], ...]}]."""
    lines = pathlib.Path(path).read_text().splitlines()
    frames, at = [], 0
    while at < len(lines):
        n, comment = int(lines[at]), lines[at + 1]
        pairs = dict(re.findall(r'(\w+)=("[^"]*"|\S+)', comment))
        words = pairs["Properties"].split(":")
        frame = {"Time": float(pairs["Time"]), "pbc": pairs["pbc"].strip('"'),
                 "Lattice": [float(x) for x in pairs.get("Lattice", '""').strip('"').split()]}
        columns = []
        for name, kind, count in zip(words[0::3], words[1::3], words[2::3]):
            frame[name] = []
            columns.append((name, {"S": str, "I": int, "R": float}[kind], int(count)))
        for line in lines[at + 2:at + 2 + n]:
            values = line.split()
            for name, kind, count in columns:
                frame[name].append([kind(x) for x in values[:count]])
                values = values[count:]
            assert not values, line
        frames.append(frame)
        at += 2 + n
    return frames


def results(store):
    """What the store says of every point but processor time, place and date."""
    rows = sqlite3.connect(store).execute("select * from sqlite_master").fetchall()
    assert rows
    text = succeed("export", "gas", "-f", "json", "--store", store)
    return re.sub(r'"(cpu_seconds|started|host|commit)": [^\n]*\n', "", text)


def output_changes_neither_keys_nor_numbers():
    pathlib.Path("plain.yaml").write_text(gas)
    pathlib.Path("gas.yaml").write_text(gas + output)
    succeed("run", "plain.yaml", "--store", "plain.sqlite")
    assert not pathlib.Path("results/gas").exists()
    succeed("run", "gas.yaml", "--store", "gas.sqlite")
    assert results("plain.sqlite") == results("gas.sqlite")
    assert "2 reused" in succeed("run", "gas.yaml", "--store", "gas.sqlite")
    (series("md") / "trajectory.xyz").unlink()
    text = succeed("run", "gas.yaml", "--store", "gas.sqlite")
    assert "1 done, 1 reused" in text and (series("md") / "trajectory.xyz").exists(), text


def frames_are_due_at_their_times_for_every_engine():
    for engine in ("md", "ed"):
        frames = read_xyz(series(engine) / "trajectory.xyz")
        assert len(frames) == FRAMES
        for k, frame in enumerate(frames):
            assert abs(frame["Time"] - 0.013 * k) < 1e-15
            assert len(frame["pos"]) == 100 and frame["pbc"] == "T T T" and frame["Lattice"][0] == L
            assert [x[0] for x in frame["id"]] == list(range(100))
            assert sorted({x[0] for x in frame["species"]}) == ["heavy", "light"]
            assert sum(x[0] == "light" for x in frame["species"]) == 40


def wrapped_and_unwrapped_agree_in_both_engines():
    """In the frame of the centre of mass, which drifts through the box five times, nothing else can be told apart."""
    for engine in ("md", "ed"):
        frames = read_xyz(series(engine) / "trajectory.xyz")
        images = 0
        for frame in frames:
            for x, image, u in zip(frame["pos"], frame["image"], frame["unwrapped_position"]):
                assert all(0 <= c <= L for c in x)
                assert all(abs(c + L * i - v) < 1e-15 for c, i, v in zip(x, image, u))
                images = max(images, max(image))
        assert images >= 4, images
        mass = [{"light": 500, "heavy": 2500}[s[0]] for s in frames[0]["species"]]
        first, last = ([sum(m * x[d] for m, x in zip(mass, f["unwrapped_position"])) / sum(mass) for d in range(3)]
                       for f in (frames[0], frames[-1]))
        assert abs(last[0] - first[0] - 0.5 * 0.195) < 1e-12, (engine, first, last)
        assert abs(last[1] - first[1]) < 1e-12 and abs(last[2] - first[2]) < 1e-12


def contacts_have_pair_force_and_overlap_and_collisions_their_impulse():
    rows = (series("ed") / "collisions.csv").read_text().splitlines()
    assert rows[0] == "t,i,j,wall,nx,ny,nz,impulse" and len(rows) > 20
    for row in rows[1:]:
        t, i, j, wall, *numbers = row.split(",")
        assert 0 < float(t) <= 0.2 and 0 <= int(i) < 100 and 0 <= int(j) < 100 and wall == "-"
        assert abs(sum(float(n) ** 2 for n in numbers[:3]) - 1) < 1e-12 and float(numbers[3]) > 0
    # Soft spheres: a ball at rest on a floor, whose force is its weight and whose overlap m g/k.
    mass, t_c, e = 2500 * math.pi / 6 * 1e-9, 1e-3, 0.5
    k = mass / 2 * ((math.pi / t_c) ** 2 + (math.log(e) / t_c) ** 2)
    pathlib.Path("rest.yaml").write_text(f"""\
name: rest
family: tests
title: A ball at rest
dimension: 3
gravity: [0, 0, -9.81]
particles: {{count: 1, diameter: 1.0e-3, density: 2500}}
material: {{law: linear, restitution: {e}, contact_time: {t_c}}}
walls: [{{name: floor, shape: plane, contact: {{rule: same-force-constants}}}}]
prepare: {{list: {{rows: "x y z\\n0 0 0.5e-3"}}}}
run: {{time: 0.1, samples: 2}}
engines: {{md: {{}}}}
measure: [snapshot]
output: {{contacts: true}}
""")
    succeed("run", "rest.yaml", "--store", "rest.sqlite")
    row = next(pathlib.Path("results/rest").rglob("contacts.csv")).read_text().splitlines()[-1].split(",")
    assert row[1:4] == ["0", "-1", "floor"], row
    fx, fy, fz, overlap = map(float, row[4:])
    assert fx == fy == 0 and abs(fz / (mass * 9.81) - 1) < 1e-9, row
    assert abs(overlap / (mass * 9.81 / k) - 1) < 1e-9, (row, mass * 9.81 / k)


def hdf5_readers_open_h5md():
    path = series("md") / "trajectory.h5"
    if not path.exists():
        return "built without HDF5"
    frames = read_xyz(series("md") / "trajectory.xyz")
    if shutil.which("h5dump"):
        text = subprocess.run(["h5dump", "-d", "/particles/all/position/time", str(path)], text=True,
                              capture_output=True, check=True).stdout
        assert f"( {FRAMES} ) / ( H5S_UNLIMITED )" in text, text
    elif h5py is None:
        return "neither h5dump nor h5py is installed"
    if h5py is not None:
        with h5py.File(path) as file:
            assert list(file["h5md"].attrs["version"]) == [1, 1]
            group = file["particles/all"]
            assert group["position/value"].shape == (FRAMES, 100, 3)
            assert [b.decode() for b in group["box"].attrs["boundary"]] == ["periodic"] * 3
            assert list(group["box/edges"]) == [L, L, L]
            assert h5py.check_enum_dtype(group["species"].dtype) == {"heavy": 0, "light": 1}
            for k, frame in enumerate(frames):
                assert group["position/time"][k] == frame["Time"] == group["velocity/time"][k]
                assert group["position/value"][k].tolist() == frame["pos"]
                assert group["image/value"][k].tolist() == frame["image"]
    return None


def vtk_reads_vtp():
    if vtk is None:
        return "python3-vtk9 is not installed"
    collection = (series("ed") / "trajectory.pvd").read_text()
    times = [float(t) for t in re.findall(r'timestep="([^"]*)"', collection)]
    files = re.findall(r'file="([^"]*)"', collection)
    frames = read_xyz(series("ed") / "trajectory.xyz")
    assert times == [frame["Time"] for frame in frames]
    for name, frame in zip(files, frames):
        reader = vtk.vtkXMLPolyDataReader()
        reader.SetFileName(str(series("ed") / name))
        reader.Update()
        data = reader.GetOutput()
        assert data.GetNumberOfPoints() == data.GetNumberOfVerts() == 100
        assert vtk_to_numpy(data.GetPoints().GetData()).tolist() == frame["pos"]
        arrays = data.GetPointData()
        assert vtk_to_numpy(arrays.GetArray("velocity")).tolist() == frame["velo"]
        assert vtk_to_numpy(arrays.GetArray("body_id")).tolist() == [x[0] for x in frame["id"]]
        assert vtk_to_numpy(arrays.GetArray("radius")).tolist() == [x[0] for x in frame["radius"]]
        assert data.GetFieldData().GetArray("TimeValue").GetValue(0) == frame["Time"]
    return None


def export_has_all_frames_in_every_format():
    for source in (None, "h5", "dump", "csv"):
        if source is not None:  # only this series of the run is left
            shutil.rmtree("some", ignore_errors=True)
            for folder in ("md", "ed"):
                kept = pathlib.Path("some") / series(folder).relative_to("results") / f"trajectory.{source}"
                if not (series(folder) / kept.name).exists():
                    continue
                kept.parent.mkdir(parents=True)
                shutil.copy(series(folder) / kept.name, kept)
        shutil.rmtree("all", ignore_errors=True)
        result = run("export", "gas.yaml", "-f", "xyz", "-o", "all", "--store", "gas.sqlite", "--from",
                     "results" if source is None else "some")
        if source == "h5" and "found no frame" in result.stderr:
            continue
        assert result.returncode == 0, result.stderr
        for engine in ("md", "ed"):
            exported = read_xyz(glob.glob(f"all/{engine}-*.xyz")[0])
            assert exported == read_xyz(series(engine) / "trajectory.xyz"), (source, engine)


def a_mistyped_folder_is_no_export_of_snapshots():
    for words in (("-f", "xyz", "-o", "one.xyz", "--from", "resluts"), ("-f", "csv", "--from", "results")):
        result = run("export", "gas.yaml", *words, "--store", "gas.sqlite")
        assert result.returncode == 2 and "--from: found" in result.stderr and not pathlib.Path("one.xyz").exists(), result


def a_state_goes_on_from_an_exported_file():
    """Hard spheres: the energy of the last frame is that of the next run's start, to the last bit."""
    last = read_xyz(series("ed") / "trajectory.xyz")[-1]
    for suffix in ("xyz", "h5", "dump", "csv"):
        path = series("ed") / f"trajectory.{suffix}"
        if not path.exists():
            continue
        text = gas.replace("name: gas", "name: next").replace("md: {}, ", "")
        text = re.sub(r"prepare: .*", "prepare: {file: {path: %s, fields: position velocity species}}" % path, text)
        pathlib.Path("next.yaml").write_text(text + "output: {fields: id species position velocity radius}\n")
        shutil.rmtree("results/next", ignore_errors=True)
        succeed("run", "next.yaml", "--store", f"next-{suffix}.sqlite")
        first = read_xyz(next(pathlib.Path("results/next").rglob("trajectory.xyz")))[0]
        assert first["pos"] == last["pos"] and first["velo"] == last["velo"] and first["species"] == last["species"]


def the_content_of_a_file_counts_and_not_its_place():
    pathlib.Path("here/sub").mkdir(parents=True)
    state = "x y z vx vy vz\n0.01 0.01 0.01 0 0 0\n0.005 0.01 0.01 1 0 0\n"
    text = gas.replace("name: gas", "name: moved").replace(
        """  - {name: light, count: 40, diameter: 1.0e-3, density: 500}
  - {name: heavy, count: 60, diameter: 1.0e-3, density: 2500}
""", "  - {name: heavy, count: 2, diameter: 1.0e-3, density: 2500}\n")
    text = re.sub(r"prepare: .*", "prepare: {file: {path: sub/start.csv}}", text)
    pathlib.Path("here/moved.yaml").write_text(text)
    pathlib.Path("here/sub/start.csv").write_text(state)
    assert "2 done" in succeed("run", "here/moved.yaml", "--store", "moved.sqlite")
    shutil.copytree("here", "there")
    os.chdir("there")
    assert "2 reused" in succeed("run", "moved.yaml", "--store", "../moved.sqlite")
    os.chdir("..")
    pathlib.Path("there/sub/start.csv").write_text(state.replace("0.005", "0.006"))
    assert "2 done" in succeed("run", "there/moved.yaml", "--store", "moved.sqlite")
    pathlib.Path("there/sub/start.csv").write_text(state.replace("0.005 0.01 0.01 1", "0.005 0.01 0.01 fast"))
    result = run("run", "there/moved.yaml", "--store", "moved2.sqlite")
    assert result.returncode == 2 and "start.csv:3: column vx: found \"fast\"" in result.stderr and not pathlib.Path("moved2.sqlite").exists()
    pathlib.Path("there/sub/start.csv").unlink()
    result = run("run", "there/moved.yaml", "--store", "moved3.sqlite")
    assert result.returncode == 2 and re.search(r"moved.yaml:\d+:\d+: prepare.file.path: .*No such file", result.stderr)


def frames_outlive_a_killed_run():
    text = gas.replace("name: gas", "name: killed").replace("time: 0.2", "time: 2000").replace(", ed: {}", "")
    pathlib.Path("killed.yaml").write_text(text + output.replace("0.013", "0.005"))
    going = subprocess.Popen([gravel, "run", "killed.yaml", "--store", "killed.sqlite", "-q", "-j", "1"],
                             start_new_session=True)
    try:
        for _ in range(600):
            time.sleep(0.05)
            if len(glob.glob("results/killed/*/trajectory_0000??.vtp")) > 20:
                break
    finally:
        os.killpg(going.pid, signal.SIGKILL)
        going.wait()
    folder = next(pathlib.Path("results/killed").iterdir())
    n = len(list(folder.glob("trajectory_*.vtp")))
    assert n > 20, n
    lines = (folder / "trajectory.xyz").read_text().splitlines()
    whole = len(lines) // 102 * 102  # the last frame may be cut off
    pathlib.Path("whole.xyz").write_text("\n".join(lines[:whole]) + "\n")
    assert abs(len(read_xyz("whole.xyz")) - n) <= 1
    named = re.findall(r'file="([^"]*)"', (folder / "trajectory.pvd").read_text())
    assert (folder / "trajectory.pvd").read_text().endswith("</VTKFile>\n") and abs(len(named) - n) <= 1
    assert all((folder / name).exists() for name in named)


def bad_output_is_refused_with_its_place():
    for wrong, words in (("fields: id colour", "output.fields: found colour, allowed words among: id species"),
                         ("fields: id velocity", "output.fields: found no position"),
                         ("formats: xyz tiff", "output.formats: found tiff, allowed words among: csv h5md lammps-dump"),
                         ("formats: xyz xyz", "output.formats: found one twice"),
                         ("formats: lammps-data", "output.formats: found lammps-data"),
                         ("every: 0", "output.every: found \"0\", allowed: a number above 0"),
                         ("evry: 1", "output.evry: found an unknown key (did you mean every?)")):
        pathlib.Path("wrong.yaml").write_text(gas + "output: {" + wrong + "}\n")
        result = run("show", "wrong.yaml")
        assert result.returncode == 2 and f"wrong.yaml:14:" in result.stderr and words in result.stderr, result.stderr


tests = [output_changes_neither_keys_nor_numbers, frames_are_due_at_their_times_for_every_engine,
         wrapped_and_unwrapped_agree_in_both_engines,
         contacts_have_pair_force_and_overlap_and_collisions_their_impulse, hdf5_readers_open_h5md, vtk_reads_vtp,
         export_has_all_frames_in_every_format, a_mistyped_folder_is_no_export_of_snapshots, a_state_goes_on_from_an_exported_file,
         the_content_of_a_file_counts_and_not_its_place, frames_outlive_a_killed_run,
         bad_output_is_refused_with_its_place]
os.environ.pop("GRAVEL_STORE", None)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    if "--no-hdf5" in sys.argv:
        output = output.replace("h5md ", "")
    tap.run(tests)
    os.chdir("/")
