-- The check's plan is kept by each session; one made while the ledger was empty would read all of it for ever after.
alter function ledger_entry_balances() set enable_seqscan = off;
