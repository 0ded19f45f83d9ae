// Makes server/data/common-passwords.bin of a list with one password a line, commonest first:
//   node tools/common-passwords.mjs list.txt
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const MOST = 100_000
// Of 2^40 prefixes 100,000 are taken: one other password in eleven million is refused by chance.
const PREFIX_BYTES = 5

const [list] = process.argv.slice(2)
if (!list) throw new Error('Name the list: node tools/common-passwords.mjs list.txt')
const passwords = new Set()
for (const line of readFileSync(list, 'utf8').split(/\r?\n/)) {
  if (passwords.size === MOST) break
  // Compared without case: a capital letter is the first thing that attackers vary.
  if (line !== '') passwords.add(line.toLowerCase())
}
const prefixes = [...passwords].map((text) => createHash('sha256').update(text).digest().subarray(0, PREFIX_BYTES))
const file = path.resolve(import.meta.dirname, '../server/data/common-passwords.bin')
writeFileSync(file, Buffer.concat(prefixes.sort(Buffer.compare)))
console.log(`${passwords.size} passwords written to ${file}`)
