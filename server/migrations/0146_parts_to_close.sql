-- A strategy may let a part of a position leave while the others stay: so many shares its exits are to close in all. An
-- engine that starts again must not take the order of a part for one that closes everything.
alter table positions add column part_to_close integer not null default 0 check (part_to_close >= 0);
