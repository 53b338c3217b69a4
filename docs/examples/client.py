"""A whole game of tic-tac-toe against alphabeta, over the lines of `outwit engine`."""

import json
import subprocess
import sys

engine = subprocess.Popen(
    [sys.executable, "-m", "outwit", "engine"],
    stdin=subprocess.PIPE,
    stdout=subprocess.PIPE,
    text=True,
)
asked = 0


def ask(**request):
    """Send a request and wait for its answer."""
    global asked
    asked += 1
    print(json.dumps({"id": asked, **request}), file=engine.stdin, flush=True)
    while True:
        answer = json.loads(engine.stdout.readline())
        if answer["id"] == asked and "progress" not in answer:
            if "error" in answer:
                raise SystemExit(answer["error"])
            return answer


moves = []
while True:
    position = ask(do="position", game="tictactoe", moves=moves)["position"]
    if position["over"]:
        break
    if position["turn"] == 0:
        moves.append(position["legal"][0])
    else:
        table = {"game": "tictactoe", "moves": moves}
        decision = ask(do="decide", agent="alphabeta", limit={"depth": 9}, **table)["decision"]
        moves.append(decision["move"])

sys.stdout.write(f"{position['text']}\n{' '.join(moves)}\n{position['told']}\n")
ask(do="quit")
sys.exit(engine.wait())
