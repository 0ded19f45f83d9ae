// The machine this process runs on, as the operating system measures it.
import { statfs } from 'node:fs/promises'
import os from 'node:os'
import type { Egress } from '@trading-bot/engine/brokers/angel-one/requests/node-http-wire'

export type OwnMachine = {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly privateIp: string | null
  readonly startedAt: Date
}
export type OwnUsage = { readonly cpu: number; readonly memory: number; readonly disk: number | null }

export function describeOwnMachine(now: Date): OwnMachine {
  const [processor] = os.cpus()
  const gigabytes = Math.round(os.totalmem() / 1024 ** 3)
  return {
    id:
      os
        .hostname()
        .replace(/[^\w.-]/g, '-')
        .slice(0, 128) || 'this-machine',
    name: os.hostname(),
    type: `${os.cpus().length} x ${processor?.model.trim() || os.arch()}, ${gigabytes} GB`,
    privateIp: firstAddress(),
    startedAt: new Date(now.getTime() - os.uptime() * 1000),
  }
}

function firstAddress(): string | null {
  return ownAddresses().find(({ family }) => family === 'IPv4')?.address ?? null
}

function ownAddresses(): readonly os.NetworkInterfaceInfo[] {
  const all = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? [])
  // An address with a scope is for neighbours on the same wire.
  return all.filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0)
}

/** The addresses from which this machine's requests can leave, and how. */
export function outboundAddressesOf(configured: ReadonlyMap<string, Egress>): ReadonlyMap<string, Egress> {
  const own = ownAddresses().map(({ address }): [string, Egress] => [address, { localAddress: address }])
  return new Map([...own, ...configured])
}

/** Only those of the machine itself: through a proxy every engine can send. */
export function machineAddressesOf(configured: ReadonlyMap<string, Egress>): readonly string[] {
  return [...outboundAddressesOf(configured)].flatMap(([address, egress]) => ('proxy' in egress ? [] : [address]))
}

type Ticks = { readonly busy: number; readonly all: number }

/** CPU usage between two readings; the first covers the time since the machine started. */
export function openGauge(folder: string): { readonly read: () => Promise<OwnUsage> } {
  let before: Ticks = { busy: 0, all: 0 }
  let cpu = 0
  return {
    read: async () => {
      const now = ticks()
      // Two readings within one clock tick measure nothing: the last figure is kept.
      if (now.all > before.all) cpu = ((now.busy - before.busy) / (now.all - before.all)) * 100
      before = now
      const memory = (1 - os.freemem() / os.totalmem()) * 100
      return { cpu: round(cpu), memory: round(memory), disk: await diskUse(folder) }
    },
  }
}

function ticks(): Ticks {
  return os.cpus().reduce(
    (sum, { times }) => {
      const all = times.user + times.nice + times.sys + times.idle + times.irq
      return { busy: sum.busy + all - times.idle, all: sum.all + all }
    },
    { busy: 0, all: 0 },
  )
}

/** Usage of the disk that holds the data; unknown if the file system does not report it. */
async function diskUse(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk && disk.blocks > 0 ? round((1 - disk.bavail / disk.blocks) * 100) : null
}

function round(percent: number): number {
  return Math.round(Math.min(Math.max(percent, 0), 100) * 10) / 10
}
