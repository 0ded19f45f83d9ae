import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Interpreter, listLibraries } from './find-interpreters.ts'
import { RUNNING_FILTER, type SandboxPlace, type VisibleFolder } from './sandbox-command.ts'

const run = promisify(execFile)

type Prepared = Omit<SandboxPlace, 'clock'>

/** Fills a folder with world-readable copies, whatever the permissions of the product's own folder. */
export async function prepareFolder(
  folder: string,
  interpreter: Interpreter,
  options: {
    readonly runtimeFolder: string
    readonly hiddenFolders: readonly string[]
    readonly runningFilter: Uint8Array
  },
): Promise<Prepared> {
  for (const part of ['bot_runtime', 'stand_ins']) {
    const filter = (source: string) => !source.includes('__pycache__')
    await cp(path.join(options.runtimeFolder, part), path.join(folder, part), { recursive: true, filter })
  }
  // Compiled once here, which halves the start time in the read-only sandbox.
  await run(interpreter.file, ['-I', '-m', 'compileall', '-q', folder])
  await writeFile(path.join(folder, RUNNING_FILTER), options.runningFilter)
  const libraries = await copyLibraries(folder, interpreter)
  await run('chmod', ['-R', 'a+rX', folder])
  return {
    python: interpreter.file,
    folders: [...interpreter.folders.map((from) => ({ from, to: from })), ...libraries],
    // A folder that does not exist yet has no real path, and nothing in it to hide.
    hiddenFolders: await Promise.all(options.hiddenFolders.map((hidden) => realpath(hidden).catch(() => hidden))),
    runtimeFolder: folder,
    libraryPath: libraries.map(({ to }) => to).join(':'),
  }
}

/** The same place with the authors' libraries, and what they want of the machine's own. */
export async function withLibraries(
  place: SandboxPlace,
  interpreter: Interpreter,
  site: string,
): Promise<SandboxPlace> {
  const folder = path.join(place.runtimeFolder, 'for-libraries')
  const wanted = await listLibraries(interpreter.file, [site])
  const libraries = [...new Set([...interpreter.libraries, ...wanted])]
  const copies = await copyLibraries(folder, { ...interpreter, libraries })
  await run('chmod', ['-R', 'a+rX', folder])
  const isCopy = ({ from }: VisibleFolder) => from.startsWith(`${place.runtimeFolder}/`)
  return {
    ...place,
    folders: [...place.folders.filter((one) => !isCopy(one)), ...copies],
    libraryPath: copies.map(({ to }) => to).join(':'),
    libraries: site,
  }
}

/** One folder of copies for each folder of the machine, because a mount for each of 50 files would be slow to start. */
async function copyLibraries(folder: string, { libraries, folders, file }: Interpreter): Promise<VisibleFolder[]> {
  const places = [...new Set(libraries.map((library) => path.dirname(library)))]
  const made = places.map((to, index) => ({ from: path.join(folder, 'libraries', String(index)), to }))
  for (const { from, to } of made) {
    await mkdir(from, { recursive: true })
    for (const library of libraries) {
      if (path.dirname(library) === to) await copyFile(library, path.join(from, path.basename(library)))
    }
    // What is mounted inside needs a mount point, which cannot be made in a read-only folder.
    for (const inner of [...folders, ...places]) {
      if (inner.startsWith(`${to}/`)) await mkdir(path.join(from, path.relative(to, inner)), { recursive: true })
    }
    if (path.dirname(file) === to) await writeFile(path.join(from, path.basename(file)), '')
  }
  return made
}
