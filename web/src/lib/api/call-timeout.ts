import type { Call } from '@trading-bot/contract/rest/call'
import { SECOND_MS } from '@trading-bot/core/time'

// Publish checks run the code many times, and a backtest call waits for short runs.
const LONG_RUNNING = /\/bot-code\/.*(test|check|deploy)\/|\/bot-config\/(update|backtest|sweep)\//

/** Admin calls time out early; calls that run bot code may take a minute. */
export function callTimeoutMs({ path }: Pick<Call, 'path'>): number {
  if (LONG_RUNNING.test(path)) return 60 * SECOND_MS
  return path.startsWith('/admin/') ? 10 * SECOND_MS : 30 * SECOND_MS
}
