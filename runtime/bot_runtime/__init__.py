"""The runtime that bot authors use. Standard library only."""
