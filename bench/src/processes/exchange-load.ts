// The other side of the exchange's benchmarks, on a thread of its own: clients on loopback, bounded in count and time.

import { parentPort, workerData } from 'node:worker_threads'
import { type RestClient, restClient } from '@trading-bot/engine/exchange/testing/rest-client'
import { decodePacket } from '@trading-bot/engine/smart-stream/decode-packet'
import { totpCode } from '@trading-bot/engine/totp/totp-code'
import { WebSocket } from 'ws'

export type LoadAccount = {
  readonly clientCode: string
  readonly mpin: string
  readonly totpSecret: string
  readonly apiKey: string
}
export type ExchangeLoad = {
  readonly restUrl: string
  readonly feedUrl: string
  readonly accounts: readonly LoadAccount[]
  readonly tokens: readonly { readonly token: string; readonly symbol: string }[]
}
export type LoadOrder =
  | { readonly do: 'orders'; readonly perAccount: number }
  | { readonly do: 'listen'; readonly forMs: number; readonly mode: number }

type Session = { readonly headers: Record<string, string>; readonly clientCode: string; readonly feedToken: string }

const load = workerData as ExchangeLoad
const LANES = 64

const client = restClient(load.restUrl)
const sessions = await inLanes(load.accounts, (account) => logIn(client, account))
parentPort!.on('message', (order: LoadOrder) => {
  const work = order.do === 'orders' ? placeOrders(order.perAccount) : listen(order.forMs, order.mode)
  void work.then((answer) => parentPort!.postMessage(answer))
})
parentPort!.postMessage('ready')

async function logIn(rest: RestClient, account: LoadAccount): Promise<Session> {
  const body = {
    clientcode: account.clientCode,
    password: account.mpin,
    totp: totpCode(account.totpSecret, Date.now()),
  }
  const path = '/rest/auth/angelbroking/user/v1/loginByPassword'
  const { json, text } = await rest.post(path, body, { 'X-PrivateKey': account.apiKey })
  const data = json.data as unknown as { jwtToken: string; feedToken: string } | null
  if (!data) {
    // The code's window may have passed between computing and checking it: the next one is good.
    if (text.includes('AB1050')) return retryLogIn(rest, account)
    throw new Error(text)
  }
  const headers = { 'X-PrivateKey': account.apiKey, Authorization: `Bearer ${data.jwtToken}` }
  return { headers, clientCode: account.clientCode, feedToken: data.feedToken }
}

async function retryLogIn(rest: RestClient, account: LoadAccount): Promise<Session> {
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  return logIn(rest, account)
}

/** Every account places the same number of orders; answers how many were acknowledged, and how fast. */
async function placeOrders(perAccount: number) {
  const work = Array.from({ length: perAccount }, () => sessions).flat()
  const tookMs: number[] = []
  let acknowledged = 0
  await inLanes(work, async ({ headers }, index) => {
    const { token, symbol } = load.tokens[index % load.tokens.length]!
    const begun = performance.now()
    const { json } = await client.post(
      '/rest/secure/angelbroking/order/v1/placeOrder',
      orderFor(token, symbol),
      headers,
    )
    tookMs.push(performance.now() - begun)
    if (json['status'] === true) acknowledged++
  })
  return { acknowledged, p50Ms: percentile(tookMs, 0.5), p99Ms: percentile(tookMs, 0.99) }
}

function orderFor(token: string, symbol: string) {
  return {
    variety: 'NORMAL',
    tradingsymbol: symbol,
    symboltoken: token,
    transactiontype: 'BUY',
    exchange: 'NSE',
    ordertype: 'MARKET',
    producttype: 'INTRADAY',
    duration: 'DAY',
    price: '0',
    quantity: '1',
  }
}

/** Subscribes to all and measures from the tick's own instant to its arrival here, decoded. */
async function listen(forMs: number, mode: number) {
  const session = sessions[0]!
  const socket = new WebSocket(load.feedUrl, {
    headers: {
      Authorization: session.headers['Authorization']!,
      'x-api-key': session.headers['X-PrivateKey']!,
      'x-client-code': session.clientCode,
      'x-feed-token': session.feedToken,
    },
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const lateMs: number[] = []
  const seen = new Set<string>()
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    const packet = isBinary ? decodePacket(data) : null
    if (!packet || packet.mode === null) return
    // The first packet of each is what stood before; its instant says nothing.
    if (seen.has(packet.token)) lateMs.push(performance.timeOrigin + performance.now() - packet.exchangeTimeMs)
    seen.add(packet.token)
  })
  const tokenList = [{ exchangeType: 1, tokens: load.tokens.map(({ token }) => token) }]
  socket.send(JSON.stringify({ correlationID: 'bench', action: 1, params: { mode, tokenList } }))
  const bareTimerMs: number[] = []
  const stopTimer = measureBareTimer(bareTimerMs)
  await new Promise((resolve) => setTimeout(resolve, forMs))
  stopTimer()
  socket.terminate()
  return {
    symbols: seen.size,
    bareTimerP99Ms: percentile(bareTimerMs, 0.99),
    ticks: lateMs.length,
    p50Ms: percentile(lateMs, 0.5),
    p99Ms: percentile(lateMs, 0.99),
    mostMs: percentile(lateMs, 1),
  }
}

// How late a timer that does nothing runs beside it: what of the figure is the machine's and not ours.
function measureBareTimer(lateMs: number[]): () => void {
  const everyMs = 10
  let isOn = true
  const next = () => {
    const dueMs = performance.now() + everyMs
    setTimeout(() => {
      lateMs.push(performance.now() - dueMs)
      if (isOn) next()
    }, everyMs)
  }
  next()
  return () => {
    isOn = false
  }
}

async function inLanes<T, R>(items: readonly T[], run: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      answers[index] = await run(items[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return answers
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(2))
}
