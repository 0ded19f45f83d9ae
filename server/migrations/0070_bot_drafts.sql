-- Code and settings that an administrator has typed and not yet saved as a version: one draft per author and bot.
create table bot_drafts (
  author_id uuid not null references users (id) on delete cascade,
  bot_id uuid not null references bots (id),
  code text not null,
  -- The form's values as typed: they need not be valid yet.
  form jsonb not null,
  -- The version that the author started from.
  base_version integer not null,
  saved_at timestamptz not null,
  primary key (author_id, bot_id)
);
