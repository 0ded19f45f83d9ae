import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { totpCode } from '../../totp/totp-code.ts'
import { openAccount } from '../accounts/open-account.ts'
import { openTestExchange, SBIN } from '../testing/open-test-exchange.ts'
import { startExchangeServer } from './start-exchange-server.ts'

// Runs the broker's own unmodified Python client against the simulated exchange.
const PACKAGES = ['smartapi-python==1.5.5', 'requests==2.32.5', 'logzero==1.7.0', 'websocket-client==1.8.0']
const SCRIPT = fileURLToPath(new URL('../testing/official_client.py', import.meta.url))
const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/smartapi-python-1.5.5', import.meta.url))

test('the official Python client makes 47 of its 48 calls, and each is answered in its shape', async () => {
  installClient()
  const { exchange, time } = openTestExchange()
  const account = openAccount(exchange)
  const server = await startExchangeServer(exchange, {
    onBug: (error) => {
      throw error
    },
  })
  const { restUrl, feedUrl, orderUpdatesUrl } = server
  const { clientCode, mpin, apiKey, totpSecret } = account
  const last = String(exchange.books.get(SBIN.token)!.quote.lastPaise / 100)
  const totp = totpCode(totpSecret, time.clock.nowMs()) ?? ''
  const login = [apiKey, clientCode, mpin, totp]
  const answers = await drive([restUrl, feedUrl, orderUpdatesUrl, ...login, SBIN.token, SBIN.symbol, last], () =>
    time.advanceBy(1_001),
  )
  await server.close()
  exchange.close()

  const success = (data: unknown) => ({ status: true, message: 'SUCCESS', errorcode: '', data })
  const text = expect.any(String)
  const number = expect.any(Number)
  const digits = expect.stringMatching(/^-?\d+(\.\d+)?$/)
  const placed = success({ script: text, orderid: expect.stringMatching(/^\d{15}$/), uniqueorderid: text })
  const atBse = { exchange: 'BSE', tradingsymbol: 'SBIN', symboltoken: '500112' }
  const future = expect.stringMatching(/^(SBIN|NIFTY|BANKNIFTY)24NOV26FUT$/)
  expect(answers).toMatchObject({
    generateSession: success({ clientcode: clientCode, jwtToken: expect.stringMatching(/^Bearer /) }),
    getfeedToken: text,
    login_url: expect.stringContaining(apiKey),
    requestHeaders: { 'X-PrivateKey': apiKey, 'X-UserType': 'USER' },
    getProfile: success({ clientcode: clientCode, exchanges: ['NSE', 'BSE'] }),
    rmsLimit: success({ availablecash: '1000000.00' }),
    ltpData: success({ exchange: 'NSE', ltp: Number(last) }),
    'ltpData BSE': success({ ...atBse, ltp: number }),
    getMarketData: success({ fetched: [{ exchange: 'NSE' }, { exchange: 'BSE' }], unfetched: [] }),
    searchScrip: success([{ exchange: 'NSE', symboltoken: SBIN.token }]),
    'searchScrip BSE': success([atBse]),
    getCandleData: success([expect.anything(), expect.anything(), expect.anything()]),
    placeOrder: expect.stringMatching(/^\d{15}$/),
    modifyOrder: success({ orderid: text }),
    cancelOrder: success({ orderid: text }),
    placeOrderFullResponse: placed,
    'placeOrder ROBO': placed,
    'placeOrder AMO': placed,
    'placeOrder BSE': placed,
    individual_order_details: success({ status: 'complete', averageprice: number }),
    make_authenticated_get_request: success({ status: 'complete' }),
    holding: success(null),
    allholding: success({ holdings: [], totalholding: { totalholdingvalue: 0 } }),
    convertPosition: success(null),
    getMarginApi: success({ totalMarginRequired: 1_600 }),
    estimateCharges: success({ summary: { trade_value: 8_000 }, charges: [{ total_charges: number }] }),
    gttCreateRule: '1',
    gttDetails: success({ id: '1', status: 'NEW' }),
    gttModifyRule: '1',
    gttCancelRule: success({ id: '1' }),
    gttLists: success([{ id: '1', status: 'CANCELLED', qty: 2 }]),
    getOIData: success(Array(3).fill({ time: expect.stringMatching(/^2026-11-16T09:/), oi: number })),
    putCallRatio: success(Array(3).fill({ pcr: number, tradingSymbol: future })),
    nseIntraday: success([{ Exchange: 'NSE', SymbolName: 'SBIN' }]),
    bseIntraday: success([{ Exchange: 'BSE', SymbolName: 'SBIN' }]),
    verifyDis: success({ ReqId: digits, ReturnURL: text, DPId: text, BOID: digits, TransDtls: text }),
    generateTPIN: success(null),
    getTranStatus: success({ TransResDtls: { ReqType: 'D', RecordResDtls: [{ Status: '1' }] } }),
    feed: [
      { exchange_type: 1, token: SBIN.token, last_traded_price: number, upper_circuit_limit: number },
      { exchange_type: 3, token: '500112', last_traded_price: number },
    ],
    'order updates': [{ 'user-id': clientCode, 'order-status': 'AB00' }],
    renewAccessToken: { clientcode: clientCode, refreshToken: text },
    'rmsLimit after renewing': success({ availablecash: digits }),
    generateToken: success({ jwtToken: text, refreshToken: text, feedToken: text }),
    terminateSession: success(''),
  })
  expect(answers['getCandleData BSE']).toEqual(answers['getCandleData'])
  expect(rowsOf(answers['orderBook']).map((row) => [row['variety'], row['exchange'], row['status']].join(' '))).toEqual(
    [
      'NORMAL NSE cancelled',
      'NORMAL NSE complete',
      'ROBO NSE complete',
      'ROBO NSE open',
      'ROBO NSE trigger pending',
      'AMO NSE rejected',
      'NORMAL BSE complete',
    ],
  )
  expect(rowsOf(answers['tradeBook'])).toHaveLength(3)
  expect(rowsOf(answers['position'])).toHaveLength(3)
  const figures = { delta: digits, gamma: digits, theta: digits, vega: digits, impliedVolatility: digits }
  const option = { name: 'SBIN', expiry: '24NOV2026', strikePrice: digits, tradeVolume: digits, ...figures }
  expect(rowsOf(answers['optionGreek'])).toContainEqual({ ...option, optionType: 'CE' })
  expect(rowsOf(answers['optionGreek'])).toContainEqual({ ...option, optionType: 'PE' })
  const rowsOfAll = (...names: readonly string[]) => names.flatMap((name) => rowsOf(answers[name]))
  const everyOne = (rows: readonly unknown[], row: object) => {
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(rows.map(() => row))
  }
  const mover = { tradingSymbol: future, percentChange: number, symbolToken: number }
  everyOne(rowsOfAll('PercPriceGainers', 'PercPriceLosers'), { ...mover, ltp: number, netChange: number })
  const interest = { opnInterest: number, netChangeOpnInterest: number }
  everyOne(rowsOfAll('PercOIGainers', 'PercOILosers'), { ...mover, ...interest })
  const row = { symbolToken: digits, ltp: digits, netChange: digits, percentChange: digits, tradingSymbol: future }
  everyOne(rowsOfAll('Long Built Up', 'Short Built Up', 'Short Covering', 'Long Unwinding'), {
    ...row,
    opnInterest: digits,
    netChangeOpnInterest: digits,
  })
  const { all, missing } = answers['calls'] as Record<'all' | 'missing', readonly string[]>
  // Its definition lacks the object, so that nobody can call it.
  expect(missing).toEqual(['getUserId'])
  expect(all).toHaveLength(48)
}, 120_000)

function rowsOf(answer: unknown): readonly Record<string, unknown>[] {
  return (answer as { data: readonly Record<string, unknown>[] }).data
}

function installClient(): void {
  if (existsSync(path.join(CACHE, 'SmartApi'))) return
  const args = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--target', CACHE, ...PACKAGES]
  // The interpreter itself: a version manager's stand-in waits for a lock of its own whenever packages are installed.
  const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim()
  const done = spawnSync(python, args, { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`pip could not install the official Python client:\n${done.stderr}`)
}

/** The answers by the name of the call. The client keeps its log in the folder that it runs in. */
async function drive(args: readonly string[], beforeNext: () => void): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'official-python-client-'))
  const child = spawn('python3', [SCRIPT, ...args], { cwd: folder, env: { ...process.env, PYTHONPATH: CACHE } })
  let errors = ''
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const answers: Record<string, unknown> = {}
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"name"')) continue
    const { name, answer } = JSON.parse(line) as { name: string; answer: unknown }
    answers[name] = answer
    beforeNext()
    child.stdin.write('\n')
  }
  const code = await ended
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0) throw new Error(`the official Python client ended with ${code}:\n${errors.slice(-2_000)}`)
  return answers
}
