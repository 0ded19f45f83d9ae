// Every file of deploy/ by the tool that knows its format; proof/processes/deployed-processes.proof.ts starts what they describe.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROLES } from '../../server/src/platform/environment.ts'
import { readCompose, readImage, readManifests, readUnits } from './deployed-processes.ts'
import { findCaddy, findDockerfileLint, findPythonPackages, root } from './install-checkers.ts'
import { readYaml } from './read-yaml.ts'

// The first run fetches the checkers.
const limit = { timeout: 180_000 }
const folder = path.join(root, 'deploy')
const run = (command: string, args: readonly string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(command, args, { env: { ...process.env, ...env }, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}
const SINGLE_ROLES = ROLES.filter((role) => role !== 'all').toSorted()

test('the Dockerfile is sound, its image does not run as root and tells whether it lives', limit, () => {
  expect(run(findDockerfileLint(), ['lint', path.join(folder, 'Dockerfile')])).toEqual({ status: 0, output: '' })
  const image = readImage()
  expect(image.user).toMatch(/^[1-9]\d+:[1-9]\d+$/)
  expect(image.healthCheck).toContain('/api/health/live/')
  expect(image.files).toContain('server/migrations')
})

test('compose, systemd and Kubernetes start every role', limit, () => {
  const rolesOf = (deployed: readonly { env: Readonly<Record<string, string>> }[]) =>
    [...new Set(deployed.flatMap(({ env }) => env['ROLE'] ?? []))].toSorted()
  expect(rolesOf(readCompose({}))).toEqual(SINGLE_ROLES)
  expect(rolesOf(readUnits())).toEqual(SINGLE_ROLES)
  const containers = readManifests().flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
  const envs = containers.map(({ env = [] }) => ({
    env: Object.fromEntries(env.map((each) => [each.name, each.value])),
  }))
  expect(rolesOf(envs)).toEqual(SINGLE_ROLES)
})

test('every container of ours has a read-only root, no capability and no way to more', limit, () => {
  type Service = { build?: unknown; read_only?: boolean; cap_drop?: string[]; security_opt?: string[] }
  const [compose] = readYaml(path.join(folder, 'compose.yml')) as [{ services: Record<string, Service> }]
  for (const service of Object.values(compose.services).filter(({ build }) => build)) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(service.security_opt).toContain('no-new-privileges:true')
  }
  for (const { spec } of readManifests()) {
    for (const { securityContext } of spec?.template?.spec.containers ?? [])
      expect(securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  }
})

test('the Kubernetes manifests match its schemas, and every workload says whether it lives and is ready', limit, () => {
  const packages = findPythonPackages()
  const files = readdirSync(path.join(folder, 'kubernetes')).filter((name) => name !== 'kustomization.yaml')
  const places = files.map((name) => path.join(folder, 'kubernetes', name))
  const checked = run('python3', ['-m', 'kubernetes_validate', '--strict', '--quiet', ...places], {
    PYTHONPATH: packages,
  })
  expect(checked).toEqual({ status: 0, output: '' })
  const [{ resources }] = readYaml(path.join(folder, 'kubernetes/kustomization.yaml')) as [{ resources: string[] }]
  expect(resources.toSorted()).toEqual(files.toSorted())
  const workloads = readManifests().filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))
  expect(workloads.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
    'Deployment api',
    'Deployment engine',
    'Deployment feed',
    'Deployment nats',
    'Deployment pgbouncer',
    'StatefulSet worker',
  ])
  for (const { livenessProbe, readinessProbe } of workloads.flatMap(
    ({ spec }) => spec?.template?.spec.containers ?? [],
  ))
    expect([livenessProbe, readinessProbe]).toEqual([expect.anything(), expect.anything()])
})

test('a lost or drained node takes one pod of a role, closes no door unannounced and loses no state', () => {
  const manifests = readManifests()
  const workloads = manifests.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind))
  const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget').map(({ metadata }) => metadata.name)
  expect(budgets.toSorted()).toEqual(workloads.map(({ metadata }) => metadata.name).toSorted())
  const pods = Object.fromEntries(
    workloads.map(({ metadata, spec }) => [metadata.name, { ...spec, ...spec?.template?.spec }]),
  )
  for (const [name, { replicas, topologySpreadConstraints }] of Object.entries(pods).filter(
    ([each]) => each !== 'nats',
  )) {
    expect([name, replicas]).toEqual([name, 2])
    expect(topologySpreadConstraints).toMatchObject([{ topologyKey: 'kubernetes.io/hostname' }])
  }
  for (const name of ['api', 'pgbouncer']) expect(pods[name]?.containers?.[0]?.lifecycle?.preStop).toBeDefined()
  expect(pods['worker']?.volumes?.filter(({ name }) => name === 'state')).toEqual([])
  expect(pods['worker']?.volumeClaimTemplates).toMatchObject([{ metadata: { name: 'state' } }])
})

test('every way to deploy leads to an administrator, with a closed bus, Python and the owner of the database', () => {
  const guide = readFileSync(path.join(folder, 'README.md'), 'utf8')
  const part = (title: string) => guide.split('\n## ').find((each) => each.startsWith(title)) ?? ''
  for (const title of ['Containers on one machine', 'systemd', 'Kubernetes']) {
    for (const needed of ['create-admin.js', 'make-keys.sh', 'ython', 'bubblewrap', 'wner'])
      expect([title, part(title)]).toEqual([title, expect.stringContaining(needed)])
  }
  const kubernetes = part('Kubernetes')
  expect(kubernetes.indexOf('namespace.yaml')).toBeLessThan(kubernetes.indexOf('create secret'))
})

