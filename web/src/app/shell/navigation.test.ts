import fs from 'node:fs'
import { expect, test } from 'vitest'
import { ADMIN_NAVIGATION } from './navigation.ts'

// Read as text: the routes themselves need a browser.
const ROUTES = fs.readFileSync(new URL('../routes.tsx', import.meta.url), 'utf8')

test('every screen of an administrator is in the navigation, once', () => {
  const inMenu = ADMIN_NAVIGATION.flatMap(({ items }) => items.flatMap(({ to, also }) => [to, also]))
  const screens = [...ROUTES.matchAll(/screen\(adminOnly, '([^'$]+)'/g)].map(([, path]) => path)
  expect(screens.length).toBeGreaterThan(10)
  expect(screens.filter((path) => !inMenu.includes(path as never))).toEqual([])
  const entrances = ADMIN_NAVIGATION.flatMap(({ items }) => items.map(({ to }) => to))
  expect(new Set(entrances).size).toBe(entrances.length)
})
