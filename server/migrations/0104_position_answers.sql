-- A position whose entry was adopted from a row of the broker's book without the bot's tag: its owner is asked whose it is.
-- lock: a new column that may be null is added without rewriting the table.
alter table positions add column adopted_at timestamptz;

-- The owner's answer, once: the bot's, which ends the question, or the owner's own, which the engine reads at every start
-- until it has let the position go.
create table position_answers (
  position_id uuid primary key references positions (id),
  user_bot_id uuid not null references user_bots (id),
  answer text not null check (answer in ('bots', 'owners')),
  answered_by uuid not null references users (id),
  answered_at timestamptz not null
);
create index position_answers_bot on position_answers (user_bot_id);
