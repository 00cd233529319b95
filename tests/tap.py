"""Tests of a script in TAP, for meson's protocol of that name."""


def run(tests):
    """Run the functions `tests` one after the other and print a line each, by its name; a test that returns a text is skipped for that
    reason.  Any exception is a failure, told behind a `#`.  Returns whether one failed."""
    failed = False
    print(f"1..{len(tests)}", flush=True)
    for number, test in enumerate(tests, 1):
        try:
            skipped = test()
        except Exception as error:  # pylint: disable=broad-except
            failed = True
            print(f"not ok {number} - {test.__name__}\n# " + f"{type(error).__name__}: {error}".replace("\n", "\n# "), flush=True)
        else:
            print(f"ok {number} - {test.__name__}" + (f" # SKIP {skipped}" if skipped else ""), flush=True)
    return failed
