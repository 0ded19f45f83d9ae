// An order call whose token the broker refuses: when it is sent again, how soon, and when it is not.
import { dayNumberOf, HOUR_MS, indiaDayStartMs } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import type { Broker, OrderOutcome, OrderRequest } from '../../../ports.ts'
import { systemDrain } from '../../../ports/system-drain.ts'
import { virtualTime } from '../../../ports/virtual-time.ts'
import { pause } from '../../pause.ts'
import { playedSetup } from '../../testing/played-setup.ts'
import { angelOneAccount } from '../angel-one-account.ts'
import type { HttpAnswer, HttpRequest } from './http-wire.ts'

const TEN_O_CLOCK = indiaDayStartMs(dayNumberOf('2026-11-16')) + 10 * HOUR_MS
const LATENCY_MS = 150
const TIMEOUT_MS = 7_000

const EXIT: OrderRequest = {
  clientId: 'exit1',
  instrument: { symbol: 'SBIN-EQ', token: '3045', tickPaise: 5, lotSize: 1 },
  side: 'SELL',
  quantity: 10,
  product: 'INTRADAY',
  purpose: 'STOP',
  price: { kind: 'MARKET', lastPaise: 80_000 },
  decidedAtMs: TEN_O_CLOCK,
}
const PLACED = { brokerOrderId: '261116000000001', request: EXIT }

const ok = (data: unknown) => answer({ status: true, errorcode: '', data })
const refusal = (code: string) => answer({ success: false, errorCode: code, message: '', data: '' })
const SILENCE: HttpAnswer = { kind: 'no-answer', why: 'timeout' }
const DONE = ok({ orderid: '261116000000001' })
const tokens = (name: string) => ok({ jwtToken: name, refreshToken: `${name}-refresh`, feedToken: 'feed' })

function answer(body: object): HttpAnswer {
  return { kind: 'answer', status: 200, text: JSON.stringify(body) }
}

type Played = { readonly orders: HttpAnswer[]; readonly refresh?: HttpAnswer; readonly logIn?: HttpAnswer }
type Sent = { readonly atMs: number; readonly answeredMs: number; readonly request: HttpRequest }

/** An account with a session whose order calls are answered by the test, `sinceLogInMs` after its log-in. */
async function open({ orders, refresh = tokens('refreshed'), logIn }: Played, sinceLogInMs = 60_000) {
  const time = virtualTime(TEN_O_CLOCK)
  const sent: Sent[] = []
  let isFirstLogIn = true
  const answerTo = (url: string): HttpAnswer => {
    if (url.endsWith('/generateTokens')) return refresh
    if (!url.endsWith('/loginByPassword')) return url.endsWith('Order') ? orders.shift()! : ok([])
    const first = isFirstLogIn
    isFirstLogIn = false
    return first ? tokens('morning') : (logIn ?? tokens('second'))
  }
  const { broker } = angelOneAccount(
    playedSetup(time, async (request) => {
      const atMs = time.clock.nowMs()
      const played = answerTo(request.url)
      const latencyMs = played === SILENCE ? TIMEOUT_MS : LATENCY_MS
      sent.push({ atMs, answeredMs: atMs + latencyMs, request })
      await pause(time.timers, latencyMs)
      return played
    }),
  )
  const settled = async <T>(work: Promise<T>): Promise<T> => {
    let isDone = false
    void work.then(() => (isDone = true))
    while (!isDone) await time.settleTo(time.clock.nowMs() + 10, systemDrain)
    return work
  }
  await settled(broker.logIn())
  await time.settleTo(TEN_O_CLOCK + sinceLogInMs, systemDrain)
  const callsTo = (path: string) => sent.filter(({ request }) => request.url.endsWith(path))
  return { broker, time, settled, callsTo, orderCalls: () => callsTo('Order') }
}

const ACTS: readonly (readonly [string, (broker: Broker) => Promise<OrderOutcome>])[] = [
  ['place', (broker) => broker.place(EXIT)],
  ['modify', (broker) => broker.modify(PLACED, { quantity: 10, price: EXIT.price })],
  ['cancel', (broker) => broker.cancel(PLACED)],
]

