"""A frame of a drum in a viewer: VTK reads the VTP file that a run has written and draws its spheres, off screen.  The
picture must show what the frame states: its grains, in their place and size, and both species.  Prints TAP.
usage: picture.py GRAVEL [PICTURE.png]"""
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SIZE, HALF = 400, 0.022  # pixels of the square picture, and half of the length that it shows [m]
RADIUS, DRUM = 1.5e-3, 20.0e-3
case = f"""\
name: picture
family: tests
title: A drum that turns
dimension: 3
gravity: [0, 0, -9.81]
particles:
  - {{name: light, count: 150, radius: {RADIUS}, density: 1000.0}}
  - {{name: heavy, count: 150, radius: {RADIUS}, density: 5000.0}}
material: {{law: linear, restitution: 0.6, contact_time: 3.0e-4, rotation: true, tangential_restitution: 0.5, friction: 0.5}}
walls:
  - name: drum
    shape: cylinder
    axis: [0, 1, 0]
    radius: {DRUM}
    contact: {{rule: restitution, restitution: 0.6, tangential_restitution: 0.2, friction: 0.8}}
    rotation: {{froude: 0.2, reference_radius: {DRUM}, ramp: 0.1}}
  - {{name: back, shape: plane, origin: [0, 0, 0], axis: [0, 1, 0], contact: {{rule: restitution, restitution: 0.6}}}}
  - {{name: front, shape: plane, origin: [0, 9.6e-3, 0], axis: [0, -1, 0], contact: {{rule: restitution, restitution: 0.6}}}}
prepare: {{drum: {{}}}}
run: {{time: 0.6, samples: 2}}
engines: {{md: {{steps_per_contact: 25}}}}
measure: [snapshot]
output: {{fields: id species position velocity radius, formats: vtp}}
"""


def skip(reason):
    print(f"1..0 # SKIP {reason}")
    sys.exit(0)


try:
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy
except ImportError:
    skip("python3-vtk9 is not installed")
if shutil.which("Xvfb") is None:
    skip("Xvfb is not installed")


def read_last(folder):
    """The last frame that the collection names."""
    names = re.findall(r'file="([^"]*)"', (folder / "trajectory.pvd").read_text())
    assert len(names) == 3, names
    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName(str(folder / names[-1]))
    reader.Update()
    return reader.GetOutput()


def draw(data):
    """Seen along -y, in parallel: x to the left, z up.  Colours by material_id, red and blue, on white."""
    data.GetPointData().SetActiveScalars("radius")
    sphere = vtk.vtkSphereSource()
    sphere.SetRadius(1.0)
    sphere.SetThetaResolution(24)
    sphere.SetPhiResolution(24)
    glyph = vtk.vtkGlyph3D()
    glyph.SetInputData(data)
    glyph.SetSourceConnection(sphere.GetOutputPort())
    glyph.SetScaleModeToScaleByScalar()
    colours = vtk.vtkLookupTable()
    colours.SetNumberOfTableValues(2)
    colours.SetTableValue(0, 1.0, 0.0, 0.0, 1.0)
    colours.SetTableValue(1, 0.0, 0.0, 1.0, 1.0)
    colours.Build()
    mapper = vtk.vtkPolyDataMapper()
    mapper.SetInputConnection(glyph.GetOutputPort())
    mapper.SetScalarModeToUsePointFieldData()
    mapper.SelectColorArray("material_id")
    mapper.SetLookupTable(colours)
    mapper.SetScalarRange(*data.GetPointData().GetArray("material_id").GetRange())
    actor = vtk.vtkActor()
    actor.SetMapper(mapper)
    renderer = vtk.vtkRenderer()
    renderer.SetBackground(1.0, 1.0, 1.0)
    renderer.AddActor(actor)
    window = vtk.vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    window.SetSize(SIZE, SIZE)
    window.AddRenderer(renderer)
    camera = renderer.GetActiveCamera()
    camera.ParallelProjectionOn()
    camera.SetParallelScale(HALF)
    camera.SetPosition(0.0, 0.2, 0.0)
    camera.SetFocalPoint(0.0, 0.0, 0.0)
    camera.SetViewUp(0.0, 0.0, 1.0)
    renderer.ResetCameraClippingRange()
    window.Render()
    image = vtk.vtkWindowToImageFilter()
    image.SetInput(window)
    image.ReadFrontBufferOff()
    image.Update()
    return image


def a_viewer_shows_the_drum(gravel, picture):
    subprocess.run([gravel, "run", "picture.yaml", "--store", "picture.sqlite", "-q"], check=True, stdout=subprocess.DEVNULL)
    data = read_last(next(pathlib.Path("results/picture").iterdir()))
    assert data.GetNumberOfPoints() == 300
    image = draw(data)
    if picture is not None:
        writer = vtk.vtkPNGWriter()
        writer.SetFileName(picture)
        writer.SetInputConnection(image.GetOutputPort())
        writer.Write()
    pixels = vtk_to_numpy(image.GetOutput().GetPointData().GetScalars()).reshape(SIZE, SIZE, -1)[:, :, :3].astype(int)
    drawn = pixels.min(axis=2) < 250  # all but the white background
    # The silhouette of the grains is the union of their discs; it is counted at the middle of every pixel.
    points = vtk_to_numpy(data.GetPoints().GetData())
    side = [(k + 0.5 - SIZE / 2) * 2 * HALF / SIZE for k in range(SIZE)]
    discs = drawn & False
    step = 2 * HALF / SIZE
    for x, _, z in points:
        for row in range(int((z - RADIUS) / step + SIZE / 2), int((z + RADIUS) / step + SIZE / 2) + 1):
            for column in range(int((-x - RADIUS) / step + SIZE / 2), int((-x + RADIUS) / step + SIZE / 2) + 1):
                discs[row, column] |= (side[column] + x) ** 2 + (side[row] - z) ** 2 < RADIUS ** 2
    differ = int((drawn != discs).sum())
    disc = math.pi * (RADIUS / step) ** 2
    print(f"# {int(drawn.sum())} of {SIZE * SIZE} pixels are drawn, {int(discs.sum())} are inside of discs, {differ} differ; a disc "
          f"has {disc:.0f}")
    # A few at the edges: the spheres are polyhedra.
    assert drawn.sum() > 20 * disc and differ < 0.01 * drawn.sum()
    assert drawn.sum() < math.pi * (DRUM / step) ** 2
    red = drawn & (pixels[:, :, 0] > pixels[:, :, 2])
    assert 0.1 < red.sum() / drawn.sum() < 0.9, red.sum() / drawn.sum()


def main():
    gravel = str(pathlib.Path(sys.argv[1]).resolve())
    picture = str(pathlib.Path(sys.argv[2]).resolve()) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        pathlib.Path("picture.yaml").write_text(case, encoding="utf-8")
        with subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            os.environ["DISPLAY"] = ":" + server.stdout.readline().strip()
            print("1..1")
            try:
                a_viewer_shows_the_drum(gravel, picture)
                print("ok 1 - a_viewer_shows_the_drum", flush=True)
            except Exception as error:  # pylint: disable=broad-except
                print("not ok 1 - a_viewer_shows_the_drum\n# " + repr(error).replace("\n", "\n# "), flush=True)
            finally:
                server.terminate()
                os.chdir("/")


main()
