-- A closed account keeps its row, which invoices and trades refer to, and loses whatever tells who it was.
alter table users drop constraint users_status_check;
alter table users add constraint users_status_check check (status in ('active', 'suspended', 'closed'));
alter table users add column closed_at timestamptz;
alter table sessions drop constraint sessions_ended_reason_check;
alter table sessions add constraint sessions_ended_reason_check
  check (ended_reason in ('signed-out', 'password', 'token-reuse', 'suspended', 'ended-by-admin', 'closed'));
