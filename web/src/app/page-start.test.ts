import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const CODE = readFileSync(path.resolve(import.meta.dirname, '../../public/page-start.js'), 'utf8')
const SCREENS = { '/login': ['/assets/login.js'], '/dashboard': ['/assets/shell.js', '/assets/shell.css'] }

/** What the page's first script does at an address, with what the browser has stored. */
function startPage(pathname: string, stored: Readonly<Record<string, string>>) {
  const links: { rel: string; href: string }[] = []
  let scheme = ''
  runInNewContext(CODE, {
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    matchMedia: () => ({ matches: true }),
    location: { pathname },
    document: {
      currentScript: { dataset: { screens: JSON.stringify(SCREENS) } },
      documentElement: { setAttribute: (_: string, value: string) => void (scheme = value) },
      createElement: () => ({}),
      head: { append: (link: (typeof links)[number]) => links.push(link) },
    },
  })
  return { scheme, files: links.map(({ rel, href }) => `${rel} ${href}`) }
}

test('a trader’s screen is fetched while the product starts', () => {
  expect(startPage('/dashboard', { refresh_token: 'refresh' }).files).toEqual([
    'modulepreload /assets/shell.js',
    'preload /assets/shell.css',
  ])
})

test('a visitor of a trader’s screen is fetched the log-in page, and of another screen nothing', () => {
  expect(startPage('/dashboard', {}).files).toEqual(['modulepreload /assets/login.js'])
  expect(startPage('/terms', {}).files).toEqual([])
})

test('the chosen colours stand before the first paint, else those of the system', () => {
  expect(startPage('/', { 'mantine-color-scheme-value': 'light' }).scheme).toBe('light')
  expect(startPage('/', {}).scheme).toBe('dark')
})
