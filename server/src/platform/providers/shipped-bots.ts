// The Python files that ship with the product: a template for every bot type, and a gallery of examples.
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { BotType } from '@trading-bot/contract/rest/billing/plans'

/** The runtime/ folder beside server/, whether this file runs as source or from the bundle. */
export function runtimeFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(path.join(folder, 'runtime/bots')) && folder !== path.dirname(folder))
    folder = path.dirname(folder)
  return path.join(folder, 'runtime')
}

/** The template of a bot type, as it was shipped. */
export async function shippedBot(botType: BotType): Promise<string> {
  return readFile(path.join(runtimeFolder(), 'bots', `${botType}.py`), 'utf8')
}

export async function listShippedFiles(): Promise<{ filename: string; size: number; says: string }[]> {
  const files = await listFiles()
  return Promise.all(
    files.map(async (file) => {
      const [first = ''] = (await readFile(file, 'utf8')).split('\n')
      return { filename: path.basename(file), size: (await stat(file)).size, says: first.replaceAll('"""', '').trim() }
    }),
  )
}

/** Only a listed name leads to a file, so that no path can escape the folder. */
export async function readShippedFile(filename: string): Promise<string | undefined> {
  const listed = (await listFiles()).find((file) => path.basename(file) === filename)
  return listed && readFile(listed, 'utf8')
}

async function listFiles(): Promise<string[]> {
  const all = await Promise.all(
    ['bots', 'gallery'].map(async (folder) => {
      const names = await readdir(path.join(runtimeFolder(), folder))
      return names.filter((name) => /^\w+\.py$/.test(name)).map((name) => path.join(runtimeFolder(), folder, name))
    }),
  )
  return all.flat().sort((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1))
}
