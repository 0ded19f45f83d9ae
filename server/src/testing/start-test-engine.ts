import { DEMO_CALENDAR } from '@trading-bot/core/calendar/demo-calendar'
import { exchangePaperMarket } from '@trading-bot/engine/brokers/paper/exchange-paper-market'
import type { Exchange } from '@trading-bot/engine/exchange/state/exchange'
import { exchangeTicks } from '@trading-bot/engine/exchange/exchange-ticks'
import { pino } from 'pino'
import { openDatabase } from '../platform/db/client.ts'
import { startTrading } from '../trading/engine-adapters/index.ts'
import type { TestServer } from './test-server.ts'

type Ports = Parameters<typeof startTrading>[4]

/** An engine of its own on the server's database, which trades on paper in the demo's market. */
export async function startTestEngine(server: TestServer, exchange: Exchange, ports: Ports) {
  const database = openDatabase(server.deps.config.databaseUrl, () => undefined, 4)
  const tape = exchangePaperMarket(exchange)
  const market = {
    calendar: DEMO_CALENDAR,
    stream: exchangeTicks(exchange),
    candles: async (...asked: Parameters<typeof tape.candles>) =>
      ({ kind: 'answered', value: tape.candles(...asked)! }) as const,
  }
  const brokerOf = () => {
    throw new Error('nobody trades with real money here')
  }
  const log = pino({ level: 'silent' })
  const trading = await startTrading(server.deps, database.pool, { market, brokerOf }, log, ports)
  return {
    stop: async () => {
      await trading.stop()
      await database.close()
    },
  }
}
