"""Board formats: text in, `Puzzle` out, and back.

`parse` and `read_boards` tell the format by the content; `format_puzzle` writes one by its name.
"""

from slitherlink.formats.reading import BadBoard, parse, read_boards
from slitherlink.formats.writing import FORMAT_NAMES, format_entry, format_puzzle

__all__ = ["FORMAT_NAMES", "BadBoard", "format_entry", "format_puzzle", "parse", "read_boards"]
