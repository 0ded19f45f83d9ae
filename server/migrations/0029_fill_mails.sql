-- Up to which fill the owner has been mailed.
alter table user_bots add column fills_mailed_at timestamptz;
