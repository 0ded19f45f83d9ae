-- NSE's calendar as data, edited by administrators. Days and times are India's.

-- A year trades once its list of holidays is confirmed; in any other year nothing trades.
create table calendar_years (
  year integer primary key check (year between 2000 and 2100),
  confirmed_at timestamptz not null
);

create table market_holidays (
  day date primary key,
  name text not null,
  -- Trading goes on, the payout shifts by a day.
  is_settlement_only boolean not null default false
);

-- A session outside the rule: a weekend, a holiday, other hours. Without hours the day stays closed.
create table special_sessions (
  day date primary key,
  name text not null,
  hours text not null check (hours in ('usual', 'own', 'not_announced')),
  opens_at text check (opens_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes_at text check (closes_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  check ((hours = 'own') = (opens_at is not null)),
  check ((hours = 'own') = (closes_at is not null))
);

-- The usual hours and the bots' cut-offs, each row from its day until the next.
create table session_hours (
  from_day date primary key,
  opens_at text not null check (opens_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes_at text not null check (closes_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  -- End of continuous trading for stocks that close by auction.
  auction_closes_at text not null check (auction_closes_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  entries_until text not null check (entries_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  square_off_at text not null check (square_off_at ~ '^([01]\d|2[0-3]):[0-5]\d$')
);

-- Which stocks close by auction, as the instrument master lists them; each row from its day until the token's next.
create table auction_memberships (
  token text not null,
  from_day date not null,
  is_member boolean not null,
  primary key (token, from_day)
);

-- Administrators were mailed this many days before the first day of an unknown year.
create table calendar_alerts (
  year integer not null,
  days_before integer not null,
  sent_at timestamptz not null,
  primary key (year, days_before)
);

insert into calendar_years values (2025, now()), (2026, now());

insert into market_holidays (day, name) values
  ('2025-02-26', 'Mahashivratri'),
  ('2025-03-14', 'Holi'),
  ('2025-03-31', 'Id-ul-Fitr'),
  ('2025-04-10', 'Mahavir Jayanti'),
  ('2025-04-14', 'Ambedkar Jayanti'),
  ('2025-04-18', 'Good Friday'),
  ('2025-05-01', 'Maharashtra Day'),
  ('2025-08-15', 'Independence Day'),
  ('2025-08-27', 'Ganesh Chaturthi'),
  ('2025-10-02', 'Gandhi Jayanti and Dussehra'),
  ('2025-10-21', 'Diwali Laxmi Pujan'),
  ('2025-10-22', 'Balipratipada'),
  ('2025-11-05', 'Guru Nanak Jayanti'),
  ('2025-12-25', 'Christmas'),
  -- NSE and BSE circulars of 2025-12-12; 15 January added by NSE on 2026-01-09.
  ('2026-01-15', 'Maharashtra municipal elections'),
  ('2026-01-26', 'Republic Day'),
  ('2026-03-03', 'Holi'),
  ('2026-03-26', 'Ram Navami'),
  ('2026-03-31', 'Mahavir Jayanti'),
  ('2026-04-03', 'Good Friday'),
  ('2026-04-14', 'Ambedkar Jayanti'),
  ('2026-05-01', 'Maharashtra Day'),
  ('2026-05-28', 'Bakri Id'),
  ('2026-06-26', 'Muharram'),
  ('2026-09-14', 'Ganesh Chaturthi'),
  ('2026-10-02', 'Gandhi Jayanti'),
  ('2026-10-20', 'Dussehra'),
  ('2026-11-10', 'Balipratipada'),
  ('2026-11-24', 'Guru Nanak Jayanti'),
  ('2026-12-25', 'Christmas');

-- NSE circular of 2025-12-22.
insert into market_holidays (day, name, is_settlement_only) values
  ('2026-02-19', 'Settlement holiday', true),
  ('2026-03-19', 'Settlement holiday', true),
  ('2026-04-01', 'Settlement holiday', true),
  ('2026-08-26', 'Settlement holiday', true);

insert into special_sessions (day, name, hours, opens_at, closes_at) values
  ('2025-02-01', 'Budget Saturday', 'usual', null, null),
  ('2025-10-21', 'Muhurat trading', 'own', '13:45', '14:45'),
  ('2026-02-01', 'Budget Sunday', 'usual', null, null),
  ('2026-11-08', 'Muhurat trading', 'not_announced', null, null);

-- From 2026-08-03 stocks with derivatives close by auction: SEBI circular of 2026-01-16, NSE/CMTR/73362 and 74466.
insert into session_hours values
  ('2025-01-01', '09:15', '15:30', '15:30', '15:00', '15:05'),
  ('2026-08-03', '09:15', '15:30', '15:15', '15:00', '15:05');

-- The cut-offs were platform settings until now: what an administrator had set holds on.
update session_hours set
  entries_until = coalesce((select value #>> '{}' from settings where key = 'trading.entries_until'), entries_until),
  square_off_at = coalesce((select value #>> '{}' from settings where key = 'trading.square_off_at'), square_off_at)
where from_day = '2026-08-03';
delete from settings where key in ('trading.entries_until', 'trading.square_off_at');

-- The stocks of the NIFTY 50 all have derivatives; an uploaded instrument master corrects and completes the list.
insert into auction_memberships (token, from_day, is_member)
select token, date '2026-08-03', true from unnest(array[
  '25', '15083', '157', '236', '5900', '16669', '317', '16675', '383', '10604', '694', '20374', '881', '910',
  '5097', '1232', '7229', '1333', '467', '1363', '1394', '4963', '11195', '1594', '1660', '18143', '11723',
  '1922', '11483', '2031', '10999', '22377', '17963', '11630', '2475', '14977', '2885', '21808', '3045', '4306',
  '3351', '3432', '3499', '11536', '13538', '3506', '3456', '1964', '11532', '3787'
]) token;

-- Bots carried the cut-offs and the list of fifty with them; both are the calendar's now, by date and by token.
update user_bots set settings = jsonb_set(settings, '{instruments}', (
  select jsonb_agg((instrument - 'cutoffs') || '{"hasDerivatives": true}')
  from jsonb_array_elements(settings -> 'instruments') instrument))
where jsonb_array_length(settings -> 'instruments') > 0;
