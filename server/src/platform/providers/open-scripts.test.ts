import type { ScriptSession } from '@trading-bot/engine/ports'
import { expect, test } from 'vitest'
import { noScripts, type Scripts, scriptsOnceOpen } from './open-scripts.ts'

const SCRIPT = [{ code: 'pass' } as Parameters<Scripts['open']>[0], {} as Parameters<Scripts['open']>[1]] as const

test('a script that is opened before the sandbox is waits for it', async () => {
  const session = { load: async () => ({ kind: 'loaded' }) } as unknown as ScriptSession
  let openIt: (scripts: Scripts) => void = () => {}
  const scripts = scriptsOnceOpen(new Promise<Scripts>((resolve) => (openIt = resolve)))
  const early = scripts.open(...SCRIPT)!.load()
  expect(scripts.sandbox).toEqual({ kind: 'none', sentence: expect.stringContaining('is being opened') })
  const calls: string[] = []
  const install = scripts.installLibraries()
  openIt({
    ...noScripts,
    sandbox: { kind: 'bubblewrap', sentence: 'Scripts run.' },
    open: () => session,
    installLibraries: async () => void calls.push('install'),
    close: async () => void calls.push('close'),
  })
  expect(await early).toEqual({ kind: 'loaded' })
  expect(scripts.open(...SCRIPT)).toBe(session)
  expect(scripts.sandbox.kind).toBe('bubblewrap')
  await install
  await scripts.close()
  expect(calls).toEqual(['install', 'close'])
})

test('a sandbox that cannot be opened is told to whoever waits for it', async () => {
  const scripts = scriptsOnceOpen(Promise.reject(new Error('no space left')))
  const early = scripts.open(...SCRIPT)!.load()
  await scripts.opened
  const sentence = expect.stringContaining('could not be opened (no space left)')
  expect(scripts.sandbox).toEqual({ kind: 'none', sentence })
  expect(scripts.libraries()).toEqual({ kind: 'none', sentence })
  expect(await early).toMatchObject({ kind: 'failed', error: sentence })
  expect(scripts.open(...SCRIPT)).toBeNull()
})
