-- When the session's owner last proved who they are: by signing in, or again in front of a sensitive action.
alter table sessions add column authenticated_at timestamptz;
update sessions set authenticated_at = created_at;
alter table sessions alter column authenticated_at set not null;
