-- What happened under a name keeps it: the names that bots and strategies had, each until it was changed.
create table former_names (
  -- Of user_bots or bots: their ids never collide.
  named_id uuid not null,
  until_at timestamptz not null,
  name text not null,
  primary key (named_id, until_at)
);

create function name_at(named_id uuid, name_today text, at timestamptz) returns text language sql stable as $$
  select coalesce((
    select f.name from former_names f where f.named_id = name_at.named_id and f.until_at > name_at.at
    order by f.until_at limit 1), name_at.name_today)
$$;
