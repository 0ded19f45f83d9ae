// Which log-in answers block an account until someone clears it, and which are retried later.
import { dayNumberOf, HOUR_MS, indiaDayStartMs, MINUTE_MS, SECOND_MS } from '@trading-bot/core/time'
import { expect, test } from 'vitest'
import { systemDrain } from '../../../ports/system-drain.ts'
import { type VirtualTime, virtualTime } from '../../../ports/virtual-time.ts'
import { playedSetup } from '../../testing/played-setup.ts'
import { angelOneAccount, type AngelOneSetup } from '../angel-one-account.ts'
import type { HttpAnswer } from '../requests/http-wire.ts'
import type { LogInState } from './log-in-gate.ts'
import { totpCheck } from './totp-check.ts'

const TEN_O_CLOCK = indiaDayStartMs(dayNumberOf('2026-11-16')) + 10 * HOUR_MS
const SECRET = 'JBSWY3DPEHPK3PXP'
const ACCEPTED = envelope({ status: true, data: { jwtToken: 'jwt', refreshToken: 'refresh', feedToken: 'feed' } })

function envelope(body: object, status = 200): HttpAnswer {
  return { kind: 'answer', status, text: JSON.stringify({ message: '', errorcode: '', data: null, ...body }) }
}

function refusal(errorcode: string, message = ''): HttpAnswer {
  return envelope({ status: false, errorcode, message })
}

/** An account whose log-ins are answered by the test; the last answer repeats. */
function open(answers: HttpAnswer[], options: Partial<AngelOneSetup> = {}, time = virtualTime(TEN_O_CLOCK)) {
  const attempts: { readonly atMs: number; readonly totp: string }[] = []
  const states: LogInState[] = []
  const wire: AngelOneSetup['wire'] = async ({ url, body }) => {
    if (!url.endsWith('/loginByPassword')) return envelope({ status: true, data: [] })
    attempts.push({ atMs: time.clock.nowMs(), totp: (JSON.parse(body) as { totp: string }).totp })
    return answers.length > 1 ? answers.shift()! : answers[0]!
  }
  const setup = { ...playedSetup(time, wire), onLogIn: (state: LogInState) => states.push(state) }
  const { broker } = angelOneAccount({ ...setup, ...options })
  /** Requests the order book every second, as the engine does while it is unavailable. */
  const poll = async (durationMs: number) => {
    const untilMs = time.clock.nowMs() + durationMs
    let last = await settled(time, broker.orderBook())
    while (last.kind !== 'answered' && time.clock.nowMs() < untilMs) {
      await pass(time, SECOND_MS)
      last = await settled(time, broker.orderBook())
    }
    return last
  }
  return { time, broker, attempts, states, poll, ask: () => settled(time, broker.orderBook()) }
}

function pass(time: VirtualTime, ms: number): Promise<void> {
  return time.settleTo(time.clock.nowMs() + ms, systemDrain)
}

/** Advances time until the call is answered. */
async function settled<T>(time: VirtualTime, call: Promise<T>): Promise<T> {
  let isDone = false
  void call.then(() => (isDone = true))
  await pass(time, 0)
  while (!isDone) await pass(time, 100)
  return call
}

test.each([
  ['AB1000', refusal('AB1000', 'Invalid Email Or Password')],
  ['AB1001', refusal('AB1001', 'Invalid Email')],
  ['AB1007 with its text', refusal('AB1007', 'Login Id or password is invalid')],
])('%s proves the credentials wrong, so there is no further log-in today or tomorrow', async (_, answer) => {
  const { ask, attempts, states, time, broker } = open([answer, ACCEPTED])
  expect(await ask()).toMatchObject({ kind: 'refused', sentence: expect.stringMatching(/client code and MPIN/) })
  await pass(time, 24 * HOUR_MS)
  expect(await ask()).toMatchObject({ kind: 'refused' })
  expect(attempts).toHaveLength(1)
  expect(states).toMatchObject([{ kind: 'rejected', reason: expect.stringMatching(/client code and MPIN/) }])
  // The rejection is cleared.
  expect(await settled(time, broker.logIn())).toEqual({ kind: 'accepted' })
  expect(await ask()).toMatchObject({ kind: 'answered' })
})

