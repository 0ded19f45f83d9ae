// Every main screen with the longest values it may have to show, on the narrowest phone and on a tablet.
import { readCandles } from '@trading-bot/contract/rest/trading/candles'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, changeRecorded } from '../testing/answers.ts'
import { signInAs, visit } from '../testing/open-app.tsx'
import { candlesOf } from '../testing/trading.ts'

const WIDTHS = [320, 768]
const SCREENS = [
  ['trader', '/dashboard'],
  ['trader', '/subscriptions'],
  ['trader', '/trades'],
  ['trader', '/trades?view=performance'],
  ['trader', '/trades?view=real-time'],
  ['trader', '/analytics'],
  ['trader', '/pricing'],
  ['trader', '/profile'],
  ['admin', '/admin'],
  ['admin', '/admin/users'],
  ['admin', '/admin/user-bots'],
  ['admin', '/admin/subscriptions'],
  ['admin', '/admin/business'],
  ['admin', '/admin/bots'],
] as const

const LOSS = -9876543.21
const LONG: Readonly<Record<string, unknown>> = {
  first_name: 'Venkatanarasimharajuvaripeta',
  last_name: 'Srinivasaraghavan-Ramanujan',
  username: 'venkatanarasimharajuvaripeta_srini',
  email: 'venkatanarasimharajuvaripeta.srinivasaraghavan@accounts.example.co.in',
  symbols: Array.from({ length: 12 }, (_, at) => `BAJAJHOLDINGS${at}-EQ`),
  symbol: 'BAJAJHOLDINGSINV-EQ',
}
const MONEY = /pnl|profit(?!able)|loss|revenue|capital|realised|charges|amount|trade_value|best|worst|cumulative|left$/i

afterEach(() => page.viewport(1280, 800))

test.each(SCREENS)('%s: %s shows long values whole and does not scroll sideways', async (role, path) => {
  await page.viewport(WIDTHS[0]!, 800)
  signInAs(role)
  changeRecorded((body) => lengthen(body))
  answer(readCandles, candlesOf())
  await visit(path)
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.css('[aria-busy="true"]').elements(), { timeout: 15_000 }).toEqual([])
  for (const width of WIDTHS) {
    await page.viewport(width, 800)
    await expect.poll(faults, { message: `${width} px` }).toEqual([])
  }
})

function lengthen(value: unknown, key = ''): unknown {
  // Lists of options need different ones.
  if (/^(bot_)?name$/.test(key) && typeof value === 'string') return `Venkatanarasimharajuvaripeta Momentum ${value}`
  if (LONG[key] !== undefined && value !== null && typeof value === typeof LONG[key]) return LONG[key]
  if (Array.isArray(value)) return value.map((item) => lengthen(item, key))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lengthen(part, name)]))
  return typeof value === 'number' && MONEY.test(key) ? LOSS : value
}

/** Texts that stand outside the page or the box that cuts them off. A table may be scrolled within its frame. */
function faults(): string[] {
  const parts = [...document.querySelectorAll<HTMLElement>('main *')].filter((part) => hasText(part) && isShown(part))
  const cut = parts.filter(isCut).map(({ textContent }) => textContent)
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth ? [`The page is ${scrollWidth} px wide.`, ...cut] : cut
}

function hasText({ childNodes }: HTMLElement): boolean {
  return [...childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '')
}

/** Not what is there for screen readers alone, which is one pixel in size. */
function isShown(part: HTMLElement): boolean {
  for (let box: HTMLElement | null = part; box; box = box.parentElement) if (box.clientWidth === 1) return false
  return part.checkVisibility()
}

function isCut(part: HTMLElement): boolean {
  const range = document.createRange()
  range.selectNodeContents(part)
  const { right } = range.getBoundingClientRect()
  if (right > blockOf(part).getBoundingClientRect().right + 1) return true
  for (let box: HTMLElement | null = part; box; box = box.parentElement) {
    const { overflowX } = getComputedStyle(box)
    if (overflowX === 'auto' || overflowX === 'scroll') return false
    if (overflowX !== 'visible' && right > box.getBoundingClientRect().right + 1) return true
  }
  return right > window.innerWidth + 1
}

function blockOf(part: HTMLElement): HTMLElement {
  return getComputedStyle(part).display === 'inline' && part.parentElement ? blockOf(part.parentElement) : part
}
