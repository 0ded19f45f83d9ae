import { fork } from 'node:child_process'
import path from 'node:path'

export type HttpServer = {
  readonly url: string
  readonly databaseUrl: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export async function startHttpServer(settings: Readonly<Record<string, string>> = {}): Promise<HttpServer> {
  const child = fork(path.join(import.meta.dirname, 'http-server.mjs'), [], {
    env: { ...process.env, ...settings, BENCH_ROOT: process.cwd() },
  })
  const ready = await new Promise<{ url: string; databaseUrl: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string; databaseUrl: string }))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return {
    ...ready,
    pid: child.pid ?? 0,
    stop: async () => {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.send('stop')
      await gone
    },
  }
}
