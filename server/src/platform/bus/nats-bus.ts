import { connect, type ConnectionOptions, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Bus } from './bus.ts'

// Often enough that a server on a machine that vanished is left within five seconds.
const PING_EVERY_MS = 2_000
const PINGS_UNANSWERED = 2
const RECONNECT_AFTER_MS = 250

type Subscription = { readonly subject: string; readonly onMessage: (message: Msg) => void }

/** The bus over NATS. It connects in the background and for ever, so that a process starts and goes on without it. */
export function natsBus(url: string, onError: (error: unknown) => void): Bus {
  const subscriptions = new Map<Subscription, () => void>()
  const watchers = new Set<(isConnected: boolean) => void>()
  let connection: NatsConnection | undefined
  let isConnected = false
  let isClosed = false

  const setConnected = (isNow: boolean) => {
    if (isConnected === isNow) return
    isConnected = isNow
    for (const watcher of watchers) watcher(isNow)
  }
  const open = async () => {
    const opened = await connect(optionsOf(url))
    if (isClosed) return opened.close()
    connection = opened
    for (const subscription of subscriptions.keys()) begin(subscription)
    // The server has the subscriptions before anybody is told that messages arrive.
    await opened.flush()
    setConnected(true)
    for await (const status of opened.status()) {
      if (status.type === 'reconnect') setConnected(true)
      if (status.type === 'disconnect' || status.type === 'close') setConnected(false)
    }
  }
  const begin = (subscription: Subscription) => {
    const begun = connection?.subscribe(subscription.subject, {
      callback: (error, message) => {
        if (error) return onError(error)
        try {
          subscription.onMessage(message)
        } catch (thrown) {
          onError(thrown)
        }
      },
    })
    subscriptions.set(subscription, () => begun?.unsubscribe())
  }
  const listen = (subject: string, onMessage: Subscription['onMessage']) => {
    const subscription = { subject, onMessage }
    begin(subscription)
    return () => {
      subscriptions.get(subscription)?.()
      subscriptions.delete(subscription)
    }
  }

  open().catch(onError)
  return {
    publish(subject, payload) {
      // The client would keep it and send it late: old prices are worse than none.
      if (isConnected && !isClosed) connection?.publish(subject, payload)
    },
    subscribe: (subject, handler) => listen(subject, (message) => handler(message.string(), message.subject)),
    async request(subject, payload, timeoutMs) {
      if (!isConnected || !connection) throw new Error('the bus is not connected')
      return (await connection.request(subject, payload, { timeout: timeoutMs })).string()
    },
    answer: (subject, answerer) =>
      listen(subject, (message) => {
        answerer(message.string())
          .then((answer) => message.respond(answer))
          .catch(onError)
      }),
    watchConnection(onState) {
      watchers.add(onState)
      onState(isConnected)
      return () => void watchers.delete(onState)
    },
    async close() {
      isClosed = true
      watchers.clear()
      await connection?.close()
    },
  }
}

/** `url` may name several servers of one cluster, separated by commas, and a user with a password. */
function optionsOf(url: string): ConnectionOptions {
  const servers = url.split(',').map((each) => new URL(each.trim()))
  const { username, password } = servers[0]!
  return {
    servers: servers.map(({ host }) => host),
    ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(servers[0]!.protocol === 'tls:' && { tls: {} }),
    name: 'trading-bot',
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_AFTER_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: PINGS_UNANSWERED,
  }
}
