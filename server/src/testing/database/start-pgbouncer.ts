import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { findPgBouncer } from '../../../../product/programs/pgbouncer.mjs'
import { freePort } from '../../../../product/database/postgres.mjs'

/** PgBouncer in transaction mode before a database, with few sessions, so that they are shared all the time. */
export async function startPgBouncer(databaseUrl: string, poolSize: number) {
  const { program, env } = findPgBouncer()
  const behind = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-pgbouncer-'))
  const user = decodeURIComponent(behind.username)
  const password = decodeURIComponent(behind.password)
  writeFileSync(path.join(folder, 'users'), `"${user}" "${password}"\n`)
  // The deployment's own file, but for what is of this machine: a later line replaces an earlier one.
  const deployed = readFileSync(path.join(import.meta.dirname, '../../../../deploy/pgbouncer.ini'), 'utf8')
  const settings = [
    deployed.replace(/^trading_bot = .*$/m, `* = host=127.0.0.1 port=${behind.port}`),
    `listen_port = ${port}`,
    `auth_file = ${folder}/users`,
    `stats_users = ${user}`,
    `default_pool_size = ${poolSize}`,
    // It refuses to run as root.
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
  ]
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings.join('\n'))
  chmodSync(folder, 0o755)
  const child = spawn(program, ['--quiet', file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (part: Buffer) => (complaints += String(part)))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  const console = new URL(url)
  console.pathname = '/pgbouncer'
  return {
    url: url.href,
    /** What its own console says. */
    show: async (what: 'stats' | 'pools' | 'servers'): Promise<Readonly<Record<string, string>>[]> => {
      if (child.exitCode !== null) throw new Error(complaints)
      const client = new pg.Client({ connectionString: console.href })
      await client.connect()
      const { rows } = await client.query<Record<string, string>>(`show ${what}`)
      await client.end()
      return rows
    },
    stop: async () => {
      child.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
