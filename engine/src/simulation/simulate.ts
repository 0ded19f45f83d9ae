import { MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { type RunningEngine, runEngine } from '../live/run-engine.ts'
import { systemDrain } from '../ports/system-drain.ts'
import { checkEnd } from './check-end.ts'
import { type Plant, SOUND } from './planted-bugs.ts'
import { openWorld, type World } from './world.ts'

export type Simulated = {
  readonly seed: number
  readonly violations: readonly string[]
  /** The same on every run of the seed. */
  readonly hash: string
  readonly orders: number
  /** What the run came through, so that a quiet simulation shows. */
  readonly marks: Readonly<Record<string, number>>
}

const TROUBLED_MINUTES = 18
const CALM_MINUTES = 5

/** A stretch of trading with everything going wrong, then five minutes in which everything must come right. */
export async function simulate(seed: number, plant: Plant = SOUND): Promise<Simulated> {
  const world = openWorld(seed, plant)
  const { memory, faults, referee, storeFaults } = world
  const marks = { crashes: 0, takeovers: 0, switches: 0 }
  let engine = await start(world)
  for (let minute = 0; minute < TROUBLED_MINUTES; minute++) {
    await pass(world, MINUTE_MS)
    engine = await stir(world, engine, minute, marks)
  }
  faults.calm()
  storeFaults.calm()
  // Nobody wants anything any more; what is held has to be closed.
  for (const [id, instance] of memory.rows.instances) {
    memory.rows.instances.set(id, { ...instance, isRunning: false, closeRequests: instance.closeRequests + 1 })
  }
  memory.announce(null)
  await pass(world, CALM_MINUTES * MINUTE_MS)
  await checkEnd(world)
  const late = [...memory.rows.orders.values()].filter(({ isLate }) => isLate).length
  await engine.stop()
  world.exchange.close()
  return {
    seed,
    violations: referee.violations,
    hash: referee.digest(),
    orders: memory.rows.orders.size,
    marks: { ...marks, late, ...faults.hits, ...storeFaults.hits },
  }
}

async function start(world: World): Promise<RunningEngine> {
  let running: RunningEngine | undefined
  void runEngine(world.setup).then((engine) => {
    running = engine
  })
  // Claiming may take as long as the lease of the one before.
  for (let second = 0; !running; second++) {
    if (second > 120) throw new Error('the engine does not start')
    await pass(world, SECOND_MS)
  }
  return running
}

async function pass({ time }: World, durationMs: number): Promise<void> {
  await time.settleTo(time.clock.nowMs() + durationMs, systemDrain)
}

type Marks = { crashes: number; takeovers: number; switches: number }

/** What happens to the process and the bots themselves, by seed. */
async function stir(world: World, engine: RunningEngine, minute: number, marks: Marks): Promise<RunningEngine> {
  const { chance, memory, referee } = world
  const draw = chance.fraction()
  if (draw < 0.08) {
    marks.crashes++
    referee.note('crash')
    engine.halt()
    return start(world)
  }
  if (draw < 0.12) {
    // It goes on without a lease, as after a long pause of the process: another takes over, the fence keeps them apart.
    marks.takeovers++
    referee.note('takeover')
    memory.rows.lease = { fence: memory.rows.lease.fence + 1, untilMs: -Infinity }
    return start(world)
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
      })
    memory.announce(id)
  } else if (minute % 6 === 5) {
    rows.switches.clear()
    referee.clearSwitches()
  }
  return engine
}
