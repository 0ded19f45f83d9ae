import type { Bus, BusHandler } from './bus.ts'

type Subscription = { readonly pattern: RegExp; readonly handler: BusHandler }

/** The bus of a single process. */
export function memoryBus(onError: (error: unknown) => void): Bus {
  const subscriptions = new Set<Subscription>()
  const answerers = new Map<string, (payload: string) => Promise<string>>()
  let isClosed = false
  const deliver = (subscription: Subscription, payload: string, subject: string) => {
    if (isClosed || !subscriptions.has(subscription)) return
    try {
      subscription.handler(payload, subject)
    } catch (error) {
      onError(error)
    }
  }
  return {
    publish(subject, payload) {
      for (const subscription of subscriptions) {
        // Later, as over a network: whoever publishes never runs a listener's code.
        if (subscription.pattern.test(subject)) queueMicrotask(() => deliver(subscription, payload, subject))
      }
    },
    subscribe(subject, handler) {
      const subscription = { pattern: patternOf(subject), handler }
      subscriptions.add(subscription)
      return () => void subscriptions.delete(subscription)
    },
    async request(subject, payload, timeoutMs) {
      const answerer = answerers.get(subject)
      if (!answerer || isClosed) throw new Error(`nobody answers ${subject}`)
      return withinTime(answerer(payload), subject, timeoutMs)
    },
    answer(subject, answerer) {
      answerers.set(subject, answerer)
      return () => {
        if (answerers.get(subject) === answerer) answerers.delete(subject)
      }
    },
    watchConnection(onState) {
      onState(true)
      return () => undefined
    },
    async close() {
      isClosed = true
    },
  }
}

function patternOf(subject: string): RegExp {
  const words = subject.split('.').map((word) => {
    if (word === '*') return '[^.]+'
    return word === '>' ? '.+' : word.replace(/[$()*+?[\\\]^{|}]/g, String.raw`\$&`)
  })
  return new RegExp(`^${words.join(String.raw`\.`)}$`)
}

async function withinTime(answer: Promise<string>, subject: string, timeoutMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer to ${subject} in time`)), timeoutMs)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
