-- What an engine announces when it joins: the registered addresses of its machine, where that stands, and how many parts
-- of the accounts it takes where an engine of capacity 1 takes one. One of the release before announces nothing.
alter table engines
  add column addresses inet[] not null default '{}',
  add column zone text,
  add column capacity smallint not null default 1 check (capacity between 1 and 100);
