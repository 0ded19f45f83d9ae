// What is deployed for the operator: Prometheus' rules and Grafana's dashboards, each on metrics that exist.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { noScripts } from '../../platform/providers/open-scripts.ts'
import { countScripts } from '../../platform/telemetry/count-scripts.ts'
import { addEngineGauges, addShardGauges, engineTelemetry } from '../../trading/engine-adapters/index.ts'
import { addFeedGauges } from '../../trading/price-feed/index.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { findPromtool } from '../../../../product/programs/promtool.mjs'

const root = path.resolve(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const ALERTS = read('deploy/alerts.yml')
const DASHBOARDS = readdirSync(path.join(root, 'deploy/grafana')).filter((name) => name.endsWith('.json'))
// Added by Prometheus itself to whatever it scrapes.
const OF_PROMETHEUS = ['up']

let server: TestServer
let promtool: string
beforeAll(async () => {
  promtool = findPromtool((line) => process.stdout.write(`${line}\n`))
  server = await startTestServer()
  engineTelemetry(server.metrics)
  addEngineGauges(
    server.metrics,
    () => null,
    () => undefined,
  )
  addShardGauges(server.metrics, () => ({ held: 0, loading: 0, isResting: false }))
  addFeedGauges(server.metrics, () => false)
  countScripts(noScripts, server.metrics)
}, 120_000)
afterAll(() => server.stop())

function runPromtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(promtool, args, { cwd: path.join(root, 'deploy'), encoding: 'utf8' })
  return status === 0 ? 'passed' : `${stdout}${stderr}`
}

/** The names in what /metrics prints; a histogram's series have its name and an ending. */
async function readNames(): Promise<ReadonlySet<string>> {
  const { body } = await server.raw('GET', '/metrics')
  const types = [...String(body).matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  const endings = ['_bucket', '_sum', '_count']
  return new Set(
    types.flatMap(([, name = '', type]) => (type === 'histogram' ? endings.map((end) => name + end) : [name])),
  )
}

async function expectKnown(expressions: readonly string[]): Promise<void> {
  const known = await readNames()
  const named = [...new Set(expressions.flatMap(metricNames))]
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.has(name) && !OF_PROMETHEUS.includes(name))).toEqual([])
}

/** Values of `expr`, on one line or folded over several. */
function alertExpressions(): readonly string[] {
  return [...ALERTS.matchAll(/^ {8}expr: (?:>-\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
    ([, folded, line]) => folded ?? line ?? '',
  )
}

test('the alerts’ rules are valid and fire as their tests say', () => {
  expect(runPromtool('check', 'rules', 'alerts.yml')).toBe('passed')
  expect(runPromtool('test', 'rules', 'alerts.test.yml')).toBe('passed')
})

test('every alert is tested, reads metrics that exist and has a runbook that exists', async () => {
  const alerts = [...ALERTS.matchAll(/- alert: (\w+)$/gm)].map(([, name]) => name)
  expect(alertExpressions()).toHaveLength(alerts.length)
  await expectKnown(alertExpressions())
  const tests = read('deploy/alerts.test.yml')
  expect(alerts.filter((name) => !tests.includes(`{alertname="${name}"`))).toEqual([])
  const anchors = [...read('docs/operations.md').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
  const runbooks = [...ALERTS.matchAll(/runbook: docs\/operations\.md#(.*)$/gm)].map(([, anchor = '']) => anchor)
  expect(runbooks).toHaveLength(alerts.length)
  expect(runbooks.filter((anchor) => !anchors.includes(anchor))).toEqual([])
})

const Target = z.object({ refId: z.string(), expr: z.string().check(z.minLength(3)), legendFormat: z.string() })
const GridPos = z.object({ h: z.int().check(z.positive()), w: z.int().check(z.positive()), x: z.int(), y: z.int() })
const DataSource = z.object({ type: z.literal('prometheus'), uid: z.literal('${datasource}') })
const Shared = { id: z.int(), title: z.string().check(z.minLength(2)), gridPos: GridPos }
const Panel = z.discriminatedUnion('type', [
  z.object({ ...Shared, type: z.literal('row') }),
  z.object({
    ...Shared,
    type: z.enum(['timeseries', 'stat']),
    datasource: DataSource,
    fieldConfig: z.object({ defaults: z.object({ unit: z.string() }), overrides: z.array(z.unknown()) }),
    targets: z.array(Target).check(z.minLength(1)),
  }),
])
const Dashboard = z.object({
  uid: z.string().check(z.maxLength(40)),
  title: z.string(),
  schemaVersion: z.literal(39),
  templating: z.object({ list: z.array(z.object({ name: z.literal('datasource'), type: z.literal('datasource') })) }),
  panels: z.array(Panel).check(z.minLength(4)),
})

test.each(DASHBOARDS)('%s is a dashboard whose panels do not overlap and read metrics that exist', async (file) => {
  const dashboard = Dashboard.parse(JSON.parse(read(`deploy/grafana/${file}`)))
  expect(`${dashboard.uid}.json`).toBe(`trading-bot-${file}`)
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  const expressions = dashboard.panels.flatMap((panel) =>
    panel.type === 'row' ? [] : panel.targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')),
  )
  await expectKnown(expressions)
  expect(parseProblems(expressions)).toBe('passed')
})

test('three dashboards are shipped', () => {
  expect([...DASHBOARDS].sort()).toEqual(['engines.json', 'platform.json', 'trading.json'])
})

/** As rules, which is the form in which promtool reads expressions. */
function parseProblems(expressions: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'expressions-'))
  const rules = expressions.map((expr, at) => ({ record: `panel:${at}`, expr }))
  writeFileSync(path.join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'panels', rules }] }))
  const answer = runPromtool('check', 'rules', path.join(folder, 'rules.yml'))
  rmSync(folder, { recursive: true })
  return answer
}

const WORDS = ['and', 'or', 'unless', 'offset', 'bool']

/** The series that a PromQL expression reads. */
function metricNames(expression: string): readonly string[] {
  const bare = expression
    .replace(/"[^"]*"|'[^']*'/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/(?<![\w.])[a-zA-Z_]\w*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.includes(name))
}

test.each([
  ['sum by (le) (rate(a_bucket{mode="live"}[5m])) > 2', ['a_bucket']],
  ['a == 0 and on () max(b offset 1h) >= count(c)', ['a', 'b', 'c']],
  ['topk(3, histogram_quantile(0.99, d)) / 1e3', ['d']],
])('the series of %s are named', (expression, names) => {
  expect(metricNames(expression)).toEqual(names)
})
