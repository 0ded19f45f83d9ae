// What the server pushes. One tab holds the stream and tells the others; screens go on asking where there is none.
import { LiveEvent, openLive } from '@trading-bot/contract/live/live'
import { authorised } from '../api/api.ts'
import { readEvents } from './read-events.ts'

const NAME = 'live-events'
// Three heart-beats: whoever says nothing for that long is gone.
const SILENCE_MS = 45_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

type Word = { event: LiveEvent } | { isConnected: boolean } | { question: 'connected?' }

const hearers = new Set<(event: LiveEvent) => void>()
const watchers = new Set<() => void>()
let isConnected = false

export const live = {
  /** Whether changes reach this page by themselves. */
  isConnected: () => isConnected,
  subscribe(watcher: () => void) {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  },
  onEvent(hearer: (event: LiveEvent) => void) {
    hearers.add(hearer)
    return () => void hearers.delete(hearer)
  },
  start,
}

/** Listens for the user who is signed in, until stopped. */
function start(): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(NAME)
  let isHolder = false
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if ('event' in data) hear(data.event)
    else if ('isConnected' in data) become(data.isConnected)
    else if (isHolder) channel.postMessage({ isConnected } satisfies Word)
  }
  channel.postMessage({ question: 'connected?' } satisfies Word)
  const hold = async () => {
    isHolder = true
    await keepStream(stop.signal, (word) => {
      channel.postMessage(word)
      if ('event' in word) hear(word.event)
      else if ('isConnected' in word) become(word.isConnected)
    })
  }
  void inOneTab(stop.signal, hold)
  return () => {
    stop.abort()
    channel.close()
    become(false)
  }
}

async function inOneTab(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  // Without locks (no HTTPS) every tab listens for itself.
  if (!('locks' in navigator)) return work()
  try {
    await navigator.locks.request(NAME, { signal }, work)
  } catch (failure) {
    if (!signal.aborted) throw failure
  }
}

function hear(event: LiveEvent): void {
  for (const hearer of hearers) hearer(event)
}

function become(next: boolean): void {
  if (next === isConnected) return
  isConnected = next
  for (const watcher of watchers) watcher()
}

/** Comes again whenever the stream ends, after pauses that grow while nobody answers. */
async function keepStream(signal: AbortSignal, tell: (word: Word) => void): Promise<void> {
  const place: { lastId: string | undefined } = { lastId: undefined }
  let failures = 0
  while (!signal.aborted) {
    const wasHeard = await readStream(signal, place, tell).catch(() => false)
    if (signal.aborted) return
    tell({ isConnected: false })
    failures = wasHeard ? 0 : failures + 1
    await pause(signal, pauseMs(failures))
  }
}

/** Some chance in it, so that a thousand browsers do not all come back at the same moment. */
function pauseMs(failures: number): number {
  const longestMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
  return longestMs * (0.5 + Math.random() / 2)
}

function pause(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** True when the server let us listen, however it ended. */
async function readStream(
  signal: AbortSignal,
  place: { lastId: string | undefined },
  tell: (word: Word) => void,
): Promise<boolean> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stayAwake = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
  }
  stayAwake()
  let isHeard = false
  try {
    const response = await authorised(openLive, (access) =>
      fetch(`/api${openLive.path}`, {
        headers: {
          accept: 'text/event-stream',
          ...(access ? { authorization: `Bearer ${access}` } : {}),
          ...(place.lastId === undefined ? {} : { 'last-event-id': place.lastId }),
        },
        cache: 'no-store',
        signal: AbortSignal.any([signal, silence.signal]),
      }),
    )
    if (!response.ok || !response.body) return false
    await readEvents(response.body, stayAwake, ({ id, event, data }) => {
      const parsed = LiveEvent.safeParse({ event, data: JSON.parse(data) })
      // A newer server may say more than this page knows.
      if (!parsed.success) return
      place.lastId = id ?? place.lastId
      isHeard = true
      if (parsed.data.event === 'ready') tell({ isConnected: true })
      tell({ event: parsed.data })
    })
    return isHeard
  } catch {
    return isHeard
  } finally {
    clearTimeout(timer)
  }
}
