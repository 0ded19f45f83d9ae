import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type ServerProcess = { readonly child: ChildProcess; readonly port: number; readonly kill: () => Promise<void> }

/** The product itself in a process of its own, from its source; ready when it says so. */
export async function startServerProcess(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'trading-bot-process-'))
  const { PATH, HOME } = process.env
  const child = fork(path.join(import.meta.dirname, '../main.ts'), [], {
    execArgv: ['--import', 'tsx'],
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
