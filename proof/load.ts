// npm run load -- --users 500 --streams 300 --rate 300 --seconds 60 --json
// The product with its trading demo on loopback, polled at a fixed rate as the screens of signed-in users poll, beside
// open event streams. Every call is timed from the moment it was due. It starts a product of its own and ends it. With
// --find-saturation the rate is raised from --rate by a hundred at a time, --seconds each, until it is not kept up with.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { steadyLoad } from '../product/testing/steady-load.ts'
import { buildIfNeeded } from '../product/install.mjs'
import { cpuBetween, readCpuSeconds } from '../product/testing/cpu-seconds.ts'
import { findSaturation } from './load/find-saturation.ts'
import { machineBetween, readMachineTime } from '../product/testing/machine-time.ts'
import { openStream, pollScreens, type SignedIn, signIn } from './load/screens.ts'
import { watchMemory } from './load/watch-memory.ts'
import { startProduct } from '../product/supervisor/start-product.mjs'

const ROOT = path.resolve(import.meta.dirname, '..')
const WARM_UP_SECONDS = 5
// Before the tokens expire, as the browser's client does.
const RENEW_EVERY_MS = 10 * 60_000

export type LoadOptions = {
  readonly users: number
  readonly streams: number
  /** Calls a second, and for how long. */
  readonly rate: number
  readonly seconds: number
  readonly dataDir: string
}

/** A product that is already set up in the folder, under load. */
export async function runLoad(options: LoadOptions) {
  return underLoad(options, (load) => load(options.rate))
}

type Measured = Awaited<ReturnType<typeof measureLoad>>

async function underLoad<T>(
  { users, streams, rate, seconds, dataDir }: LoadOptions,
  work: (load: (perSecond: number) => Promise<Measured>) => Promise<T>,
): Promise<T> {
  const product = await startProduct({
    root: ROOT,
    dataDir,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: '', NODE_ENV: '' },
    say: () => undefined,
    onDead: (sentence) => {
      throw new Error(sentence)
    },
  })
  try {
    const url = `http://127.0.0.1:${product.ready.port}`
    const signedIn = await signIn(product.databaseUrl!, dataDir, users)
    const { askers } = signedIn
    const opened = await openStreams(url, signedIn, streams)
    const warmUpSeconds = Math.min(seconds, WARM_UP_SECONDS)
    const screens = pollScreens(askers)
    const fire = (perSecond: number, forSeconds: number) =>
      steadyLoad({ url, perSecond, seconds: forSeconds, shot: screens.shot })
    await fire(rate, warmUpSeconds)
    const beforeCalm = readCpuSeconds(product.pids())
    await pause(warmUpSeconds * 1000)
    const calm = cpuBetween(beforeCalm, readCpuSeconds(product.pids()))
    const calmPerSecond = (calm.server + calm.postgres) / warmUpSeconds
    const result = await work((perSecond) =>
      measureLoad({ product, screens, streams: opened, calmPerSecond }, perSecond, () => fire(perSecond, seconds)),
    )
    await opened.close()
    return result
  } finally {
    await product.stop()
  }
}

/** Event streams of the first users, opened again with new tokens from time to time. */
async function openStreams(url: string, { askers, renew, close }: SignedIn, count: number) {
  const open = () => Promise.all(askers.slice(0, count).map(({ token }) => openStream(url, token)))
  let streams = await open()
  const renewAll = async () => {
    await renew()
    const before = streams
    streams = await open()
    for (const stream of before) stream.destroy()
  }
  let renewing = Promise.resolve()
  const timer = setInterval(() => {
    renewing = renewAll()
  }, RENEW_EVERY_MS)
  return {
    count: () => streams.length,
    countOpen: () => streams.filter(({ destroyed }) => !destroyed).length,
    close: async () => {
      clearInterval(timer)
      await renewing
      for (const stream of streams) stream.destroy()
      await close()
    },
  }
}

type Running = {
  readonly product: Awaited<ReturnType<typeof startProduct>>
  readonly screens: ReturnType<typeof pollScreens>
  readonly streams: Pick<Awaited<ReturnType<typeof openStreams>>, 'count' | 'countOpen'>
  /** What the demo and the streams cost without any call. */
  readonly calmPerSecond: number
}

async function measureLoad(
  { product, screens, streams, calmPerSecond }: Running,
  perSecond: number,
  fire: () => ReturnType<typeof steadyLoad>,
) {
  const unchangedBefore = screens.unchanged()
  const memory = watchMemory(() => product.pids().server)
  const [before, machineBefore] = [readCpuSeconds(product.pids()), readMachineTime()]
  const answered = await fire()
  const cpu = cpuBetween(before, readCpuSeconds(product.pids()))
  const machine = machineBetween(machineBefore, readMachineTime())
  const tookSeconds = answered.count / answered.answeredPerSecond
  const forCalls = cpu.server + cpu.postgres - calmPerSecond * tookSeconds
  return {
    ...answered,
    perSecond,
    unchanged: screens.unchanged() - unchangedBefore,
    /** CPU seconds of server and database for a thousand calls, beyond what the demo and the streams cost anyway. */
    per1000Calls: Number(((forCalls / answered.count) * 1000).toFixed(2)),
    cpuSeconds: { ...cpu, calmPerSecond: Number(calmPerSecond.toFixed(2)) },
    streamsOpened: streams.count(),
    streamsOpen: streams.countOpen(),
    machine,
    rssMb: memory.stop(),
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) await main()

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      users: { type: 'string', default: '500' },
      streams: { type: 'string', default: '300' },
      rate: { type: 'string', default: '300' },
      seconds: { type: 'string', default: '60' },
      'find-saturation': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  await buildIfNeeded(ROOT)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'trading-bot-load-'))
  const [users, streams] = [Number(values.users), Number(values.streams)]
  const options = { users, streams, rate: Number(values.rate), seconds: Number(values.seconds), dataDir }
  const print = (result: object, text: string) =>
    process.stdout.write(`${values.json ? JSON.stringify(result) : text}\n`)
  try {
    if (values['find-saturation']) {
      const found = await underLoad(options, (load) => findSaturation(options.rate, load))
      const lines = found.steps.map(sentence).join('\n')
      print(found, `${lines}\nKept up with ${found.perSecond} calls a second.`)
    } else {
      const result = await runLoad(options)
      print(result, sentence(result))
      process.exitCode = result.errors === 0 ? 0 : 1
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function sentence(measured: Measured) {
  const { count, perSecond, errors, unchanged, p50Ms, p99Ms, maxMs, per1000Calls, streamsOpen, machine } = measured
  const stolen = Math.round(machine.stolen * 100)
  return `${count} calls at ${perSecond} a second beside ${streamsOpen} event streams: ${errors} failed, ${unchanged} unchanged, p50 ${p50Ms} ms, p99 ${p99Ms} ms, longest ${maxMs} ms; ${per1000Calls} CPU seconds for a thousand; memory ${measured.rssMb.before} to ${measured.rssMb.after} MB; ${stolen} % of the machine's time stolen`
}
