-- The application adds consents and changes none. The one thing it may remove, with the owner's rights: the network
-- addresses of an account that is closed.
create function erase_consent_addresses(person uuid) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if not exists (select from users where id = person and status = 'closed') then
    raise exception 'only the addresses of a closed account are erased';
  end if;
  update consents set address = null where user_id = person;
end $$;
revoke all on function erase_consent_addresses(uuid) from public;
