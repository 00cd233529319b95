"""Tests of a script in TAP, for meson's protocol of that name."""
import contextlib
import io


def told(text):
    """Print the lines of a text as comments."""
    for line in text.splitlines():
        print(line if line.startswith("#") else f"# {line}")


def run(tests):
    """Run the functions `tests` one after the other and print a line each, by its name; a test that returns a text is skipped for that
    reason.  Any exception is a failure, told behind a `#`, as is what a test prints.  Returns whether one failed."""
    failed = False
    print(f"1..{len(tests)}", flush=True)
    for number, test in enumerate(tests, 1):
        printed, failure, skipped = io.StringIO(), None, None
        with contextlib.redirect_stdout(printed):
            try:
                skipped = test()
            except Exception as error:  # pylint: disable=broad-except
                failure = f"{type(error).__name__}: {error}"
        told(printed.getvalue())
        failed = failed or failure is not None
        if failure is not None:
            print(f"not ok {number} - {test.__name__}")
            told(failure)
        else:
            print(f"ok {number} - {test.__name__}" + (f" # SKIP {skipped}" if skipped else ""))
        print(end="", flush=True)
    return failed
