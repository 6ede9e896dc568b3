"""What games are made of: here is all that a small one needs, each piece explained where it lies.

A game takes it as ``from napoleon.rules import kit``, and says ``kit.Order``.
"""

from napoleon.chance import PUBLIC as PUBLIC
from napoleon.rules.events import HIDDEN as HIDDEN
from napoleon.rules.events import Event as Event
from napoleon.rules.events import Line as Line
from napoleon.rules.events import recorded as recorded
from napoleon.rules.kit.declaring import Actor as Actor
from napoleon.rules.kit.declaring import DeclaredVerb as DeclaredVerb
from napoleon.rules.kit.declaring import Domain as Domain
from napoleon.rules.kit.declaring import Irreversible as Irreversible
from napoleon.rules.kit.plain import SmallState as SmallState
from napoleon.rules.kit.plain import plain_game as plain_game
from napoleon.rules.kit.scenes import Scene as Scene
from napoleon.rules.kit.sequence import Step as Step
from napoleon.rules.kit.small import ByTurns as ByTurns
from napoleon.rules.kit.small import small_game as small_game
from napoleon.rules.kit.table import Table as Table
from napoleon.rules.kit.table import refuse as refuse
from napoleon.rules.numbers import STANDS as STANDS
from napoleon.rules.numbers import WHICH as WHICH
from napoleon.rules.numbers import Numbers as Numbers
from napoleon.rules.orders import Order as Order
from napoleon.rules.orders import Refusal as Refusal
from napoleon.rules.terms import Decision as Decision
from napoleon.rules.terms import Result as Result
from napoleon.rules.wording import Phrase as Phrase
from napoleon.rules.wording import say as say
