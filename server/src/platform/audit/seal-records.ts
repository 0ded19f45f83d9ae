import { createHash, sign } from 'node:crypto'
import { canonicalJson } from '../canonical-json.ts'
import type { SigningKey } from './signing-key.ts'

/** So many records share one signature; a reader of a long file finds the batch that was changed. */
const BATCH = 1000
const NO_PREVIOUS = '0'.repeat(64)

/**
 * Records as JSON lines that prove themselves offline (product/verify-export.mjs). Each line's hash covers the line
 * before it, so none can be changed, removed, added or moved; each batch ends with a signed seal, and the last seal
 * says that nothing follows.
 */
export function sealRecords(key: SigningKey, about: object, records: readonly object[]): string {
  const lines: string[] = []
  let previous = NO_PREVIOUS
  const add = (record: object) => {
    const body = { number: lines.length, previous, record }
    const hash = sha256(canonicalJson(body))
    lines.push(canonicalJson({ ...body, hash }))
    previous = hash
  }
  const addSeal = (batch: number, isLast: boolean) => {
    const seal = { type: 'seal', batch, records: Math.min(batch * BATCH, records.length), is_last: isLast, previous }
    const signature = sign(null, Buffer.from(canonicalJson(seal)), key.privateKey).toString('base64')
    add({ ...seal, signature })
  }
  add({ ...about, type: 'header', format: 'trading-bot-sealed/1', public_key: key.publicKey })
  const batches = Math.max(1, Math.ceil(records.length / BATCH))
  for (let batch = 1; batch <= batches; batch++) {
    for (const record of records.slice((batch - 1) * BATCH, batch * BATCH)) add(record)
    addSeal(batch, batch === batches)
  }
  return `${lines.join('\n')}\n`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
