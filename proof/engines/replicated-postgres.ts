import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort, startPostgres } from '../../product/database/postgres.mjs'
import { root } from '../../product/testing/run-start.ts'
import { until } from '../../product/testing/until.ts'

const REPLICA = 'replica'

/** A primary and a synchronous replica behind one address, as a failover manager keeps them. */
export async function startReplicatedPostgres() {
  const folder = mkdtempSync(path.join(tmpdir(), 'trading-bot-failover-'))
  const [primaryPlace, replicaPlace] = ['primary', REPLICA].map((name) => path.join(folder, name, 'postgres')) as [
    string,
    string,
  ]
  const primary = await startPostgres({ root, folder: primaryPlace, settings: { wal_keep_size: '1GB' } })
  const address = await openAddress(portOf(primary.url))
  let replica: Awaited<ReturnType<typeof startPostgres>> | undefined
  return {
    /** The owner's, at the address that moves. */
    url: at(primary.url, address.port),
    /** From here on a commit is answered once the replica has it. */
    addReplica: async () => {
      const client = await connect(primary.url)
      await copyCluster(client, primaryPlace, replicaPlace)
      const { username, password, hostname, port } = new URL(primary.url)
      const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=${REPLICA}`
      replica = await startPostgres({
        root,
        folder: replicaPlace,
        port: await freePort(),
        settings: { primary_conninfo },
      })
      await client.query(`alter system set synchronous_standby_names = '${REPLICA}'`)
      await client.query('select pg_reload_conf()')
      await until('the replica to be synchronous', async () => {
        const { rows } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
        return rows.length === 1
      })
      await client.end()
    },
    replicaUrl: () => replica!.url,
    /** kill -9 of the primary; the replica is promoted and gets the address. */
    failOver: async () => {
      process.kill(primary.pid, 'SIGKILL')
      address.move(null)
      await primary.exited
      const client = await connect(replica!.url)
      await client.query('select pg_promote()')
      await client.end()
      address.move(portOf(replica!.url))
    },
    stop: async () => {
      address.close()
      await replica?.stop()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

// Not in a copy: https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+|pg_dynshmem\/.+|pg_notify\/.+)$/

/** A base backup by the server's own functions: the embedded packages have no pg_basebackup. */
async function copyCluster(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query(`select pg_backup_start('${REPLICA}', fast => true)`)
  cpSync(from, to, { recursive: true, filter: (source) => !LEFT_OUT.test(path.relative(from, source)) })
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  chmodSync(to, 0o700)
  writeFileSync(path.join(to, 'backup_label'), rows[0]!.labelfile)
  writeFileSync(path.join(to, 'standby.signal'), '')
}

/** An address whose other end moves: what is connected is cut off, and while there is no end nobody gets in. */
async function openAddress(first: number) {
  let target: number | null = first
  const open = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    if (target === null) return void socket.destroy()
    const onward = net.connect(target, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => undefined)
      one.once('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as net.AddressInfo).port,
    move: (next: number | null) => {
      target = next
      cut()
    },
    close: () => {
      cut()
      server.close()
    },
  }
}

const portOf = (url: string) => Number(new URL(url).port)

function at(url: string, port: number): string {
  const moved = new URL(url)
  moved.port = String(port)
  return moved.href
}
