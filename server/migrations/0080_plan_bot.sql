-- A plan names the bot that it sells. Null: the oldest deployed bot of its type, as before.
alter table bot_plans add column bot_id uuid references bots (id);
