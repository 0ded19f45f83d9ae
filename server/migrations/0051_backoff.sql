-- A growing delay after failed attempts: no attempt is accepted before this moment.
alter table throttles add column blocked_until timestamptz;
