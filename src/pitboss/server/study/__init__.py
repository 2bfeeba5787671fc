"""The mathematics behind the pages: questions, workers, jobs, answers."""
