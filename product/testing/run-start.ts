import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../database/postgres.mjs'
import { until } from './until.ts'

export const root = path.resolve(import.meta.dirname, '../..')

export type Running = {
  readonly url: string
  readonly process: ChildProcess
  readonly output: () => string
  readonly exited: Promise<number | null>
}

/** A data folder for one test, removed with everything in it. */
export function newDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'trading-bot-data-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

type Options = {
  dataDir: string
  port?: number
  prefix?: string[]
  from?: string
  env?: Readonly<Record<string, string>>
}

/** `npm start` without npm: the same script in a separate process. */
export async function runStart({ dataDir, port, prefix = [], from = root, env = {} }: Options): Promise<Running> {
  const chosen = port ?? (await freePort())
  const [command, ...args] = [...prefix, process.execPath, path.join(from, 'product/start.mjs')]
  const child = spawn(command, args, {
    cwd: from,
    env: {
      ...process.env,
      PORT: String(chosen),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      NODE_ENV: '',
      CI: '',
      VITEST: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += String(part)))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { url: `http://localhost:${chosen}`, process: child, output: () => output, exited }
}

export async function untilReady(running: Running): Promise<void> {
  await until(`the product to be ready:\n${running.output()}`, async () => {
    if (running.process.exitCode !== null) throw new Error(`it ended instead:\n${running.output()}`)
    return (await statusOf(`${running.url}/api/health/`)) === 200
  })
}

export async function statusOf(url: string): Promise<number | undefined> {
  return fetch(url).then(
    (response) => response.status,
    () => undefined,
  )
}

/** Every process whose command line or environment names the data folder. */
export function processesOf(dataDir: string): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const command = read(`/proc/${name}/cmdline`).replaceAll('\0', ' ')
      const isOurs = command.includes(dataDir) || read(`/proc/${name}/environ`).includes(`DATA_DIR=${dataDir}`)
      return isOurs && Number(name) !== process.pid && !isZombie(name) ? [{ pid: Number(name), command }] : []
    })
}

export function pidOf(dataDir: string, part: 'server' | 'postgres' | 'supervisor'): number {
  if (part === 'postgres') return Number(read(path.join(dataDir, 'postgres/postmaster.pid')).split('\n')[0])
  const script = part === 'server' ? 'server/dist/main.js' : 'product/start.mjs'
  const found = processesOf(dataDir).find(({ command }) => command.includes(script))
  if (!found) throw new Error(`no ${part} runs`)
  return found.pid
}

function isZombie(pid: string): boolean {
  return /^State:\s+Z/m.test(read(`/proc/${pid}/status`))
}

function read(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  } catch {
    return ''
  }
}
