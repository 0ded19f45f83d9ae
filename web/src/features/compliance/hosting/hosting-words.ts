import type { HostingMode } from '@trading-bot/contract/rest/operations/compliance'
import type { EgressProbe } from '@trading-bot/contract/rest/trading/hosting'
import { formatDateTime } from '../../../lib/format.ts'

export const MODES: Readonly<Record<HostingMode, { readonly title: string; readonly about: string }>> = {
  simulated: { title: 'Simulated', about: 'The market and the money are made up: no rule about real ones holds.' },
  paper: { title: 'Paper', about: 'Nobody trades with real money. Positions that are open are still closed.' },
  'own-logic': {
    title: 'Own logic',
    about:
      'Holders of a regular plan trade with real money by parameters of their own, which they confirm when they start. Below 10 orders a second.',
  },
  provider: {
    title: 'Algo provider',
    about:
      'Subscribers trade with real money by strategies of an empanelled provider that the broker has approved, from the broker’s server.',
  },
}

/** Brokers whose name a document may bear; one for another broker is refused with a sentence. */
export const BROKERS = ['Angel One', 'Dhan', 'Fyers', 'Groww', 'Upstox', 'Zerodha', 'Another broker']

export function probeText(probe: EgressProbe | null): string {
  if (!probe) return 'Not tried yet'
  const at = formatDateTime(probe.probed_at)
  if (probe.result === 'reached') return `Angel One answered, ${at}`
  return probe.result === 'blocked' ? `Blocked by Angel One, ${at}` : `Not reached (${probe.detail}), ${at}`
}

/** What counts, what has run out, and what was replaced or withdrawn. */
export function documentState(ended_at: string | null, valid_until: string | null, nowMs: number): string {
  if (ended_at !== null) return 'former'
  return valid_until !== null && Date.parse(valid_until) <= nowMs ? 'ended' : 'active'
}
