"""Commands of judges that rule: what happened stands, is corrected, drawn again or taken back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from api.commands.answers import Answer
from api.commands.speaker import Outcome, Speaker
from api.fields import StructForm, form_of, read, typed_facts, typed_values
from api.typed_names import all_in_source, ids_by_name
from napoleon.log.cases import CORRECT, REROLL, REWIND
from napoleon.log.events.cases import RulingGiven
from napoleon.play.referee import rulings
from napoleon.play.referee.rulings import MOST_CORRECTIONS, Judgement
from napoleon.rules.orders import Refusal
from napoleon.rules.tables import TextTable

_REASON = "reason"
"""The field of every correction in which its reason stands."""

_BETWEEN = re.compile(r", ?| ")

_VERDICTS = ("rule%s stand: ...", "rule%s reroll: ...", "rule%s rewind: ...", "correct%s: ...")
"""How rulings begin, with the number of a case behind a blank, or without one."""


def rule(speaker: Speaker, case: str, verdict: str, to: str, cited: str, text: str) -> Outcome:
    """Rule on a case, or of one's own accord; what is put right are corrections in its text."""
    outcome = verdict.lower()
    if not outcome:
        detail = "Say what you rule: nothing is ruled by a reason alone."
        return Refusal("VERDICT_MISSING", "", detail, _nearest(_begun(case)))
    if outcome == CORRECT:
        return correct(speaker, case, cited, text)
    number = int(to) if to else None
    judgement = Judgement(
        outcome,
        _clauses(speaker, case, cited),
        text,
        case=int(case or 0),
        to=number if outcome == REWIND else None,
        version=number if outcome == REROLL else None,
    )
    return _ruled(speaker, judgement)


def correct(speaker: Speaker, case: str, cited: str, text: str) -> Outcome:
    """Put something right: the lines of a text that are corrections, for the reason in the others.

    What looks like a correction and is none is refused with all that there are.
    """
    forms = {it.tag: it for it in _forms(speaker)}
    found, words = list[dict[str, Any]](), list[str]()
    for line in filter(None, map(str.strip, text.splitlines())):
        tag, facts = _tagged(line, forms)
        if tag:
            data = _read(speaker, forms[tag], facts)
            if isinstance(data, Refusal):
                return data
            found.append(data)
        elif typed_facts(line.partition(" ")[2]):
            known = ", ".join(forms) or "none"
            detail = f"There is no such correction; the game knows {known}."
            return Refusal("BAD_PAYLOAD", "", detail, _nearest(_examples(forms.values())))
        else:
            words.append(line)
    if len(found) > MOST_CORRECTIONS:
        detail = f"A ruling has at most {MOST_CORRECTIONS} corrections."
        return Refusal("BAD_PAYLOAD", "", detail, {"most": MOST_CORRECTIONS})
    told = "\n".join(words) or "\n".join(it[_REASON] for it in found if it.get(_REASON))
    corrections = tuple({**it, _REASON: it.get(_REASON) or told} for it in found)
    if not corrections:
        detail = "A ruling that corrects says what."
        return Refusal("BAD_PAYLOAD", "", detail, _nearest(_examples(forms.values())))
    cites = _clauses(speaker, case, cited)
    judgement = Judgement(CORRECT, cites, told, case=int(case or 0), corrections=corrections)
    return _ruled(speaker, judgement)


def corrections(speaker: Speaker) -> Outcome:
    """What can be put right in this game, and how each is written."""
    reading = speaker.reading
    forms = list(_forms(speaker))
    title = reading.gettext("Corrections")
    if not forms:
        return speaker.answer(title, reading.gettext("The game knows no corrections."))
    rows = tuple((_example(it), it.explanation) for it in forms)
    columns = (reading.gettext("line"), reading.gettext("what it does"))
    told = reading.gettext(
        "Each stands in a line of its own between “correct under CLAUSE:” and “end correct”, with "
        "the reason in lines beside it; “correct N:” does so in dispute N, under its clause."
    )
    return speaker.answer(title, told, tables=(TextTable(title, columns, rows),))


