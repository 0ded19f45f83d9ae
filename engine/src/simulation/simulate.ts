import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { type RunningEngine, runEngine } from '../live/run-engine.ts'
import { systemDrain } from '../ports/system-drain.ts'
import { checkEnd } from './check-end.ts'
import { type Plant, SOUND } from './planted-bugs.ts'
import { openEnvironment, type SimulationEnvironment } from './simulation-environment.ts'

export type Simulated = {
  readonly seed: number
  readonly violations: readonly string[]
  /** Digest of all calls, the same on every run of the seed. */
  readonly hash: string
  readonly orders: number
  /** Counts of what happened, so that a simulation without faults is noticed. */
  readonly marks: Readonly<Record<string, number>>
}

const FAULTY_MINUTES = 18
const CALM_MINUTES = 5

/** Trades under faults, then runs five minutes without faults in which everything must be resolved. */
export async function simulate(seed: number, plant: Plant = SOUND): Promise<Simulated> {
  const environment = openEnvironment(seed, plant)
  const { memory, faults, referee, storeFaults } = environment
  const marks = { crashes: 0, takeovers: 0, switches: 0 }
  let engine = await start(environment)
  for (let minute = 0; minute < FAULTY_MINUTES; minute++) {
    await pass(environment, MINUTE_MS)
    engine = await disturb(environment, engine, minute, marks)
  }
  faults.calm()
  storeFaults.calm()
  environment.owner?.calm()
  // All bots stop, so every position must be closed.
  for (const [id, instance] of memory.rows.instances) {
    memory.rows.instances.set(id, { ...instance, isRunning: false, closeRequests: instance.closeRequests + 1 })
  }
  memory.announce(null)
  await pass(environment, CALM_MINUTES * MINUTE_MS)
  await checkEnd(environment)
  const late = [...memory.rows.orders.values()].filter(({ isLate }) => isLate).length
  await engine.stop()
  environment.exchange.close()
  return {
    seed,
    violations: referee.violations,
    hash: referee.digest(),
    orders: memory.rows.orders.size,
    marks: {
      ...marks,
      late,
      ...environment.exposure.marks,
      ...environment.owner?.marks,
      ...faults.hits,
      ...storeFaults.hits,
    },
  }
}

async function start(environment: SimulationEnvironment): Promise<RunningEngine> {
  let running: RunningEngine | undefined
  void runEngine(environment.setup).then((engine) => {
    running = engine
  })
  // Claiming may have to wait until the previous lease expires.
  for (let second = 0; !running; second++) {
    if (second > 120) throw new Error('the engine did not start')
    await pass(environment, SECOND_MS)
  }
  return running
}

async function pass({ time }: SimulationEnvironment, durationMs: number): Promise<void> {
  await time.settleTo(time.clock.nowMs() + durationMs, systemDrain)
}

type Marks = { crashes: number; takeovers: number; switches: number }

/** Crashes, takeovers, kill switches and changes of bots, by seed. */
async function disturb(
  environment: SimulationEnvironment,
  engine: RunningEngine,
  minute: number,
  marks: Marks,
): Promise<RunningEngine> {
  const { chance, memory, referee } = environment
  // The draw is made on calm days too, so that a day's other events stay where they are.
  const draw = chance.fraction()
  if (environment.kind.isCalm && draw < 0.12) return engine
  if (draw < 0.08) {
    marks.crashes++
    referee.note('crash')
    engine.halt()
    return start(environment)
  }
  if (draw < 0.12) {
    // The old engine keeps running without a lease, as after a long pause, and only the fencing number stops its writes.
    marks.takeovers++
    referee.note('takeover')
    memory.rows.lease = { fence: memory.rows.lease.fence + 1, untilMs: -Infinity }
    return start(environment)
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
        positionsToClose: firstOpenPosition(environment, id),
      })
    memory.announce(id)
  } else if (minute % 6 === 5) {
    rows.switches.clear()
    referee.clearSwitches()
  }
  return engine
}

function firstOpenPosition({ memory }: SimulationEnvironment, id: string): readonly string[] {
  const open = [...memory.rows.positions.values()].find(
    ({ instanceId, closedAtMs }) => instanceId === id && closedAtMs === null,
  )
  return open ? [open.id] : []
}
