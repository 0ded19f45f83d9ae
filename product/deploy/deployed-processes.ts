// What deploy/ starts, taken from its own files, so that a test can start the same as plain processes.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install-checkers.ts'
import { readYaml } from './read-yaml.ts'

export type Deployed = {
  readonly name: string
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** It must have ended well before the others start. */
  readonly isMigration: boolean
}

const folder = path.join(root, 'deploy')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

/** What the Dockerfile's last stage says. */
export function readImage() {
  const text = read('Dockerfile').replaceAll('\\\n', ' ')
  const lines = text.slice(text.lastIndexOf('\nFROM ')).split('\n')
  const after = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((l) => l.slice(word.length + 1))
  return {
    user: after('USER')[0],
    /** Of the image's folder, and so of the project's. */
    files: after('COPY').map((line) => line.split(/\s+/).at(-1)?.replace(/^\.\//, '') ?? ''),
    env: Object.fromEntries(after('ENV').flatMap((line) => line.split(/\s+/).map((pair) => pair.split('=')))) as Record<
      string,
      string
    >,
    command: JSON.parse(after('CMD')[0] ?? '[]') as string[],
    healthCheck: after('HEALTHCHECK')[0],
  }
}

type Service = {
  readonly image?: string
  readonly build?: unknown
  readonly command?: string[]
  readonly environment?: Record<string, string>
  readonly depends_on?: Record<string, { readonly condition: string }>
}

/** The compose file's containers of the product; `values` are those of .env. */
export function readCompose(values: Readonly<Record<string, string>>): Deployed[] {
  const [compose] = readYaml(path.join(folder, 'compose.yml')) as [{ services: Record<string, Service> }]
  const image = readImage()
  const filled = (text: string) => text.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => values[name] ?? '')
  const ours = Object.entries(compose.services).filter(([, { build }]) => build)
  const awaited = ours.flatMap(([, { depends_on = {} }]) =>
    Object.entries(depends_on).flatMap(([name, on]) =>
      on.condition === 'service_completed_successfully' ? [name] : [],
    ),
  )
  return ours.map(([name, { command, environment = {} }]) => ({
    name,
    command: command ?? image.command,
    env: {
      ...image.env,
      ...values,
      ...Object.fromEntries(Object.entries(environment).map(([key, text]) => [key, filled(text)])),
    },
    isMigration: awaited.includes(name),
  }))
}

/** The units that the target wants, with the settings of deploy/systemd/etc. */
export function readUnits(): Deployed[] {
  const wanted = keysOf('trading-bot.target', 'Wants').flatMap((line) => line.split(' '))
  const units = [...wanted, ...keysOf('trading-bot@.service', 'Requires')]
  return units.map((unit) => {
    const name = /@([\w-]+)\.service$/.exec(unit)?.[1]
    const file = name === undefined ? unit : 'trading-bot@.service'
    const env = keysOf(file, 'EnvironmentFile').map((place) =>
      envFile(`systemd/etc/${path.basename(place).replace('%i', name ?? '')}`),
    )
    const own = keysOf(file, 'Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')))
    return {
      name: name ?? 'migrate',
      command: (keysOf(file, 'ExecStart')[0] ?? '').split(' '),
      env: Object.assign({}, Object.fromEntries(own), ...env) as Record<string, string>,
      isMigration: name === undefined,
    }
  })
}

function keysOf(file: string, key: string): string[] {
  return read(`systemd/${file}`)
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1))
}

function envFile(file: string): Record<string, string> {
  const lines = read(file)
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

type Manifest = {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec?: {
    readonly replicas?: number
    readonly volumeClaimTemplates?: unknown
    readonly template?: { readonly spec: Pod }
  }
}
type Pod = {
  readonly containers: readonly Container[]
  readonly topologySpreadConstraints?: unknown
  readonly volumes?: readonly { readonly name: string }[]
}
export type Container = {
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly lifecycle?: { readonly preStop?: unknown }
  readonly securityContext: { readonly readOnlyRootFilesystem?: boolean }
  readonly livenessProbe?: unknown
  readonly readinessProbe?: unknown
}

/** Every object of the Kubernetes folder, but the list of its files. */
export function readManifests(): Manifest[] {
  const files = readdirSync(path.join(folder, 'kubernetes')).filter((name) => name !== 'kustomization.yaml')
  return files.flatMap((name) => readYaml(path.join(folder, 'kubernetes', name)) as Manifest[])
}
