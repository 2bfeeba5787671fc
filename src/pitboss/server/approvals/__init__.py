"""What one person asks for and another approves."""
