"""A recorded search gone through again is the search that was recorded, window by window."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from outwit import AlphaBeta, MaxN, Minimax
from outwit.search import Expectiminimax
from outwit.tree import Node, Tree
from outwit.tree.render.fold import Shown, fold_tree
from outwit.tree.replay.steps import Step, Walk

from ...search.generated import alpha_betas, chancy, written
from ..recorded import chain, is_visit, recorded

ALL = 10**6
"""More nodes than any tree here has."""


def walked(tree: Tree) -> list[Step]:
    """The steps of a tree of which nothing is folded."""
    return Walk.of(fold_tree(tree.root, ALL, ALL)).steps


def entries(steps: list[Step]) -> list[Step]:
    """The steps in which the search comes to a node."""
    return [step for step in steps if step.kind in ("enter", "leaf")]


@given(written(), st.sampled_from(["soft", "hard"]))
def test_every_window_on_entry_is_what_was_known_one_level_up(text: str, fail: str) -> None:
    for step in entries(walked(recorded(f"tree:{text}", AlphaBeta.plain(fail=fail))))[1:]:
        assert step.shown.node.entry == step.before.window


@given(written(), alpha_betas())
def test_every_visit_is_entered_once_in_the_order_recorded_and_left_with_its_value(
    text: str, agent: AlphaBeta
) -> None:
    tree = recorded(f"tree:{text}", agent)
    steps = walked(tree)
    assert [step.shown.node for step in entries(steps)] == [n for n in tree.root.walk() if n.visited]
    for step in steps:
        if step.kind in ("leaf", "return"):
            assert step.best == step.shown.node.value
    assert sum(step.kind in ("leaf", "return") for step in steps) == len(entries(steps))


@given(written(), st.sampled_from(["soft", "hard"]))
def test_what_is_returned_is_the_best_so_far_within_what_fail_hard_allows(text: str, fail: str) -> None:
    best: dict[int, object] = {}
    for step in walked(recorded(f"tree:{text}", AlphaBeta.plain(fail=fail))):
        node = step.shown.node
        if step.kind == "return" and isinstance(node.value, float) and node.entry:
            low, high = node.entry
            found = best[id(node)]
            assert isinstance(found, float)
            assert node.value == (min(max(found, low), high) if fail == "hard" else found)
            assert step.window == node.exit
        if step.above and step.kind in ("leaf", "return"):
            parent, value = step.above[-1].node, node.value
            known = best.get(id(parent))
            assert isinstance(value, float)
            better = known is None or (value > known if parent.player == 0 else value < known)  # type: ignore[operator]
            best[id(parent)] = value if better else known


@given(written())
def test_a_cut_names_all_branches_that_were_never_visited(text: str) -> None:
    tree = recorded(f"tree:{text}", AlphaBeta.plain())
    steps = walked(tree)
    cut = {id(node) for step in steps if step.kind == "cut" for node in step.passed}
    assert cut == {id(node) for node in tree.root.walk() if not node.visited}
    for number, step in enumerate(steps):
        if step.kind == "cut":
            assert steps[number + 1].kind == "return"
            assert steps[number + 1].shown is step.shown


def came_to(step: Step) -> int:
    """How many visits of the search pass in a step."""
    if step.kind == "skip":
        return sum(node.size for node in step.passed)
    own = step.kind in ("enter", "leaf") and is_visit(step.shown.node)
    return own + (step.shown.unrecorded if own else 0)


@given(written(), st.integers(1, 30), st.integers(1, 4))
def test_what_is_folded_passes_with_all_its_nodes(text: str, most: int, width: int) -> None:
    tree = recorded(f"tree:{text}", AlphaBeta.plain())
    steps = Walk.of(fold_tree(tree.root, most, width)).steps
    assert sum(came_to(step) for step in steps) == tree.root.size
    assert steps[-1].best == tree.root.value


@given(chancy())
def test_chance_is_gone_through_too(text: str) -> None:
    for agent in (Expectiminimax(), Expectiminimax(star1=False, star2=False)):
        tree = recorded(f"tree:{text}", agent)
        steps = walked(tree)
        assert [step.shown.node for step in entries(steps)] == [n for n in tree.root.walk() if n.visited]
        assert steps[-1].best == tree.root.value


def test_each_of_three_players_takes_what_is_best_for_it() -> None:
    steps = walked(recorded("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))", MaxN()))
    found = [step.before.best for step in steps if step.kind == "return"]
    assert found == [None, (4.0, 3.0, 2.0), None]
    assert steps[-1].best == (7.0, 4.0, 1.0)


@given(written())
def test_a_node_is_ahead_then_open_then_done(text: str) -> None:
    top = fold_tree(recorded(f"tree:{text}", AlphaBeta.plain()).root, ALL, ALL)
    walk = Walk.of(top)
    todo: list[Shown] = [top]
    while todo:
        shown = todo.pop()
        todo += shown.children
        phases = [moment.phase for moment in walk.moments[shown.key]]
        steps = [moment.step for moment in walk.moments[shown.key]]
        assert steps == sorted(set(steps))
        if not shown.node.visited:
            assert phases == ["cut"]
        else:
            assert phases[-1] == "done"
            assert set(phases[:-1]) <= {"open"}
            assert (len(phases) == 1) == (not shown.node.children)


def test_a_search_that_was_stopped_ends_without_a_value() -> None:
    steps = walked(Tree(Node(role="max", player=0, children=[Node(move="1", role="end", value=3.0)])))
    assert [step.kind for step in steps] == ["enter", "leaf"]


def test_a_tree_deeper_than_pythons_stack_is_gone_through() -> None:
    steps = walked(chain(5_000))
    assert len(steps) == 2 * 5_000 - 1


def test_minimax_knows_no_windows() -> None:
    steps = walked(recorded("tree:((3 12)(2 4))", Minimax()))
    assert {step.window for step in steps} == {None}
    assert [step.best for step in steps if step.kind == "return"] == [3.0, 2.0, 3.0]
