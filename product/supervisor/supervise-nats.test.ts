import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { superviseNats } from './supervise-nats.mjs'

const LIMIT = { timeout: 15_000, interval: 10 }
const stopping = new AbortController()
const said: string[] = []
const pauses = () => said.flatMap((line) => /in ([\d.]+) second/.exec(line)?.slice(1).map(Number) ?? [])
let nats: Awaited<ReturnType<typeof superviseNats>>
afterEach(async () => {
  stopping.abort()
  await nats.stop()
})

test('a killed nats-server is started again after the same pause, and after longer ones while its port is taken', async () => {
  nats = await superviseNats(stopping.signal, (line) => said.push(line))
  const kill = () => {
    const pid = nats.pid()
    process.kill(pid, 'SIGKILL')
    return { isBack: () => vi.waitFor(() => expect(nats.pid()).not.toBe(pid), LIMIT) }
  }
  for (let turn = 0; turn < 2; turn++) {
    expect(await greeting(Number(new URL(nats.url).port))).toMatchObject({ auth_required: true })
    await kill().isBack()
  }
  expect(pauses()).toEqual([0.5, 0.5])
  const { isBack } = kill()
  const other = createServer()
  await vi.waitFor(() => listen(other, Number(new URL(nats.url).port)), LIMIT)
  await vi.waitFor(() => expect(pauses()).toEqual([0.5, 0.5, 0.5, 1]), LIMIT)
  await new Promise((resolve) => other.close(resolve))
  await isBack()
})

function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
}

/** What nats-server says of itself to whoever connects. */
async function greeting(port: number): Promise<unknown> {
  const socket = connect(port, '127.0.0.1')
  const [line] = await once(socket, 'data')
  socket.destroy()
  return JSON.parse(String(line).slice('INFO '.length))
}
