// The library's styles are imported by component (mantine.css): a missing one would leave a component without its looks,
// one too many is bytes before the first paint.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = path.resolve(import.meta.dirname, '..')
const LIBRARY = path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'))
const FOR_ALL = ['baseline', 'default-css-variables', 'global']
// The toasts are drawn by a package of their own.
const BY_OTHERS = ['Notification', 'Transition']

test('the styles of the component library are those of the components that are used, in its own order', () => {
  const all = readFileSync(path.join(LIBRARY, 'styles.css'), 'utf8')
  const placeOf = (name: string) => all.indexOf(styleOf(name).trim().slice(0, 120))
  const wanted = [...usedStyles()].sort((a, b) => placeOf(a) - placeOf(b))
  const imported = readFileSync(path.join(SOURCE, 'app/mantine.css'), 'utf8')
  expect([...imported.matchAll(/styles\/([\w-]+)\.css/g)].map(([, name]) => name)).toEqual([...FOR_ALL, ...wanted])
})

function styleOf(name: string): string {
  return readFileSync(path.join(LIBRARY, 'styles', `${name}.css`), 'utf8')
}

/** Those of the imported components and of all that these are made of. */
function usedStyles(): Set<string> {
  const styled = new Set(readdirSync(path.join(LIBRARY, 'styles')))
  const modules = modulesByExport()
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const name = path.basename(file).split('.')[0]!
    if (file.endsWith('.module.mjs') && styled.has(`${name}.css`)) found.add(name)
    for (const [, other] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)) {
      visit(path.resolve(path.dirname(file), other!))
    }
  }
  for (const name of [...importedNames(), ...BY_OTHERS]) {
    const file = modules.get(name)
    if (file !== undefined) visit(path.resolve(LIBRARY, 'esm', file))
  }
  return found
}

function modulesByExport(): Map<string, string> {
  const index = readFileSync(path.join(LIBRARY, 'esm/index.mjs'), 'utf8')
  return new Map(
    [...index.matchAll(/import \{([^}]*)\} from "([^"]+)"/g)].flatMap(([, names, file]) =>
      names!.split(',').map((name): [string, string] => [name.trim(), file!]),
    ),
  )
}

function importedNames(): Set<string> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  return new Set(
    sources.flatMap((file) => {
      const text = readFileSync(path.join(SOURCE, file), 'utf8')
      const lists = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
      return lists.flatMap(([, names]) => names!.split(',').map((name) => name.trim().split(' as ')[0]!))
    }),
  )
}
