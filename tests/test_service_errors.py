import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from service.limits import MAX_BOARDS, MAX_BODY
from slitherlink.formats import parse
from slitherlink.puzzle import SlitherlinkError
from tests.test_service_solve import RING

PROBLEM = "application/problem+json"


def problem(reply: httpx.Response, status: int) -> dict[str, Any]:
    """Check the shape of an error and return it."""
    assert reply.status_code == status
    assert reply.headers["content-type"] == PROBLEM
    body: dict[str, Any] = reply.json()
    assert body["status"] == status
    assert body["type"] == "about:blank"
    assert body["title"]
    assert body["detail"]
    return body


@pytest.mark.parametrize("rows", [["212", "..", "212"], ["2a"], ["5"], [], [""], ["." * 501], ["." * 200] * 200])
def test_a_malformed_board_is_422_with_the_sentence_of_the_format(client: httpx.Client, rows: list[str]) -> None:
    with pytest.raises(SlitherlinkError) as refused:
        parse(json.dumps({"board": rows}))
    body = problem(client.post("/v1/solve", json={"board": rows}), 422)
    assert body["errors"] == [{"pointer": "/board", "message": str(refused.value)}]
    assert body["detail"] == str(refused.value)


@pytest.mark.parametrize(
    "puzzle", ["", "hello", "https://puzz.link/p?swslither/3/3/aaaa", "# only a comment", "212\n\n212"]
)
def test_a_malformed_text_is_422_too(client: httpx.Client, puzzle: str) -> None:
    body = problem(client.post("/v1/solve", json={"puzzle": puzzle}), 422)
    assert body["errors"][0]["pointer"] == "/puzzle"


@pytest.mark.parametrize(
    ("body", "pointer", "word"),
    [
        ({}, "", "neither"),
        ({"board": RING, "puzzle": "4"}, "", "both"),
        ({"board": RING, "limt": 3}, "/limt", "not permitted"),
        ({"board": "212"}, "/board", "array"),
        ({"board": [212]}, "/board/0", "string"),
        ({"board": RING, "limit": 0}, "/limit", "greater"),
        ({"board": RING, "limit": "2"}, "/limit", "integer"),
        ({"board": RING, "limit": True}, "/limit", "integer"),
        ({"board": RING, "budget": {"seconds": 1}}, "/budget/seconds", "not permitted"),
        ({"board": RING, "budget": {"time_limit": 0}}, "/budget/time_limit", "greater than 0"),
        ({"board": RING, "common": "yes"}, "/common", "boolean"),
        ({"board": RING, "engine": "magic"}, "/engine", "'auto'"),
        ([RING], "", "object"),
        ("212", "", "object"),
    ],
)
def test_a_wrong_field_is_named(client: httpx.Client, body: object, pointer: str, word: str) -> None:
    found = problem(client.post("/v1/solve", json=body), 422)
    assert (found["errors"][0]["pointer"], word in found["errors"][0]["message"]) == (pointer, True)
    assert "Value error" not in found["detail"] + found["errors"][0]["message"]  # pydantic's, before our sentences


@pytest.mark.parametrize(
    "content", [b"", b"{", b'{"board": ["2', b"\xff\xfe", b"[" * 100_000, b'{"a":' * 100_000, b"\0"]
)
def test_what_is_no_json_is_422(client: httpx.Client, content: bytes) -> None:
    reply = client.post("/v1/solve", content=content, headers={"Content-Type": "application/json"})
    assert "JSON" in problem(reply, 422)["detail"]


def test_another_type_of_body_is_415(client: httpx.Client) -> None:
    problem(client.post("/v1/solve", content=b"212", headers={"Content-Type": "application/xml"}), 415)
    problem(client.post("/v1/jobs", content=b"212", headers={"Content-Type": "application/xml"}), 415)


@pytest.mark.parametrize("path", ["/v1/solve", "/v1/jobs", "/"])
@pytest.mark.parametrize("size", [MAX_BODY + 1, 10_000_000])
def test_an_oversize_body_is_413_with_its_length_declared(client: httpx.Client, path: str, size: int) -> None:
    body = problem(client.post(path, content=b" " * size, headers={"Content-Type": "application/json"}), 413)
    assert str(MAX_BODY) in body["detail"]


