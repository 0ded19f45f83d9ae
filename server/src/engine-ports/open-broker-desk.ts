import { nodeHttpWire } from '@trading-bot/engine/brokers/angel-one/node-http-wire'
import { tryLogIn } from '@trading-bot/engine/brokers/angel-one/try-log-in'
import { openExchange } from '@trading-bot/engine/exchange/open-exchange'
import { startExchangeServer } from '@trading-bot/engine/exchange/wire/start-exchange-server'
import { systemClock } from '@trading-bot/engine/seams/system-clock'
import { systemRandomness } from '@trading-bot/engine/seams/system-randomness'
import { systemTimers } from '@trading-bot/engine/seams/system-timers'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { BrokerDesk } from '../providers/broker-desk.ts'
import { openPracticeAccount } from './practice-accounts.ts'

// One market for everyone who runs the demo: the same prices on every machine.
const DEMO_MARKET = { seed: 2026, hours: 'demo' } as const

type OpenDesk = { readonly desk: BrokerDesk; readonly close: () => Promise<void> }

/** The broker behind the credential check: Angel One, or in the demo the simulated exchange over the same wire. */
export async function openBrokerDesk(config: Config, db: Db, log: Logger): Promise<OpenDesk> {
  const wire = nodeHttpWire({ timers: systemTimers })
  const usedTotpWindows = new Map<string, number>()
  const deskAt = (restUrl: string): BrokerDesk => ({
    tryLogIn: (credentials) =>
      tryLogIn({ restUrl, clock: systemClock, timers: systemTimers, wire: wire.send, usedTotpWindows }, credentials),
  })
  if (!config.demo) return { desk: deskAt(config.angelOneUrl), close: async () => wire.close() }

  const seams = { clock: systemClock, timers: systemTimers, randomness: systemRandomness }
  const exchange = openExchange({ market: DEMO_MARKET, ...seams })
  const server = await startExchangeServer(exchange, {
    port: 0,
    onBug: (error) => log.error({ err: error }, 'exchange'),
  })
  const practise = (userId: string) => openPracticeAccount(exchange, config.sealKey, userId)
  const holders = await db.selectFrom('credentials').select('user_id').execute()
  for (const { user_id } of holders) practise(user_id)
  return {
    desk: { ...deskAt(server.restUrl), openPracticeAccount: async (userId) => practise(userId) },
    close: async () => {
      wire.close()
      exchange.close()
      await server.close()
    },
  }
}
