// What the lock file promises about every package: a pinned origin, a checksum, a licence that we may use.

/**
 * @typedef {{ version?: string, license?: string, integrity?: string, resolved?: string, link?: boolean, dev?: boolean }} Locked
 * @typedef {{ name: string, version: string, license: string }} Package
 */

const REGISTRY = 'https://registry.npmjs.org/'
/** Licences that ask for no more than their notice; MPL-2.0 covers only its own files, OFL-1.1 a font. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/** Named by their licence file alone. */
const READ_BY_HAND = new Map([['png-js', 'MIT']])

/**
 * Packages by name, without our own rooms.
 * @param {Readonly<Record<string, Locked>>} packages
 * @param {(folder: string) => string | undefined} licenseOf asked where the lock file names none
 * @returns {Package[]}
 */
export function listPackages(packages, licenseOf) {
  return Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .map(([folder, { version = '', license }]) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { name, version, license: license ?? licenseOf(folder) ?? READ_BY_HAND.get(name) ?? 'unknown' }
    })
}

/**
 * Packages that come from elsewhere than the registry, or without a checksum.
 * @param {Readonly<Record<string, Locked>>} packages
 */
export function findUnpinned(packages) {
  return Object.entries(packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .filter(([, { integrity, resolved }]) => {
      const isElsewhere = resolved !== undefined && !resolved.startsWith(REGISTRY)
      return isElsewhere || !integrity?.startsWith('sha512-')
    })
    .map(([folder]) => folder)
}

/** @param {readonly Package[]} packages */
export function findForbidden(packages) {
  return packages.filter(({ license }) => !isAllowed(license))
}

/**
 * An SPDX expression: every side of AND, and one side of OR, must be allowed.
 * @param {string} expression
 * @returns {boolean}
 */
function isAllowed(expression) {
  const text = expression.replace(/^\((.*)\)$/, '$1')
  if (text.includes(' AND ')) return text.split(' AND ').every(isAllowed)
  return text.split(' OR ').some((license) => ALLOWED.has(license.trim()))
}
