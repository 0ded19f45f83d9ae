import { spawn } from 'node:child_process'
import { availableParallelism, cpus } from 'node:os'

// It ends by itself when whoever started it is gone.
const BUSY_LOOP = `
  const parent = process.ppid
  for (;;) {
    for (const end = performance.now() + 200; performance.now() < end; );
    if (process.ppid !== parent) process.exit()
  }`

export type Pressure = {
  /** The part of all processors' time since the beginning that somebody used, in per cent. */
  readonly busyPercent: () => number
  readonly stop: () => void
}

/** A busy loop for each processor, so that the product gets what it needs only by turns. */
export function pressProcessors(): Pressure {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', BUSY_LOOP], { stdio: 'ignore' }),
  )
  const before = readTimes()
  return {
    busyPercent: () => {
      const now = readTimes()
      return Math.round(100 * (1 - (now.idleMs - before.idleMs) / (now.allMs - before.allMs)))
    },
    stop: () => {
      for (const loop of loops) loop.kill('SIGKILL')
    },
  }
}

function readTimes() {
  const times = cpus().map((cpu) => cpu.times)
  const idleMs = times.reduce((sum, { idle }) => sum + idle, 0)
  const allMs = times.reduce((sum, { idle, irq, nice, sys, user }) => sum + idle + irq + nice + sys + user, 0)
  return { idleMs, allMs }
}
