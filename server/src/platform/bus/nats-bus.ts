import { connect, type ConnectionOptions, headers, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Bus, Unsubscribe } from './bus.ts'
import type { BusSettings } from './bus-settings.ts'
import { openSignatures, type Signatures } from './signatures.ts'

// Often enough that a server on a machine that vanished is left within five seconds.
const PING_EVERY_MS = 2_000
const PINGS_UNANSWERED = 2
const RECONNECT_AFTER_MS = 250
// The client goes on trying without a word, also with a wrong password.
const TELL_AFTER_MS = 10_000

// A header, so that the message itself is what it was before there were signatures.
const SIGNATURE = 'signature'

/**
 * The bus over NATS. It connects in the background and for ever, so that a process starts and goes on without it. Whoever
 * reached the server is still a stranger here: only what a process with the platform's key has signed is heard.
 */
export function natsBus(settings: BusSettings, onError: (error: unknown) => void): Bus {
  const state: State = { connection: undefined, isConnected: false, isClosed: false, watchers: new Set() }
  const signatures = openSignatures(settings.keys)
  const subscriptions = openSubscriptions(signatures, onError)
  const signed = (...parts: readonly string[]) => headersOf(signatures.sign(...parts))
  keepConnected(settings, state, subscriptions.beginAll, onError).catch(onError)
  return {
    publish(subject, payload) {
      // The client would keep it and send it late: old prices are worse than none.
      if (state.isConnected && !state.isClosed)
        state.connection?.publish(subject, payload, { headers: signed(subject, payload) })
    },
    subscribe: (subject, handler) =>
      subscriptions.add({ subject, onMessage: (message) => handler(message.string(), message.subject) }),
    async request(subject, payload, timeoutMs) {
      const { connection, isConnected } = state
      if (!isConnected || !connection) throw new Error('the bus is not connected')
      const question = signatures.sign(subject, payload)
      const options = { timeout: timeoutMs, headers: headersOf(question) }
      const message = await connection.request(subject, payload, options)
      const answer = message.string()
      if (!signatures.isSigned(signatureOf(message), subject, question, answer))
        throw new Error(`the answer to ${subject} does not have the platform's signature`)
      return answer
    },
    answer: (subject, answerer) =>
      subscriptions.add({
        subject,
        onMessage: (message) => {
          answerer(message.string())
            // Of this question: an answer that was overheard answers no other.
            .then((answer) => message.respond(answer, { headers: signed(subject, signatureOf(message)!, answer) }))
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

function headersOf(signature: string) {
  const list = headers()
  list.set(SIGNATURE, signature)
  return list
}

function signatureOf(message: Msg): string | undefined {
  return message.headers?.get(SIGNATURE)
}

type State = {
  readonly watchers: Set<(isConnected: boolean) => void>
  connection: NatsConnection | undefined
  isConnected: boolean
  isClosed: boolean
}

async function keepConnected(
  settings: BusSettings,
  state: State,
  onFirst: (to: NatsConnection) => void,
  onError: (error: unknown) => void,
): Promise<void> {
  const setConnected = (isNow: boolean) => {
    if (state.isConnected === isNow) return
    state.isConnected = isNow
    for (const watcher of state.watchers) watcher(isNow)
  }
  const options = optionsOf(settings)
  const telling = setTimeout(() => {
    if (state.isClosed) return
    const sentence = 'Is it there, and are the user, the password and the certificate those that it knows?'
    onError(new Error(`no connection to the bus at ${String(options.servers)} yet. ${sentence}`))
  }, TELL_AFTER_MS).unref()
  const connection = await connect(options).finally(() => clearTimeout(telling))
  if (state.isClosed) return connection.close()
  state.connection = connection
  onFirst(connection)
  // The server has the subscriptions before anybody is told that messages arrive.
  await connection.flush()
  setConnected(true)
  for await (const status of connection.status()) {
    if (status.type === 'reconnect') setConnected(true)
    if (status.type === 'disconnect' || status.type === 'close') setConnected(false)
    // Such as a subject that this role may not speak on.
    if (status.type === 'error') onError(status.error)
  }
}

type Subscription = { readonly subject: string; readonly onMessage: (message: Msg) => void }

/** Subscriptions that begin with the connection, whenever that is; the client renews them at every reconnection. */
function openSubscriptions({ isSigned }: Signatures, onError: (error: unknown) => void) {
  const ends = new Map<Subscription, Unsubscribe>()
  let connection: NatsConnection | undefined
  const begin = (subscription: Subscription, on: NatsConnection) => {
    const begun = on.subscribe(subscription.subject, {
      callback: (error, message) => {
        if (error) return onError(error)
        if (!isSigned(signatureOf(message), message.subject, message.string()))
          return onError(new Error(`a message on ${message.subject} does not have the platform's signature`))
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

function optionsOf({ url, caFile }: BusSettings): ConnectionOptions {
  const servers = url.split(',').map((each) => new URL(each.trim()))
  const { username, password, protocol } = servers[0]!
  const user = decodeURIComponent(username)
  return {
    servers: servers.map(({ host }) => host),
    // A role may listen to answers to its own questions only.
    ...(user && { user, pass: decodeURIComponent(password), inboxPrefix: `_INBOX.${user}` }),
    ...(protocol === 'tls:' && { tls: caFile === undefined ? {} : { caFile } }),
    name: 'trading-bot',
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    // Passwords may be on their way to the server.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: RECONNECT_AFTER_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: PINGS_UNANSWERED,
  }
}