test('each process joins the bus as the user of its role, over TLS where it is another machine', () => {
  const composed = readCompose({}).filter(({ isMigration }) => !isMigration)
  const deployed = [...composed, ...readUnits().filter(({ isMigration }) => !isMigration)]
  for (const { name, env } of deployed) {
    const { username, protocol, hostname } = new URL(env['NATS_URL'] ?? '')
    expect([name, username]).toEqual([name, env['ROLE']])
    expect(hostname === '127.0.0.1' || protocol === 'tls:').toBe(true)
  }
  for (const { kind, metadata, spec } of readManifests()) {
    const env = spec?.template?.spec.containers[0]?.env ?? []
    const role = env.find(({ name }) => name === 'ROLE')?.value
    if (role === undefined) continue
    expect([kind, metadata.name, env.find(({ name }) => name === 'NATS_URL')?.value]).toEqual([
      kind,
      role,
      `tls://${role}:$(BUS_PASSWORD)@nats:4222`,
    ])
  }
})

test('systemd accepts the units and finds little exposed', limit, () => {
  const place = mkdtempSync(path.join(tmpdir(), 'trading-bot-units-'))
  const from = path.join(folder, 'systemd')
  for (const name of readdirSync(from).filter((each) => each.startsWith('trading-bot')))
    copyFileSync(path.join(from, name), path.join(place, name))
  // The machine of the test may have its Node elsewhere.
  const instance = path.join(place, 'trading-bot@engine.service')
  writeFileSync(
    instance,
    readFileSync(path.join(from, 'trading-bot@.service'), 'utf8').replaceAll('/usr/bin/node', process.execPath),
  )
  const env = { SYSTEMD_UNIT_PATH: `${place}:` }
  const { output } = run(
    'systemd-analyze',
    ['verify', '--man=no', instance, path.join(place, 'trading-bot.target')],
    env,
  )
  // The key is of systemd 254: an older one, such as Debian 12's, says so and goes on.
  const complaints = output
    .split('\n')
    .filter((line) => line.includes('trading-bot') && !line.includes("'DelegateSubgroup'"))
  expect(complaints.filter((line) => !line.includes('/usr/bin/node is not executable'))).toEqual([])
  const security = run('systemd-analyze', ['security', '--offline=true', '--threshold=30', '--no-pager', instance])
  expect([security.status, security.output.split('\n').slice(-3)]).toEqual([0, expect.anything()])
  rmSync(place, { recursive: true })
})

test('bubblewrap needs no privilege that containers and units take away', limit, () => {
  const dropped =
    process.getuid?.() === 0 ? ['--reuid=10001', '--regid=10001', '--clear-groups', '--bounding-set=-all'] : []
  const namespaces = ['--unshare-all', '--hostname', 'bot', '--cap-drop', 'ALL']
  const files = ['--ro-bind', '/usr', '/usr', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64']
  const args = ['--no-new-privs', ...dropped, 'bwrap', ...namespaces, ...files, '/usr/bin/true']
  expect(run('setpriv', args)).toEqual({ status: 0, output: '' })
})

test('Caddy accepts its file, does not buffer and leaves the security headers to the product', limit, () => {
  const file = path.join(folder, 'Caddyfile')
  const env = { SITE: 'bot.example.in', API: '127.0.0.1:3001', API_2: '127.0.0.1:3002' }
  expect(run(findCaddy(), ['validate', '--config', file, '--adapter', 'caddyfile'], env).output).toContain(
    'Valid configuration',
  )
  const adapted = run(findCaddy(), ['adapt', '--config', file, '--adapter', 'caddyfile'], env).output
  expect(adapted).toContain('"flush_interval":-1')
  expect(adapted).not.toContain('Strict-Transport-Security')
})

test(
  'the seccomp profile and the workflows are well-formed, and the workflow tests both releases of Node',
  limit,
  () => {
    expect(JSON.parse(readFileSync(path.join(folder, 'seccomp.json'), 'utf8'))).toMatchObject({
      defaultAction: 'SCMP_ACT_ALLOW',
    })
    const [workflow] = readYaml(path.join(root, '.github/workflows/ci.yml')) as [Workflow]
    const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
    expect(steps.flatMap(({ run: command }) => command ?? [])).toEqual(
      expect.arrayContaining(['npm run check', 'npm test', 'npm run audit']),
    )
    expect(workflow.jobs['test']?.strategy?.matrix.node).toEqual([20, 22])
    // By commit: a branch or a release's number can be moved.
    expect(steps.flatMap(({ uses }) => uses ?? []).filter((used) => !/@[0-9a-f]{40}$/.test(used))).toEqual([])
    for (const job of Object.values(workflow.jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
  },
)

type Workflow = {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly 'timeout-minutes': number
        readonly strategy?: { readonly matrix: { readonly node: number[] } }
        readonly steps: readonly { readonly run?: string; readonly uses?: string }[]
      }
    >
  >
}
