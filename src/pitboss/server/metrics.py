"""What the server counts, for Prometheus."""

from prometheus_client import CollectorRegistry, Gauge, Histogram

REGISTRY = CollectorRegistry()
commands = Histogram("pitboss_command_seconds", "Time to do the commands of a request", registry=REGISTRY)
streams = Gauge("pitboss_streams", "Open table streams", registry=REGISTRY)
