import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const EMBEDDED_DATABASE_URL = 'postgres://localhost/x'
const SECRET = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64')
const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://localhost/x',
  PUBLIC_URL: 'https://bot.example.in/',
  AUTH_SECRET: SECRET,
  CREDENTIALS_KEY: Buffer.from(SECRET, 'base64').reverse().toString('base64'),
}
const folder = mkdtempSync(path.join(tmpdir(), 'config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const dataDir = () => mkdtempSync(path.join(folder, 'data-'))
/** As on a developer's machine, with these variables. */
const readLocal = (more: object = {}) => readConfig({ EMBEDDED_DATABASE_URL, DATA_DIR: dataDir(), ...more })

test('the config without any variables is the demo on loopback', () => {
  expect(readLocal()).toMatchObject({ demo: true, host: '127.0.0.1', port: 3000, publicUrl: 'http://localhost:3000' })
})

test.each([
  ['HOST off loopback', { HOST: '0.0.0.0', ALLOW_PUBLIC_DEVELOPMENT: 'on' }],
  ['an own database', { DATABASE_URL: 'postgres://elsewhere/x' }],
  ['DEMO=off', { DEMO: 'off' }],
])('%s disables the demo', (_, more) => {
  expect(readLocal(more).demo).toBe(false)
})

test('a server for other machines is in production, unless its operator names the risk', () => {
  const read = (more: object) => readLocal({ HOST: '0.0.0.0', ...more })
  expect(() => read({})).toThrow('Set NODE_ENV=production, or ALLOW_PUBLIC_DEVELOPMENT=on.')
  expect(read({ ALLOW_PUBLIC_DEVELOPMENT: 'on' }).isLoopback).toBe(false)
})

test('only a process that browsers are sent to takes its time to leave', () => {
  const leaveMs = (more: object) => readConfig({ ...PRODUCTION, ...more }).leaveMs
  expect([leaveMs({ ROLE: 'api' }), leaveMs({ ROLE: 'engine' }), readLocal({ ROLE: 'api' }).leaveMs]).toEqual([
    3_000, 0, 0,
  ])
})

test('production disables the demo and reads its secrets, also former ones, from the environment', () => {
  const config = readConfig({ ...PRODUCTION, AUTH_SECRET_PREVIOUS: PRODUCTION.CREDENTIALS_KEY })
  expect(config).toMatchObject({ production: true, demo: false, publicUrl: 'https://bot.example.in' })
  expect(config.authKeys).toHaveLength(2)
})

test.each([
  [{ AUTH_SECRET: undefined }, 'AUTH_SECRET is missing'],
  [{ CREDENTIALS_KEY: undefined }, 'CREDENTIALS_KEY is missing'],
  [{ PUBLIC_URL: undefined }, 'PUBLIC_URL is missing'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET is weak'],
  [{ AUTH_SECRET: Buffer.alloc(32, 1).toString('base64') }, 'AUTH_SECRET is weak'],
  [{ AUTH_SECRET_PREVIOUS: `${SECRET}, short` }, 'AUTH_SECRET_PREVIOUS is weak'],
  [{ PORT: 'eighty' }, 'PORT is not usable'],
  [{ PAYMENTS: 'simulated' }, 'PAYMENTS=simulated is not for production'],
  [{ CREDENTIALS_KEY: SECRET }, 'CREDENTIALS_KEY and AUTH_SECRET are the same'],
  [{ METRICS_TOKEN: SECRET }, 'METRICS_TOKEN and AUTH_SECRET are the same'],
  [{ METRICS_TOKEN: 'tell-me' }, 'METRICS_TOKEN is weak'],
  [{ PUBLIC_URL: 'http://bot.example.in' }, 'PUBLIC_URL must begin with https://'],
  [{ RAZORPAY_WEBHOOK_SECRET: 'webhook' }, 'RAZORPAY_WEBHOOK_SECRET is weak'],
  [{ RAZORPAY_WEBHOOK_SECRET: 'a'.repeat(40) }, 'RAZORPAY_WEBHOOK_SECRET is weak'],
  [{ ALLOW_WEAK_SANDBOX: 'on' }, 'ALLOW_WEAK_SANDBOX=on is not for production'],
  [{ SANDBOX_CGROUP: 'mine' }, 'SANDBOX_CGROUP is not usable: it must be the absolute path of a cgroup'],
  [{ SANDBOX_TESTS: '0' }, 'SANDBOX_TESTS is not usable'],
])('production with %o does not start: %s', (change, sentence) => {
  expect(() => readConfig({ ...PRODUCTION, ...change })).toThrow(sentence)
})

test('a weak sandbox is off unless it is allowed by name, and places follow the machine unless they are set', () => {
  const sandbox = (more: object) => readLocal(more).sandbox
  expect(sandbox({}).allowsWeakSandbox).toBe(false)
  expect(sandbox({}).places.live).toBeGreaterThanOrEqual(4)
  expect(sandbox({}).places.test).toBeGreaterThanOrEqual(1)
  expect(sandbox({ ALLOW_WEAK_SANDBOX: 'on', SANDBOX_TESTS: '3', SANDBOX_LIVE: '7' })).toEqual({
    places: { live: 7, test: 3 },
    cgroup: undefined,
    allowsWeakSandbox: true,
    libraries: { folder: undefined, extraLock: undefined },
  })
  const libraries = { AUTHOR_LIBRARIES: '/srv/libraries', AUTHOR_LIBRARIES_LOCK: '/srv/more.lock' }
  expect(sandbox(libraries).libraries).toEqual({ folder: '/srv/libraries', extraLock: '/srv/more.lock' })
})

test('secrets are generated once outside production, readable by the owner only', () => {
  const folder = dataDir()
  const first = readConfig({ EMBEDDED_DATABASE_URL, DATA_DIR: folder })
  const second = readConfig({ EMBEDDED_DATABASE_URL, DATA_DIR: folder })
  expect(second.authKeys).toEqual(first.authKeys)
  const file = path.join(folder, 'secrets/auth_secret')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toHaveLength(44)
})

test.each([
  ['nothing in the demo', { EMBEDDED_DATABASE_URL }, 'simulated'],
  ['nothing elsewhere', { DATABASE_URL: 'postgres://elsewhere/x' }, 'none'],
  ['the setting for test money', { DATABASE_URL: 'postgres://elsewhere/x', PAYMENTS: 'simulated' }, 'simulated'],
  ['placeholders', { ...PRODUCTION, RAZORPAY_KEY_ID: 'rzp_test_your_key', RAZORPAY_KEY_SECRET: 'xxx' }, 'none'],
  ['half a pair', { ...PRODUCTION, RAZORPAY_KEY_ID: 'rzp_live_A1b2C3d4E5' }, 'none'],
  ['keys', { ...PRODUCTION, RAZORPAY_KEY_ID: 'rzp_live_A1b2C3d4E5', RAZORPAY_KEY_SECRET: 'a1b2c3d4e5' }, 'razorpay'],
])('payments are handled by %s', (_, env, kind) => {
  expect(readConfig({ DATA_DIR: dataDir(), ...env }).payments.kind).toBe(kind)
})

test("SELLER_STATE accepts a state's name or code, and the GSTIN must agree with it", () => {
  const seller = (more: Record<string, string>) => readConfig({ ...PRODUCTION, ...more }).seller.state
  expect([seller({}), seller({ SELLER_STATE: 'karnataka' }), seller({ SELLER_STATE: '33' })]).toEqual([
    '27',
    '29',
    '33',
  ])
  expect(() => seller({ SELLER_STATE: 'Atlantis' })).toThrow('SELLER_STATE is not a state of India')
  expect(() => seller({ SELLER_STATE: 'Kerala', GSTIN: '27ABCDE1234F1Z5' })).toThrow('it would begin with 32')
})

test('AWS settings must be complete or absent', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'AKIATEST', AWS_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig({ ...PRODUCTION, AWS_REGION: 'ap-south-1' }).aws).toBeUndefined()
  expect(readConfig({ ...PRODUCTION, ...keys, AWS_REGION: 'ap-south-1' }).aws).toMatchObject({ region: 'ap-south-1' })
  expect(() => readConfig({ ...PRODUCTION, ...keys })).toThrow('AWS_REGION missing')
})

test('a malformed Telegram token is named in the error without being printed', () => {
  const token = '123456:AAexample-token_of-thirty-and-more'
  const telegram = { apiUrl: 'https://api.telegram.org', token, botId: '123456' }
  expect(readLocal({ TELEGRAM_BOT_TOKEN: token }).telegram).toEqual(telegram)
  expect(readLocal().telegram).toBeUndefined()
  const start = () => readLocal({ TELEGRAM_BOT_TOKEN: 'secret-thing' })
  expect(start).toThrow('The environment variable TELEGRAM_BOT_TOKEN is not usable: it does not look like')
  expect(start).not.toThrow('secret-thing')
})

test('OUTBOUND_ADDRESSES accepts pairs only; anything else stops the start', () => {
  const read = (OUTBOUND_ADDRESSES: string) => readLocal({ OUTBOUND_ADDRESSES }).outboundAddresses
  expect([...read('203.0.113.7=10.0.0.5, 2001:db8::7=fd00::5')]).toEqual([
    ['203.0.113.7', { localAddress: '10.0.0.5' }],
    ['2001:db8::7', { localAddress: 'fd00::5' }],
  ])
  expect([...read('203.0.113.8=http://engine:a%2Cb=%FF@egress-8:3128,203.0.113.9 = http://[fd00::9]')]).toEqual([
    ['203.0.113.8', { proxy: { host: 'egress-8', port: 3128, userInfo: 'engine:a,b=\uFFFD' } }],
    ['203.0.113.9', { proxy: { host: 'fd00::9', port: 80, userInfo: null } }],
  ])
  expect(read('').size).toBe(0)
  for (const wrong of ['203.0.113.7', '203.0.113.7=here', '=10.0.0.5', 'here=http://10.0.0.9:3128'])
    expect(() => read(wrong)).toThrow('OUTBOUND_ADDRESSES is not usable: it takes pairs such as 203.0.113.7=10.0.0.5')
})

test("an engine's zone and capacity are optional, and a capacity is a whole number from 1 to 100", () => {
  const read = (more: object) => readLocal(more).engine
  expect(read({})).toEqual({ zone: null, capacity: 1 })
  expect(read({ ENGINE_ZONE: 'mumbai-1', ENGINE_CAPACITY: '4' })).toEqual({ zone: 'mumbai-1', capacity: 4 })
  for (const wrong of ['0', '101', '1.5', 'two'])
    expect(() => read({ ENGINE_CAPACITY: wrong })).toThrow('ENGINE_CAPACITY is not usable')
})

test('a malformed proxy in OUTBOUND_ADDRESSES is named by its place, and its password is not printed', () => {
  for (const wrong of ['https://engine:sesame@10.0.0.9', 'http://engine:sesame@10.0.0.9/path', 'http://sesame@:3128']) {
    const start = () => readLocal({ OUTBOUND_ADDRESSES: `203.0.113.7=10.0.0.5,203.0.113.8=${wrong}` })
    expect(start).toThrow('separated by commas, and number 2 is not one')
    expect(start).not.toThrow('sesame')
  }
})

test('price accounts must be complete or absent, missing settings are named, and the spare is a different account', () => {
  const account = (prefix: string, code: string) => ({
    [`${prefix}_API_KEY`]: 'key',
    [`${prefix}_CLIENT_CODE`]: code,
    [`${prefix}_MPIN`]: '1234',
    [`${prefix}_TOTP_SECRET`]: 'JBSWY3DPEHPK3PXP',
  })
  const first = account('ANGEL_ONE', 'A1')
  expect(readLocal()).toMatchObject({ marketAccount: undefined, spareMarketAccount: undefined })
  expect(readLocal(first)).toMatchObject({ marketAccount: { clientCode: 'A1' }, spareMarketAccount: undefined })
  expect(readLocal({ ...first, ...account('ANGEL_ONE_SPARE', 'B2') })).toMatchObject({
    marketAccount: { clientCode: 'A1', mpin: '1234' },
    spareMarketAccount: { clientCode: 'B2', totpSecret: 'JBSWY3DPEHPK3PXP' },
  })
  expect(() => readLocal({ ANGEL_ONE_MPIN: '1234' })).toThrow(
    'ANGEL_ONE_API_KEY and ANGEL_ONE_CLIENT_CODE and ANGEL_ONE_TOTP_SECRET missing',
  )
  const { ANGEL_ONE_SPARE_MPIN: _, ...half } = account('ANGEL_ONE_SPARE', 'B2')
  expect(() => readLocal({ ...first, ...half })).toThrow('ANGEL_ONE_SPARE_MPIN missing')
  expect(() => readLocal({ ...first, ...account('ANGEL_ONE_SPARE', 'A1') })).toThrow('ANGEL_ONE_SPARE_CLIENT_CODE')
  expect(() => readLocal(account('ANGEL_ONE_SPARE', 'B2'))).toThrow('without a primary')
})

test('the demo is simulated; elsewhere nothing is claimed and nobody trades live until the operator says so', () => {
  const rulesOf = (config: ReturnType<typeof readConfig>) => {
    const { hosting, performance, paperPrices } = config.compliance
    return [hosting, performance, paperPrices]
  }
  expect(rulesOf(readLocal())).toEqual(['simulated', 'simulated', 'simulated'])
  expect(rulesOf(readLocal({ HOSTING: 'provider' }))).toEqual(['provider', 'simulated', 'simulated'])
  expect(rulesOf(readLocal({ DEMO: 'off' }))).toEqual(['paper', 'own-account', 'live'])
  expect(rulesOf(readConfig(PRODUCTION))).toEqual(['paper', 'own-account', 'simulated'])
  const live = { ...PRODUCTION, LIVE_TRADING: 'on' }
  expect(() => readConfig(live)).toThrow('LIVE_TRADING=on without HOSTING')
  expect(rulesOf(readConfig({ ...live, HOSTING: 'own-logic' }))).toEqual(['own-logic', 'own-account', 'delayed'])
})

test('verified figures and real-time prices on paper need what they are shown with', () => {
  const verified = { PERFORMANCE: 'verified', PERFORMANCE_AGENCY: 'CARE Ratings', PERFORMANCE_REFERENCE: 'P-1' }
  expect(() => readConfig({ ...PRODUCTION, ...verified })).toThrow('PERFORMANCE=verified needs')
  expect(readConfig({ ...PRODUCTION, ...verified, PERFORMANCE_DATE: '2026-09-03' }).compliance.verification).toEqual({
    agency: 'CARE Ratings',
    reference: 'P-1',
    day: '2026-09-03',
  })
  const live = { ...PRODUCTION, PAPER_PRICES: 'live' }
  expect(() => readConfig(live)).toThrow('PAPER_PRICES=live needs PRICES_AGREEMENT')
  const agreement = { PRICES_AGREEMENT: 'NSE/DATA/12', PRICES_AGREEMENT_DATE: '2026-05-08' }
  expect(readConfig({ ...live, ...agreement }).compliance.pricesAgreement).toEqual({
    reference: 'NSE/DATA/12',
    day: '2026-05-08',
  })
  expect(() => readConfig({ ...live, ...agreement, PRICES_AGREEMENT_DATE: 'May' })).toThrow('PRICES_AGREEMENT_DATE')
})
