import { readFile, statfs } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/http/context.ts'
import type { Metrics, Readings } from '../../platform/telemetry/metrics.ts'
import { secondsSince } from '../../platform/telemetry/seconds-since.ts'

const ANSWERS_WITHIN_MS = 2_000

/** The database, its backup and the disk. */
export function addStorageGauges(deps: Deps, metrics: Metrics): void {
  const { db, replica, clock, config } = deps
  metrics.readGauges({ database_up: { help: '1 while the database answers within two seconds' } }, async () => ({
    database_up: (await answersInTime(deps)) ? 1 : 0,
  }))
  metrics.readGauges(DATABASE_GAUGES, () => readDatabase(db))
  if (replica) {
    metrics.readGauges(REPLICA_GAUGES, async () => {
      const lagMs = replica.lagMs()
      return { database_replica_lag_seconds: lagMs === null ? null : lagMs / 1000 }
    })
  }
  metrics.readGauges(BACKUP_GAUGES, () => readBackup(config.dataDir, clock.now()))
  metrics.readGauges(DISK_GAUGES, () => readDisk(config.dataDir))
}

async function answersInTime({ checks }: Deps): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ANSWERS_WITHIN_MS)
  })
  const answers = checks['database']?.().catch(() => false) ?? false
  return Promise.race([answers, late]).finally(() => clearTimeout(timer))
}

const DATABASE_GAUGES = {
  database_size_bytes: { help: 'Size of the database on its disk' },
  database_connections: { help: 'Connections to the database, of all processes' },
} as const

async function readDatabase(db: Queryable): Promise<Readings<keyof typeof DATABASE_GAUGES>> {
  const { rows } = await sql<{ bytes: string; connections: number }>`
    select pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a query without conditions returned no row')
  return { database_size_bytes: Number(row.bytes), database_connections: row.connections }
}

const REPLICA_GAUGES = {
  database_replica_lag_seconds: {
    help: 'How old the rows of the replica for reports may be; absent before it was seen and after it was promoted',
  },
} as const

const BACKUP_GAUGES = {
  backup_newest_age_seconds: { help: 'Age of the newest backup; absent where no backup has been noted in DATA_DIR' },
} as const

/** The instant stands in a file, because a backup may go anywhere and may be made by other tools. */
async function readBackup(dataDir: string, now: Date): Promise<Readings<keyof typeof BACKUP_GAUGES>> {
  const text = await readFile(path.join(dataDir, 'newest-backup'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return { backup_newest_age_seconds: null }
  const madeAt = new Date(text.trim())
  if (Number.isNaN(madeAt.getTime())) throw new Error(`newest-backup in DATA_DIR is not an instant: ${text.trim()}`)
  return { backup_newest_age_seconds: secondsSince(madeAt, now) }
}

const DISK_GAUGES = {
  data_disk_size_bytes: { help: 'Size of the disk that DATA_DIR is on' },
  data_disk_free_bytes: { help: 'Free space on the disk that DATA_DIR is on' },
} as const

async function readDisk(dataDir: string): Promise<Readings<keyof typeof DISK_GAUGES>> {
  const { bsize, blocks, bavail } = await statfs(dataDir)
  return { data_disk_size_bytes: blocks * bsize, data_disk_free_bytes: bavail * bsize }
}
