# A dealer in training: ten drills of Crazy 4 from a seed, with their answers, as an instructor prints them.
# Without --json the same are asked one by one, with score and time.
pitboss school ma-crazy-4 --questions 10 --seed 7 --json # -> "answer"
