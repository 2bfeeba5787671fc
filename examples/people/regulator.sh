# A regulator: is this submission lawful, what does each wager keep, and how is each clause of its document met?
cat > submission.toml <<'END'
rulebook = "ma-crazy-4"
queens_up = "B"

[limits]
ante = { minimum = "10", maximum = "200" }
END
pitboss rules check submission.toml                       # -> Lawful under ma-crazy-4
pitboss odds ma-crazy-4 --submission submission.toml      # -> Queens Up
pitboss rules show ma-crazy-4 10                          # -> 10(a)
pitboss rules diff ma-criss-cross cardroom-criss-cross    # -> 6 Card Bonus
