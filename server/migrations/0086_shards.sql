-- Bot instances are spread over 64 shards, all of one user in the same. An engine holds each of its shards by a lock of
-- its database session and under a fence of its own, so that several engines trade side by side.
-- An engine of the release before finds neither its lease nor its table and stops trading: it must not trade beside the
-- new ones, which do not know its lock.
-- contract: the lease table goes, on purpose as said above.
-- lock: rewrites user_bots once, a table of one row for each subscription.
alter table user_bots add column shard_id smallint not null
  generated always as (get_byte(uuid_send(user_id), 15) % 64) stored;

-- One row for each start of an engine. Whether it lives is told by the lock of its session, not by this row.
create table engines (
  number integer generated always as identity primary key,
  -- Machine and process.
  name text not null,
  joined_at timestamptz not null default clock_timestamp(),
  left_at timestamptz
);

create table shard_leases (
  shard_id smallint primary key check (shard_id between 0 and 63),
  fence bigint not null,
  -- Null once it was handed over in order.
  engine integer references engines (number),
  taken_at timestamptz
);
insert into shard_leases (shard_id, fence)
select shard, fence from generate_series(0, 63) as shard, engine_leases where name = 'orders';

drop table engine_leases;
