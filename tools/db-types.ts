// Generates server/src/platform/db/tables.ts from the migrated schema: `npm run db:types`; --check only compares it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '../server/src/platform/db/start/migrate.ts'
import { startPostgres } from '../product/database/postgres.mjs'

const root = path.resolve(import.meta.dirname, '..')
const target = path.join(root, 'server/src/platform/db/tables.ts')
const isCheck = process.argv.includes('--check')
const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-types-'))

const postgres = await startPostgres({ root, folder: path.join(folder, 'postgres'), settings: { fsync: 'off' } })
try {
  const pool = new pg.Pool({ connectionString: postgres.url })
  await migrate(pool, path.join(root, 'server/migrations'))
  await pool.end()
  const file = isCheck ? path.join(folder, 'tables.ts') : target
  const tables = [
    '--default-schema',
    'public',
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    'public.migrations',
  ]
  const output = ['--dialect', 'postgres', '--url', postgres.url, '--out-file', file, '--log-level', 'error']
  execFileSync(path.join(root, 'node_modules/.bin/kysely-codegen'), [...output, ...tables], {
    stdio: 'inherit',
    cwd: root,
  })
  if (isCheck && readFileSync(file, 'utf8') !== readFileSync(target, 'utf8')) {
    console.error('server/src/platform/db/tables.ts does not match the migrations. Run npm run db:types.')
    process.exitCode = 1
  }
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