test.each<[string, HttpAnswer]>([
  ['an unknown code', refusal('AB9999', 'Something new')],
  ['HTML with status 200', { kind: 'answer', status: 200, text: '<html>Welcome</html>' }],
  ['a blocked account', refusal('AB1006')],
  ['an unknown API key', refusal('AG8004')],
  ['an unregistered address', refusal('AG7002')],
  ['a wrong password length', refusal('AB1002')],
  ['a code about orders', refusal('AB1009')],
  ['an unknown user', refusal('AB1032')],
  ['AB1007 without its text', refusal('AB1007', 'AMX Error')],
  ['an empty answer', { kind: 'answer', status: 200, text: '' }],
  ['a success without a token', envelope({ status: true, data: {} })],
  ['HTTP 400', { kind: 'answer', status: 400, text: 'Bad Request' }],
  ['HTTP 403', { kind: 'answer', status: 403, text: 'Forbidden' }],
  ['HTTP 503', { kind: 'answer', status: 503, text: '' }],
  ['a timeout', { kind: 'no-answer', why: 'timeout' }],
  ['a broker out of reach', { kind: 'not-sent', why: 'ECONNREFUSED' }],
])('%s rejects no credentials: the account is unavailable until a later log-in succeeds by itself', async (_, odd) => {
  const { ask, poll, attempts, states } = open([odd, odd, ACCEPTED])
  expect(await ask()).toMatchObject({ kind: 'unavailable', why: expect.stringMatching(/ We try again at 10:0[01]\.$/) })
  expect(await poll(5 * MINUTE_MS)).toMatchObject({ kind: 'answered' })
  expect(attempts).toHaveLength(3)
  expect(states.map(({ kind }) => kind)).toEqual(['retrying', 'retrying', 'open'])
})

test('during a pause the reason is the broker’s sentence with the time of the next attempt', async () => {
  const blocked = open([refusal('AB1006')])
  expect(await blocked.ask()).toEqual({
    kind: 'unavailable',
    why: 'Angel One has blocked this account for trading. Ask Angel One to lift the block. We try again at 10:00.',
  })
  expect(blocked.states).toMatchObject([{ kind: 'retrying', reason: expect.stringMatching(/^Angel One has blocked/) }])
  const silent = open([{ kind: 'no-answer', why: 'timeout' }])
  expect(await silent.ask()).toMatchObject({
    why: expect.stringMatching(/^Angel One could not be reached \(timeout\)\./),
  })
})

test('pauses grow to ten minutes after rejections and to one minute in an outage, however often calls are made', async () => {
  for (const [answer, longestMs] of [
    [refusal('AB1006'), 10 * MINUTE_MS],
    [{ kind: 'no-answer', why: 'timeout' } as const, MINUTE_MS],
  ] as const) {
    const { poll, attempts } = open([answer])
    await poll(2 * HOUR_MS)
    const pauses = attempts.slice(1).map(({ atMs }, at) => atMs - attempts[at]!.atMs)
    // Each is at least half of twice the previous one, and lasts at least until the next code.
    expect(pauses[0]).toBeLessThanOrEqual(31 * SECOND_MS)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(longestMs + 31 * SECOND_MS)
    expect(Math.min(...pauses.slice(-5))).toBeGreaterThanOrEqual(longestMs / 2)
    expect(new Set(attempts.map(({ totp }) => totp)).size).toBe(attempts.length)
  }
})

test('pauses restart from the shortest at 08:30', async () => {
  const time = virtualTime(TEN_O_CLOCK - 2 * HOUR_MS)
  const { poll, attempts } = open([refusal('AB1006')], {}, time)
  await poll(40 * MINUTE_MS)
  const morningMs = TEN_O_CLOCK - 1.5 * HOUR_MS
  const after = attempts.filter(({ atMs }) => atMs >= morningMs).map(({ atMs }) => atMs - morningMs)
  expect(after[0]).toBeLessThanOrEqual(31 * SECOND_MS)
  // Four attempts within two minutes, whereas pauses were ten minutes long an hour earlier.
  expect(after[3]).toBeLessThanOrEqual(150 * SECOND_MS)
  const before = attempts.filter(({ atMs }) => atMs < morningMs)
  expect(morningMs - before.at(-1)!.atMs).toBeGreaterThan(2 * MINUTE_MS)
})

