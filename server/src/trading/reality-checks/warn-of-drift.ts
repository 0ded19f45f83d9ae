import { agreementPercent } from '@trading-bot/core/reality-check/agreement'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { notifyAdministrators } from '../../accounts/notifications/index.ts'
import type { Deps } from '../../platform/http/context.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { claimAlert, countsOf, listChecksByStrategy } from './reality-check-store.ts'
import { groupBy } from '../../platform/group-by.ts'
import { SESSIONS } from './reality-view.ts'

/** Tells administrators, once a day, of each strategy whose last sessions agree less than the threshold. */
export async function warnOfDrift({ db, clock, config }: Deps): Promise<void> {
  const now = clock.now()
  const threshold = (await readSettings(db))['reality.min_agreement_percent']
  const strategies = groupBy(await listChecksByStrategy(db, SESSIONS), ({ strategy_id }) => strategy_id)
  for (const [strategyId, rows] of strategies) {
    const percent = agreementPercent(countsOf(rows))
    if (percent === null || percent >= threshold) continue
    await db.transaction().execute(async (tx) => {
      if (!(await claimAlert(tx, strategyId, isoDay(indiaDayNumber(now.getTime())), percent, now))) return
      await notifyAdministrators(tx, config, now, {
        subject: `${rows[0]!.name}: backtest and trading differ`,
        text: `Its last sessions agree with a backtest of the same bars by ${percent} %; the threshold is ${threshold} %.\n\nSee ${config.publicUrl}/admin/account-checks`,
      })
    })
  }
}
