import { indiaDayNumber, indiaDayStartMs, MINUTE_MS } from '@trading-bot/core/time'
import type { Logger } from 'pino'
import type { Deps } from '../../platform/http/context.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import { listUnprobed, saveProbe } from './probe-store.ts'

const LOOK_EVERY_MS = MINUTE_MS
// What was mended shows soon; the broker is not asked more often than that.
const AGAIN_MS = 10 * MINUTE_MS
const AT_ONCE = 20

type Probing = Pick<Deps, 'db' | 'clock' | 'broker'>

/** Tries the broker once a day from every address in use that this machine has; the others are another machine's. */
export function startEgressProbes(deps: Deps, log: Logger): { readonly stop: () => Promise<void> } {
  return repeat(
    LOOK_EVERY_MS,
    () => probeAddresses(deps),
    (error) => log.error({ err: error }, 'the egress addresses could not be probed'),
  )
}

export async function probeAddresses(deps: Probing): Promise<void> {
  const nowMs = deps.clock.now().getTime()
  const day = new Date(indiaDayStartMs(indiaDayNumber(nowMs)))
  const addresses = await listUnprobed(deps.db, day, new Date(nowMs - AGAIN_MS))
  for (let from = 0; from < addresses.length; from += AT_ONCE)
    await Promise.all(addresses.slice(from, from + AT_ONCE).map((address) => probeAddress(deps, address)))
}

/** False if the address is not this machine's: nothing is known then. */
export async function probeAddress({ db, clock, broker }: Probing, address: string): Promise<boolean> {
  const outcome = await broker.probeEgress?.(address)
  if (!outcome) return false
  await saveProbe(db, address, outcome, clock.now())
  return true
}
