// A whole game of tic-tac-toe against alphabeta, over the lines of `outwit engine`.
const { spawn } = require("node:child_process");
const readline = require("node:readline");

const engine = spawn("python", ["-m", "outwit", "engine"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let asked = 0;

readline.createInterface({ input: engine.stdout }).on("line", (line) => {
  const answer = JSON.parse(line);
  if ("progress" in answer || !waiting.has(answer.id)) return;
  const [resolve, reject] = waiting.get(answer.id);
  waiting.delete(answer.id);
  if ("error" in answer) reject(new Error(answer.error));
  else resolve(answer);
});

function ask(request) {
  const id = ++asked;
  engine.stdin.write(JSON.stringify({ id, ...request }) + "\n");
  return new Promise((resolve, reject) => waiting.set(id, [resolve, reject]));
}

async function play() {
  const moves = [];
  for (;;) {
    const { position } = await ask({ do: "position", game: "tictactoe", moves });
    if (position.over) {
      console.log(position.text);
      console.log(moves.join(" "));
      console.log(position.told);
      break;
    }
    if (position.turn === 0) {
      moves.push(position.legal[0]);
    } else {
      const question = { do: "decide", game: "tictactoe", moves, agent: "alphabeta", limit: { depth: 9 } };
      moves.push((await ask(question)).decision.move);
    }
  }
  await ask({ do: "quit" });
}

engine.on("exit", (status) => process.exit(status));
play().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
