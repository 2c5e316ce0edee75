"""The pages for people. Everything they load comes from here: they work without a network and under a strict policy."""

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

STATIC = Path(__file__).with_name("static")
router = APIRouter(include_in_schema=False)
files = StaticFiles(directory=STATIC)


@router.get("/")
async def front() -> FileResponse:
    """What this is, and a board to try."""
    return FileResponse(STATIC / "index.html")


@router.get("/docs")
async def docs() -> FileResponse:
    """The interface, drawn from /openapi.json."""
    return FileResponse(STATIC / "docs.html")


@router.get("/favicon.ico")
async def favicon() -> FileResponse:
    """Asked for by every browser."""
    return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")
