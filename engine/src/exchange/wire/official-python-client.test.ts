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

test('the official Python client keeps a rule, reads what there is, and goes on after renewing its tokens', async () => {
  installClient()
  const { exchange, time } = openTestExchange()
  const account = openAccount(exchange)
  const server = await startExchangeServer(exchange, {
    onBug: (error) => {
      throw error
    },
  })
  const { clientCode, mpin, apiKey, totpSecret } = account
  const trigger = String((exchange.books.get(SBIN.token)!.quote.lastPaise + 20_000) / 100)
  const totp = totpCode(totpSecret, time.clock.nowMs()) ?? ''
  const answers = await drive([server.restUrl, apiKey, clientCode, mpin, totp, SBIN.token, SBIN.symbol, trigger], () =>
    time.advanceBy(1_001),
  )
  await server.close()
  exchange.close()

  const success = (data: unknown) => ({ status: true, message: 'SUCCESS', data })
  const noData = { status: false, errorcode: 'AB9019', message: 'No Data Available' }
  expect(answers).toMatchObject({
    generateSession: success({ clientcode: clientCode }),
    gttCreateRule: '1',
    gttDetails: success({ id: '1', status: 'NEW' }),
    gttModifyRule: '1',
    gttCancelRule: success({ id: '1' }),
    gttLists: success([{ id: '1', status: 'CANCELLED', qty: 2 }]),
    getCandleData: success([expect.anything(), expect.anything(), expect.anything()]),
    getOIData: success([]),
    optionGreek: noData,
    gainersLosers: noData,
    oIBuildup: noData,
    putCallRatio: noData,
    nseIntraday: success([{ SymbolName: 'SBIN' }]),
    bseIntraday: success([]),
    verifyDis: { status: false, errorcode: 'AB1004' },
    generateTPIN: { status: false },
    getTranStatus: { status: false },
    renewAccessToken: { clientcode: clientCode, refreshToken: expect.any(String) },
    rmsLimit: success({ availablecash: '1000000.00' }),
    generateToken: success({ jwtToken: expect.any(String) }),
    position: success(null),
  })
}, 120_000)

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
