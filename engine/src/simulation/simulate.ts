import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { ALL_FAULT_NAMES } from '../brokers/faulty/fault-switch.ts'
import { systemDrain } from '../ports/system-drain.ts'
import { checkEnd } from './check-end.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { type Mutant, SOUND } from './mutant.ts'
import type { Held } from './protection-watch.ts'
import { openEnvironment, type SimulationEnvironment } from './simulation-environment.ts'

export type Simulated = {
  readonly seed: number
  readonly violations: readonly string[]
  /** Digest of all calls, the same on every run of the seed. */
  readonly hash: string
  readonly orders: number
  /** Counts of what happened, so that a simulation without faults is noticed. */
  readonly marks: Readonly<Record<string, number>>
  /** Every holding of shares at the broker, and for how long it was without a stop. */
  readonly held: readonly Held[]
}

const FAULTY_MINUTES = 18
const CALM_MINUTES = 5

/** Trades under faults, then runs five minutes without faults in which everything must be resolved. */
export async function simulate(seed: number, mutant: Mutant = SOUND): Promise<Simulated> {
  const environment = openEnvironment(seed, mutant)
  const { memory, faults, exchangeFaults, referee, storeFaults, presence, time } = environment
  const marks = { crashes: 0, takeovers: 0, switches: 0 }
  const fleet = startFleet(environment)
  time.timers.every(SECOND_MS, () => {
    for (const { shard } of memory.rows.instances.values()) presence.note(shard, fleet.serves(shard))
  })
  // What a mutant breaks first is enough; what it does afterwards may take long.
  const isCaught = () => mutant !== SOUND && referee.violations.length > 0
  for (let minute = 0; minute < FAULTY_MINUTES && !isCaught(); minute++) {
    await pass(environment, MINUTE_MS)
    disturb(environment, fleet, minute, marks)
    if (!environment.kind.isCalm) fleet.disturb()
  }
  fleet.calm()
  faults.calm()
  exchangeFaults.calm()
  storeFaults.calm()
  environment.owner?.calm()
  environment.farOrders?.calm()
  // All bots stop, so every position must be closed.
  for (const [id, instance] of memory.rows.instances) {
    memory.rows.instances.set(id, {
      ...instance,
      isRunning: false,
      closeRequests: instance.closeRequests + 1,
      // Also for an engine that loads the account only now.
      positionsToClose: openPositions(environment, id),
    })
  }
  memory.announce(null)
  for (let minute = 0; minute < CALM_MINUTES && !isCaught(); minute++) await pass(environment, MINUTE_MS)
  await checkEnd(environment)
  const late = [...memory.rows.orders.values()].filter(({ isLate }) => isLate).length
  const stopped = fleet.stop()
  await pass(environment, MINUTE_MS)
  await stopped
  environment.exchange.close()
  return {
    seed,
    violations: referee.violations,
    hash: referee.digest(),
    orders: memory.rows.orders.size,
    held: environment.protection.held,
    marks: {
      ...marks,
      ...fleet.marks,
      late,
      ...environment.exposure.marks,
      ...environment.owner?.marks,
      ...environment.farOrders?.marks,
      ...Object.fromEntries(ALL_FAULT_NAMES.map((name) => [name, faults.hits[name] + exchangeFaults.hits[name]])),
      ...storeFaults.hits,
    },
  }
}

async function pass({ time }: SimulationEnvironment, durationMs: number): Promise<void> {
  await time.settleTo(time.clock.nowMs() + durationMs, systemDrain)
}

type Marks = { crashes: number; takeovers: number; switches: number }

/** Crashes, lost sessions, kill switches and changes of bots, by seed. */
function disturb(environment: SimulationEnvironment, fleet: Fleet, minute: number, marks: Marks): void {
  const { chance, memory, referee } = environment
  // The draw is made on calm days too, so that a day's other events stay where they are.
  const draw = chance.fraction()
  if (environment.kind.isCalm && draw < 0.12) return
  if (draw < 0.08) {
    marks.crashes++
    referee.note('crash')
    return fleet.crash()
  }
  if (draw < 0.12) {
    // The engines go on for a moment before they find out.
    marks.takeovers++
    referee.note('sessions lost')
    return memory.endSessions()
  }
  const { rows } = memory
  if (draw < 0.18) {
    marks.switches++
    const key = ['all', 'account-1', 'user-2'][chance.whole(3)]!
    rows.switches.add(key)
    referee.noteSwitch(key)
  } else if (draw < 0.24) {
    const id = `account-${chance.whole(rows.instances.size)}`
    const instance = rows.instances.get(id)
    if (instance)
      rows.instances.set(id, {
        ...instance,
        isRunning: !instance.isRunning,
        closeRequests: instance.closeRequests + chance.whole(2),
        positionsToClose: openPositions(environment, id).slice(0, 1),
      })
    memory.announce(id)
  } else if (minute % 6 === 5) {
    rows.switches.clear()
    referee.clearSwitches()
  }
}

function openPositions({ memory }: SimulationEnvironment, id: string): readonly string[] {
  return [...memory.rows.positions.values()]
    .filter(({ instanceId, closedAtMs }) => instanceId === id && closedAtMs === null)
    .map((position) => position.id)
}