def test_an_oversize_body_is_413_when_it_comes_in_pieces(client: httpx.Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(160):
            yield b" " * 65_536

    problem(client.post("/v1/jobs", content=pieces(), headers={"Content-Type": "text/plain"}), 413)


def test_a_body_of_just_the_limit_is_read(client: httpx.Client) -> None:
    text = json.dumps({"board": RING}).ljust(MAX_BODY)
    assert client.post("/v1/solve", content=text, headers={"Content-Type": "application/json"}).status_code == 200


def test_paths_and_methods_that_are_not_there(client: httpx.Client) -> None:
    assert problem(client.get("/v1/nothing"), 404)["detail"].startswith("GET /v1/nothing: there is nothing")
    problem(client.get("/v1/jobs/0123456789abcdef"), 404)
    problem(client.delete("/v1/jobs/0123456789abcdef"), 404)
    problem(client.get("/v1/jobs/0123456789abcdef/boards"), 404)
    problem(client.get("/static/../app.py"), 404)
    problem(client.get("/v1/solve"), 405)
    assert client.get("/v1/solve").headers["allow"] == "POST"
    assert problem(client.put("/v1/jobs"), 405)["detail"].startswith("PUT /v1/jobs: this address does not take")


@pytest.mark.parametrize(
    "query", ["after=-1", "after=x", "limit=0", "limit=99999999", "format=pdf", "after=" + "9" * 30]
)
def test_a_wrong_query_is_422(client: httpx.Client, query: str) -> None:
    job = client.post("/v1/jobs", json={"kind": "check", "boards": [{"board": RING}]}).headers["location"]
    body = problem(client.get(f"{job}/boards?{query}"), 422)
    assert body["errors"][0]["pointer"] == f"/query/{query.partition('=')[0]}"


def test_jobs_without_boards_or_with_too_many_are_refused(client: httpx.Client) -> None:
    problem(client.post("/v1/jobs", json={"kind": "solve", "boards": []}), 422)
    problem(client.post("/v1/jobs", json={"kind": "paint", "boards": [{"board": RING}]}), 422)
    problem(client.post("/v1/jobs", json={"kind": "solve", "boards": [{"board": ["4"]}] * (MAX_BOARDS + 1)}), 422)
    text = {"Content-Type": "text/plain"}
    problem(client.post("/v1/jobs", content="4\n\n" * (MAX_BOARDS + 1), headers=text), 422)
    problem(client.post("/v1/jobs", content="  \n# nothing\n", headers=text), 422)
    assert "byte 3" in problem(client.post("/v1/jobs", content=b"212\xff", headers=text), 422)["detail"]


def test_ten_thousand_boards_are_taken(client: httpx.Client) -> None:
    reply = client.post("/v1/jobs?kind=check", content="4\n\n" * MAX_BOARDS, headers={"Content-Type": "text/plain"})
    assert reply.status_code == 202
    assert reply.json()["boards"] == MAX_BOARDS
    client.delete(reply.headers["location"])


def test_pages_load_nothing_from_elsewhere(client: httpx.Client) -> None:
    for path in ("/", "/docs", "/static/front.js", "/static/docs.js", "/static/style.css", "/favicon.ico"):
        reply = client.get(path).raise_for_status()
        assert "default-src 'self'" in reply.headers["content-security-policy"]
        assert reply.headers["x-content-type-options"] == "nosniff"
        text = reply.text.replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text
        assert "https://" not in text
        assert "style=" not in text
        assert "onclick" not in text


def test_health_readiness_and_capabilities(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json()["workers"] == {"solve": 2, "bulk": 1}
    found = client.get("/v1/capabilities").json()
    assert found["limits"]["boards_per_job"] == MAX_BOARDS
    assert found["limits"]["body_bytes"] == MAX_BODY
    assert "pzpr" in found["formats"]
    assert found["devices"][0]["kind"] == "cpu"


def test_the_description_names_every_call_and_resolves_every_reference(client: httpx.Client) -> None:
    schema = client.get("/openapi.json").json()
    calls = {f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods}
    assert {"POST /v1/solve", "POST /v1/jobs", "GET /v1/jobs/{job}", "DELETE /v1/jobs/{job}", "GET /readyz"} <= calls
    text = json.dumps(schema)
    for reference in {part.split('"')[0] for part in text.split('"$ref": "#/components/schemas/')[1:]}:
        assert reference in schema["components"]["schemas"]
