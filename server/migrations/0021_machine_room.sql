-- The machines that run the platform, each reported by its own process, and what they measured.
create table machines (
  id text primary key,
  name text not null,
  type text not null,
  private_ip text,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
create table machine_samples (
  machine_id text not null references machines (id),
  at timestamptz not null,
  cpu_percent real not null,
  memory_percent real not null,
  disk_percent real,
  primary key (machine_id, at)
);
create index machine_samples_at on machine_samples (at);
-- What happened to a machine is read by machine, newest first.
create index system_logs_machines on system_logs (created_at desc, id desc) where category = 'aws';

-- Settings that were set; the others have the default of the registry.
create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid references users (id)
);

create table maintenance_windows (
  id uuid primary key,
  title text not null,
  message text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (ends_at > starts_at)
);
create index maintenance_windows_start on maintenance_windows (starts_at desc, id desc);
create index maintenance_windows_open on maintenance_windows (ends_at) where is_active;
