-- What an operator does to many users at once: whom it means is written down when it begins, and each is done once.
create table bulk_operations (
  -- Made by the browser, so that a request that arrives twice begins once.
  id uuid primary key,
  action text not null check (action in ('extend', 'mail', 'restart')),
  days integer check (days > 0),
  subject text,
  text text,
  reason text not null,
  started_by uuid not null references users (id),
  created_at timestamptz not null,
  done_at timestamptz,
  check ((action = 'extend') = (days is not null)),
  check ((action = 'mail') = (subject is not null and text is not null))
);
create index bulk_operations_newest on bulk_operations (created_at desc);

create table bulk_targets (
  operation_id uuid not null references bulk_operations (id),
  user_id uuid not null references users (id),
  done_at timestamptz,
  -- Why nothing was done; null where it was.
  skipped text,
  primary key (operation_id, user_id)
);
create index bulk_targets_open on bulk_targets (operation_id, user_id) where done_at is null;
