import type { Clock } from '../../ports/clock.ts'
import type { Timers } from '../../ports/timers.ts'
import type { FaultSwitch } from './fault-switch.ts'

export type FaultSetup = { readonly faults: FaultSwitch; readonly clock: Clock; readonly timers: Timers }
