-- A sweep is split into chunks that any worker takes as jobs of their own. What a finished chunk found is kept, so that
-- a sweep goes on where it was when its workers died. The header keeps its table, although native strategies are swept
-- by it too: the release before reads it.
alter table script_sweeps
  -- The bars that all chunks must have run on, written with the first chunk that ends.
  add column basis jsonb;

create table sweep_chunks (
  sweep_id uuid not null references script_sweeps (id) on delete cascade,
  number int not null,
  -- A row of the sweep's combinations, by their place in it.
  first int not null,
  combinations int not null check (combinations > 0),
  -- More than one if a worker died with it.
  starts int not null default 0,
  results jsonb,
  finished_at timestamptz,
  primary key (sweep_id, number)
);

-- Sweeps that the release before had not ended have no chunks, and nobody runs its jobs any more.
update script_sweeps
set state = 'failed', error = 'The server was upgraded before this sweep ended. Run it again.', finished_at = now()
where state in ('queued', 'running');
do $$
begin
  if to_regclass('graphile_worker.jobs') is not null then
    perform graphile_worker.permanently_fail_jobs(
      array(select id from graphile_worker.jobs where task_identifier = 'run_script_sweep'),
      'The server was upgraded before this sweep ended.');
  end if;
end $$;
