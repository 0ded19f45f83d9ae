import type { OpenPosition } from '@trading-bot/contract/rest/trading/bots'

/** The newest stop of an open position that was sent to the exchange, if any. */
export type ProtectionRow = {
  readonly mode: string
  readonly stop_paise: number | null
  readonly exit_reason: string | null
  readonly protect_state: string | null
  readonly protect_trigger_paise: number | null
  readonly protect_detail: string | null
}

const AT_EXCHANGE: ReadonlySet<string> = new Set(['RESTING', 'ACKNOWLEDGED', 'PARTIALLY_FILLED'])
const ON_ITS_WAY: ReadonlySet<string> = new Set(['CREATED', 'SENDING', 'UNKNOWN', 'MODIFYING'])

/** Where the position's stop is: at the exchange, or why not. */
export function protectionView(row: ProtectionRow): OpenPosition['protection'] {
  const { protect_state } = row
  if (protect_state !== null && AT_EXCHANGE.has(protect_state) && row.protect_trigger_paise !== null) {
    return { state: 'at_exchange', stop_at_exchange: row.protect_trigger_paise / 100, note: '' }
  }
  const [state, note] = elsewhere(row)
  return { state, stop_at_exchange: null, note }
}

type Elsewhere = readonly [OpenPosition['protection']['state'], note: string]

function elsewhere({ mode, stop_paise, exit_reason, protect_state, protect_detail }: ProtectionRow): Elsewhere {
  if (exit_reason !== null) return ['closing', 'The position is being closed.']
  if (stop_paise === null) return ['none', 'No stop is set.']
  if (mode !== 'live') return ['watched', 'Watched by the platform: paper trades have no order at the exchange.']
  if (protect_state === null || ON_ITS_WAY.has(protect_state))
    return ['being_placed', 'Being placed at the exchange; until then the platform watches it.']
  if (protect_state === 'REJECTED') return ['refused', `The broker refused it: ${protect_detail || 'no reason given'}`]
  return ['watched', 'No longer at the exchange; the platform watches it and places it again.']
}
