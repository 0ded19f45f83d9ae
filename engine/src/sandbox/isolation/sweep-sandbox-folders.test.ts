import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SANDBOX_FOLDER, sweepSandboxFolders } from './sweep-sandbox-folders.ts'

test('folders of killed processes are removed; those of running processes and other users stay', async () => {
  const within = await mkdtemp(path.join(os.tmpdir(), 'sweep-'))
  const killed = spawn('sleep', ['60'])
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const dead = `${SANDBOX_FOLDER}${killed.pid}-aaaaaa`
  const stay = [
    `${SANDBOX_FOLDER}${process.pid}-bbbbbb`,
    `${SANDBOX_FOLDER}1-cccccc`,
    `${SANDBOX_FOLDER}Xy1`,
    `mine-${killed.pid}-d`,
  ]
  for (const name of [dead, ...stay]) await mkdir(path.join(within, name))
  await writeFile(path.join(within, dead, 'filter.bpf'), '')
  await sweepSandboxFolders(within)
  expect((await readdir(within)).toSorted()).toEqual(stay.toSorted())
  await rm(within, { recursive: true })
})
