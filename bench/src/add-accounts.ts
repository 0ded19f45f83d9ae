import type { Instrument } from '@trading-bot/core/instrument'
import type pg from 'pg'

/** Users with a valid plan and a running paper bot, all under one version, symbols and parameters. */
export async function addAccounts(
  pool: pg.Pool,
  accounts: number,
  instruments: readonly Instrument[],
  stopLossBps: number | null,
  /** Each account trades one instrument instead of all. */
  isSpread = false,
): Promise<void> {
  const settingsOf = (traded: readonly Instrument[]) => ({
    botType: 'ema_strategy',
    parameters: {},
    instruments: traded.map(({ symbol, token, tickPaise, lotSize }) => ({
      symbol,
      token,
      tickPaise,
      lotSize,
      hasDerivatives: true,
    })),
    capital: { capitalPaise: 100_000_000 * traded.length },
    limits: {
      maxEntriesPerDay: 100_000,
      maxLossPerDayPaise: null,
      maxProfitPerDayPaise: null,
      maxQuantity: 10,
      stopLossBps,
      targetBps: null,
    },
  })
  await pool.query(`
    with strategy as (
      insert into bots (id, name, filename, bot_type, created_at, updated_at)
      values (gen_random_uuid(), 'Bench', 'bench.py', 'ema_strategy', now(), now()) returning id)
    insert into bot_versions (bot_id, number, code, config, hash, created_at)
    select id, 1, '', '{}', 'x', now() from strategy`)
  await pool.query(`
    insert into plans (id, name, price_paise, duration_days, created_at)
    values (gen_random_uuid(), 'Bench', 100, 30, now())`)
  await pool.query(
    `insert into users (id, username, email, first_name, last_name, phone_number, trading_experience, password_hash, created_at, updated_at)
     select gen_random_uuid(), 'bench_' || n, 'bench' || n || '@example.in', 'B', 'B', '0', 'beginner', 'x', now(), now()
     from generate_series(1, $1::int) n`,
    [accounts],
  )
  await pool.query(`
    insert into subscriptions (id, user_id, plan_id, billing_cycle, status, start_at, end_at, created_at, updated_at)
    select gen_random_uuid(), u.id, p.id, 'monthly', 'active', now(), now() + interval '30 days', now(), now()
    from users u, plans p`)
  await pool.query(
    `insert into user_bots (id, user_id, subscription_id, strategy_id, version, name, status, settings, created_at, updated_at)
     select gen_random_uuid(), s.user_id, s.id, b.id, 1, 'Bench', 'running', ($1::jsonb) -> (s.row::int % jsonb_array_length($1::jsonb)), now(), now()
     from (select *, row_number() over (order by id) as row from subscriptions) s, bots b`,
    [JSON.stringify(isSpread ? instruments.map((one) => settingsOf([one])) : [settingsOf(instruments)])],
  )
  await pool.query('analyze')
}
