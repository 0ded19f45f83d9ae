import type { CheckLine } from '@trading-bot/contract/rest/trading/account-checks'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { notifyAdministrators, notifyByAccount } from '../../accounts/notifications/index.ts'
import type { Deps } from '../../platform/http/context.ts'
import { saveCheck } from './account-check-store.ts'
import { checkAccount } from './check-account.ts'
import { checkPlatform } from './check-platform.ts'
import type { CheckPorts } from './check-ports.ts'
import { listLiveAccounts } from './live-accounts.ts'

// What the owner can do something about; clock, feed and calendar are the operator's.
const OWNERS: ReadonlySet<CheckLine['code']> = new Set(['log_in', 'funds', 'instruments'])
// Each account asks its own session, so many may ask at once.
const AT_ONCE = 20

/** Checks every live account and tells owners and administrators what is wrong, unless they were told the same today. */
export async function checkAccounts(deps: Deps, ports: CheckPorts): Promise<void> {
  const accounts = await listLiveAccounts(deps.db, deps.clock.now())
  if (accounts.length === 0) return
  const platform = await checkPlatform(deps.calendar, deps.clock.now().getTime(), ports)
  const reports: Report[] = []
  for (let from = 0; from < accounts.length; from += AT_ONCE) {
    const some = accounts.slice(from, from + AT_ONCE)
    const lines = await Promise.all(
      some.map((account) => checkAccount(account, ports.brokerOf(account.userId), platform)),
    )
    reports.push(...some.map(({ userId }, at) => ({ userId, lines: lines[at] ?? [] })))
  }
  await saveReports(deps, reports)
}

type Report = { readonly userId: string; readonly lines: readonly CheckLine[] }

/** The reports and the messages about them in one transaction. */
async function saveReports({ db, clock, config }: Deps, reports: readonly Report[]): Promise<void> {
  const now = clock.now()
  const day = isoDay(indiaDayNumber(now.getTime()))
  await db.transaction().execute(async (tx) => {
    let news = 0
    for (const { userId, lines } of reports) {
      const problems = lines.filter(({ state }) => state === 'problem')
      const sent = await saveCheck(tx, { userId, day, lines, problems: problems.map(problemKey) }, now)
      const unsent = problems.filter((problem) => !sent.includes(problemKey(problem)))
      if (unsent.length > 0) news += 1
      const own = unsent.filter(({ code }) => OWNERS.has(code))
      if (own.length === 0) continue
      const text = own.map((problem) => `- ${problem.text}`).join('\n')
      await notifyByAccount(tx, config, now, {
        userId,
        subject: 'Before the open: your account needs your attention',
        text: `${text}\n\nSee ${config.publicUrl}/subscriptions`,
      })
    }
    if (news === 0) return
    await notifyAdministrators(tx, config, now, {
      subject: `Before the open: problems with ${news} of ${reports.length} live accounts`,
      text: `See ${config.publicUrl}/admin/account-checks`,
    })
  })
}

/** A clock drifts by fractions from check to check, which is no news. */
function problemKey({ code, text }: CheckLine): string {
  return code === 'clock' ? code : text
}
