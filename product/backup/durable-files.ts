import { open, writeFile } from 'node:fs/promises'

/** Flushed to disk, not only to its cache; readable by the owner only. */
export async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content, { mode: 0o600, flag: 'wx', flush: true })
}

/** The names in a folder are durable only once the folder itself is flushed. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
