import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const ROOMS = 'core contract engine server web runtime e2e bench product proof tools deploy docs'.split(' ')
/** Decision records are history: they name the files of their day. */
const HISTORY = 'docs/decisions'
/** Built, or written by whoever installs the product. */
const MADE_LATER = /\/(dist|\.env)\b|^deploy\/(keys|settings\.env)\b/
const NOT_OURS = new Set(['node_modules', 'dist', '.venv'])

const documents = [
  ...fs.readdirSync(root).filter((name) => name.endsWith('.md')),
  ...ROOMS.flatMap((room) => findDocuments(room)),
]

test('every path that a document names exists', () => {
  expect(documents.length).toBeGreaterThan(15)
  const named = documents.flatMap((document) => findPaths(document, read(document)))
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter(({ target }) => !exists(target))).toEqual([])
})

test('a wrong path, a wrong link and one wrong name between braces are caught', () => {
  const text = 'See `core/src/gone.ts`, [gone](gone.md), `engine/src/{feed,gone}` and `npx tsx tools/gone.ts`.'
  const missing = findPaths('docs/one-order.md', text).filter(({ target }) => !exists(target))
  expect(missing.map(({ target }) => target)).toEqual([
    'core/src/gone.ts',
    'engine/src/gone',
    'tools/gone.ts',
    'docs/gone.md',
  ])
})

test('docs/security.md holds the sixty checks, each with a test or the reason why there is none', () => {
  const checks = read('docs/security.md')
    .split('\n')
    .filter((line) => /^\d+\. /.test(line))
  expect(checks.map((line) => Number.parseInt(line, 10))).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  expect(checks.filter((line) => !/`[^`]+\.(test|spec)\.ts`|Waiver: \w|Partly: \w/.test(line))).toEqual([])
})

type NamedPath = { readonly document: string; readonly target: string }

/** The words within back-ticks and fences that begin with a room, and the links to files beside the document. */
function findPaths(document: string, text: string): NamedPath[] {
  const words = [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)]
    .flatMap(([code]) => code.split(/[\s`'"()[\]=;]+|,(?!\S*\})/))
    .filter((word) => ROOMS.some((room) => word.startsWith(`${room}/`)) && !MADE_LATER.test(word))
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^(\w+:|\/)/.test(link))
    .map((link) => path.posix.join(path.posix.dirname(document), link))
  return [...words.flatMap(expandBraces), ...links].map((target) => ({ document, target }))
}

function expandBraces(word: string): string[] {
  const [all, before = '', names = '', after = ''] = /^([^{]*)\{([^}]*,[^}]*)\}(.*)$/.exec(word) ?? []
  return all === undefined ? [word] : names.split(',').flatMap((name) => expandBraces(before + name + after))
}

/** `*` stands for part of a name. What follows a placeholder such as `<domain>`, `{id}` or `…` is not looked at. */
function exists(target: string): boolean {
  const [known = ''] = target.replace(/[.:]+$/, '').split(/[^/]*[<{…]/)
  const folder = path.dirname(known)
  if (!known.includes('*')) return fs.existsSync(path.join(root, known))
  const name = new RegExp(`^${path.basename(known).replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
  return exists(folder) && fs.readdirSync(path.join(root, folder)).some((entry) => name.test(entry))
}

function findDocuments(folder: string): string[] {
  if (folder === HISTORY || !fs.existsSync(path.join(root, folder))) return []
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const found = `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : findDocuments(found)
    return entry.name.endsWith('.md') ? [found] : []
  })
}

function read(document: string): string {
  return fs.readFileSync(path.join(root, document), 'utf8')
}
