"""Positions played at random and pictures taken apart."""

from __future__ import annotations

from xml.etree import ElementTree

from outwit import Game
from outwit.game import CHANCE, SIMULTANEOUS, Move, State, actors, options
from outwit.random import Generator
from outwit.views import TextView, View, find_view

SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element


def view_of(game: Game) -> View:
    """The view of a game that has one."""
    view = find_view(game)
    assert not isinstance(view, TextView)
    return view


def wander(game: Game, seed: int) -> list[tuple[State, Move | None]]:
    """A game of random moves: every state with the move that led to it, or None where chance did."""
    random = Generator(seed)
    state: State = game.initial()
    passed: list[tuple[State, Move | None]] = [(state, None)]
    while not game.over(state):
        turn = game.turn(state)
        if turn == SIMULTANEOUS:
            move = tuple(random.choice(moves) for _, moves in choices(game, state))
            state = game.play_joint(state, move)
        else:
            move = random.choice(options(game, state))
            state = game.play(state, move)
        passed.append((state, None if turn == CHANCE else move))
    return passed


def choices(game: Game, state: State) -> list[tuple[int | None, list[Move]]]:
    """What may be clicked, and as whom the board is drawn then; as nobody, unless all choose at once."""
    if game.simultaneous:
        return [(player, list(game.moves_for(state, player))) for player in actors(game, state)]
    dealing = not game.over(state) and game.turn(state) == CHANCE
    return [(None, [] if dealing else list(game.moves(state)))]


def parsed(svg: str) -> Element:
    """The picture's root element; raises if it is not sound XML."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def of_kind(root: Element, name: str) -> list[Element]:
    """The elements of a class, in the order in which they are drawn."""
    return [each for each in root.iter() if f"ow-{name}" in each.get("class", "").split()]


def middles(discs: list[Element]) -> set[tuple[float, float]]:
    """Where circles have their middle."""
    return {
        (float(disc.get("cx", "")), float(disc.get("cy", ""))) for disc in discs if disc.tag == f"{SVG}circle"
    }
