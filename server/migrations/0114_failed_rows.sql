-- What a script was looking at when its backtest failed. Null for every other run.
alter table backtests add column failed_rows jsonb;
