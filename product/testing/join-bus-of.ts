import { readFileSync } from 'node:fs'
import type { Bus } from '../../server/src/platform/bus/bus.ts'
import { natsBus } from '../../server/src/platform/bus/nats-bus.ts'
import { readConfig } from '../../server/src/platform/config.ts'

/** The bus of a running process, joined with its settings. */
export function joinBusOf(pid: number): Bus {
  const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  const variables = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  const { bus } = readConfig(variables)
  if (!bus) throw new Error(`process ${pid} has no bus`)
  return natsBus(bus, () => undefined)
}
