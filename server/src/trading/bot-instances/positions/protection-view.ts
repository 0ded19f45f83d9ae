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
  const state = row.protect_state
  if (state !== null && AT_EXCHANGE.has(state) && row.protect_trigger_paise !== null) {
    return { stop_at_exchange: row.protect_trigger_paise / 100, note: '' }
  }
  return { stop_at_exchange: null, note: noteOf(row) }
}

function noteOf({ mode, stop_paise, exit_reason, protect_state, protect_detail }: ProtectionRow): string {
  if (exit_reason !== null) return 'The position is being closed.'
  if (stop_paise === null) return 'No stop is set.'
  if (mode !== 'live') return 'Watched by the platform: paper trades have no order at the exchange.'
  if (protect_state === null || ON_ITS_WAY.has(protect_state))
    return 'Being placed at the exchange; until then the platform watches it.'
  if (protect_state === 'REJECTED') return `The broker refused it: ${protect_detail || 'no reason given'}`
  return 'No longer at the exchange; the platform watches it and places it again.'
}