test.each(ACTS)('%s is sent again with refreshed tokens within 2 seconds', async (_, act) => {
  const { broker, settled, orderCalls, callsTo } = await open({ orders: [refusal('AG8001'), DONE] })
  expect(await settled(act(broker))).toEqual({ kind: 'acknowledged', brokerOrderId: '261116000000001' })
  const [first, second] = orderCalls() as [Sent, Sent]
  expect(orderCalls()).toHaveLength(2)
  expect(second.atMs - first.answeredMs).toBeLessThanOrEqual(2_000)
  expect(second.request.body).toBe(first.request.body)
  expect(second.request.headers['Authorization']).toBe('Bearer refreshed')
  expect(callsTo('/loginByPassword')).toHaveLength(1)
})

test.each([
  ['rejected', refusal('AB8051')],
  ['not answered', SILENCE],
] as const)('a refresh that is %s gives way to a log-in, still within 2 seconds', async (_, refresh) => {
  const { broker, settled, orderCalls, callsTo } = await open({ orders: [refusal('AG8002'), DONE], refresh })
  expect(await settled(broker.place(EXIT))).toMatchObject({ kind: 'acknowledged' })
  const [first, second] = orderCalls() as [Sent, Sent]
  expect(second.atMs - first.answeredMs).toBeLessThanOrEqual(2_000)
  expect(second.request.headers['Authorization']).toBe('Bearer second')
  expect(callsTo('/loginByPassword')).toHaveLength(2)
})

test('without a code for the log-in nothing is sent with an old price: the caller learns it within 2 seconds', async () => {
  const played = { orders: [refusal('AG8001'), DONE], refresh: refusal('AB8051') }
  const { broker, settled, orderCalls, time } = await open(played, 1_000)
  const outcome = await settled(broker.place(EXIT))
  expect(outcome).toMatchObject({ kind: 'rejected', code: 'NO_SESSION', isRetryable: true })
  expect(time.clock.nowMs() - orderCalls()[0]!.answeredMs).toBeLessThanOrEqual(2_010)
  expect(orderCalls()).toHaveLength(1)
  // The log-in goes on with the next code.
  expect(await settled(broker.place({ ...EXIT, clientId: 'exit2' }))).toMatchObject({ kind: 'acknowledged' })
})

test('a renewal that fails leaves the order unsent, whatever the reason', async () => {
  for (const logIn of [refusal('AB1000'), refusal('AB1004'), SILENCE]) {
    const played = { orders: [refusal('AG8001')], refresh: refusal('AB8051'), logIn }
    const { broker, settled, orderCalls } = await open(played)
    const outcome = await settled(broker.place(EXIT))
    expect(outcome).toMatchObject({ kind: 'rejected', code: 'NO_SESSION', isRetryable: true })
    expect(orderCalls()).toHaveLength(1)
  }
})

test('a token that is refused twice is not tried a third time', async () => {
  const { broker, settled, orderCalls } = await open({ orders: [refusal('AG8001'), refusal('AG8001'), DONE] })
  const outcome = await settled(broker.place(EXIT))
  expect(outcome).toMatchObject({ kind: 'rejected', code: 'NO_SESSION', isRetryable: true })
  expect(orderCalls()).toHaveLength(2)
})

test('the second call’s outcome is judged like any other', async () => {
  const lost = await open({ orders: [refusal('AG8001'), SILENCE] })
  expect(await lost.settled(lost.broker.place(EXIT))).toMatchObject({ kind: 'unknown' })
  const refused = await open({ orders: [refusal('AG8001'), refusal('AB1012')] })
  expect(await refused.settled(refused.broker.place(EXIT))).toMatchObject({ kind: 'rejected', code: 'AB1012' })
})

test('an ended session proves nothing: the order is unknown, not resent, and the session is renewed', async () => {
  const { broker, settled, orderCalls, callsTo } = await open({ orders: [refusal('AB1010'), DONE] })
  expect(await settled(broker.place(EXIT))).toMatchObject({ kind: 'unknown' })
  expect(orderCalls()).toHaveLength(1)
  expect(callsTo('/generateTokens')).toHaveLength(1)
})

test('an undocumented code leaves the order unknown and names the code', async () => {
  const { broker, settled } = await open({ orders: [refusal('AB7777')] })
  expect(await settled(broker.place(EXIT))).toMatchObject({ kind: 'unknown', undocumentedCode: 'AB7777' })
})
