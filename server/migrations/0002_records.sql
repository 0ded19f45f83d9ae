-- What the platform tells: mail to users, audit lines (who did what to what), and the system log.

create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  -- kept: no SMTP is configured, the mail stays here for the demo's mail page.
  state text not null check (state in ('kept', 'queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_recipient on mails (lower(recipient), created_at desc);
create index mails_unsent on mails (created_at) where state = 'queued';

create table audit_lines (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid references users (id),
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  address text
);
create index audit_lines_at on audit_lines (at desc, id desc);
create index audit_lines_subject on audit_lines (subject_kind, subject_id, at desc);

create table system_logs (
  id uuid primary key,
  level text not null check (level in ('INFO', 'SUCCESS', 'WARNING', 'ERROR', 'CRITICAL')),
  category text not null check (category in ('user', 'bot', 'system', 'trading', 'payment', 'aws', 'security')),
  message text not null,
  user_id uuid references users (id),
  details jsonb not null default '{}',
  created_at timestamptz not null
);
create index system_logs_newest on system_logs (created_at desc, id desc);
create index system_logs_level on system_logs (level, created_at desc, id desc);
