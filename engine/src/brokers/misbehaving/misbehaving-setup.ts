import type { Clock } from '../../seams/clock.ts'
import type { Timers } from '../../seams/timers.ts'
import type { FaultSwitch } from './fault-switch.ts'

export type FaultSetup = { readonly faults: FaultSwitch; readonly clock: Clock; readonly timers: Timers }
