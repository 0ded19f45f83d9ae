import type { EventStreamHub } from '../../platform/http/event-stream.ts'
import type { Deps } from '../../platform/http/context.ts'
import * as room from './stream-room.ts'
import { throttleRuns } from './throttle-runs.ts'
import type { WatchNotices } from './watch-notices.ts'

// At most five statements per batch: a burst of notifications costs ten a second, however many clients listen.
const PAUSE_MS = 500
const BEAT_MS = 15_000

/**
 * Everything this process pushes to browsers: one connection listens, and one batch at a time admits new clients and
 * reads for all of them what changed since the last batch. Without clients it costs nothing.
 */
export function openEventStream(
  { db, clock }: Deps,
  watch: WatchNotices,
  onError: (error: unknown) => void,
  beatMs = BEAT_MS,
): EventStreamHub {
  const here = room.emptyRoom()
  const staleBots = new Set<string>()
  const heardBots = new Set<string>()
  let unwatch: (() => void) | undefined
  let beats: NodeJS.Timeout | undefined

  const runs = throttleRuns(
    async () => {
      await room.endSpent(db, here, clock.now())
      await room.publishChanges(db, here)
      await room.admitNewcomers(db, here)
      const bots = new Set(staleBots)
      await room.publishBots(db, here, bots)
      for (const id of bots) staleBots.delete(id)
      room.publishOutput(here, heardBots)
      heardBots.clear()
    },
    PAUSE_MS,
    onError,
  )

  function begin(): void {
    unwatch ??= watch((channel, payload) => {
      if (here.newcomers.size + here.seats.size === 0) return
      // A change of one user; without a name it may be anybody's.
      if (channel === 'orders' && payload !== '' && !room.isAnybodyConcerned(here, payload)) return
      if (channel === 'user_bots') staleBots.add(payload)
      if (channel === 'strategy_output') heardBots.add(payload)
      runs.want()
    })
    beats ??= setInterval(() => void beat(), beatMs)
  }

  async function beat(): Promise<void> {
    await room.endSpent(db, here, clock.now()).catch(onError)
    for (const listener of room.everybodyIn(here)) listener.beat()
  }

  return {
    countOf: (userId) => room.everybodyIn(here).filter((listener) => listener.userId === userId).length,
    join(listener) {
      begin()
      here.newcomers.add(listener)
      runs.want()
    },
    leave: (listener) => room.leaveRoom(here, listener),
    stop() {
      runs.stop()
      clearInterval(beats)
      unwatch?.()
      for (const listener of room.everybodyIn(here)) room.finishListening(here, listener, 'shutdown')
    },
  }
}
