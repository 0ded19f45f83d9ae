import { readFileSync } from 'node:fs'

// Every event stream, call, connection to the database and to a broker is an open file; so is each pipe to a script.
const NEEDED = 4_096

/** Says so where the system lets this process open too few files; undefined where there are enough or nobody can tell. */
export function fewFilesSentence(limits = readLimits()): string | undefined {
  // The soft limit: Node has raised it to the hard one.
  const allowed = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  if (allowed === undefined || Number(allowed) >= NEEDED) return undefined
  return `This process may open only ${allowed} files and needs up to ${NEEDED}: beyond that calls and event streams are refused. Raise the limit (LimitNOFILE= in systemd, ulimits in compose, ulimit -n in a shell).`
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
