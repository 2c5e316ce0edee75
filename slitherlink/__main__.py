"""``python -m slitherlink``."""

from slitherlink.cli import main

if __name__ == "__main__":
    main()
