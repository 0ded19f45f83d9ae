// Which module may import which. Every import of every workspace (type imports too) is checked against the rules below.
import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

/**
 * A rule: files matching `from` may not import what matches `to`, unless it matches `but`. `$1` in `but` stands for the
 * first group of `from`, so that one line covers features not yet written.
 * @typedef {{ name: string, from: RegExp, to: RegExp, but?: string }} Wall
 * @type {Wall[]}
 */
export const WALLS = [
  { name: 'core imports nothing but core', from: /^core\/src\/(?!.*\.test\.ts$)/, to: /./, but: '^core/src/' },
  { name: 'core root files import no folder of core', from: /^core\/src\/[^/]+\.ts$/, to: /^core\/src\/[^/]+\// },
  {
    name: 'indicators import core root files only',
    from: /^core\/src\/indicators\/(?!.*\.test\.ts$)/,
    to: /^core\/src\/[^/]+\//,
    but: '^core/src/indicators/',
  },
  {
    name: 'strategies import core root files and indicators only',
    from: /^core\/src\/strategies\/(?!.*\.test\.ts$)/,
    to: /^core\/src\/[^/]+\//,
    but: '^core/src/(strategies|indicators)/',
  },
  {
    name: 'risk, fills, charges, metrics and calendar import core root files only',
    from: /^core\/src\/(risk|fills|charges|metrics|calendar)\/(?!.*\.test\.ts$)/,
    to: /^core\/src\/[^/]+\//,
    but: '^core/src/$1/',
  },
  {
    name: 'contract imports core and zod only',
    from: /^contract\/src\/(?!.*\.test\.ts$)/,
    to: /./,
    but: '^(core/src/|contract/src/|zod)',
  },
  {
    name: 'engine imports core and the bot wire only; the rest comes through its ports',
    from: /^engine\/src\//,
    to: /^(contract|server|web)\//,
    but: '^contract/src/bot-wire',
  },
  {
    name: 'the live engine imports no broker',
    from: /^engine\/src\/live\/(?!.*\.test\.ts$|testing\/)/,
    to: /^engine\/src\/brokers\//,
  },
  {
    name: 'brokers do not import the live engine',
    from: /^engine\/src\/brokers\/(?!.*\.test\.ts$)/,
    to: /^engine\/src\/live\//,
  },
  {
    name: 'the book of the live engine imports no floor above it',
    from: /^engine\/src\/live\/book\/(?!.*\.test\.ts$)/,
    to: /^engine\/src\/live\//,
    but: '^engine/src/live/book/',
  },
  {
    name: 'the execution of the live engine imports no floor above it',
    from: /^engine\/src\/live\/execution\/(?!.*\.test\.ts$)/,
    to: /^engine\/src\/live\//,
    but: '^engine/src/live/(execution|book)/',
  },
  {
    name: 'core trading does not import the backtest',
    from: /^core\/src\/trading\//,
    to: /^core\/src\/(backtest|sweep)\//,
  },
  {
    name: 'state of an account imports no layer above it',
    from: /^core\/src\/trading\/account\/state\/(?!.*\.test\.ts$)/,
    to: /^core\/src\/trading\/account\//,
    but: '^core/src/trading/account/state/',
  },
  {
    name: 'orders of an account import no layer above them',
    from: /^core\/src\/trading\/account\/orders\/(?!.*\.test\.ts$)/,
    to: /^core\/src\/trading\/account\//,
    but: '^core/src/trading/account/(state|orders)/',
  },
  {
    name: 'exits of an account import no layer above them',
    from: /^core\/src\/trading\/account\/exits\/(?!.*\.test\.ts$)/,
    to: /^core\/src\/trading\/account\//,
    but: '^core/src/trading/account/(state|orders|exits)/',
  },
  {
    name: 'events of an account import no layer above them',
    from: /^core\/src\/trading\/account\/events\/(?!.*\.test\.ts$)/,
    to: /^core\/src\/trading\/account\//,
    but: '^core/src/trading/account/(state|orders|exits|events)/',
  },
  {
    name: 'books and decisions of an account import no layer above them, and not each other',
    from: /^core\/src\/trading\/account\/(books|decisions)\/(?!.*\.test\.ts$)/,
    to: /^core\/src\/trading\/account\//,
    but: '^core/src/trading/account/(state|orders|exits|events|$1)/',
  },
  { name: 'web imports contract and core only', from: /^web\/src\//, to: /^(engine|server)\// },
  { name: 'server does not import web', from: /^server\/src\//, to: /^web\// },
  { name: 'the product imports no screen', from: /^product\//, to: /^web\// },
  {
    name: 'only tests, benchmarks, proofs and tools import the product around the server',
    from: /^(core|contract|engine|server|web)\/src\/(?!(.*\/)?testing\/|.*\.test\.tsx?$)/,
    to: /^product\//,
  },
  { name: 'nothing imports the proofs', from: /^(?!proof\/)/, to: /^proof\// },
  { name: 'nothing imports the tools', from: /^(?!tools\/)/, to: /^tools\// },
  { name: 'nothing imports the benchmarks', from: /^(?!bench\/)/, to: /^bench\// },
  { name: 'nothing imports the browser tests', from: /^(?!e2e\/)/, to: /^e2e\// },
  {
    name: 'platform imports no domain',
    from: /^server\/src\/platform\/(?!.*\.test\.ts$)/,
    to: /^server\/src\/(accounts|billing|trading|operations|demo)\//,
  },
  {
    name: 'accounts import platform only',
    from: /^server\/src\/accounts\/(?!.*\.test\.ts$)/,
    to: /^server\/src\/(billing|trading|operations|demo)\//,
  },
  {
    name: 'billing imports accounts and platform only',
    from: /^server\/src\/billing\/(?!.*\.test\.ts$)/,
    to: /^server\/src\/(trading|operations|demo)\//,
  },
  {
    name: 'trading imports billing, accounts and platform only',
    from: /^server\/src\/trading\/(?!.*\.test\.ts$)/,
    to: /^server\/src\/(operations|demo)\//,
  },
  {
    name: 'operations do not import the demo',
    from: /^server\/src\/operations\/(?!.*\.test\.ts$)/,
    to: /^server\/src\/demo\//,
  },
  {
    name: 'a server feature is imported through its index',
    from: /^server\/src\/((?:accounts|billing|trading|operations)\/[^/]+)\//,
    to: /^server\/src\/(accounts|billing|trading|operations)\//,
    but: '^server/src/($1/|[^/]+/[^/]+/index\\.ts$)',
  },
  {
    name: 'outside the domains a feature is imported through its index too',
    from: /^server\/src\/(?!(accounts|billing|trading|operations)\/)/,
    to: /^server\/src\/(accounts|billing|trading|operations)\//,
    but: '^server/src/[^/]+/[^/]+/index\\.ts$',
  },
  {
    name: 'fastify is imported in http only',
    from: /^server\/src\/(?!platform\/http\/)/,
    to: /^(fastify|@fastify\/)/,
  },
  {
    name: 'web features do not import each other',
    from: /^web\/src\/features\/([^/]+)\//,
    to: /^web\/src\/features\//,
    but: '^web/src/features/$1/',
  },
  { name: 'web features do not import the app', from: /^web\/src\/features\//, to: /^web\/src\/app\// },
  { name: 'ui and lib import no feature and no app', from: /^web\/src\/(ui|lib)\//, to: /^web\/src\/(features|app)\// },
  { name: 'lib does not import ui', from: /^web\/src\/lib\//, to: /^web\/src\/ui\// },
]

/** Rooms whose folders are layers: whatever those are called, they import each other in one direction. */
export const LAYERED = ['core/src/trading/account', 'engine/src/exchange', 'engine/src/live']

const ROOMS = ['core', 'contract', 'engine', 'server', 'web', 'e2e', 'bench', 'product', 'proof', 'tools']
// A checker that read nothing would pass: fewer modules than this means that it failed to look.
const FEWEST_MODULES = 100

/** @param {string} root */
export function checkWalls(root) {
  const graph = readGraph(root)
  const problems = [...brokenWalls(graph), ...cycles(graph), ...folderCycles(graph)]
  if (graph.size < FEWEST_MODULES) problems.push(`only ${graph.size} modules were read: the checker found no sources`)
  else problems.push(...idleRules(graph))
  return { problems, modules: graph.size }
}

/** What every file of every room imports. @param {string} root */
export function readGraph(root) {
  const files = ROOMS.flatMap((room) => sourcesOf(path.join(root, room)))
  return new Map(files.map((file) => [path.relative(root, file), importsOf(root, file)]))
}

/** @param {string} folder @returns {string[]} */
function sourcesOf(folder) {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesOf(place)
    return /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [place] : []
  })
}

/** What a file imports, each as a path below the root. @param {string} root @param {string} file below the root */
export function readImports(root, file) {
  return importsOf(root, path.join(root, file))
}

/** @param {string} root @param {string} file */
function importsOf(root, file) {
  const { module } = parseSync(file, fs.readFileSync(file, 'utf8'))
  const names = [
    ...module.staticImports.map((entry) => entry.moduleRequest.value),
    ...module.staticExports.flatMap((entry) =>
      entry.entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) =>
      literal(fs.readFileSync(file, 'utf8').slice(moduleRequest.start, moduleRequest.end)),
    ),
  ]
  return [...new Set(names.map((name) => resolve(root, file, name)))]
}

/** @param {string} text */
function literal(text) {
  const match = /^['"`]([^'"`$]+)['"`]$/.exec(text.trim())
  return match?.[1] ? [match[1]] : []
}

/**
 * A path below the root for our own files, the package's name for others.
 * @param {string} root @param {string} file @param {string} name
 */
function resolve(root, file, name) {
  if (name.startsWith('.')) return path.relative(root, path.resolve(path.dirname(file), name))
  const own = /^@trading-bot\/([^/]+)\/(.+)$/.exec(name)
  return own ? `${own[1]}/src/${own[2]}.ts` : name
}

/** @param {Map<string, string[]>} graph */
export function brokenWalls(graph) {
  const problems = []
  for (const [file, imports] of graph) {
    for (const wall of WALLS) {
      const match = wall.from.exec(file)
      if (!match) continue
      const but = wall.but && new RegExp(wall.but.replaceAll('$1', match[1] ?? ''))
      for (const target of imports) {
        if (wall.to.test(target) && !(but && but.test(target))) problems.push(`${wall.name}: ${file} imports ${target}`)
      }
    }
  }
  return problems
}

/** @param {Map<string, string[]>} graph @param {string} [what] */
export function cycles(graph, what = 'an import cycle') {
  /** @type {string[]} */
  const problems = []
  /** @type {Map<string, 'open' | 'done'>} */
  const seen = new Map()
  /** @param {string} file @param {string[]} trail */
  const visit = (file, trail) => {
    if (seen.get(file) === 'done') return
    if (seen.get(file) === 'open') {
      problems.push(`${what}: ${[...trail.slice(trail.indexOf(file)), file].join(' -> ')}`)
      return
    }
    seen.set(file, 'open')
    for (const target of graph.get(file) ?? []) if (graph.has(target)) visit(target, [...trail, file])
    seen.set(file, 'done')
  }
  for (const file of graph.keys()) visit(file, [])
  return problems
}

/**
 * Cycles among the folders of a layered room, the shortest of which is two folders that import each other.
 * @param {Map<string, string[]>} graph
 */
export function folderCycles(graph) {
  return LAYERED.flatMap((room) => cycles(readFolders(graph, room), 'a cycle of folders'))
}

/** What every folder of a room imports of the room's others. @param {Map<string, string[]>} graph @param {string} room */
function readFolders(graph, room) {
  const isLayered = (/** @type {string} */ file) =>
    file.startsWith(`${room}/`) && !file.includes('/testing/') && !file.endsWith('.test.ts')
  /** @type {Map<string, string[]>} */
  const folders = new Map()
  for (const [file, imports] of graph) {
    if (!isLayered(file)) continue
    const own = path.dirname(file)
    const known = folders.get(own) ?? []
    const others = imports.filter(isLayered).map((target) => path.dirname(target))
    folders.set(own, [...new Set([...known, ...others.filter((folder) => folder !== own)])])
  }
  return folders
}

/** Rules that no file can break, because what they speak of has another name now. @param {Map<string, string[]>} graph */
export function idleRules(graph) {
  const files = [...graph.keys()]
  const walls = WALLS.filter(({ from }) => !files.some((file) => from.test(file)))
  const rooms = LAYERED.filter((room) => !files.some((file) => file.startsWith(`${room}/`)))
  return [...walls.map(({ name }) => `a rule for no file: ${name}`), ...rooms.map((room) => `no layered room: ${room}`)]
}
