// Controls that tests of many screens use.
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { toast } from './open-app.tsx'

export const dialog = page.getByRole('dialog')

export function button(name: string | RegExp, within: Pick<Locator, 'getByRole'> = page): Locator {
  return within.getByRole('button', { name, exact: typeof name === 'string' })
}

export function stat(label: string): Locator {
  return page.css(`[data-stat="${label}"]`)
}

/** Opens a list of options and chooses one. */
export async function choose(
  label: string,
  option: string | RegExp,
  within: Pick<Locator, 'getByRole'> = page,
): Promise<void> {
  await within.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
}

/** Types into fields, by label. */
export async function fill(
  values: Record<string, string>,
  within: Pick<Locator, 'getByLabelText'> = page,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fieldOf(label, within).fill(value)
}

/** The field with exactly this label, whether marked as required or not. */
export function fieldOf(label: string, within: Pick<Locator, 'getByLabelText'> = page): Locator {
  return within.getByLabelText(new RegExp(`^${label.replace(/[()]/g, '\\$&')}( \\*)?$`))
}

export function rowsOf(table: string): Locator {
  return page.getByRole('table', { name: table, exact: true }).css('tbody tr')
}

export const texts = (locator: Locator) => locator.elements().map(({ textContent }) => textContent)

/** What a dialog's fields hold, by label: a large form is read at once, because a lookup by role costs time. */
export function dialogValues(): Record<string, string | boolean> {
  const fields = [...dialog.element().querySelectorAll<HTMLInputElement>('input[id], textarea[id]')]
  return Object.fromEntries(
    fields.map((field) => {
      const label = field.labels?.[0]?.textContent?.replace(/ \*$/, '') ?? ''
      return [label, field.type === 'checkbox' ? field.checked : field.value]
    }),
  )
}

/** Expects that a part of the page shows each of these texts. */
export async function expectTexts(part: Locator, ...expected: (string | RegExp)[]): Promise<void> {
  for (const text of expected) await expect.element(part).toHaveTextContent(text)
}

/** Expects what cards of figures show, by label. */
export async function expectStats(expected: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(expected)) await expect.element(stat(label)).toHaveTextContent(text)
}

/** Presses a control and expects the notification that follows. */
export async function expectSaid(pressed: Locator, text: string | RegExp): Promise<void> {
  await pressed.click()
  await expect.element(toast(text)).toBeVisible()
}
