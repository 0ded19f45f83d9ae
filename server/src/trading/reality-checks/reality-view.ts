import type { BotReality, RealityCheck, StrategyReality } from '@trading-bot/contract/rest/trading/reality-checks'
import { agreementPercent, agreementSentence, matchedPercent } from '@trading-bot/core/reality-check/agreement'
import { type CheckRow, countsOf } from './reality-check-store.ts'

/** Agreement is that of so many newest sessions together: one session has few trades. */
export const SESSIONS = 10
// A strategy may have thousands of instances.
const MOST_SHOWN = 20

type NamedRow = CheckRow & { readonly name: string }

/** A bot with its checks, which must not be empty. */
export function botReality(rows: readonly NamedRow[], seesReplays: boolean): BotReality {
  const [newest] = rows as [NamedRow]
  const checks = rows.map((row) => ({ ...checkView(row), ...(!seesReplays && { replayed_net: null }) }))
  return { ...agreementOf(rows), bot: { id: newest.user_bot_id, name: newest.name }, checks }
}

export function strategyReality(rows: readonly NamedRow[], threshold: number): StrategyReality {
  const [newest] = rows as [NamedRow]
  const agreement = agreementOf(rows)
  const sum = (pick: (row: NamedRow) => string) => rows.reduce((total, row) => total + Number(pick(row)), 0)
  const slipped = rows.flatMap(({ slippage_bps }) => slippage_bps ?? [])
  return {
    ...agreement,
    strategy: { id: newest.strategy_id, name: newest.name },
    instances: new Set(rows.map(({ user_bot_id }) => user_bot_id)).size,
    slippage_bps: slipped.length === 0 ? null : slipped.reduce((total, bps) => total + bps, 0) / slipped.length,
    net: rupees(sum(({ net_paise }) => net_paise)),
    replayed_net: rupees(sum(({ replayed_net_paise }) => replayed_net_paise)),
    is_below_threshold: agreement.agreement_percent !== null && agreement.agreement_percent < threshold,
    checks: rows.slice(0, MOST_SHOWN).map(checkView),
  }
}

function agreementOf(rows: readonly CheckRow[]) {
  const percent = agreementPercent(countsOf(rows))
  const compared = rows.filter(({ reason }) => reason === null)
  return {
    agreement_percent: percent,
    sentence: agreementSentence(percent, rows[0]?.reason ?? undefined),
    sessions: new Set(compared.map(({ opened_at }) => opened_at.getTime())).size,
  }
}

function checkView(row: CheckRow): RealityCheck {
  const counts = countsOf([row])
  const [entries, exits] = counts as [RealityCheck['entries'], RealityCheck['exits']]
  const percent = agreementPercent(counts)
  return {
    opened_at: row.opened_at.toISOString(),
    checked_at: row.checked_at.toISOString(),
    mode: row.mode === 'live' ? 'live' : 'paper',
    version: row.version,
    agreement_percent: percent,
    sentence: `${agreementSentence(percent, row.reason ?? undefined)}${row.detail === '' ? '' : ` ${row.detail}`}`,
    matched_percent: matchedPercent(counts),
    entries,
    exits,
    slippage_bps: row.slippage_bps,
    net: rupees(Number(row.net_paise)),
    replayed_net: rupees(Number(row.replayed_net_paise)),
    is_simulated: row.is_simulated,
  }
}

function rupees(paise: number): number {
  return Math.round(paise) / 100
}
