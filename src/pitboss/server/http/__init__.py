"""The interface: HTTP operations, WebSocket streams, who asks and how often."""
