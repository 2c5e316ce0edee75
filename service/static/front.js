// The front page: send a board, wait for its result, draw the first loop as text.

const form = document.getElementById("ask");
const verdict = document.getElementById("verdict");
const picture = document.getElementById("loop");

const SENTENCES = {
  unique: "One loop, proved to be the only one.",
  multiple: "Several loops; this is one of them.",
  none: "No loop satisfies these clues.",
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  picture.hidden = true;
  verdict.textContent = "Solving …";
  try {
    show(await solve(document.getElementById("board").value));
  } catch (error) {
    verdict.textContent = error.message;
  }
});

async function solve(text) {
  const headers = { "Content-Type": "application/json" };
  let reply = await fetch("/v1/solve", { method: "POST", headers, body: JSON.stringify({ puzzle: text }) });
  if (reply.status === 202) {
    const job = reply.headers.get("Location");
    do {
      await new Promise((wake) => setTimeout(wake, 500));
      reply = await fetch(job);
    } while (reply.ok && ["queued", "running"].includes((await reply.clone().json()).state));
  }
  const body = await reply.json();
  if (!reply.ok) throw new Error(body.detail);
  return body.result ?? body;
}

function show(result) {
  const time = result.microseconds ? ` (${(result.microseconds / 1000).toFixed(2)} ms)` : "";
  verdict.textContent = (SENTENCES[result.status] ?? result.error ?? result.status) + time;
  if (result.solutions?.length) {
    picture.textContent = drawn(result.board, result.solutions[0]);
    picture.hidden = false;
  }
}

function drawn(board, { horizontal, vertical }) {
  const lines = [];
  horizontal.forEach((row, r) => {
    lines.push("·" + [...row].map((edge) => (edge === "1" ? "───" : "   ") + "·").join(""));
    if (r < board.length) {
      const edges = [...vertical[r]].map((edge) => (edge === "1" ? "│" : " "));
      lines.push(edges[0] + [...board[r]].map((clue, c) => ` ${clue === "." ? " " : clue} ${edges[c + 1]}`).join(""));
    }
  });
  return lines.join("\n");
}
