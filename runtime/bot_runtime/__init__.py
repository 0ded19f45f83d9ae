"""What a bot author sees. Standard library only."""
