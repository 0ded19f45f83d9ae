import pg from 'pg'

type Options = { readonly users: number; readonly trades: number; readonly asking: number }

/**
 * Users with a paid plan, a running bot and a year of round trips: two orders and two fills each, three in five
 * winning. Answers the bots of the first users, who can log in.
 */
export async function addTradingYear(
  databaseUrl: string,
  { users, trades, asking }: Options,
): Promise<{ id: string; username: string }[]> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  await addPeople(db, users)
  const trips = Math.floor(trades / users / 2)
  // By a hundred users: a statement's trades are added up together.
  for (let first = 1; first <= users; first += 100) await addTrips(db, first, Math.min(users, first + 99), trips)
  await db.query('vacuum analyze')
  const { rows } = await db.query<{ id: string; username: string }>(
    `select b.id, u.username from user_bots b join users u on u.id = b.user_id
     where u.username like 'bench_%' order by u.username limit $1`,
    [asking],
  )
  await db.end()
  return rows
}

async function addPeople(db: pg.Client, users: number): Promise<void> {
  await db.query(
    `insert into users (id, username, email, first_name, last_name, phone_number, trading_experience, password_hash,
       email_verified_at, created_at, updated_at)
     select gen_random_uuid(), 'bench_' || n, 'bench_' || n || '@example.in', 'Load', 'Test', '0', 'beginner',
       (select password_hash from users where username = 'demo'), now(), now() - (n % 365) * interval '1 day', now()
     from generate_series(1, $1::int) n`,
    [users],
  )
  await db.query(`
    insert into subscriptions (id, user_id, bot_plan_id, billing_cycle, status, payment_status, amount_paid_paise, start_at,
      end_at, created_at, updated_at)
    select gen_random_uuid(), id, (select id from bot_plans where bot_type = 'ema_strategy' limit 1), 'monthly', 'active',
      'success', 99900, now(), now() + interval '30 days', now(), now()
    from users where username like 'bench_%'`)
  await db.query(`
    insert into user_bots (id, user_id, subscription_id, strategy_id, version, name, status, settings, created_at, updated_at)
    select gen_random_uuid(), s.user_id, s.id, d.strategy_id, d.version, 'EMA Bot', 'stopped', d.settings, now(), now()
    from subscriptions s join users u on u.id = s.user_id and u.username like 'bench_%'
    cross join (select * from user_bots where not is_copy limit 1) d`)
}

async function addTrips(db: pg.Client, first: number, last: number, trips: number): Promise<void> {
  await db.query(
    `create temp table trips as
     select gen_random_uuid() as position_id, b.id as bot_id, b.user_id, b.strategy_id, b.version, t.at, t.n, u.username,
       1 + (hashtext(u.username || t.n) & 1023) % 50 as quantity, 80000 + (hashtext(t.n || u.username) & 4095) as entry,
       80000 + (hashtext(t.n || u.username) & 4095) + (hashtext('x' || u.username || t.n) & 2047) - 850 as exit
     from user_bots b join users u on u.id = b.user_id
     cross join lateral (
       select n, date_trunc('day', now()) - (n * 365 / $3::int) * interval '1 day'
         + interval '4 hours' + ((n * 37) % 340) * interval '1 minute' as at
       from generate_series(1, $3::int) n) t
     where u.username like 'bench_%' and substr(u.username, 7)::int between $1 and $2`,
    [first, last, trips],
  )
  await db.query(`
    insert into positions (id, user_bot_id, token, symbol, direction, entry_reason, exit_reason, square_off_at, opened_at, closed_at)
    select position_id, bot_id, '3045', 'SBIN-EQ', 1, 'crossed up', 'TARGET', at, at, at + interval '4 minutes' from trips`)
  await db.query(`
    insert into orders (id, user_bot_id, user_id, strategy_id, version, mode, position_id, client_id, symbol, token, side,
      quantity, purpose, reason, decided_at, attempt, price_paise, inputs, state, filled_quantity, filled_value_paise, charges,
      charges_paise, pnl_paise, created_at, executed_at, ended_at)
    select (lpad(to_hex((extract(epoch from l.at) * 1000)::bigint), 12, '0') || '7' || substr(md5(position_id || l.side), 1, 3)
        || '8' || substr(md5(position_id || l.side), 4, 15))::uuid,
      bot_id, user_id, strategy_id, version, 'paper', position_id, md5(position_id || l.side), 'SBIN-EQ', '3045', l.side,
      quantity, l.purpose, 'crossed up', l.at, 1, l.paise, '{"ema": 800.5}', 'FILLED', quantity, quantity * l.paise,
      '{"brokeragePaise": 2000, "sttPaise": 10, "exchangePaise": 5, "sebiPaise": 1, "stampDutyPaise": 1, "gstPaise": 361, "dpPaise": 0, "totalPaise": 2378}',
      2378, l.pnl, l.at, l.at, l.at
    from trips cross join lateral (values
      ('BUY', 'ENTRY', trips.at, entry, null::bigint),
      ('SELL', 'TARGET', trips.at + interval '4 minutes', exit, quantity::bigint * (exit - entry) - 4756)
    ) l (side, purpose, at, paise, pnl)`)
  await db.query(`
    insert into fills (order_id, trade_id, quantity, price_paise, at)
    select o.id, '1', o.quantity, o.price_paise, o.executed_at from orders o
    where o.position_id in (select position_id from trips)`)
  await db.query('drop table trips')
}
