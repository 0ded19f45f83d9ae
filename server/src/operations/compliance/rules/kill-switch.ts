import { DAY_MS } from '@trading-bot/core/time'
import { readDrills } from '../../../trading/bot-instances/index.ts'
import { counted, met, notMet, type RuleCheck } from '../rule.ts'

const A_MONTH_MS = 31 * DAY_MS

export const KILL_SWITCH_IS_DRILLED: RuleCheck = {
  key: 'kill-switch',
  title: 'The kill switch is tried every month',
  source: 'SEBI’s framework for retail algos; BSE notice 20250930-74 on the kill switch',
  source_day: '2025-09-30',
  path: '/admin/compliance?tab=drills',
  check: async ({ db, clock }) => {
    const [newest] = await readDrills(db, null)
    if (!newest) return notMet('It was never tried.')
    const at = new Date(newest.run_at)
    if (!newest.is_passed) return notMet('The newest drill failed: see its record.', at)
    const seen = `Nobody could enter ${newest.effective_ms} ms after it was set, and ${counted(newest.bots_after, 'bot', 'bots')} again afterwards.`
    return clock.now().getTime() - at.getTime() > A_MONTH_MS
      ? notMet('The newest drill is more than a month old.', at)
      : met(seen, at)
  },
}
