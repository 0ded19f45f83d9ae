import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listSettings } from './list-settings.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('docs/settings.md and .env.example are what the schema of the environment says', () => {
  const args = ['--import', 'tsx', 'tools/settings/settings.ts', '--check']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test('every variable whose name says so is a secret, and a secret has no default', () => {
  const rows = listSettings()
  const secretByName = rows.filter(({ name }) => /SECRET|TOKEN|MPIN|_KEY$|PASSWORD/.test(name))
  expect(secretByName.filter(({ isSecret }) => !isSecret)).toEqual([])
  expect(rows.filter(({ isSecret, fallback }) => isSecret && fallback !== '')).toEqual([])
  expect(rows.find(({ name }) => name === 'DEMO_SESSION_MINUTES')).toMatchObject({
    fallback: '60',
    values: ['20', '30', '60'],
  })
})
