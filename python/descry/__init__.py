"""Groups of near-duplicate texts: which text of each is kept, and why.

>>> import descry
>>> groups = descry.group(["Low water at eight tomorrow", "low water at eight, tomorrow!"])
>>> len(groups)
1

:func:`group` takes lists of strings and anything that exports Arrow (pyarrow, polars, pandas,
DuckDB, Hugging Face datasets) and finds the groups of ``descry uniq``: the edit distance of each
member from its head, in characters of their words, is within a limit. :class:`Groups` lists which
texts are kept, which are dropped in favour of which, and how far apart they are. :func:`held` finds
the items that texts hold.
"""

from descry import _native
from descry._evaluate import evaluate
from descry._files import read
from descry._groups import Explanation, Group, Groups, Held, Member, Pair, group, held
from descry._model import Model, Prepared, distance, prepare
from descry._signer import Signer
from descry._table import Table

__version__ = _native.__version__

__all__ = [
    "Explanation",
    "Group",
    "Groups",
    "Held",
    "Member",
    "Model",
    "Pair",
    "Prepared",
    "Signer",
    "Table",
    "__version__",
    "distance",
    "evaluate",
    "group",
    "held",
    "prepare",
    "read",
]