test('an invalid TOTP code counts once per window, and only the third window proves the secret wrong', async () => {
  const { poll, ask, attempts, states, time } = open([refusal('AB1050')])
  expect(await ask()).toMatchObject({ kind: 'unavailable', why: expect.stringMatching(/TOTP/) })
  expect(await poll(10 * MINUTE_MS)).toMatchObject({ kind: 'refused', code: 'AB1050' })
  await pass(time, 24 * HOUR_MS)
  await ask()
  const windows = attempts.map(({ atMs }) => Math.floor(atMs / 30_000))
  expect(windows).toHaveLength(3)
  expect(new Set(windows).size).toBe(3)
  expect(states.map(({ kind }) => kind)).toEqual(['retrying', 'retrying', 'rejected'])
})

test('a secret that is not base32 is rejected without being sent', async () => {
  const credentials = { apiKey: 'key', clientCode: 'A1', mpin: '1234', totpSecret: 'not base32!' }
  const { ask, attempts, states } = open([ACCEPTED], { credentials })
  expect(await ask()).toMatchObject({ kind: 'refused', sentence: expect.stringMatching(/TOTP secret is not one/) })
  expect(attempts).toHaveLength(0)
  expect(states).toMatchObject([{ kind: 'rejected' }])
})

test('when more than 5 % of the accounts fail together, none is rejected and the clock is suspected once', async () => {
  const time = virtualTime(TEN_O_CLOCK)
  const suspicions: number[][] = []
  const totp = totpCheck(time.clock, (...figures) => suspicions.push(figures))
  const credentialsOf = (at: number) => ({ apiKey: 'key', clientCode: `A${at}`, mpin: '1234', totpSecret: SECRET })
  const fleet = Array.from({ length: 30 }, (_, at) =>
    open([at < 2 ? refusal('AB1050') : ACCEPTED], { totp, credentials: credentialsOf(at) }, time),
  )
  for (const { ask } of fleet) await ask()
  for (let turn = 0; turn < 300; turn++) {
    for (const { broker } of fleet.slice(0, 2)) void broker.orderBook()
    await pass(time, SECOND_MS)
  }
  for (const { ask, attempts, states } of fleet.slice(0, 2)) {
    expect(attempts.length).toBeGreaterThan(3)
    expect(states.map(({ kind }) => kind)).not.toContain('rejected')
    expect(await ask()).toMatchObject({ kind: 'unavailable', why: expect.stringMatching(/clock/) })
  }
  expect(suspicions).toHaveLength(1)
})

test('a single failing account among many that succeed is rejected', async () => {
  const time = virtualTime(TEN_O_CLOCK)
  const totp = totpCheck(time.clock, () => expect.unreachable())
  const others = Array.from({ length: 3 }, (_, at) => {
    const credentials = { apiKey: 'key', clientCode: `B${at}`, mpin: '1234', totpSecret: SECRET }
    return open([ACCEPTED], { totp, credentials }, time)
  })
  for (const { ask } of others) await ask()
  const { poll, states } = open([refusal('AB1050')], { totp }, time)
  await poll(5 * MINUTE_MS)
  expect(states.at(-1)).toMatchObject({ kind: 'rejected' })
})

test('an account that cannot be cleared keeps trying after invalid codes', async () => {
  const { poll, states } = open([refusal('AB1050')], { rejectsTotp: false })
  await poll(HOUR_MS)
  expect(states.length).toBeGreaterThan(5)
  expect(states.every(({ kind }) => kind === 'retrying')).toBe(true)
})

test('a rejection stored by an earlier process is not retried', async () => {
  const rejection = { kind: 'refused', code: 'AB1000', sentence: 'Wrong MPIN.' } as const
  const { ask, attempts } = open([ACCEPTED], { rejection })
  expect(await ask()).toEqual(rejection)
  expect(attempts).toHaveLength(0)
})
