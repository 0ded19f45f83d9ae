import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { marketOfBacktest } from '../strategies/index.ts'
import type { RunRights } from './rights-to-run.ts'

type Arguments = Parameters<typeof marketOfBacktest>

/** The prices of these days; what the administrator may do about missing ones is of no use to a trader. */
export async function marketOfRun(
  deps: Arguments[0],
  { onlySimulated }: RunRights,
  instruments: Arguments[1],
  days: Arguments[2],
) {
  const choice = { allow_partial: true, ...(onlySimulated && { market: 'simulated' as const }) }
  const market = await marketOfBacktest(deps, instruments, days, choice)
  if (!(market instanceof Refusal) || market.code !== 'NO_HISTORY') return market
  const symbols =
    instruments.length > 3 ? `${instruments.length} symbols` : instruments.map((one) => one.symbol).join(', ')
  return refuse('HISTORY_NOT_STORED', { values: { symbols } })
}
