import type { OpenPosition } from '@trading-bot/contract/rest/trading/bots'
import { formatRupees } from '@trading-bot/core/money'
import type { Queryable } from '../../../platform/db/client.ts'
import type { Deps, Origin } from '../../../platform/http/context.ts'
import { listUserPositions, readBotsOfToday } from './telegram-ports.ts'

/** Where a change came from, in the audit. */
export const chatOrigin: Origin = { requestId: 'telegram', address: '', device: '' }

/** "1 position is", "3 positions are"; only bots are counted without a verb. */
export function counted(count: number, what: 'running bot' | 'position'): string {
  const words = `${count} ${what}${count === 1 ? '' : 's'}`
  if (what === 'running bot') return words
  return `${words} ${count === 1 ? 'is' : 'are'}`
}

export async function describeBots(deps: Deps, userId: string): Promise<string> {
  const bots = await readBotsOfToday.ask(deps, userId)
  if (bots.length === 0) return 'You have no bot yet.'
  const lines = bots.map(({ name, status, status_reason, mode, todayNetPaise, willTrade }) => {
    const why = status_reason ? ` (${status_reason})` : ''
    const net = `Closed trades today: net ${formatRupees(todayNetPaise / 100)}.`
    return `${name}: ${status}${why}, ${mode}. ${net}${willTrade ? ` Will it trade? ${willTrade}` : ''}`
  })
  return lines.join('\n')
}

export async function describePositions(db: Queryable, deps: Deps, userId: string): Promise<string> {
  const held = await listUserPositions.ask(db, deps, userId)
  return held.length === 0 ? 'No position is open.' : held.map(describePosition).join('\n')
}

function describePosition(position: OpenPosition): string {
  const { symbol, side, quantity, average_price, last_price, unrealised_pnl, is_closing } = position
  const price =
    last_price === null || unrealised_pnl === null
      ? 'last price not known'
      : `last ${formatRupees(last_price)}, unrealised ${formatRupees(unrealised_pnl)}`
  const entry = `${symbol}: ${side.toLowerCase()} ${quantity} at ${formatRupees(average_price)}`
  return `${entry}, ${price}${is_closing ? ', closing' : ''}`
}
