import type { ScriptSource } from './script-load.ts'

const FRAME = /File "([^"]{1,60})", line (\d{1,6}) in /g

/** The script's own innermost line in the newest trace; a file is named unless it is the entry point. */
export function readTrace(
  trace: string,
  { filename, files = [] }: Pick<ScriptSource, 'filename' | 'files'>,
): { readonly line: number; readonly file: string | null } | null {
  const names = new Set([filename, ...files.map(({ name }) => name)])
  const newest = trace.slice(trace.lastIndexOf('most recent call first'))
  for (const [, name = '', line] of newest.matchAll(FRAME))
    if (names.has(name)) return { line: Number(line), file: name === filename ? null : name }
  return null
}
