import os from 'node:os'
import type pg from 'pg'
import { watchFullDisk } from '../../platform/db/watch-full-disk.ts'
import type { Deps } from '../../platform/http/context.ts'
import { newId } from '../../platform/ids.ts'
import { repeat } from '../../platform/jobs/repeat.ts'
import { sendToWebhook } from '../../platform/providers/operator-webhook.ts'
import { type FreeSpace, inMebibytes, readFreeSpace, stateOf, type StorageState } from './free-space.ts'
import { reportStorage, type StorageReport } from './report-storage.ts'
import { roomForExits } from './room-for-exits.ts'

const EVERY_MS = 15_000
// The database counts as full until no statement has met it for this long: not every write needs new room.
const QUIET_MS = 60_000

export type StorageWatch = {
  readonly state: () => StorageState
  readonly check: () => Promise<void>
  readonly stop: () => Promise<void>
}

type OnError = (error: unknown, sentence: string) => void

/**
 * Watches the room of DATA_DIR and of the database, and tells the operator when it becomes low, when it is used up and
 * when there is room again. What cannot be written while the disk is full is written as soon as it can be. A database
 * that has refused a write gets the reserved room, and nobody opens a position until there is more.
 */
export function watchStorage(
  deps: Deps,
  pools: readonly pg.Pool[],
  onError: OnError,
  readSpace: (folder: string) => Promise<FreeSpace | undefined> = readFreeSpace,
): StorageWatch {
  const { clock, config } = deps
  let state: StorageState = 'ok'
  let refusedAt: Date | undefined
  const unsaid: StorageReport[] = []
  const room = roomForExits(deps, onError)
  for (const pool of pools)
    watchFullDisk(pool, () => {
      refusedAt = clock.now()
    })

  const check = async (): Promise<void> => {
    const space = await readSpace(config.dataDir)
    const isRefused = refusedAt !== undefined && clock.now().getTime() - refusedAt.getTime() < QUIET_MS
    const next = isRefused ? 'full' : space ? stateOf(space) : 'ok'
    if (next !== state) {
      const report = describe(next, { isRefused, space, folder: config.dataDir })
      unsaid.push(report)
      state = next
      if (next === 'full') await sayOutside(deps, report, onError)
    }
    // Between the two, with little room and no refusal, everything stays as it is.
    if (isRefused) await room.give()
    else if (next !== 'full') await room.keep(space)
    await sayAll()
  }

  const sayAll = async (): Promise<void> => {
    for (let report = unsaid[0]; report; report = unsaid[0]) {
      try {
        await reportStorage(deps, report)
      } catch (error) {
        onError(error, report.subject)
        return
      }
      unsaid.shift()
    }
  }

  const timer = repeat(EVERY_MS, check, (error) => onError(error, 'the free space could not be read'))
  return { state: () => state, check, stop: timer.stop }
}

type Seen = { readonly isRefused: boolean; readonly space: FreeSpace | undefined; readonly folder: string }

function describe(state: StorageState, { isRefused, space, folder }: Seen): StorageReport {
  const place = isRefused ? 'The disk of the database' : `The disk of ${os.hostname()} (${folder})`
  const room = space ? ` DATA_DIR has ${inMebibytes(space.freeBytes)} of ${inMebibytes(space.totalBytes)} left.` : ''
  if (state === 'ok')
    return {
      event: 'storage.ok',
      subject: 'There is room on the disk again',
      text: `Everything is saved again.${room}`,
    }
  if (state === 'low')
    return { event: 'storage.low', subject: `${place} is nearly full`, text: `Make room before it is full.${room}` }
  const text = `Orders, logs and payments cannot be saved, so no order is sent. Make room: the product goes on by itself.${room}`
  return { event: 'storage.full', subject: `${place} is full`, text }
}

/** Past the database, which may not take the alert: the webhook needs no room. */
async function sayOutside({ clock, config }: Deps, report: StorageReport, onError: OnError): Promise<void> {
  const now = clock.now()
  await sendToWebhook(config.operator.webhook, { id: newId(now), at: now.toISOString(), ...report }).catch(
    (error: unknown) => onError(error, report.subject),
  )
}
