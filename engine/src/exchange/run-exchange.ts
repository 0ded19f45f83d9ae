import type { SimulatedMarket } from '@trading-bot/core/simulated-market/trading-leg'
import { systemClock } from '../ports/system-clock.ts'
import { systemRandomness } from '../ports/system-randomness.ts'
import { systemTimers } from '../ports/system-timers.ts'
import { totpCode } from '../totp/totp-code.ts'
import type { ExchangeAccount } from './state/exchange-account.ts'
import { openAccount } from './accounts/open-account.ts'
import { openExchange } from './open-exchange.ts'
import { type ExchangeServer, startExchangeServer } from './wire/start-exchange-server.ts'

type RunningExchange = {
  readonly server: ExchangeServer
  readonly accounts: readonly ExchangeAccount[]
  /** An account's current TOTP code, for manual tests. */
  readonly totpNow: (account: ExchangeAccount) => string
  readonly close: () => Promise<void>
}

type RunSetup = {
  readonly market: SimulatedMarket
  readonly port: number
  readonly accounts: number
  readonly onBug: (error: unknown) => void
}

/** The standalone exchange in real time, with test accounts. */
export async function runExchange({ market, port, accounts, onBug }: RunSetup): Promise<RunningExchange> {
  const exchange = openExchange({
    market,
    clock: systemClock,
    timers: systemTimers,
    randomness: systemRandomness,
  })
  const opened = Array.from({ length: accounts }, () => openAccount(exchange))
  const server = await startExchangeServer(exchange, { port, hasSwitches: true, onBug })
  return {
    server,
    accounts: opened,
    totpNow: (account) => totpCode(account.totpSecret, systemClock.nowMs()) ?? '',
    async close() {
      exchange.close()
      await server.close()
    },
  }
}
