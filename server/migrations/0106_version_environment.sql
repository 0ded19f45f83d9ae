-- The libraries under which a version passed its publish checks: it trades on with exactly these. Null for native
-- versions and for those that use the standard library alone.
alter table bot_versions add column environment_id text check (length(environment_id) <= 60);
