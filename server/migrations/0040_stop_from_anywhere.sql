-- A question "Stop your bots?" that waits for its answer in a chat: one for each chat, answered once.
create table telegram_stops (
  chat_id bigint primary key references telegram_chats (chat_id) on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null
);

-- Rows of buttons below a message: a label and what pressing it sends back.
alter table telegram_messages add column buttons jsonb;

-- A pause that the platform has set by itself; at most one stands, and only an administrator lifts it.
alter table kill_switches add column is_automatic boolean not null default false;
create unique index kill_switches_automatic on kill_switches (scope) where is_automatic and lifted_at is null;

-- The live orders of the last minute are counted every few seconds.
create index orders_live_newest on orders (created_at) where mode = 'live';
