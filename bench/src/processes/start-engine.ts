import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'

/** An engine in a process of its own, ready once it holds shards and their accounts. */
export async function startEngine(url: string): Promise<ChildProcess> {
  // Beside the bundle of the benchmark.
  const child = fork(path.join(import.meta.dirname, 'engine-process.mjs'), [], {
    env: { ...process.env, BENCH_DATABASE_URL: url },
  })
  await heard(child, 'ready')
  return child
}

/** Resolves when the process says that this is done. */
export function heard(child: ChildProcess, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = (message: unknown) => {
      if ((message as { done: string }).done !== what) return
      child.off('message', listen)
      resolve()
    }
    child.on('message', listen)
    child.once('exit', (code) => reject(new Error(`the engine ended with ${code}`)))
  })
}
