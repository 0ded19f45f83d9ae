import { indiaDayNumber, MINUTE_MS } from '@trading-bot/core/time'
import type { Logger } from 'pino'
import type { Deps } from '../../platform/http/context.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import { refreshSymbols } from '../symbols/index.ts'
import { type CheckPorts, masterEntry } from './check-ports.ts'
import { isCheckTime, isCompareTime } from './check-times.ts'
import { compareDays } from './compare-days.ts'
import { readClock } from './read-clock.ts'
import { checkAccounts } from './run-account-checks.ts'

const LOOK_EVERY_MS = MINUTE_MS
// What was mended, or could not be read, shows within ten minutes.
const AGAIN_MS = 10 * MINUTE_MS

type RunningAccounts = Pick<CheckPorts, 'brokerOf' | 'isFeedUp'> & {
  /** Whether the engine of this process has opened accounts: another process may be the one that trades. */
  readonly tradesHere: () => boolean
}

type Urls = { readonly restUrl: string; readonly masterUrl: string }

/** Runs in the process that trades, because only its sessions and addresses reach the accounts. */
export function startAccountChecks(
  deps: Deps,
  accounts: RunningAccounts,
  { restUrl, masterUrl }: Urls,
  log: Logger,
): { readonly stop: () => Promise<void> } {
  const ports: CheckPorts = {
    ...accounts,
    readClock: () => readClock(deps, restUrl),
    refreshMaster: onceADay(deps, async () => new Map((await refreshSymbols(deps, masterUrl)).flatMap(masterEntry))),
  }
  let lastMs = -Infinity
  const look = async () => {
    const atMs = deps.clock.now().getTime()
    if (!accounts.tradesHere() || atMs - lastMs < AGAIN_MS) return
    if (isCheckTime(deps.calendar, atMs)) {
      lastMs = atMs
      await checkAccounts(deps, ports)
    } else if (isCompareTime(deps.calendar, atMs)) {
      lastMs = atMs
      await compareDays(deps, ports)
    }
  }
  return repeat(LOOK_EVERY_MS, look, (error) => log.error({ err: error }, 'live accounts could not be checked'))
}

/** The broker makes the list once a day, and it is large; one that could not be read is tried again. */
function onceADay<T>({ clock }: Deps, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly day: number; readonly value: T } | undefined
  return async () => {
    const day = indiaDayNumber(clock.now().getTime())
    if (kept?.day !== day) kept = { day, value: await read() }
    return kept.value
  }
}
