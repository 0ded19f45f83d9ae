// The server's event stream. One tab owns it and shares it with the others; without it, screens poll.
import { LiveEvent, openLive } from '@trading-bot/contract/live/live'
import { authorised } from '../api/api.ts'
import { readEvents } from './read-events.ts'

const CHANNEL_NAME = 'live-events'
// Three heartbeats: after a longer silence the connection counts as lost.
const MAX_SILENCE_MS = 45_000
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000

type TabMessage = { event: LiveEvent } | { isConnected: boolean } | { question: 'connected?' }

const eventListeners = new Set<(event: LiveEvent) => void>()
const connectionListeners = new Set<() => void>()
let isConnected = false

export const eventStream = {
  /** Whether the event stream is connected. */
  isConnected: () => isConnected,
  subscribe(listener: () => void) {
    connectionListeners.add(listener)
    return () => void connectionListeners.delete(listener)
  },
  onEvent(listener: (event: LiveEvent) => void) {
    eventListeners.add(listener)
    return () => void eventListeners.delete(listener)
  },
  start,
}

/** Opens the stream for the signed-in user and returns a function that stops it. */
function start(): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(CHANNEL_NAME)
  let ownsStream = false
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if ('event' in data) dispatch(data.event)
    else if ('isConnected' in data) setConnected(data.isConnected)
    else if (ownsStream) channel.postMessage({ isConnected } satisfies TabMessage)
  }
  channel.postMessage({ question: 'connected?' } satisfies TabMessage)
  const ownStream = async () => {
    ownsStream = true
    await keepStreamOpen(stop.signal, (message) => {
      channel.postMessage(message)
      if ('event' in message) dispatch(message.event)
      else if ('isConnected' in message) setConnected(message.isConnected)
    })
  }
  void inOneTab(stop.signal, ownStream)
  return () => {
    stop.abort()
    channel.close()
    setConnected(false)
  }
}

async function inOneTab(signal: AbortSignal, run: () => Promise<void>): Promise<void> {
  // Without the Web Locks API (no HTTPS) every tab opens its own stream.
  if (!('locks' in navigator)) return run()
  try {
    await navigator.locks.request(CHANNEL_NAME, { signal }, run)
  } catch (failure) {
    if (!signal.aborted) throw failure
  }
}

function dispatch(event: LiveEvent): void {
  for (const listener of eventListeners) listener(event)
}

function setConnected(next: boolean): void {
  if (next === isConnected) return
  isConnected = next
  for (const listener of connectionListeners) listener()
}

/** Reconnects whenever the stream ends, with growing delays while the server does not answer. */
async function keepStreamOpen(signal: AbortSignal, publish: (message: TabMessage) => void): Promise<void> {
  const cursor: { lastId: string | undefined } = { lastId: undefined }
  let failures = 0
  while (!signal.aborted) {
    const hasReceived = await readStream(signal, cursor, publish).catch(() => false)
    if (signal.aborted) return
    publish({ isConnected: false })
    failures = hasReceived ? 0 : failures + 1
    await wait(signal, reconnectDelayMs(failures))
  }
}

/** Random jitter, so that many browsers do not reconnect at the same moment. */
function reconnectDelayMs(failures: number): number {
  const longestMs = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS)
  return longestMs * (0.5 + Math.random() / 2)
}

function wait(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** True when at least one event was received, however the stream ended. */
async function readStream(
  signal: AbortSignal,
  cursor: { lastId: string | undefined },
  publish: (message: TabMessage) => void,
): Promise<boolean> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const restartSilenceTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS)
  }
  restartSilenceTimer()
  let hasReceived = false
  try {
    const response = await authorised(openLive, (access) =>
      fetch(`/api${openLive.path}`, {
        headers: {
          accept: 'text/event-stream',
          ...(access ? { authorization: `Bearer ${access}` } : {}),
          ...(cursor.lastId === undefined ? {} : { 'last-event-id': cursor.lastId }),
        },
        cache: 'no-store',
        signal: AbortSignal.any([signal, silence.signal]),
      }),
    )
    if (!response.ok || !response.body) return false
    await readEvents(response.body, restartSilenceTimer, ({ id, event, data }) => {
      const parsed = LiveEvent.safeParse({ event, data: JSON.parse(data) })
      // A newer server may send events that this page does not know.
      if (!parsed.success) return
      cursor.lastId = id ?? cursor.lastId
      hasReceived = true
      if (parsed.data.event === 'ready') publish({ isConnected: true })
      publish({ event: parsed.data })
    })
    return hasReceived
  } catch {
    return hasReceived
  } finally {
    clearTimeout(timer)
  }
}
