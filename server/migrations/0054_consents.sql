-- Which version of which notice a user accepted. Rows are never changed, except that closing the account erases the
-- network address.
create table consents (
  user_id uuid not null references users (id),
  notice text not null check (notice in ('terms', 'privacy', 'refunds', 'risk')),
  -- The day from which the accepted text holds.
  version date not null,
  given_at timestamptz not null,
  address text,
  primary key (user_id, notice, version)
);
