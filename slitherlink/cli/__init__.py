"""The command line: one module a command."""


def main() -> None:
    """Run the command that the arguments name, and exit with its code."""
    from slitherlink.cli.stopping import refusals_told, reopen_standard_streams

    reopen_standard_streams()
    with refusals_told():
        from slitherlink.cli.app import app

        app(prog_name="slitherlink")
