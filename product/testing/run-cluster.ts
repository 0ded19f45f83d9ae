import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './run-start.ts'
import { until } from './until.ts'

export type ClusterProcess = { readonly role: string; readonly pid: number; readonly port: number }

/** `npm run cluster` without npm, ready: the same script in a separate process. */
export async function runCluster(dataDir: string, counts: Readonly<Record<string, number>>) {
  const args = Object.entries(counts).flatMap(([role, count]) => [`--${role}`, String(count)])
  const child = spawn(process.execPath, [path.join(root, 'product/cluster.mjs'), ...args, '--json'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', NODE_ENV: '', VITEST: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += String(part)))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await until('the cluster to be ready', () => {
    if (child.exitCode !== null) throw new Error('the cluster ended')
    return output.includes('\n')
  })
  const { processes } = JSON.parse(output) as { processes: readonly ClusterProcess[] }
  return {
    processes,
    of: (role: string) => processes.filter((one) => one.role === role),
    /** Its exit code. */
    stop: () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}
