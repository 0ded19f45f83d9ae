import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Everything in the light theme; the dark one differs in its colours. */
export async function expectNoFindings(page: Page, place: string) {
  await paint(page, 'light')
  const light = await axeOn(page).analyze()
  await paint(page, 'dark')
  const dark = await axeOn(page).withRules(COLOUR_RULES).analyze()
  const found = [...light.violations, ...dark.violations].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
  expect(found, place).toEqual([])
}

/** Within the page, for it has no frames, and only what is wrong is looked into: a third of the time. */
function axeOn(page: Page) {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
}

async function paint(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  // Half-way through a transition, or before a frame is drawn, colours are not yet what they are meant to be.
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => 0)))
  })
}
