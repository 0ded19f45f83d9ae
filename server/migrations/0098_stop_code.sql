-- A chat that was linked within the last day closes positions only with a code that was mailed to the owner.
alter table telegram_stops add column close_code_hash bytea;
