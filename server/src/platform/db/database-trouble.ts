/** away: no answer of it can be known; busy: it gave up and changed nothing; full: it, or this machine, has no room. */
export type DatabaseTrouble = 'away' | 'busy' | 'full'

// Of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
const AWAY = /^(?:08\w{3}|57P0[1-5]|53300|25006)$/
// Statement time-out, lock time-out, deadlock, serialization failure.
const BUSY = /^(?:57014|55P03|40P01|40001)$/
// No room on its disk, in its memory, or on ours.
const FULL = /^(?:53100|53200|ENOSPC|EDQUOT)$/
// How PostgreSQL reports a failed write of its own files; with any other message it is broken, not full.
const WRITE_FAILED = '58030'
// Of the connection itself. Other services' failures arrive wrapped by their clients, so these are the database's.
const NETWORK = /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOENT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
const SYSCALLS = new Set(['connect', 'read', 'write', 'getaddrinfo'])
// The driver gives these no code.
const BROKEN = /connection (?:terminated|ended)|connection error and is not queryable|server closed the connection/i

/** Undefined for an error that has another cause, such as a fault of ours. */
export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  if (!(error instanceof Error)) return undefined
  // A host name with several addresses, such as localhost: the error around them names no system call.
  if (error instanceof AggregateError) return databaseTrouble(error.errors[0])
  const { code, syscall } = error as NodeJS.ErrnoException
  if (FULL.test(code ?? '')) return 'full'
  if (code === 'ETIMEDOUT' || SYSCALLS.has(syscall ?? '')) return NETWORK.test(code ?? '') ? 'away' : undefined
  return bySqlState(error)
}

function bySqlState(error: Error): DatabaseTrouble | undefined {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (FULL.test(code) || isFullDisk({ code, message: error.message })) return 'full'
  if (BUSY.test(code)) return 'busy'
  if (AWAY.test(code) || (code === '' && BROKEN.test(error.message))) return 'away'
  return error.cause instanceof Error ? bySqlState(error.cause) : undefined
}

/** Of an error that PostgreSQL sent. */
export function isFullDisk({
  code,
  message,
}: {
  readonly code?: string | undefined
  readonly message: string
}): boolean {
  return code === '53100' || (code === WRITE_FAILED && /no space/i.test(message))
}
