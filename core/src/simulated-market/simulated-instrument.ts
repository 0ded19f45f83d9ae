import type { Paise } from '../units.ts'
import type { Instrument } from '../instrument.ts'

export type SimulatedInstrument = Instrument & {
  /** Company name. */
  readonly name: string
  /** The price around which the simulated history moves. */
  readonly basePaise: Paise
  /** Typical size of a day's move. */
  readonly dailyVolatilityBps: number
  readonly hasDerivatives: boolean
}
