import { rateLimiter } from '@trading-bot/core/rate-limit/rate-limiter'
import type { Input } from '@trading-bot/core/trading/account/state/input'
import type { ManagedAccount } from '@trading-bot/core/trading/account/state/managed-account'
import type { Connection, Execution } from './execution.ts'
import { lookUpTimer } from './look-up-timer.ts'
import { takeInput } from './take-input.ts'

/** Opens an account's way to its broker; what the broker reports comes in from now on. */
export function connect(
  execution: Execution,
  account: ManagedAccount,
  { broker, market }: Pick<Connection, 'broker' | 'market'>,
  perSecond: number,
): void {
  const { clock, timers } = execution.setup
  const take = (input: Input) => takeInput(execution, account, input)
  // The previous process may have called the broker within the last second.
  const openedMs = account.instance.mode === 'LIVE' ? clock.nowMs() : undefined
  const connection: Connection = {
    broker,
    market,
    requestRateLimiter: rateLimiter({ second: perSecond }, openedMs),
    lookUp: lookUpTimer(clock, timers, () => take({ kind: 'LOOK_UP' })),
    timers: new Map(),
    levels: new Map(),
    limitLevels: [],
    stopWatching: () => {},
    isClosed: false,
  }
  execution.connections.set(account, connection)
  connection.stopWatching = broker.watchOrders({
    onOrder: (row) => take({ kind: 'ORDER_UPDATE', row }),
    onGap: () => take({ kind: 'SOCKET_GAP' }),
  })
}

/** No price, timer or report reaches the account any more; answers that are awaited still do. */
export function disconnect(execution: Execution, account: ManagedAccount): void {
  const connection = execution.connections.get(account)
  if (!connection || connection.isClosed) return
  connection.isClosed = true
  connection.lookUp.stop()
  connection.stopWatching()
  for (const cancel of connection.timers.values()) cancel()
  for (const cancels of connection.levels.values()) for (const cancel of cancels) cancel()
  for (const cancel of connection.limitLevels) cancel()
  for (const holders of connection.market.holders.values()) holders.delete(account)
  execution.limitsToLookAt.delete(account)
}
