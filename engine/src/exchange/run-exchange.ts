import type { SimulatedMarket } from '@trading-bot/core/simulated-market/trading-leg'
import { systemClock } from '../seams/system-clock.ts'
import { systemRandomness } from '../seams/system-randomness.ts'
import { systemTimers } from '../seams/system-timers.ts'
import { totpCode } from '../totp/totp-code.ts'
import type { ExchangeAccount } from './exchange-account.ts'
import { openAccount } from './open-account.ts'
import { openExchange } from './open-exchange.ts'
import { type ExchangeServer, startExchangeServer } from './wire/start-exchange-server.ts'

type RunningExchange = {
  readonly server: ExchangeServer
  readonly account: ExchangeAccount
  /** The code of this moment, for trying things by hand. */
  readonly totpNow: () => string
  readonly close: () => Promise<void>
}

/** The exchange alone, in real time, with one account to try it. */
export async function runExchange(
  market: SimulatedMarket,
  port: number,
  onBug: (error: unknown) => void,
): Promise<RunningExchange> {
  const exchange = openExchange({
    market,
    clock: systemClock,
    timers: systemTimers,
    randomness: systemRandomness,
  })
  const account = openAccount(exchange)
  const server = await startExchangeServer(exchange, { port, onBug })
  return {
    server,
    account,
    totpNow: () => totpCode(account.totpSecret, systemClock.nowMs()) ?? '',
    async close() {
      exchange.close()
      await server.close()
    },
  }
}
