"""A case that any program can run: two bodies that part."""


def case(samples, measures, more=""):
    """The text of flight.yaml, with so many samples, these measures and further lines."""
    return f"""\
name: flight
family: tests
title: Two bodies that part
asks: Nothing?
source: {{key: S3, where: none}}
dimension: 1
particles: {{count: 2, diameter: 1.0e-3, density: 2500.0}}
material: {{law: linear, restitution: 0.9, contact_time: 2.0e-5}}
prepare: {{list: {{rows: "x y z vx vy vz\\n0 0 0 0 0 -1\\n0 0 1 0 0 1\\n"}}}}
run: {{time: 0.5, samples: {samples}}}
engines: {{md: {{steps_per_contact: 100}}}}
measure: [{measures}]
{more}"""
