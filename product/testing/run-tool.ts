import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './run-start.ts'

type Outcome = { readonly code: number | null; readonly output: string }

/** `npm run backup` and similar without npm: the same script in a separate process. */
export function runTool(script: string, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'product', script), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', CREDENTIALS_KEY: '', AUTH_SECRET: '', INIT_CWD: root, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += String(part)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}
