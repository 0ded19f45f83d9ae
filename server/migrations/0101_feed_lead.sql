-- The feed that leads, or led last, of all feeds. Whoever follows prices believes the term that stands here and no other.
create table feed_lead (
  one boolean primary key default true check (one),
  term bigint not null,
  began_at timestamptz not null
);
