import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { systemTimers } from '../../ports/system-timers.ts'
import { openScriptRunner } from '../open-script-runner.ts'
import { attackSandbox } from '../testing/attack-sandbox.ts'
import { findSandbox, type SandboxOptions } from './find-sandbox.ts'
import { findInterpreters } from './find-interpreters.ts'

const run = promisify(execFile)
const runtimeFolder = path.resolve(import.meta.dirname, '../../../../runtime')
const reportFile = path.resolve(import.meta.dirname, '../testing/report-sandbox.ts')

function find(changes: Partial<SandboxOptions> = {}) {
  const searchPath = process.env['PATH'] ?? ''
  const options = { runtimeFolder, hiddenFolders: [], searchPath, allowsWeakSandbox: false, timers: systemTimers }
  return findSandbox({ ...options, ...changes })
}

/** What a script prints in this sandbox. */
async function printed(changes: Partial<SandboxOptions>, script: string): Promise<string> {
  const sandbox = await find(changes)
  const runner = openScriptRunner(sandbox, systemTimers, { live: 1, test: 1 })
  const { output, failure } = await attackSandbox(runner, script)
  await runner.close()
  expect(failure).toBe(null)
  return output
}

test('a product installed inside the interpreter’s own folder is not visible, nor is its data', async () => {
  const [interpreter] = await firstInterpreter()
  const library = interpreter!.folders.find((folder) => path.basename(folder).startsWith('python'))!
  const script = `import os\nprint(os.listdir('${library}/xmlrpc'), os.listdir('${library}/wsgiref'), len(os.listdir('${library}/json')) > 3)
try: open('${library}/xmlrpc/x', 'w')
except OSError as error: print('read-only')`
  const hiddenFolders = [`${library}/xmlrpc`, `${library}/wsgiref`, `${library}/wsgiref/__pycache__`, '/usr/src']
  expect(await printed({ hiddenFolders }, script)).toBe('[] [] True\nread-only\n')
})

test('an interpreter’s folder that is the product’s own is not bound at all', async () => {
  const [interpreter] = await firstInterpreter()
  const hidden = interpreter!.folders.find((folder) => folder.endsWith('zoneinfo'))!
  const script = `import os\nprint(os.path.exists('${hidden}'))`
  expect(await printed({ hiddenFolders: [hidden] }, script)).toBe('False\n')
})

async function firstInterpreter() {
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  for await (const interpreter of findInterpreters(process.env['PATH'] ?? '', user)) return [interpreter]
  return []
}

test('nothing runs without bubblewrap, and the sentence says what to install', async () => {
  const tools = await mkdtemp(path.join(os.tmpdir(), 'no-bubblewrap-'))
  await symlink('/usr/bin/unshare', path.join(tools, 'unshare'))
  const closed = await find({ searchPath: tools })
  expect(closed.command).toBe(null)
  expect(closed.report).toEqual({
    kind: 'none',
    sentence: 'Edited bot code cannot run without bubblewrap. Install it: sudo apt-get install bubblewrap.',
  })
  const weak = await find({ searchPath: tools, allowsWeakSandbox: true })
  expect(weak.report.kind).toBe('namespaces')
  expect(weak.report.sentence).toContain('ALLOW_WEAK_SANDBOX is on')
  // The weak sandbox has the same filter.
  const runner = openScriptRunner(weak, systemTimers, { live: 1, test: 1 })
  const { output } = await attackSandbox(
    runner,
    'import os, socket\nfor work in (os.fork, socket.socket):\n    try: work()\n    except OSError as error: print(error.errno)',
  )
  await runner.close()
  expect(output).toBe('1\n1\n')
  await rm(tools, { recursive: true })
})

test('nothing runs when bubblewrap is there but cannot start, and nothing is left of the attempt', async () => {
  const tools = await mkdtemp(path.join(os.tmpdir(), 'broken-bubblewrap-'))
  await symlink('/bin/false', path.join(tools, 'bwrap'))
  const before = (await readdir(os.tmpdir())).filter((name) => name.includes(`-${process.pid}-`)).length
  const { report, command } = await find({ searchPath: tools })
  expect(command).toBe(null)
  expect(report.sentence).toContain('bubblewrap is installed but does not start')
  expect((await readdir(os.tmpdir())).filter((name) => name.includes(`-${process.pid}-`))).toHaveLength(before)
  await rm(tools, { recursive: true })
})

test('a cgroup that was named but cannot be used is refused with its reason', async () => {
  const { report } = await find({ cgroup: '/sys/fs/cgroup/of-nobody' })
  expect(report).toEqual({
    kind: 'none',
    sentence: 'Edited bot code cannot run: SANDBOX_CGROUP is set, but /sys/fs/cgroup/of-nobody is not a cgroup v2.',
  })
})

test('scripts run as nobody when the product is root in a namespace that has no other user', async () => {
  const namespace = ['--user', '--map-root-user']
  const node = [process.execPath, '--import', 'tsx', reportFile]
  // Without a home's interpreters, which only cost time here, but with bubblewrap wherever it was unpacked.
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => existsSync(path.join(folder, 'bwrap')))
  const env = { PATH: [...folders, '/usr/local/bin', '/usr/bin', '/bin'].join(':') }
  const { stdout } = await run('unshare', [...namespace, ...node], { env })
  const { sandbox, ran } = JSON.parse(stdout) as { sandbox: { kind: string }; ran: { output: string } }
  expect(sandbox.kind).toBe('bubblewrap')
  expect(ran.output).toBe('65534 65534\none process\n')
}, 30_000)
