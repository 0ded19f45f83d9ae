-- A drill of the platform's kill switch: of how many bots it was possible to enter before it, while it stood, and after.
create table kill_switch_drills (
  id uuid primary key,
  run_by uuid not null references users (id),
  run_at timestamptz not null,
  bots_before integer not null,
  bots_during integer not null,
  bots_after integer not null,
  -- From the switch's set to the answer that nobody may enter any more.
  effective_ms integer not null,
  note text not null
);
create index kill_switch_drills_newest on kill_switch_drills (run_at desc);
