import type { Readiness } from '@trading-bot/contract/rest/trading/bots'

/** When only the operator can fix it, the owner can still trade on paper. */
export const PAPER_MEANWHILE = { label: 'Trade on paper meanwhile', path: '/subscriptions' }

/** An item that is met needs no fix. */
export function readinessItem(
  code: Readiness['code'],
  isReady: boolean,
  text: string,
  fix: Readiness['fix'],
): Readiness {
  return { code, is_ready: isReady, text, warning: null, fix: isReady ? null : fix }
}

/** What is missing, in one line that goes on after it. */
export function missingText(list: readonly Readiness[]): string {
  return list
    .filter(({ is_ready }) => !is_ready)
    .map(({ text }) => text.replace(/\.$/, ''))
    .join('; ')
}
