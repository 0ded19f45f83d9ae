import { readFileSync } from 'node:fs'

/** Ticks of all processors since the machine started. */
export type MachineTime = { readonly all: number; readonly idle: number; readonly stolen: number }

export function readMachineTime(): MachineTime {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  // User, nice, system, idle, waiting for disks, interrupts, soft interrupts, stolen.
  const ticks = line.split(/\s+/).slice(1, 9).map(Number)
  const [idle = 0, waiting = 0, stolen = 0] = [ticks[3], ticks[4], ticks[7]]
  return { all: ticks.reduce((sum, value) => sum + value, 0), idle: idle + waiting, stolen }
}

/**
 * Which part of the machine's time was left over, and which part its host gave to others: a latency that was measured
 * while a third was stolen tells of the host, not of the product.
 */
export function machineBetween(before: MachineTime, after: MachineTime) {
  const all = Math.max(1, after.all - before.all)
  const share = (ticks: number) => Number((ticks / all).toFixed(3))
  return { idle: share(after.idle - before.idle), stolen: share(after.stolen - before.stolen) }
}
