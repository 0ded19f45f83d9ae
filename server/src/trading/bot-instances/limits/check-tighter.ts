import type { OwnLimits, OwnLimitsView } from '@trading-bot/contract/rest/trading/bot-limits'
import { type Refusal, refuseFields } from '@trading-bot/contract/rest/refusals'
import { formatRupees } from '@trading-bot/core/money'

type Allowed = Pick<OwnLimitsView, 'bounds' | 'symbols'>

/**
 * Refuses, at its field, every limit that is looser than what bounds it. Fields that come back unchanged are no choice
 * of the owner's: the administrator may have lowered the bound since, and the stricter of both holds anyway.
 */
export function checkTighter(old: OwnLimits, input: OwnLimits, { bounds, symbols }: Allowed): Refusal | undefined {
  const errors: Record<string, string[]> = {}
  const amount = (field: 'max_loss_per_day' | 'max_profit_per_day', label: string) => {
    const [wanted, bound] = [input[field], bounds[field]]
    if (wanted === null || wanted === old[field] || bound === null || wanted <= bound) return
    errors[field] = [`${label} can’t be above ${formatRupees(bound)}, the limit this bot already has.`]
  }
  amount('max_loss_per_day', 'Max loss per day')
  amount('max_profit_per_day', 'Profit to stop at')
  const positions = input.max_open_positions
  const isWider = positions !== null && positions !== old.max_open_positions && positions > bounds.max_open_positions
  if (isWider) errors['max_open_positions'] = [`Max open positions can’t be above ${mostPositions(bounds, symbols)}.`]
  const sentence = explainExcluded(old, input, symbols)
  if (sentence) errors['excluded_symbols'] = [sentence]
  return Object.keys(errors).length === 0 ? undefined : refuseFields(errors)
}

function mostPositions(bounds: Allowed['bounds'], symbols: readonly string[]): string {
  const most = bounds.max_open_positions
  if (most < symbols.length) return `${most}, the limit this bot already has`
  return `${most}: this bot trades ${most} symbol${most === 1 ? '' : 's'}`
}

function explainExcluded(old: OwnLimits, input: OwnLimits, symbols: readonly string[]): string | null {
  const known = [...symbols, ...old.excluded_symbols]
  const unknown = input.excluded_symbols.find((symbol) => !known.includes(symbol))
  if (unknown !== undefined) return `This bot does not trade ${unknown}.`
  if (symbols.every((symbol) => input.excluded_symbols.includes(symbol)))
    return 'Keep at least one symbol. To open no new positions at all, pause the bot.'
  return null
}
