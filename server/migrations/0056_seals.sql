-- Audit lines and ended orders are sealed in hash-linked, signed batches, and the application's role may only add lines.

-- A closed account's personal values leave its audit lines; what remains in their place is a hash, so that the seals
-- still hold. Without the salt, which leaves with the values, nobody can find an address by trying all of them.
alter table audit_lines
  add column address_salt uuid default gen_random_uuid(),
  add column values_salt uuid default gen_random_uuid(),
  add column erased_address bytea,
  add column erased_values bytea;

create function audit_address_hash(line audit_lines) returns bytea language sql immutable as $$
  select coalesce(line.erased_address,
    sha256(uuid_send(line.address_salt) || convert_to(coalesce(line.address, ''), 'UTF8')))
$$;

create function audit_values_hash(line audit_lines) returns bytea language sql immutable as $$
  select coalesce(line.erased_values,
    sha256(uuid_send(line.values_salt) || convert_to(jsonb_build_array(line.before, line.after)::text, 'UTF8')))
$$;

-- The one change of audit lines that the application may make, with the owner's rights: only for accounts that are closed.
create function erase_from_audit(person uuid) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if not exists (select from users where id = person and status = 'closed') then
    raise exception 'only a closed account is erased from the audit';
  end if;
  update audit_lines l set erased_address = audit_address_hash(l), address = null, address_salt = null
    where actor_id = person and erased_address is null;
  update audit_lines l set erased_values = audit_values_hash(l), before = null, after = null, values_salt = null
    where subject_kind = 'user' and subject_id = person::text and action like 'account.%' and erased_values is null;
end $$;
revoke all on function erase_from_audit(uuid) from public;

-- Each seal covers one stretch of time, names the seal before it, and is signed. Its leaves are one hash per record, in
-- order, so that a changed record can be named.
create table seals (
  chain text not null check (chain in ('audit', 'orders')),
  number integer not null check (number > 0),
  after timestamptz not null,
  until timestamptz not null check (until > after),
  records integer not null check (records > 0),
  leaves bytea not null check (octet_length(leaves) = records * 32),
  previous text not null,
  hash text not null,
  public_key text not null,
  signature text not null,
  sealed_at timestamptz not null,
  primary key (chain, number)
);
