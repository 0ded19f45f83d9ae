import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'

// Beside this file, which may be the source or a benchmark's bundle.
const ENGINE = path.join(import.meta.dirname, `engine-process${path.extname(import.meta.filename)}`)

/** An engine in a process of its own, ready once it holds shards and their accounts. */
export async function startEngine(url: string, program = ENGINE): Promise<ChildProcess> {
  const child = fork(program, [], {
    execArgv: program.endsWith('.ts') ? ['--import', 'tsx'] : process.execArgv,
    env: { ...process.env, ENGINE_DATABASE_URL: url },
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
