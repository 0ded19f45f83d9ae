import { addTradingYear } from '../../../product/testing/add-trading-year.ts'
import type { Benchmark } from '../benchmark.ts'
import { logInAdmin } from '../processes/log-in-admin.ts'
import { startHttpServer } from '../processes/start-http-server.ts'
import { type Latencies, steadyLoad } from '../../../product/testing/steady-load.ts'

const TRADES = Number(process.env['A1_TRADES'] ?? 1_000_000)
const USERS = 1_000
const ASKING = 20
const PER_SECOND = 20
const SECONDS = 15
const GOAL_P99_MS = 150
const GOAL_ADMIN_P99_MS = 300

/** What a trader's screens ask for; `{bot}` is the asker's own. */
const USER_CALLS = [
  '/api/bots/analytics/',
  '/api/bots/analytics/?days=7d',
  '/api/bots/analytics/?days=1y',
  '/api/bots/stats/',
  '/api/bots/dashboard/',
  '/api/auth/dashboard/',
  '/api/bots/recent-trades/',
  '/api/bots/trades/realtime/?limit=50',
  '/api/bots/trades/realtime/',
  '/api/bots/{bot}/performance/',
]
const ADMIN_CALLS = [
  '/api/bots/analytics/',
  '/api/bots/analytics/?days=1y',
  '/api/bots/stats/',
  '/api/bots/recent-trades/',
  '/api/bots/trades/all/?limit=50',
  '/api/bots/trades/all/',
  '/api/bots/{bot}/performance/',
]

export const a1Dashboards: Benchmark = {
  id: 'A1',
  title: 'Analytics and dashboards over 1,000,000 trades of 1,000 users (goal: p99 150 ms, the admin dashboard 300 ms)',
  // The calls one by one come on top of the three stretches.
  goal: { seconds: 3 * SECONDS + 15 },
  prepare: async () => {
    const server = await startHttpServer()
    const bots = await addTradingYear(server.databaseUrl, { users: USERS, trades: TRADES, asking: ASKING })
    const admin = await logInAdmin(server.url)
    const traders = await Promise.all(
      bots.map(async (bot) => ({ bot: bot.id, token: await logIn(server.url, bot.username) })),
    )
    const load = (paths: readonly string[], askers: readonly Asker[], seconds: number) =>
      steadyLoad({
        url: server.url,
        perSecond: PER_SECOND,
        seconds,
        shot: (index) => {
          // Every asker comes to every path.
          const asker = askers[Math.floor(index / paths.length) % askers.length]!
          const path = paths[index % paths.length]!.replace('{bot}', asker.bot)
          return { method: 'GET', path, headers: { authorization: `Bearer ${asker.token}` } }
        },
      })
    const admins = traders.map(({ bot }) => ({ bot, token: admin }))
    await load(USER_CALLS, traders, 5)
    await load(ADMIN_CALLS, admins, 2)
    return async () => {
      const user = await load(USER_CALLS, traders, SECONDS)
      const platform = await load(ADMIN_CALLS, admins, SECONDS)
      const dashboard = await load(['/api/admin/dashboard/'], admins, SECONDS)
      const alone = {
        user: await timeAlone(server.url, USER_CALLS, traders),
        admin: await timeAlone(server.url, [...ADMIN_CALLS, '/api/admin/dashboard/'], admins),
      }
      await server.stop()
      if (user.errors + platform.errors + dashboard.errors > 0) throw new Error('some requests failed')
      return {
        units: 3 * SECONDS * PER_SECOND,
        hash: '',
        details: { user, platform, dashboard, alone, within_goal: isWithin(user, platform, dashboard) },
      }
    }
  },
}

type Asker = { readonly bot: string; readonly token: string }

function isWithin(user: Latencies, platform: Latencies, dashboard: Latencies): boolean {
  return Math.max(user.p99Ms, platform.p99Ms) < GOAL_P99_MS && dashboard.p99Ms < GOAL_ADMIN_P99_MS
}

async function logIn(url: string, username: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Demo@1234' }),
  })
  const body = (await reply.json()) as { access?: string }
  if (!body.access) throw new Error(`${username} could not log in: ${JSON.stringify(body)}`)
  return body.access
}

/** Milliseconds of each call with nothing beside it: the middle of twenty askers. */
async function timeAlone(url: string, paths: readonly string[], askers: readonly Asker[]) {
  const middle: Record<string, number> = {}
  for (const path of paths) {
    const times: number[] = []
    for (const { bot, token } of askers) {
      const begun = performance.now()
      const reply = await fetch(`${url}${path.replace('{bot}', bot)}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await reply.arrayBuffer()
      times.push(performance.now() - begun)
    }
    times.sort((a, b) => a - b)
    middle[path] = Number((times[Math.floor(times.length / 2)] ?? 0).toFixed(1))
  }
  return middle
}
