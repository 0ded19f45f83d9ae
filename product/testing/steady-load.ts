import { Agent, type IncomingMessage, request } from 'node:http'

export type Shot = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  readonly headers?: Record<string, string>
  readonly onAnswer?: (answer: IncomingMessage) => void
}
export type Latencies = {
  readonly count: number
  readonly errors: number
  readonly answeredPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

type Options = {
  readonly url: string
  readonly perSecond: number
  readonly seconds: number
  readonly shot: (index: number) => Shot
}

/**
 * An open loop: requests leave on the clock whether or not earlier ones are answered, and each is timed from the
 * moment it was due, so that a stall counts for everyone who would have met it.
 */
export async function steadyLoad({ url, perSecond, seconds, shot }: Options): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const total = perSecond * seconds
  const times: number[] = []
  let errors = 0
  const begun = performance.now()
  const pending: Promise<void>[] = []
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * perSecond) + 1)
    for (; sent < due; sent++) {
      const dueAt = begun + (sent / perSecond) * 1000
      pending.push(
        fire(agent, url, shot(sent)).then((isGood) => {
          times.push(performance.now() - dueAt)
          if (!isGood) errors += 1
        }),
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(pending)
  const answeredPerSecond = Number(((total / (performance.now() - begun)) * 1000).toFixed(1))
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    Number((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(2))
  return { count: times.length, errors, answeredPerSecond, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

function fire(agent: Agent, url: string, { method, path, body, headers, onAnswer }: Shot): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(
      `${url}${path}`,
      { agent, method, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume()
        onAnswer?.(response)
        const status = response.statusCode ?? 500
        response.once('end', () => resolve(status < 300 || status === 304))
      },
    )
    call.once('error', () => resolve(false))
    call.end(body)
  })
}
