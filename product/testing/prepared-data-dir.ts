// A data folder of a product that was started once: starting on a copy spares a test the new database and the demo's data.
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { runStart, untilReady } from './run-start.ts'
import { until } from './until.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    preparedDataDir: string
  }
}

/** Prepares the folder while other tests run; it has its name once it is complete. */
export function setup(project: TestProject): () => Promise<void> {
  const parent = mkdtempSync(path.join(tmpdir(), 'trading-bot-prepared-'))
  const complete = path.join(parent, 'complete')
  project.provide('preparedDataDir', complete)
  const incomplete = path.join(parent, 'incomplete')
  const prepared = prepareDataDir(incomplete)
    .then(() => renameSync(incomplete, complete))
    .catch(console.error)
  return async () => {
    await prepared
    rmSync(parent, { recursive: true, force: true })
  }
}

/** A new database with the demo's data, and nothing that runs. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const product = await runStart({ dataDir })
  try {
    await untilReady(product)
  } finally {
    product.process.kill('SIGTERM')
    await product.exited
  }
}

/** Fills an empty folder with a copy. */
export async function copyPreparedDataDir(dataDir: string): Promise<void> {
  const complete = inject('preparedDataDir')
  await until('the prepared data folder', () => existsSync(complete))
  cpSync(complete, dataDir, { recursive: true, preserveTimestamps: true })
}
