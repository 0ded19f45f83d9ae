"""Public scripts import pandas_ta, whose maintained continuation is installed under the name pandas_ta_classic."""

from pandas_ta_classic import *  # noqa: F401,F403 # pyright: ignore
