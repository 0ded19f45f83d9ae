import type { OwnLimits, OwnLimitsView } from '@trading-bot/contract/rest/trading/bot-limits'
import { formatRupees } from '@trading-bot/core/money'

/** One sentence for the reader; a warning says what saving does right now. */
export type Effect = { readonly text: string; readonly isWarning: boolean }

/** What these limits mean in rupees, told before they are saved. */
export function effectsOf(wanted: OwnLimits, view: OwnLimitsView): readonly Effect[] {
  return [
    ...lossEffects(wanted, view),
    ...profitEffects(wanted, view),
    ...positionEffects(wanted, view),
    ...excludedEffects(wanted, view),
  ]
}

function lossEffects(wanted: OwnLimits, { bounds, capital, day_net, held_symbols }: OwnLimitsView): Effect[] {
  const most = smaller(wanted.max_loss_per_day, bounds.max_loss_per_day)
  if (most === null) return [says('No limit on the loss of a day.')]
  const saved = bounds.max_loss_per_day === null ? 0 : bounds.max_loss_per_day - most
  const less = saved > 0 ? `, ${formatRupees(saved)} less than the bot’s own limit` : ''
  const effects = [
    says(
      `At a loss of ${formatRupees(most)} in a day (${percentOf(most, capital)} of your capital${less}) the bot closes everything. In a fast market the loss can end higher.`,
    ),
  ]
  if (day_net === null || day_net >= 0) return effects
  const left = most + day_net
  if (left <= 0)
    return [
      ...effects,
      warns(
        `Today already stands at ${formatRupees(day_net)}. Saving ${closing(held_symbols)} no new trades until the next session.`,
      ),
    ]
  return [...effects, says(`Today stands at ${formatRupees(day_net)}: ${formatRupees(left)} is left.`)]
}

function profitEffects(wanted: OwnLimits, { bounds, day_net, held_symbols }: OwnLimitsView): Effect[] {
  const most = smaller(wanted.max_profit_per_day, bounds.max_profit_per_day)
  if (most === null) return []
  const effects = [
    says(`Once a day has made ${formatRupees(most)} net, the bot closes everything and stops for the day.`),
  ]
  if (day_net === null || day_net < most) return effects
  return [
    ...effects,
    warns(
      `Today already stands at ${formatRupees(day_net)}. Saving ${closing(held_symbols)} no new trades until the next session.`,
    ),
  ]
}

function positionEffects(wanted: OwnLimits, view: OwnLimitsView): Effect[] {
  const { bounds, capital, capital_per_symbol, held_symbols } = view
  const own = wanted.max_open_positions
  if (own === null || own >= bounds.max_open_positions) return []
  const value = Math.min(own * capital_per_symbol, capital)
  const effects = [
    says(
      `At most ${own} position${own === 1 ? '' : 's'} at the same time: up to ${formatRupees(value)} of your ${formatRupees(capital)} in the market.`,
    ),
  ]
  if (held_symbols.length <= own) return effects
  const are = `${held_symbols.length} positions are open now. They stay until their own exit`
  return [...effects, warns(`${are}; no new ones until fewer than ${own} ${own === 1 ? 'is' : 'are'} open.`)]
}

function excludedEffects(wanted: OwnLimits, { symbols, capital_per_symbol, held_symbols }: OwnLimitsView): Effect[] {
  const excluded = symbols.filter((symbol) => wanted.excluded_symbols.includes(symbol))
  if (excluded.length === 0) return []
  const unused = formatRupees(excluded.length * capital_per_symbol)
  const effects = [says(`No new positions in ${excluded.join(', ')}: up to ${unused} of your capital stays unused.`)]
  const held = excluded.filter((symbol) => held_symbols.includes(symbol))
  if (held.length === 0) return effects
  return [
    ...effects,
    says(
      `${held.join(', ')} ${held.length === 1 ? 'is' : 'are'} open now and will be closed by the strategy, its stop or its target.`,
    ),
  ]
}

function closing(held: readonly string[]): string {
  if (held.length === 0) return 'stops the bot now:'
  return `closes ${held.length === 1 ? 'your open position' : `your ${held.length} open positions`} now:`
}

function smaller(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

function percentOf(part: number, whole: number): string {
  return whole > 0 ? `${Number(((part / whole) * 100).toFixed(2))} %` : 'all'
}

const says = (text: string): Effect => ({ text, isWarning: false })
const warns = (text: string): Effect => ({ text, isWarning: true })
