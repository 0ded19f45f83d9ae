import type { Readiness } from '@trading-bot/contract/rest/trading/bots'

/** An item that is met needs no fix. */
export function readinessItem(
  code: Readiness['code'],
  isReady: boolean,
  text: string,
  fix: Readiness['fix'],
): Readiness {
  return { code, is_ready: isReady, text, warning: null, fix: isReady ? null : fix }
}
