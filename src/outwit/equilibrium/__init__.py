"""Equilibria: games for two with something hidden, or in which both choose at once, solved by regret."""
