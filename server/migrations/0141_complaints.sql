-- The register of complaints: who complained of what, when an answer is due, and what was answered.
create table complaints (
  id uuid primary key,
  number integer generated always as identity unique,
  -- Null for somebody without an account here.
  user_id uuid references users (id),
  name text not null,
  contact text not null,
  channel text not null check (channel in ('platform', 'mail', 'phone', 'letter', 'regulator')),
  category text not null check (category in ('orders', 'money', 'account', 'data', 'claims', 'other')),
  text text not null,
  received_at timestamptz not null,
  due_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  answered_by uuid references users (id),
  check ((answer is null) = (answered_at is null))
);
create index complaints_open on complaints (due_at) where answered_at is null;
create index complaints_of_user on complaints (user_id, received_at desc);
create index complaints_newest on complaints (received_at desc, id desc);
