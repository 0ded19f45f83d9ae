import type { Paise } from '../units.ts'
import type { Instrument } from '../instrument.ts'
import type { Sector } from './sector.ts'

export type SimulatedInstrument = Instrument & {
  /** Company name. */
  readonly name: string
  /** The price from which the simulated history starts; splits keep it within reach of it. */
  readonly basePaise: Paise
  /** Typical size of a day's move. */
  readonly dailyVolatilityBps: number
  readonly hasDerivatives: boolean
  readonly sector: Sector
  /** Moves with its sector alone. */
  readonly isIndex?: boolean
}
