import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findPrograms } from './find-interpreters.ts'
import { prepareFolder } from './prepare-folder.ts'

const runtimeFolder = path.resolve(import.meta.dirname, '../../../../runtime')

test('libraries are copied folder by folder, with a mount point for every folder inside another', async () => {
  const machine = await mkdtemp(path.join(os.tmpdir(), 'machine-'))
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prepared-'))
  const [outer, inner, packages] = ['lib', 'lib/arch', 'lib/python'].map((name) => path.join(machine, name))
  for (const made of [inner!, packages!]) await mkdir(made, { recursive: true })
  await writeFile(path.join(inner!, 'libm.so.6'), 'm')
  await symlink(path.join(inner!, 'libm.so.6'), path.join(outer!, 'liblink.so.1'))
  const [file] = await findPrograms('python3', `/usr/bin:${process.env['PATH']}`)
  const libraries = [path.join(inner!, 'libm.so.6'), path.join(outer!, 'liblink.so.1')]
  const options = { runtimeFolder, hiddenFolders: [machine, '/of/nobody'], runningFilter: new Uint8Array(8) }
  const place = await prepareFolder(folder, { file: file!, folders: [packages!], libraries }, options)
  const copies = new Map(place.folders.map(({ from, to }) => [path.relative(machine, to), from]))
  expect([...copies.keys()].sort()).toEqual(['lib', 'lib/arch', 'lib/python'])
  expect((await readdir(copies.get('lib')!)).sort()).toEqual(['arch', 'liblink.so.1', 'python'])
  expect(await readdir(copies.get('lib/arch')!)).toEqual(['libm.so.6'])
  expect(place.libraryPath.split(':').sort()).toEqual([outer, inner])
  expect(place.hiddenFolders).toEqual([machine, '/of/nobody'])
  for (const made of [machine, folder]) await rm(made, { recursive: true })
})
