import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../../product/database/postgres.mjs'
import { prepareDatabase } from '../../platform/db/start/prepare-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
    applicationUrl: string
  }
}

/** One PostgreSQL per run, with a migrated template that every test file clones in milliseconds. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = path.resolve(import.meta.dirname, '../../../..')
  const folder = mkdtempSync(path.join(memoryDisk() ?? tmpdir(), 'trading-bot-test-'))
  const cluster = path.join(folder, 'postgres')
  const settings = {
    // A statement over TCP takes the kernel a third longer, and there are half a million of them.
    unix_socket_directories: cluster,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '400',
    // It would look into each of two hundred databases every minute.
    autovacuum: 'off',
    // Two thousand connections are opened, and deriving the key took milliseconds of each.
    scram_iterations: '1',
  }
  const postgres = await startPostgres({ root, folder: cluster, settings })
  const overSocket = (url: string) => url.replace('@127.0.0.1:', `@${encodeURIComponent(cluster)}:`)
  const urls = { databaseUrl: overSocket(postgres.applicationUrl), databaseOwnerUrl: overSocket(postgres.url) }
  await prepareDatabase(urls, path.join(root, 'server/migrations'))
  project.provide('postgresUrl', urls.databaseOwnerUrl)
  project.provide('applicationUrl', urls.databaseUrl)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

// Two hundred databases of eight megabytes, and what the tests write.
const NEEDED_BYTES = 6 * 1024 ** 3
const MEMORY_DISK = '/dev/shm'

/** A clone takes a quarter of the time on a memory disk; a small machine keeps its memory. */
function memoryDisk(): string | undefined {
  if (!existsSync(MEMORY_DISK)) return undefined
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize >= NEEDED_BYTES ? MEMORY_DISK : undefined
}
