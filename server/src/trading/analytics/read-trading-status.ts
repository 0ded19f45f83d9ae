import type { readTradingStatus as spec } from '@trading-bot/contract/rest/trading/analytics'
import type { UseCase } from '../../platform/http/bind-route.ts'
import { marketSessionAt } from '../market-calendar/index.ts'
import { hasEngine } from '../orders/index.ts'

export const readTradingStatus: UseCase<typeof spec> = async ({ db, clock, config, calendar }) => {
  const now = clock.now()
  const session = marketSessionAt(calendar, now.getTime())
  // An answer also proves that the database is healthy.
  const isTraded = await hasEngine(db)
  return {
    market: {
      is_open: session.is_open,
      is_simulated: config.demo,
      note: session.note,
      closes_at: session.closes_at,
    },
    database: 'healthy',
    scheduler: isTraded ? 'active' : 'stopped',
    as_of: now.toISOString(),
  }
}
