import { connect, createServer, type Socket } from 'node:net'

export type Line = Awaited<ReturnType<typeof openLine>>

/**
 * A line to a database that can be cut and held up. What is held up arrives later; what is cut is gone, and nobody can
 * tell whether the last commit was heard.
 */
export async function openLine() {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isHeldUp = false
  let databasePort = 0
  const server = createServer((near) => {
    const far = connect(databasePort, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    if (isHeldUp) for (const side of pair) side.pause()
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    for (const side of pair) side.once('close', end).on('error', end)
    near.on('data', (part) => far.write(part))
    far.on('data', (part) => near.write(part))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const ownPort = typeof address === 'object' && address ? address.port : 0
  const cut = () => {
    for (const [near, far] of pairs) {
      near.resetAndDestroy()
      far.resetAndDestroy()
    }
  }
  return {
    /** The database's address by way of this line. */
    reach: (databaseUrl: string) => {
      const url = new URL(databaseUrl)
      databasePort = Number(url.port)
      url.port = String(ownPort)
      return url.href
    },
    cut,
    holdUp: (next: boolean) => {
      isHeldUp = next
      for (const side of [...pairs].flat()) side[next ? 'pause' : 'resume']()
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
