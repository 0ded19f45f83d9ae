// Taxes, exchange charges and brokerage as data. Rates are paise per crore rupees of order value (1 paisa per crore =
// one billionth), the finest unit in the circulars (IPFT: Rs 0.01 per crore).
import type { Paise } from '../units.ts'

type SideRates = { readonly buy: number; readonly sell: number }

export type RateCard = {
  /** First India day on which the card is valid. */
  readonly from: string
  readonly sttPerCrore: { readonly INTRADAY: SideRates; readonly DELIVERY: SideRates }
  readonly stampDutyPerCrore: { readonly INTRADAY: SideRates; readonly DELIVERY: SideRates }
  readonly exchangePerCrore: number
  /** Investor protection fund trust: billed within the exchange charge, so it has no separate line. */
  readonly ipftPerCrore: number
  readonly sebiPerCrore: number
  readonly gstPercent: number
  /** Once per scrip and day on which delivered shares are sold. */
  readonly dpPaise: Paise
  readonly brokerage: {
    readonly perCrore: number
    readonly lowestPaise: Paise
    readonly highestPaise: Paise
    /** SEBI's maximum, which overrides the minimum fee for tiny orders. */
    readonly ceilingPerCrore: number
  }
  /** Brokers differ in what they round to rupees; `paisa` keeps the line exact until the order's total. */
  readonly rounding: { readonly stt: LineRounding; readonly stampDuty: LineRounding }
}

type LineRounding = 'rupee' | 'paisa'

// Statutory rates: STT unchanged for cash by the Finance Act 2026 (NSE circular of 2026-03-31): 0.025 % of an intraday
// sale, 0.1 % of both sides of a delivery. Stamp duty on buys only: 0.003 % intraday, 0.015 % delivery. SEBI fee
// Rs 10 per crore. GST 18 % of brokerage, exchange, SEBI and DP charges.
// Broker: Angel One's tariff in effect since 2025-11-17: the lower of Rs 20 or 0.1 % per executed order, at least Rs 5,
// never above SEBI's 2.5 %; DP Rs 20 per scrip and sell day (pricing update 2024).
// STT is rounded to the rupee as on contract notes; stamp duty stays exact (brokers differ, hence the setting).
const SINCE_MARCH_2026: RateCard = {
  from: '2026-03-01',
  sttPerCrore: { INTRADAY: { buy: 0, sell: 250_000 }, DELIVERY: { buy: 1_000_000, sell: 1_000_000 } },
  stampDutyPerCrore: { INTRADAY: { buy: 30_000, sell: 0 }, DELIVERY: { buy: 150_000, sell: 0 } },
  // NSE circular of 2026-02-27: Rs 306.99 per crore, IPFT cut to Rs 0.01; the sum stays Rs 307.
  exchangePerCrore: 30_699,
  ipftPerCrore: 1,
  sebiPerCrore: 1_000,
  gstPercent: 18,
  dpPaise: 2_000,
  brokerage: { perCrore: 1_000_000, lowestPaise: 500, highestPaise: 2_000, ceilingPerCrore: 25_000_000 },
  rounding: { stt: 'rupee', stampDuty: 'paisa' },
}

// Uniform exchange charges began on 2024-10-01 (Rs 297 + IPFT Rs 10 per crore); earlier charges by turnover slab cannot
// be expressed as one rate. The broker's tariff before 2025-11-17 is not known, so today's is used: a backtest shows
// what its trades would cost now.
const SINCE_OCTOBER_2024: RateCard = {
  ...SINCE_MARCH_2026,
  from: '2024-10-01',
  exchangePerCrore: 29_700,
  ipftPerCrore: 1_000,
}

const NOTHING = { buy: 0, sell: 0 }

/** For a backtest that shows what a strategy makes before costs. */
export const NO_CHARGES: readonly RateCard[] = [
  {
    from: '2000-01-01',
    sttPerCrore: { INTRADAY: NOTHING, DELIVERY: NOTHING },
    stampDutyPerCrore: { INTRADAY: NOTHING, DELIVERY: NOTHING },
    exchangePerCrore: 0,
    ipftPerCrore: 0,
    sebiPerCrore: 0,
    gstPercent: 0,
    dpPaise: 0,
    brokerage: { perCrore: 0, lowestPaise: 0, highestPaise: 0, ceilingPerCrore: 0 },
    rounding: { stt: 'paisa', stampDuty: 'paisa' },
  },
]

/** Sorted by `from`, earliest first. */
export const RATE_CARDS: readonly RateCard[] = [SINCE_OCTOBER_2024, SINCE_MARCH_2026]

/** For a backtest that begins before the earliest card: its trades show what they would have cost by that one. */
export const PAST_RATE_CARDS: readonly RateCard[] = [{ ...SINCE_OCTOBER_2024, from: '2000-01-01' }, SINCE_MARCH_2026]
