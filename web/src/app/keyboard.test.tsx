// The main flow of a trader with the keyboard alone: every control is reached, seen, and never lost.
import { logIn, readProfile } from '@trading-bot/contract/rest/accounts/auth'
import { listSymbols } from '@trading-bot/contract/rest/billing/plans'
import * as api from '@trading-bot/contract/rest/trading/bots'
import { readCandles } from '@trading-bot/contract/rest/trading/candles'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { answer, recorded } from '../testing/answers.ts'
import { button, dialog, rowsOf } from '../testing/controls.ts'
import { signInAs, visit } from '../testing/open-app.tsx'
import { signInHolding, takePayments } from '../testing/plans.ts'
import { botPanel, candlesOf, participate, positionOf, holdPositions } from '../testing/trading.ts'

const MOST_STEPS = 80

/** Presses Tab until the control has the focus; on the way every stop is a real control with a visible ring. */
async function tabTo(wanted: Locator): Promise<void> {
  await expect.element(wanted).toBeVisible()
  const isThere = () => wanted.elements().includes(document.activeElement as HTMLElement)
  const ringless: string[] = []
  let steps = 0
  const look = () => {
    const element = document.activeElement
    // From the last control the focus leaves the page for the browser's own, and comes back.
    if (!isOnPage(element) && !hasRing(element!)) ringless.push(element!.outerHTML.slice(0, 160))
  }
  // Many keys are sent at once, because each trip to the browser takes time; those after the control are swallowed.
  const stopThere = (event: KeyboardEvent) => {
    if (steps > 0) look()
    if (steps === 0 || !isThere()) return void steps++
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', stopThere, { capture: true })
  while (steps < MOST_STEPS && (steps === 0 || !isThere())) await userEvent.keyboard('{Tab}'.repeat(10))
  window.removeEventListener('keydown', stopThere, { capture: true })
  look()
  expect(ringless, 'controls without a visible ring').toEqual([])
  if (!isThere()) throw new Error(`${wanted.selector} is not reached by Tab`)
}

async function press(wanted: Locator): Promise<void> {
  await tabTo(wanted)
  await userEvent.keyboard('{Enter}')
}

function isOnPage(element: Element | null): boolean {
  return element === null || element === document.body || element === document.documentElement
}

function hasRing(element: Element): boolean {
  // A switch shows its ring on the track beside its hidden input, a field of several parts on the whole field.
  const field = element.closest('[class*="Input-input"]')
  const around = [element, element.nextElementSibling, element.parentElement, element.closest('label'), field]
  return around.some((one) => {
    if (!one) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(one)
    return outlineStyle !== 'none' && outlineWidth !== '0px'
  })
}

async function expectFocusKept(after: string): Promise<void> {
  await expect.poll(() => isOnPage(document.activeElement), { message: after }).toBe(false)
}

const sidebar = page.getByRole('navigation', { name: 'Sidebar' })
const positions = rowsOf('Open Positions')

test('with the keyboard alone: sign in, open and leave a position, filter positions and trades', async () => {
  signInAs('trader')
  localStorage.clear()
  answer(logIn, { access: 'access', refresh: 'refresh', user: recorded(readProfile), remember_me: false })
  holdPositions(Array.from({ length: 6 }, (_, at) => positionOf(at + 1, { symbol: `S${at}-EQ` })))
  answer(readCandles, candlesOf())
  answer(listSymbols, [])
  await visit('/login')
  await tabTo(page.getByLabelText('Username'))
  await userEvent.keyboard('demo')
  await tabTo(page.getByLabelText('Password', { exact: true }))
  await userEvent.keyboard('Demo@1234{Enter}')
  await press(sidebar.getByRole('link', { name: 'Dashboard' }))
  const row = positions.first().getByRole('button').first()
  await press(row)
  await expect.element(dialog).toHaveTextContent('Where the stop is')
  await expectFocusKept('the drawer opened')
  await tabTo(button(/Close S\d-EQ/, dialog))
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(row).toHaveFocus()

  await press(button('Filter open positions'))
  const fields = page.getByRole('region', { name: 'Filters of open positions' })
  await tabTo(fields.getByRole('searchbox'))
  await userEvent.keyboard('S4')
  await expect.poll(() => positions.elements()).toHaveLength(1)
  await expect.element(fields.getByRole('searchbox')).toHaveFocus()
  await press(button('Clear filters', fields))
  await expect.poll(() => positions.elements()).toHaveLength(6)
  await expectFocusKept('the filters were cleared')

  await press(sidebar.getByRole('link', { name: 'Trades' }))
  await tabTo(page.getByRole('tab', { name: 'Overview' }))
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('tab', { name: 'Real-Time' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const monitor = page.getByRole('region', { name: 'Real-time trades' })
  await press(button('Filters', monitor))
  const side = monitor.getByRole('combobox', { name: 'Side' })
  await tabTo(side)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('option', { name: 'Sell' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => window.location.search).toMatch(/side=(BUY|SELL)/)
  await expect.element(side).toHaveFocus()
  await press(button('Clear filters', monitor))
  await expect.poll(() => window.location.search).not.toContain('side=')
  await expectFocusKept('the trade filters were cleared')
})

test('with the keyboard alone: start, pause and stop the bot, and have a term explained', async () => {
  const stopped = { status: 'stopped', is_participating: false } as const
  signInAs('trader')
  participate(stopped)
  const turn = (bot: Parameters<typeof participate>[0]) => () => {
    participate(bot)
    return { message: 'Done', bot: recorded(api.readParticipation).bot! }
  }
  answer(api.startParticipation, turn({}))
  answer(api.controlBot, turn({ status: 'paused' }))
  answer(api.stopParticipation, turn(stopped))
  await visit('/dashboard')
  const { panel, status } = botPanel
  for (const [name, isConfirmed, word] of [
    ['Start Bot', true, 'Running'],
    ['Pause Bot', false, 'Paused'],
    ['Stop Bot', true, 'Stopped'],
  ] as const) {
    await press(button(name, panel))
    if (isConfirmed) await press(button(name, dialog))
    await expect.element(status).toHaveTextContent(word)
    await expectFocusKept(word)
  }
  await press(button('What is “Paper”?', panel))
  const explanation = page.getByText('virtual money. Charges are counted')
  await expect.element(explanation).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(explanation).not.toBeInTheDocument()
})

test('with the keyboard alone: the purchase wizard up to the payment', async () => {
  signInHolding(null)
  takePayments('Starter')
  await visit('/subscriptions')
  const next = button('Next', dialog)
  const heading = (name: string) => dialog.getByRole('heading', { name })
  await press(button('Purchase', page.getByRole('article', { name: 'Starter', exact: true })))
  await tabTo(dialog.getByLabelText('Stock symbol'))
  await userEvent.keyboard('SBIN')
  await expect.element(dialog.getByLabelText('Token')).toHaveValue('3045')
  for (const [control, shown] of [
    [next, 'Strategy Parameters'],
    [button('Previous', dialog), 'Trading Parameters'],
    [next, 'Strategy Parameters'],
    [next, 'Risk Management'],
    [next, 'Review and Confirm'],
  ] as const) {
    await press(control)
    await expect.element(heading(shown)).toBeVisible()
    await expectFocusKept(shown)
  }
  await press(button('Purchase', dialog))
  await expect.element(dialog.filter({ hasText: 'Complete Payment' })).toBeVisible()
  await expectFocusKept('the payment opened')
  await tabTo(button(/^Pay/, dialog))
})
