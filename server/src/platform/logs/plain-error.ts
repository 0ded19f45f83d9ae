import { stdSerializers } from 'pino'

type PlainError = { readonly type: string; readonly message: string; readonly code?: string; readonly stack?: string }

/**
 * What a log line says of an error. The database driver hangs the whole connection on its errors, and a line of that took
 * 20 kB; other values might be somebody's data.
 */
export function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  const { code } = error as NodeJS.ErrnoException
  return { type, message, ...(typeof code === 'string' && { code }), ...(stack && { stack }) } satisfies PlainError
}
