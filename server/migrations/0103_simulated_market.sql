-- What the simulated market of this database grows from. A newer generator would change yesterday's prices: who began with
-- the first keeps it, and only a database in which nobody has registered begins with the second.
create table simulated_market (
  one boolean primary key default true check (one),
  seed integer not null,
  generator smallint not null check (generator in (1, 2))
);

insert into simulated_market (seed, generator)
select 2026, case when exists (select from users) then 1 else 2 end;
