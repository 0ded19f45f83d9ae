import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FoundSandbox } from '../isolation/find-sandbox.ts'
import { LibraryInstallation } from './author-libraries.ts'

test('libraries are installed at the lowest priority and looked for at that of the product, whose start waits for it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'libraries-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const python = path.join(folder, 'python')
  writeFileSync(python, `#!/bin/sh\nprintf '{"kind":"none","sentence":"%s"}\\n' "$(nice)"\n`, { mode: 0o755 })
  const installation = new LibraryInstallation({ python } as FoundSandbox, { runtimeFolder: folder })
  const own = String(execFileSync('nice')).trim()
  await installation.find()
  expect(installation.state).toEqual({ kind: 'none', sentence: own })
  await installation.install()
  expect(installation.state).toEqual({ kind: 'none', sentence: '19' })
})
