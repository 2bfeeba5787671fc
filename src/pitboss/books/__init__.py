"""What is read back from the log and the ledger without serving: past rounds, replays, reports, exports, balance."""
