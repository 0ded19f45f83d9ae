-- The engine's lease is a lock of its database session: it ends with the process, not with a clock.
alter table engine_leases drop column holder, drop column until;
