import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FILE = 'data/common-passwords.bin'
const PREFIX_BYTES = 5

let prefixes: Buffer | undefined

/** One of the 100,000 commonest passwords, in any case. The half megabyte is read when it is first needed. */
export function isCommonPassword(password: string): boolean {
  prefixes ??= readFileSync(findFile(import.meta.dirname))
  const wanted = createHash('sha256').update(password.toLowerCase()).digest().subarray(0, PREFIX_BYTES)
  let [low, high] = [0, prefixes.length / PREFIX_BYTES]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = prefixes.compare(wanted, 0, PREFIX_BYTES, middle * PREFIX_BYTES, (middle + 1) * PREFIX_BYTES)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

/** In the server's folder, which stands at different depths above the sources and above the bundle. */
function findFile(folder: string): string {
  const file = path.join(folder, FILE)
  if (existsSync(file)) return file
  const parent = path.dirname(folder)
  if (parent === folder) throw new Error(`${FILE} is missing`)
  return findFile(parent)
}
