-- The day of the research report by which an analyst answers for a black box.
alter table algo_registrations add column report_day text check (report_day ~ '^\d{4}-\d\d-\d\d$');

-- Which version of a strategy's sheet somebody accepted. Rows are added and never changed.
create table sheet_acceptances (
  user_id uuid not null references users (id),
  -- What the version does: versions that trade alike have one sheet.
  logic_hash text not null,
  strategy_id uuid not null references bots (id),
  version integer not null,
  accepted_at timestamptz(3) not null,
  primary key (user_id, logic_hash)
);

-- Whether the person accepted the sheet of what this version does.
create function sheet_accepted(person uuid, strategy uuid, running integer) returns boolean language sql stable as $$
  select exists (
    select from bot_versions v
    join sheet_acceptances a on a.logic_hash = v.logic_hash and a.user_id = person
    where v.bot_id = strategy and v.number = running)
$$;

-- A registered white box is open; a black box needs its analyst's registration and the day of the report.
create function box_accounted_for(strategy uuid, running integer) returns boolean language sql stable as $$
  select exists (
    select from bot_versions v
    join algo_registrations a on a.logic_hash = v.logic_hash and a.state = 'registered'
    where v.bot_id = strategy and v.number = running
      and (a.kind = 'white_box' or (a.certificate is not null and a.report_day is not null)))
$$;
