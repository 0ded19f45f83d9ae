-- What operators note about a user, for each other. A note is never changed: a correction is a further note.
create table user_notes (
  id uuid primary key,
  user_id uuid not null references users (id),
  author_id uuid not null references users (id),
  text text not null check (text <> ''),
  created_at timestamptz not null
);
create index user_notes_user on user_notes (user_id, created_at desc, id desc);

-- The one removal that the application may make, with the owner's rights: the notes on an account that is closed.
create function erase_user_notes(person uuid) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if not exists (select from users where id = person and status = 'closed') then
    raise exception 'only the notes on a closed account are erased';
  end if;
  delete from user_notes where user_id = person;
end $$;
revoke all on function erase_user_notes(uuid) from public;
