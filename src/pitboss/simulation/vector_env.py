"""The vector environment under the name it had before it moved beside the others."""

from pitboss.envs.vector_env import SeatVectorEnv

__all__ = ["SeatVectorEnv"]
