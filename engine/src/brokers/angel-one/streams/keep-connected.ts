import type { Clock } from '../../../ports/clock.ts'
import type { Randomness } from '../../../ports/randomness.ts'
import type { Cancel, Timers } from '../../../ports/timers.ts'
import type { SessionCache } from '../session/session-cache.ts'
import type { Session } from '../session/log-in.ts'
import type { Socket, SocketWire } from './socket-wire.ts'

export type ConnectionSetup = {
  readonly url: string
  readonly headersOf: (session: Session) => Readonly<Record<string, string>>
  readonly sessions: SessionCache
  readonly clock: Clock
  readonly timers: Timers
  readonly randomness: Randomness
  readonly sockets: SocketWire
}

export type ConnectionListener = {
  /** Called on every (re)connection; subscriptions must be sent again. */
  readonly onUp: (socket: Socket) => void
  readonly onDown: () => void
  readonly onText: (text: string) => void
  readonly onBytes: (bytes: Uint8Array) => void
}

const PING_EVERY_MS = 10_000
// Two unanswered pings: the connection is dead, even if the operating system does not know yet.
const LONGEST_SILENCE_MS = 25_000
const CONNECT_WITHIN_MS = 15_000
const FIRST_BACK_OFF_MS = 500
const LONGEST_BACK_OFF_MS = 30_000

type Attempt = { socket: Socket | null; isUp: boolean; lastTickMs: number; readonly session: Session }

/** Keeps one socket connected: pings, detects silence, and reconnects with growing pauses and a new session. */
export function keepConnected(setup: ConnectionSetup, listener: ConnectionListener): Cancel {
  const { clock, timers, randomness, sessions } = setup
  let isWanted = true
  let failures = 0
  let attempt: Attempt | null = null
  let stopRetry: Cancel = () => {}

  const retry = () => {
    const backOffMs = Math.min(FIRST_BACK_OFF_MS * 2 ** failures, LONGEST_BACK_OFF_MS)
    failures++
    // Jitter, so that many accounts do not reconnect at the same instant.
    stopRetry = timers.after(backOffMs * (0.5 + 0.5 * randomness.fraction()), () => void connect())
  }
  const lose = (lost: Attempt, refusedStatus: number | null) => {
    if (attempt !== lost) return
    attempt = null
    if (lost.isUp) listener.onDown()
    if (!isWanted) return
    const isRefused = refusedStatus === 401 || refusedStatus === 403
    // The session is renewed during the pause.
    if (isRefused) void sessions.renew(lost.session)
    retry()
  }
  const connect = async (): Promise<void> => {
    const opened = await sessions.current()
    if (!isWanted) return
    if (opened.kind !== 'session') return retry()
    attempt = openAttempt(setup, opened.session, {
      isCurrent: (tried) => attempt === tried,
      onUp: (socket) => {
        failures = 0
        listener.onUp(socket)
      },
      onText: listener.onText,
      onBytes: listener.onBytes,
      onClose: lose,
    })
  }
  const stopPings = timers.every(PING_EVERY_MS, () => {
    if (!attempt?.socket) return
    const limitMs = attempt.isUp ? LONGEST_SILENCE_MS : CONNECT_WITHIN_MS
    if (clock.monotonicMs() - attempt.lastTickMs < limitMs) return attempt.socket.sendText('ping')
    attempt.socket.close()
    return lose(attempt, null)
  })
  void connect()

  return () => {
    isWanted = false
    stopPings()
    stopRetry()
    attempt?.socket?.close()
    attempt = null
  }
}

type AttemptListener = Pick<ConnectionListener, 'onUp' | 'onText' | 'onBytes'> & {
  /** Ignores events of a socket that was already replaced. */
  readonly isCurrent: (tried: Attempt) => boolean
  readonly onClose: (tried: Attempt, refusedStatus: number | null) => void
}

function openAttempt({ url, headersOf, sockets, clock }: ConnectionSetup, session: Session, listener: AttemptListener) {
  const tried: Attempt = { socket: null, isUp: false, lastTickMs: clock.monotonicMs(), session }
  const isCurrent = (): boolean => {
    tried.lastTickMs = clock.monotonicMs()
    return listener.isCurrent(tried)
  }
  tried.socket = sockets(url, headersOf(session), {
    onOpen: () => {
      if (!isCurrent() || !tried.socket) return
      tried.isUp = true
      listener.onUp(tried.socket)
    },
    onText: (text) => {
      if (isCurrent() && text !== 'pong') listener.onText(text)
    },
    onBytes: (bytes) => {
      if (isCurrent()) listener.onBytes(bytes)
    },
    onClose: (refusedStatus) => listener.onClose(tried, refusedStatus),
  })
  return tried
}
