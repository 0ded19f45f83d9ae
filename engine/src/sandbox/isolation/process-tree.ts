import { readFile } from 'node:fs/promises'

/** This process and everything below it, as far as it still runs. */
export async function processTree(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = text.split(' ').filter((part) => part !== '')
  return [pid, ...(await Promise.all(children.map((child) => processTree(Number(child))))).flat()]
}

const PAGE_BYTES_OF_KB = 1024

/** Resident memory of all of them together, with shared pages counted in each. */
export async function residentBytes(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * PAGE_BYTES_OF_KB
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
