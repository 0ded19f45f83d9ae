import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type ServerProcess = { readonly child: ChildProcess; readonly port: number; readonly kill: () => Promise<void> }

const root = path.resolve(import.meta.dirname, '../../..')

let isBuilt = false

/** A program of the server as it is delivered, built where its source has changed: it starts in a third of the time. */
export function builtProgram(name: 'main' | 'create-admin'): string {
  if (!isBuilt) build()
  isBuilt = true
  return path.join(root, 'server/dist', `${name}.js`)
}

function build(): void {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'tools/build.mjs'), 'server'], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the server could not be built: ${stderr}`)
}

/** The product itself in a process of its own; ready when it says so. */
export async function startServerProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'trading-bot-process-'))
  const { PATH, HOME } = process.env
  const child = fork(builtProgram('main'), [], {
    env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', ...env },
    // Standard error is the test's own, so that a failed start says why.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      rmSync(dataDir, { recursive: true, force: true })
      resolve()
    })
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (news: { type: string; port: number }) => news.type === 'ready' && resolve(news.port))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const kill = () => {
    child.kill('SIGKILL')
    return exited
  }
  return { child, port, kill }
}
