// npm run verify-export -- FILE --key FINGERPRINT: proves a sealed export offline, with nothing but Node and the file.
import { createHash, createPublicKey, verify } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const NO_PREVIOUS = '0'.repeat(64)
const HOW = 'npm run verify-export -- export.jsonl --key FINGERPRINT'

/**
 * @typedef {{ ok: true, records: number, fingerprint: string, about: Record<string, unknown> }} Proven
 * @typedef {{ ok: false, line: number, problem: string }} Refuted
 */

/** @param {string} text @returns {Proven | Refuted} */
export function verifyExport(text) {
  if (!text.endsWith('\n')) return refuted(text.split('\n').length, 'the file ends in the middle of a line')
  const lines = text.slice(0, -1).split('\n')
  let previous = NO_PREVIOUS
  let records = 0
  let batches = 0
  let isSealed = false
  /** @type {Record<string, any>} */
  let header = {}
  for (const [index, line] of lines.entries()) {
    if (isSealed) return refuted(index + 1, 'lines follow the last seal')
    const entry = readEntry(line)
    if (!entry) return refuted(index + 1, 'the line is not in the form in which it was sealed')
    const { hash, ...body } = entry
    if (body.number !== index || body.previous !== previous)
      return refuted(index + 1, 'a line is missing, added or out of order before this one')
    if (hash !== sha256(canonicalJson(body))) return refuted(index + 1, 'the line was changed')
    const { record } = body
    if (index === 0) {
      if (record.type !== 'header' || record.format !== 'trading-bot-sealed/1')
        return refuted(1, 'the file has no header of a sealed export')
      header = record
    } else if (record.type === 'seal') {
      batches += 1
      if (!isSealGood(record, header.public_key) || record.previous !== previous || record.batch !== batches)
        return refuted(index + 1, 'the seal does not belong to these lines')
      if (record.records !== records) return refuted(index + 1, 'the seal counts other records')
      isSealed = record.is_last === true
    } else records += 1
    previous = hash
  }
  if (!isSealed) return refuted(lines.length, 'the last seal is missing: the end of the file was removed')
  const { type: _, format: __, public_key, ...about } = header
  return { ok: true, records, fingerprint: sha256(Buffer.from(public_key, 'base64')), about }
}

/** @param {number} line @param {string} problem @returns {Refuted} */
function refuted(line, problem) {
  return { ok: false, line, problem }
}

/** Exactly one text stands for a record, so that no reader can be shown another one. @param {string} line */
function readEntry(line) {
  try {
    const entry = JSON.parse(line)
    return canonicalJson(entry) === line && typeof entry?.record === 'object' && entry.record ? entry : null
  } catch {
    return null
  }
}

/** @param {Record<string, any>} record @param {string} publicKey */
function isSealGood({ signature, ...seal }, publicKey) {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(canonicalJson(seal)), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/** @param {string | Buffer} bytes */
function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** JSON with sorted keys, as the server writes it (server/src/platform/canonical-json.ts). @param {unknown} value @returns {string} */
function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`
}

/** @param {string[]} words */
function main(words) {
  const { file, key } = readWords(words)
  if (!file || !key) return fail(`Name the file and the key that the platform’s page "Algo registry" shows: ${HOW}`)
  const outcome = verifyExport(fs.readFileSync(file, 'utf8'))
  if (!outcome.ok) return fail(`NOT GENUINE. Line ${outcome.line}: ${outcome.problem}.`)
  // Anybody can seal a file with a key of their own.
  if (key !== outcome.fingerprint) return fail(`NOT GENUINE. Sealed by another key: ${outcome.fingerprint}.`)
  console.log(`Genuine: ${outcome.records} records, unchanged and complete.`)
  for (const [name, value] of Object.entries(outcome.about)) console.log(`${plain(name)}: ${plain(String(value))}`)
  console.log(`Sealed by key ${outcome.fingerprint}`)
}

/** @param {string[]} words */
function readWords(words) {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { key: { type: 'string' } },
      allowPositionals: true,
    })
    return { file: positionals.length === 1 ? positionals[0] : undefined, key: values.key }
  } catch {
    return {}
  }
}

/** What a file says, without what would move a terminal's cursor or turn its text around. @param {string} text */
function plain(text) {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence)
  process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
