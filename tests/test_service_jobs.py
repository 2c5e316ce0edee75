import json

import httpx
import pytest

from tests.conftest import HARD_ROWS, SLOW_LIMIT, SLOW_ROWS, wait_until
from tests.test_service_solve import RING, finished

SLOW_JOB = {"kind": "check", "boards": [{"board": SLOW_ROWS}] * 40, "limit": SLOW_LIMIT}
BROKEN = ["212", "..", "212"]


def lines(reply: httpx.Response) -> list[dict[str, object]]:
    assert reply.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in reply.text.splitlines()]


def test_many_boards_come_back_in_order_and_a_broken_one_sinks_nothing(client: httpx.Client) -> None:
    boards = [{"id": f"b{at}", "board": BROKEN if at == 3 else RING} for at in range(7)]
    reply = client.post("/v1/jobs", json={"kind": "solve", "boards": boards})
    assert reply.status_code == 202
    job = finished(client, reply.headers["location"])
    assert (job["state"], job["done"], job["counts"]) == ("done", 7, {"unique": 6, "invalid": 1})
    results = lines(client.get(f"{job['links']['boards']}"))  # type: ignore[index]
    assert [result["id"] for result in results] == [board["id"] for board in boards]
    assert results[3]["status"] == "invalid"
    assert "row 2" in str(results[3]["error"])
    assert "board" not in results[3]


@pytest.mark.parametrize("kind", ["application/x-ndjson", "text/plain; charset=utf-8"])
def test_an_upload_of_mixed_formats_is_a_job(client: httpx.Client, kind: str) -> None:
    text = (
        '# id ring\n212\n...\n212\n\n{"id": "j", "board": ["4"]}\r\nhttps://puzz.link/p?slither/3/3/21cg21c\n\n2x\n..\n'
    )
    reply = client.post(
        "/v1/jobs?kind=check", content="\ufeff".encode() + text.encode(), headers={"Content-Type": kind}
    )
    job = finished(client, reply.raise_for_status().headers["location"])
    results = lines(client.get(f"{reply.headers['location']}/boards"))
    assert job["kind"] == "check"
    assert [result["id"] for result in results[:2]] == ["ring", "j"]
    assert [result["status"] for result in results[:2]] == ["unique", "unique"]
    assert results[-1]["status"] == "invalid"
    assert all("solutions" not in result for result in results)


def test_results_are_read_while_the_job_runs_and_the_cursor_goes_on(client: httpx.Client) -> None:
    boards = [{"id": str(at), "board": SLOW_ROWS} for at in range(12)]
    reply = client.post("/v1/jobs", json={"kind": "check", "boards": boards, "limit": SLOW_LIMIT})
    following: str | None = f"{reply.headers['location']}/boards"
    seen: list[object] = []
    open_pages = 0

    def read_page() -> bool:
        nonlocal following, open_pages
        assert following is not None
        page = client.get(following)
        seen.extend(result["id"] for result in lines(page))
        following = page.links.get("next", {}).get("url")
        open_pages += following is not None
        return following is None

    wait_until(read_page, "the last page")
    assert seen == [board["id"] for board in boards]
    assert open_pages > 1


def test_pages_are_cut_by_limit_and_after(client: httpx.Client) -> None:
    boards = [{"id": str(at), "board": RING} for at in range(5)]
    reply = client.post("/v1/jobs", json={"kind": "check", "boards": boards})
    finished(client, reply.headers["location"])
    page = client.get(f"{reply.headers['location']}/boards", params={"after": 1, "limit": 2})
    assert [result["id"] for result in lines(page)] == ["1", "2"]
    page = client.get(page.links["next"]["url"])
    assert [result["id"] for result in lines(page)] == ["3", "4"]
    assert "next" not in page.links
    assert lines(client.get(f"{reply.headers['location']}/boards", params={"after": 5})) == []


def test_a_job_is_cancelled_and_what_is_done_stays(client: httpx.Client) -> None:
    reply = client.post("/v1/jobs", json=SLOW_JOB)
    job = reply.headers["location"]
    wait_until(lambda: client.get(job).json()["done"] > 0, "the first results")
    cancelled = client.delete(job).raise_for_status().json()
    assert cancelled["state"] == "cancelled"
    again = client.delete(job).raise_for_status().json()
    assert (again["state"], again["done"]) == ("cancelled", cancelled["done"])
    assert len(lines(client.get(f"{job}/boards"))) == cancelled["done"] < 40
    solved = client.post("/v1/solve", json={"board": RING}, headers={"Prefer": "respond-async"})
    assert finished(client, solved.headers["location"])["state"] == "done"


def test_a_queued_job_is_cancelled_before_it_begins(client: httpx.Client) -> None:
    first = client.post("/v1/jobs", json=SLOW_JOB)
    second = client.post("/v1/jobs", json={"kind": "check", "boards": [{"board": RING}]})
    waiting = client.get(second.headers["location"]).json()
    assert (waiting["state"], waiting["ahead"] > 0) == ("queued", True)
    assert client.delete(second.headers["location"]).json()["state"] == "cancelled"
    client.delete(first.headers["location"])
    assert client.get(second.headers["location"]).json()["done"] == 0


def test_progress_has_counts_a_rate_and_the_time_left(client: httpx.Client) -> None:
    reply = client.post("/v1/jobs", json=SLOW_JOB)
    job = reply.headers["location"]
    body: dict[str, object] = {}

    def in_the_middle() -> bool:
        body.update(client.get(job).json())
        assert body["ended"] is None, "the job was over too soon to be looked at"
        return body["done"] != 0

    wait_until(in_the_middle, "the first results")
    assert body["state"] == "running"
    assert body["counts"] == {"multiple": body["done"]}
    assert float(str(body["boards_per_second"])) > 0
    assert float(str(body["seconds_left"])) > 0
    client.delete(job)


def test_jobs_are_listed_newest_first_in_pages(client: httpx.Client) -> None:
    made = [client.post("/v1/jobs", json={"kind": "check", "boards": [{"board": RING}]}).json()["id"] for _ in range(3)]
    page = client.get("/v1/jobs", params={"limit": 2}).json()
    assert [job["id"] for job in page["jobs"]] == made[:0:-1]
    assert client.get(page["next"]).json()["jobs"][0]["id"] == made[0]


def test_a_hard_board_in_a_job_obeys_its_budget(client: httpx.Client) -> None:
    body = {"kind": "solve", "boards": [{"board": HARD_ROWS}], "budget": {"max_nodes": 1}}
    job = finished(client, client.post("/v1/jobs", json=body).headers["location"])
    assert job["counts"] == {"undecided": 1}
