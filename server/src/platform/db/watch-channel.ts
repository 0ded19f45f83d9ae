import type pg from 'pg'

const AGAIN_MS = 1_000

/**
 * Calls back for every notification, and once with an empty payload after each (re)connection, since some may be lost.
 */
export function watchChannel(pool: pg.Pool, channel: string, onPayload: (payload: string) => void): () => void {
  return watchChannels(pool, [channel], (_, payload) => onPayload(payload))
}

/** Watches several channels on one connection. */
export function watchChannels<Channel extends string>(
  pool: pg.Pool,
  channels: readonly Channel[],
  onNotice: (channel: Channel, payload: string) => void,
): () => void {
  let isStopped = false
  let held: pg.PoolClient | undefined
  let again: NodeJS.Timeout | undefined

  const open = async (): Promise<void> => {
    try {
      const client = await pool.connect()
      if (isStopped) return client.release()
      held = client
      client.on('notification', ({ channel, payload }) => onNotice(channel as Channel, payload ?? ''))
      client.once('error', () => lost(client))
      for (const channel of channels) await client.query(`listen ${channel}`)
      for (const channel of channels) onNotice(channel, '')
    } catch {
      retry()
    }
  }
  const lost = (client: pg.PoolClient) => {
    if (held !== client) return
    held = undefined
    client.release(true)
    retry()
  }
  const retry = () => {
    if (!isStopped) again = setTimeout(() => void open(), AGAIN_MS)
  }
  void open()
  return () => {
    isStopped = true
    clearTimeout(again)
    // Destroyed, not returned to the pool: it would keep listening for its next user.
    held?.release(true)
    held = undefined
  }
}
