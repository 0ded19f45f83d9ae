import pg from 'pg'

const USERS = `
  insert into users (id, username, email, first_name, last_name, phone_number, trading_experience, password_hash,
    created_at, updated_at)
  select gen_random_uuid(), 'chaos_' || n, 'chaos' || n || '@example.in', 'Kiran', 'Shah', '0', 'beginner', 'x', now(),
    now()
  from generate_series(1, $1::integer) n`

const ORIGINAL = `
  select b, s from user_bots b join users u on u.id = b.user_id join subscriptions s on s.id = b.subscription_id
  where u.username = 'demo' and not b.is_copy limit 1`

const SUBSCRIPTIONS = `
  insert into subscriptions (id, user_id, plan_id, bot_plan_id, billing_cycle, status, start_at, end_at, created_at,
    updated_at)
  select gen_random_uuid(), u.id, (o.s).plan_id, (o.s).bot_plan_id, 'monthly', 'active', now(),
    now() + interval '30 days', now(), now()
  from users u, (${ORIGINAL}) o where u.username like 'chaos\\_%'`

const BOTS = `
  insert into user_bots (id, user_id, subscription_id, strategy_id, version, name, status, settings, started_at,
    created_at, updated_at)
  select gen_random_uuid(), s.user_id, s.id, (o.b).strategy_id, (o.b).version, 'Chaos', 'running',
    jsonb_set(jsonb_set((o.b).settings, '{parameters,ema_period}', to_jsonb(3 + row_number() over () % 6)),
      '{limits,maxEntriesPerDay}', '1000'),
    now(), now(), now()
  from subscriptions s join users u on u.id = s.user_id, (${ORIGINAL}) o where u.username like 'chaos\\_%'`

/**
 * Users whose bots trade often: copies of the demo's bot on one-minute bars, with averages so short that they cross every
 * few minutes, and of different lengths so that not all decide at the same bar.
 */
export async function addTraders(databaseUrl: string, traders: number): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(USERS, [traders])
    await client.query(SUBSCRIPTIONS)
    await client.query(BOTS)
    await client.query(`select pg_notify('user_bots', '')`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
