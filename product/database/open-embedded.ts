import { existsSync } from 'node:fs'
import path from 'node:path'
import { findRunningPostgres, startPostgres } from './postgres.mjs'
import { lockFolder } from '../supervisor/start-product.mjs'

/** The embedded database as its owner; if the product is stopped, the database is started for as long as it is needed. */
export async function openEmbedded(
  root: string,
  dataDir: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = path.join(dataDir, 'postgres')
  if (!existsSync(path.join(folder, 'PG_VERSION'))) throw new Error(`There is no database in ${dataDir}.`)
  const running = findRunningPostgres(folder)
  if (running) return { url: running.url, close: async () => undefined }
  const unlock = lockFolder(dataDir)
  try {
    const postgres = await startPostgres({ root, folder })
    const close = async () => {
      await postgres.stop()
      unlock()
    }
    return { url: postgres.url, close }
  } catch (error) {
    unlock()
    throw error
  }
}
