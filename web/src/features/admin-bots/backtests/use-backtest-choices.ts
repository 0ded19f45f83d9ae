import type { BotForm } from '@trading-bot/contract/rest/trading/bot-form'
import type { CallRequest } from '@trading-bot/contract/rest/call'
import type { runBacktest } from '@trading-bot/contract/rest/trading/bot-config'
import type { TradingSymbol } from '@trading-bot/contract/rest/billing/plans'
import { isTwoSided } from '@trading-bot/contract/rest/billing/plans'
import type { Interval } from '@trading-bot/core/intervals/interval'
import { indiaDayNumber, isoDay } from '@trading-bot/core/time'
import { useState } from 'react'

export type Choices = {
  readonly from: string
  readonly until: string
  /** Names; empty means those of the settings. */
  readonly symbols: readonly string[]
  /** Null means the one of the settings. */
  readonly interval: Interval | null
  /** Empty means that of the settings. */
  readonly capital: number | ''
  readonly shortCapital: number | ''
  readonly slippageTimes: number
  readonly hasCharges: boolean
}

/** What one run has instead of the bot's settings; at first the last days and nothing else. */
export function useBacktestChoices(config: BotForm) {
  const [choices, setChoices] = useState<Choices>(() => {
    const today = indiaDayNumber(Date.now())
    const settings = { symbols: [], interval: null, capital: '', shortCapital: '' } as const
    const range = { from: isoDay(today - config.historical_days), until: isoDay(today - 1) }
    return { ...range, ...settings, slippageTimes: 1, hasCharges: true }
  })
  return {
    choices,
    change: (part: Partial<Choices>) => setChoices({ ...choices, ...part }),
    hasShort: isTwoSided(config.bot_type),
  }
}

/** As the call takes them. */
export function requestOf(choices: Choices, known: readonly TradingSymbol[]): Partial<CallRequest<typeof runBacktest>> {
  const { from, until, interval, capital, shortCapital, slippageTimes, hasCharges } = choices
  const symbols = choices.symbols.flatMap((wanted) => {
    const found = known.find(({ symbol }) => symbol === wanted)
    return found ? [{ symbol: found.symbol, token: found.token, name: found.name }] : []
  })
  return {
    from,
    until,
    slippage_times: slippageTimes,
    has_charges: hasCharges,
    ...(symbols.length > 0 && { symbols }),
    ...(interval && { interval }),
    ...(capital !== '' && { capital }),
    ...(shortCapital !== '' && { short_capital: shortCapital }),
  }
}
