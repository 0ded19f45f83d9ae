-- News by Telegram: which chat is whose, the codes that link them, and the messages on their way.

create table telegram_chats (
  user_id uuid primary key references users (id),
  -- One chat, one account: whoever reads it knows whose news it is.
  chat_id bigint not null unique,
  name text not null,
  linked_at timestamptz not null
);

-- A code that is spent is deleted; a new one takes the place of the old.
create table telegram_codes (
  user_id uuid primary key references users (id),
  code_hash bytea not null unique,
  expires_at timestamptz not null
);

create table telegram_messages (
  id uuid primary key,
  -- Null for an answer to whoever wrote to the bot.
  user_id uuid references users (id),
  chat_id bigint not null,
  text text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'dropped', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index telegram_messages_queued on telegram_messages (chat_id) where state = 'queued';
create index telegram_messages_age on telegram_messages (created_at);
create index telegram_messages_user on telegram_messages (user_id);

-- By bot: another token's updates are counted anew.
create table telegram_bots (
  bot_id bigint primary key,
  username text not null,
  next_update_id bigint not null default 0
);
