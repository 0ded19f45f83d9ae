-- Tests of a bot's code, kept so that a result can be read again. The hash is that of code and configuration, as in
-- bot_versions: a test belongs to every version with the same hash, even if it ran before that version was saved.
create table bot_tests (
  id uuid primary key,
  bot_id uuid not null references bots (id),
  hash text not null,
  test_type text not null check (test_type in ('quick', 'full')),
  result jsonb not null,
  tested_by uuid not null references users (id),
  tested_at timestamptz not null
);
create index bot_tests_of_bot on bot_tests (bot_id, tested_at desc);
