# An operator: a server with practice tables and some company for a round, then the books of the evening and a backup.
PORT="${PORT:-8399}"
pitboss serve --data evening --port "$PORT" --no-warm &
trap 'kill $!' EXIT
until pitboss bots "http://127.0.0.1:$PORT" --seats 2 --rounds 1 --think 0; do kill -0 $! && sleep 1; done

pitboss audit balance --data evening # -> The books balance.
pitboss export hands --data evening --out hands.csv
pitboss backup --data evening evening.pitboss
