"""How hard a board is: the ladders of rules, the grade they give, hints and whole explanations.

`versions` holds the ladders as data, `grading` stamps a board, `hints` and `explanation` talk to a player.
The other rooms hold one rule each: `counting`, `readings`, `loop_rule`, `region`, `what_if`; `rounds` climbs them.
"""
