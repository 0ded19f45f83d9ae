import { open, writeFile } from 'node:fs/promises'

/** On the disk, not only in its cache; readable by us alone. */
export async function writeDurably(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content, { mode: 0o600, flag: 'wx', flush: true })
}

/** The names in a folder are durable only when the folder itself was written. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}
