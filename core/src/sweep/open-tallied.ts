import type { Paise } from '../units.ts'
import { type TradingAccount, openTradingAccount } from '../trading/trading-account.ts'
import type { BacktestSymbol } from '../backtest/backtest-input.ts'
import type { TradingRules } from '../trading/trading-rules.ts'
import type { DatedRules } from '../trading/check-rules.ts'
import { TradePrint } from '../backtest/trade-print.ts'
import type { ParameterValues } from '../strategies/parameter.ts'
import type { SignalReasons } from '../strategies/signal.ts'
import type { RoundTrip } from '../round-trip.ts'

/** Result of one combination. Trades are counted and fingerprinted but not stored, because a sweep makes millions. */
export type SweepResult = {
  readonly parameters: ParameterValues
  readonly trades: number
  readonly wins: number
  readonly netPaise: Paise
  readonly chargesPaise: Paise
  readonly winsPaise: Paise
  readonly lossesPaise: Paise
  readonly maxDrawdownPaise: Paise
  readonly denials: number
  /** Fingerprint of the trades, equal to that of a backtest with these parameters. */
  readonly tradesHash: string
}

export type TalliedAccount = { readonly account: TradingAccount; readonly result: () => SweepResult }

export type TallySetup = {
  readonly rules: TradingRules
  readonly dated: DatedRules
  readonly reasons: SignalReasons
  readonly symbols: readonly Pick<BacktestSymbol, 'instrument' | 'traits'>[]
}

/** An account that records totals instead of trades. */
export function openTallied(setup: TallySetup, parameters: ParameterValues): TalliedAccount {
  const print = new TradePrint()
  const totals = { trades: 0, wins: 0, chargesPaise: 0, winsPaise: 0, lossesPaise: 0, denials: 0 }
  const onTrade = (trade: RoundTrip): void => {
    totals.trades++
    totals.chargesPaise += trade.chargesPaise
    if (trade.netPaise > 0) {
      totals.wins++
      totals.winsPaise += trade.netPaise
    } else totals.lossesPaise -= trade.netPaise
    print.add(trade)
  }
  const { limits, excludedSymbols, fillModel, capital } = setup.rules
  const account = openTradingAccount(
    {
      ...setup.dated,
      limits,
      excludedSymbols: new Set(excludedSymbols),
      fillModel,
      reasons: setup.reasons,
      onTrade,
      onDenial: () => {
        totals.denials++
      },
    },
    capital,
    setup.symbols,
  )
  const result = (): SweepResult => ({
    parameters,
    ...totals,
    netPaise: account.realisedPaise,
    maxDrawdownPaise: account.maxDrawdownPaise,
    tradesHash: print.digest(),
  })
  return { account, result }
}
