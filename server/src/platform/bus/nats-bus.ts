import { connect, type ConnectionOptions, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Bus, Unsubscribe } from './bus.ts'

// Often enough that a server on a machine that vanished is left within five seconds.
const PING_EVERY_MS = 2_000
const PINGS_UNANSWERED = 2
const RECONNECT_AFTER_MS = 250

/** The bus over NATS. It connects in the background and for ever, so that a process starts and goes on without it. */
export function natsBus(url: string, onError: (error: unknown) => void): Bus {
  const state: State = { connection: undefined, isConnected: false, isClosed: false, watchers: new Set() }
  const subscriptions = openSubscriptions(onError)
  keepConnected(url, state, subscriptions.beginAll).catch(onError)
  return {
    publish(subject, payload) {
      // The client would keep it and send it late: old prices are worse than none.
      if (state.isConnected && !state.isClosed) state.connection?.publish(subject, payload)
    },
    subscribe: (subject, handler) =>
      subscriptions.add({ subject, onMessage: (message) => handler(message.string(), message.subject) }),
    async request(subject, payload, timeoutMs) {
      const { connection, isConnected } = state
      if (!isConnected || !connection) throw new Error('the bus is not connected')
      return (await connection.request(subject, payload, { timeout: timeoutMs })).string()
    },
    answer: (subject, answerer) =>
      subscriptions.add({
        subject,
        onMessage: (message) => {
          answerer(message.string())
            .then((answer) => message.respond(answer))
            .catch(onError)
        },
      }),
    watchConnection(onState) {
      state.watchers.add(onState)
      onState(state.isConnected)
      return () => void state.watchers.delete(onState)
    },
    async close() {
      state.isClosed = true
      state.watchers.clear()
      await state.connection?.close()
    },
  }
}

type State = {
  readonly watchers: Set<(isConnected: boolean) => void>
  connection: NatsConnection | undefined
  isConnected: boolean
  isClosed: boolean
}

async function keepConnected(url: string, state: State, onFirst: (to: NatsConnection) => void): Promise<void> {
  const setConnected = (isNow: boolean) => {
    if (state.isConnected === isNow) return
    state.isConnected = isNow
    for (const watcher of state.watchers) watcher(isNow)
  }
  const connection = await connect(optionsOf(url))
  if (state.isClosed) return connection.close()
  state.connection = connection
  onFirst(connection)
  // The server has the subscriptions before anybody is told that messages arrive.
  await connection.flush()
  setConnected(true)
  for await (const { type } of connection.status()) {
    if (type === 'reconnect') setConnected(true)
    if (type === 'disconnect' || type === 'close') setConnected(false)
  }
}

type Subscription = { readonly subject: string; readonly onMessage: (message: Msg) => void }

/** Subscriptions that begin with the connection, whenever that is; the client renews them at every reconnection. */
function openSubscriptions(onError: (error: unknown) => void) {
  const ends = new Map<Subscription, Unsubscribe>()
  let connection: NatsConnection | undefined
  const begin = (subscription: Subscription, on: NatsConnection) => {
    const begun = on.subscribe(subscription.subject, {
      callback: (error, message) => {
        if (error) return onError(error)
        try {
          subscription.onMessage(message)
        } catch (thrown) {
          onError(thrown)
        }
      },
    })
    ends.set(subscription, () => begun.unsubscribe())
  }
  return {
    beginAll(on: NatsConnection): void {
      connection = on
      for (const subscription of ends.keys()) begin(subscription, on)
    },
    add(subscription: Subscription): Unsubscribe {
      ends.set(subscription, () => undefined)
      if (connection && !connection.isClosed()) begin(subscription, connection)
      return () => {
        ends.get(subscription)?.()
        ends.delete(subscription)
      }
    },
  }
}

/** `url` may name several servers of one cluster, separated by commas, and a user with a password. */
function optionsOf(url: string): ConnectionOptions {
  const servers = url.split(',').map((each) => new URL(each.trim()))
  const { username, password, protocol } = servers[0]!
  return {
    servers: servers.map(({ host }) => host),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(protocol === 'tls:' && { tls: {} }),
    name: 'trading-bot',
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_AFTER_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: PINGS_UNANSWERED,
  }
}
