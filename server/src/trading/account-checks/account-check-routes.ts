import * as checks from '@trading-bot/contract/rest/trading/account-checks'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { bindRoute, type UseCase } from '../../platform/http/bind-route.ts'
import { findLastCheck, listCheckedAccounts, listComparisons } from './account-check-store.ts'

const DAYS_SHOWN = 10

const readAccountChecks: UseCase<typeof checks.readAccountChecks> = async ({ db, actor }) => ({
  check: await findLastCheck(db, actor.userId),
  comparisons: await listComparisons(db, actor.userId, DAYS_SHOWN),
})

const listAccountChecks: UseCase<typeof checks.listAccountChecks> = async ({ db, clock }, { day }) => {
  const shown = day ?? isoDay(indiaDayNumber(clock.now().getTime()))
  return { day: shown, accounts: await listCheckedAccounts(db, shown) }
}

export const accountCheckRoutes = [
  bindRoute(checks.readAccountChecks, readAccountChecks),
  bindRoute(checks.listAccountChecks, listAccountChecks),
]
