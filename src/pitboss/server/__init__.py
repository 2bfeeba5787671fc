"""The server: live tables over HTTP and WebSocket, accounts and roles. No rule is decided here."""
