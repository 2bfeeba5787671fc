"""The `pitboss` command."""
