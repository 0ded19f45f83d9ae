import { SECOND_MS } from '@trading-bot/core/time'
import { seededRandomness } from '../ports/seeded-randomness.ts'
import { type Machine, startMachine } from './machine.ts'
import type { SimulationEnvironment } from './simulation-environment.ts'

/** The machines with engines: they join and leave, are paused, cut off and killed. */
export type Fleet = {
  readonly crash: () => void
  readonly disturb: () => void
  /** Everything that lives is reached again. */
  readonly calm: () => void
  readonly stop: () => Promise<void>
  /** Whether an engine that runs and reaches the database holds the shard. */
  readonly serves: (shard: number) => boolean
  readonly marks: { pauses: number; splits: number; joined: number; left: number }
}

const MOST_MACHINES = 3
const LONGEST_MS = 40 * SECOND_MS

export function startFleet({ seed, setup, referee, time, kind, memory }: SimulationEnvironment): Fleet {
  const chance = seededRandomness(seed + 7)
  const marks = { pauses: 0, splits: 0, joined: 0, left: 0 }
  const machines: Machine[] = []
  const leaving: Promise<void>[] = []
  const start = () => void machines.push(startMachine(setup, { onSend: referee.noteSend }))
  const one = () => machines[chance.whole(machines.length)]!
  const forAWhile = (begin: (machine: Machine) => void, end: (machine: Machine) => void) => {
    const machine = one()
    // Most calls go out in the first seconds of a minute.
    time.timers.after(chance.whole(2 * SECOND_MS), () => {
      begin(machine)
      time.timers.after(chance.whole(LONGEST_MS), () => end(machine))
    })
  }
  const leave = () => {
    const [machine] = machines.splice(chance.whole(machines.length), 1)
    leaving.push(machine!.supervisor.stop())
  }
  start()
  if (!kind.isCalm && chance.fraction() < 0.5) start()
  return {
    marks,
    // Nothing of it ever runs again, and its session is ended by the others.
    crash: () => {
      machines.splice(chance.whole(machines.length), 1)[0]!.pause()
      start()
    },
    disturb: () => {
      const draw = chance.fraction()
      if (draw < 0.2) {
        marks.pauses++
        forAWhile(
          ({ pause }) => pause(),
          ({ thaw }) => thaw(),
        )
      } else if (draw < 0.3) {
        marks.splits++
        forAWhile(
          ({ cutOff }) => cutOff(),
          ({ reconnect }) => reconnect(),
        )
      } else if (draw < 0.4 && machines.length < MOST_MACHINES) {
        marks.joined++
        start()
      } else if (draw < 0.48 && machines.length > 1) {
        marks.left++
        leave()
      }
    },
    serves: (shard) => machines.some((machine) => machine.serves(shard, memory.rows.leases.get(shard)!.fence)),
    calm: () => {
      for (const machine of machines) machine.thaw()
      for (const machine of machines) machine.reconnect()
    },
    stop: async () => {
      for (const { supervisor } of machines) leaving.push(supervisor.stop())
      await Promise.all(leaving)
    },
  }
}
