-- Positions that their owner asked to close: one request for each position, which the engine reads at every start until
-- the position is closed.
create table position_close_requests (
  position_id uuid primary key references positions (id),
  user_bot_id uuid not null references user_bots (id),
  requested_by uuid not null references users (id),
  requested_at timestamptz not null
);
create index position_close_requests_bot on position_close_requests (user_bot_id);
