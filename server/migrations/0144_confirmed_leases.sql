-- When an engine's leases were last confirmed, and until when a former holder of a shard may still send: who takes over
-- a shard that was not handed over waits for no longer than that.
-- An engine of the release before confirms without leaving a trace: after it the whole time is waited.
alter table engines add column confirmed_at timestamptz;
alter table shard_leases add column safe_at timestamptz not null default 'epoch';
