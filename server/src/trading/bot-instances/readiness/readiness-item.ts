import type { Readiness } from '@trading-bot/contract/rest/bots'

/** What is there needs no mending. */
export function readinessItem(
  code: Readiness['code'],
  isReady: boolean,
  text: string,
  fix: Readiness['fix'],
): Readiness {
  return { code, is_ready: isReady, text, warning: null, fix: isReady ? null : fix }
}
