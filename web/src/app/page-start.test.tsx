import { afterEach, expect, test } from 'vitest'
import code from '../../public/page-start.js?raw'

const SCREENS = { '/login': ['/assets/login.js'], '/dashboard': ['/assets/shell.js', '/assets/shell.css'] }

/** What the page fetches ahead, by its first script at this address. */
function fetchedAhead(path: string): (string | null)[] {
  window.history.replaceState(null, '', path)
  const script = document.createElement('script')
  script.dataset['screens'] = JSON.stringify(SCREENS)
  script.textContent = code
  document.body.append(script)
  return Array.from(links(), (link) => link.getAttribute('href'))
}

const links = () => document.head.querySelectorAll('link[href^="/assets/"]')
afterEach(() => links().forEach((link) => link.remove()))

test('a trader’s screen is fetched while the product starts', () => {
  localStorage.setItem('refresh_token', 'refresh')
  expect(fetchedAhead('/dashboard')).toEqual(SCREENS['/dashboard'])
})

test('a visitor of a trader’s screen is fetched the log-in page, and of another screen nothing', () => {
  expect(fetchedAhead('/terms')).toEqual([])
  expect(fetchedAhead('/dashboard')).toEqual(SCREENS['/login'])
})