def _ruled(speaker: Speaker, judgement: Judgement) -> Outcome:
    reading, before = speaker.reading, speaker.game.version
    outcome = rulings.rule(
        speaker.games, speaker.game.id, speaker.holder, judgement, expected=before,
        seen=speaker.game,
    )  # fmt: skip
    if isinstance(outcome, Refusal):
        return outcome
    [given] = [it for it in outcome.events if isinstance(it, RulingGiven)]
    then = speaker.now().reading
    told = reading.gettext(
        "Your ruling is on record as event %(version)s, under %(clauses)s.",
        version=given.version,
        clauses=", ".join(given.citation),
    )
    return Answer(
        title=reading.gettext("Ruling"),
        paragraphs=(told,),
        written=tuple(filter(None, map(str.strip, judgement.reason.splitlines()))),
        listed=tuple(then.paragraphs(then.story(before, outcome.game.version))),
        changed=True,
    )


def _clauses(speaker: Speaker, case: str, cited: str) -> tuple[str, ...]:
    """The clauses that are cited; those of the dispute itself unless others are."""
    given = tuple(it for it in _BETWEEN.split(cited) if it and it.lower() != "and")
    if given:
        return tuple(_as_known(speaker, it) for it in given)
    dispute = speaker.game.disputes.get(int(case or 0))
    return () if dispute is None else (dispute.clause,)


def _as_known(speaker: Speaker, clause: str) -> str:
    """A clause as the rules write it, however its letters were typed."""
    rules = speaker.reading.rules
    return clause if rules.clause(clause) is not None else clause.upper()


def _forms(speaker: Speaker) -> Iterator[StructForm]:
    reading = speaker.reading
    known, state = reading.rules.corrections, reading.game.state
    if known is None:
        return
    choices = {} if state is None or reading.game.over else known.choices(state)
    for it in known.kinds:
        yield form_of(it, choices)


def _tagged(line: str, forms: Mapping[str, StructForm]) -> tuple[str, str]:
    """The correction that a line names, and its facts; "" if it names none."""
    words = line.split()
    for n in range(len(words), 0, -1):
        tag = "_".join(words[:n]).lower()
        if tag in forms:
            return tag, " ".join(words[n:])
    return "", ""


def _read(speaker: Speaker, form: StructForm, facts: str) -> dict[str, Any] | Refusal:
    """A correction as data, without a reason unless its line gives one."""
    rules = speaker.reading.rules
    written = typed_facts(facts)
    inputs = {it.name: it for it in form.inputs}
    needed = {it.name for it in form.inputs if it.required and it.name != _REASON}
    if written is None or written.keys() - inputs.keys() or needed - written.keys():
        detail = f"It is written: {_example(form)}."
        return Refusal("BAD_PAYLOAD", "", detail, _nearest([_example(form)]))
    given = {name: typed_values(inputs[name], value) for name, value in written.items()}
    assert rules.corrections is not None, "there are no forms without them"
    struct = next(it for it in rules.corrections.kinds if form_of(it).tag == form.tag)
    values = all_in_source(rules, speaker.reading.code, given)
    data = read(struct, values, ids_by_name(rules))
    return {name: value for name, value in data.items() if name != _REASON or value}


def _example(form: StructForm) -> str:
    """How a correction is written: ``set_track value=...``."""
    facts = (
        f"{it.name}=..." if it.required else f"[{it.name}={it.default or '...'}]"
        for it in form.inputs
        if it.name != _REASON
    )
    return " ".join(filter(None, (form.tag, "; ".join(facts))))


def _begun(case: str) -> list[str]:
    return [it % (f" {case}" if case else "") for it in _VERDICTS]


def _nearest(lines: Iterable[str]) -> dict[str, Any]:
    """What a refusal says of lines that may have been meant."""
    return {"nearest": [*lines]}


def _examples(forms: Iterable[StructForm]) -> list[str]:
    return list(map(_example, forms))
