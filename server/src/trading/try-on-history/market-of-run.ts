import { Refusal, refuse } from '@trading-bot/contract/rest/refusals'
import { marketOfBacktest } from '../strategies/index.ts'

type Arguments = Parameters<typeof marketOfBacktest>

/** The stored prices of these days; what the administrator may do about missing ones is of no use to a trader. */
export async function marketOfRun(deps: Arguments[0], instruments: Arguments[1], days: number) {
  const market = await marketOfBacktest(deps, instruments, days, { allow_partial: true })
  if (!(market instanceof Refusal) || market.code !== 'NO_HISTORY') return market
  const symbols =
    instruments.length > 3 ? `${instruments.length} symbols` : instruments.map((one) => one.symbol).join(', ')
  return refuse('HISTORY_NOT_STORED', { values: { symbols } })
}
