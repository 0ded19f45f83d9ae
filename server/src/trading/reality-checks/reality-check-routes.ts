import * as reality from '@trading-bot/contract/rest/trading/reality-checks'
import { bindRoute, type UseCase } from '../../platform/http/bind-route.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { listChecksByStrategy, listChecksOfUser } from './reality-check-store.ts'
import { groupBy } from '../../platform/group-by.ts'
import { maySeeReplays } from './may-see-replays.ts'
import { botReality, SESSIONS, strategyReality } from './reality-view.ts'

const readRealityChecks: UseCase<typeof reality.readRealityChecks> = async (context) => {
  const rows = await listChecksOfUser(context.db, context.actor.userId, SESSIONS)
  const maySee = await maySeeReplays(context)
  const bots = groupBy(rows, ({ user_bot_id }) => user_bot_id)
  return { bots: Array.from(bots.values(), (checks) => botReality(checks, maySee(checks[0]!))) }
}

const listRealityChecks: UseCase<typeof reality.listRealityChecks> = async ({ db }) => {
  const threshold = (await readSettings(db))['reality.min_agreement_percent']
  const groups = groupBy(await listChecksByStrategy(db, SESSIONS), ({ strategy_id }) => strategy_id)
  const strategies = Array.from(groups.values(), (rows) => strategyReality(rows, threshold))
  // What is not known comes last.
  const rank = ({ agreement_percent }: reality.StrategyReality) => agreement_percent ?? 101
  return { threshold_percent: threshold, strategies: strategies.toSorted((a, b) => rank(a) - rank(b)) }
}

export const realityCheckRoutes = [
  bindRoute(reality.readRealityChecks, readRealityChecks),
  bindRoute(reality.listRealityChecks, listRealityChecks),
]
