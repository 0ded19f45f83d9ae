-- Which alerts a user wants, and where. Without a row a kind is wanted by mail and in the linked chat; the switches of
-- the bot's configuration stand above the kinds that are about the bot.
create table alert_choices (
  user_id uuid not null references users (id),
  kind text not null check (kind in ('fills', 'exits', 'limits', 'bot', 'credentials', 'plan', 'summary')),
  by_mail boolean not null,
  by_telegram boolean not null,
  updated_at timestamptz not null,
  primary key (user_id, kind)
);

-- What is said once: a day's summary, the reminder of one end of a plan.
create table sent_alerts (
  user_id uuid not null references users (id),
  kind text not null,
  subject text not null,
  sent_at timestamptz not null,
  primary key (user_id, kind, subject)
);
create index sent_alerts_sent_at on sent_alerts (sent_at);
