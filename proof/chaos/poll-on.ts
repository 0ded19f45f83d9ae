// As the trader's pages poll them.
export const POLLED = [
  '/bots/dashboard/',
  '/bots/today/',
  '/bots/trades/realtime/',
  '/bots/trading-status/',
  '/bots/',
  '/credentials/status/',
  '/health/',
]

type Options = {
  /** Processes that answer the same, as behind a load balancer: one that refuses the connection is not the last word. */
  readonly urls: readonly string[]
  readonly token: string
  readonly everyMs: number
}

/** One loop a path, each with one call at a time, as a page does. */
export function pollOn({ urls, token, everyMs }: Options) {
  const statuses: Record<string, number> = {}
  const last = new Map<string, string>()
  const unexplained: string[] = []
  let isStopped = false
  const callOnce = async (path: string): Promise<string> => {
    const response = await fetchAny(urls, `/api${path}`, token)
    if (!response) return 'none'
    const text = await response.text().catch(() => '')
    // While something is away a page gets a sentence and when to try again, and never anything else.
    const isAway = response.status === 503 && response.headers.has('retry-after') && text.includes('"error"')
    const isExplained = response.status === 200 || isAway
    if (!isExplained) unexplained.push(`${path} ${response.status} ${text.slice(0, 200)}`)
    return String(response.status)
  }
  const loops = POLLED.map(async (path) => {
    while (!isStopped) {
      const status = await callOnce(path)
      statuses[status] = (statuses[status] ?? 0) + 1
      last.set(path, status)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  })
  return {
    /** Empty until each was answered since `forget`. */
    lastStatuses: (): ReadonlyMap<string, string> => last,
    forget: () => last.clear(),
    stop: async () => {
      isStopped = true
      await Promise.all(loops)
      return { statuses, unexplained }
    },
  }
}

async function fetchAny(urls: readonly string[], path: string, token: string): Promise<Response | undefined> {
  const headers = { authorization: `Bearer ${token}` }
  for (const url of urls) {
    const response = await fetch(`${url}${path}`, { headers }).catch(() => undefined)
    if (response) return response
  }
  return undefined
}
