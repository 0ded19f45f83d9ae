// Controls that tests of many screens use.
import { type Locator, page } from 'vitest/browser'

export const dialog = page.getByRole('dialog')

export function button(name: string | RegExp, within: Pick<Locator, 'getByRole'> = page): Locator {
  return within.getByRole('button', { name, exact: typeof name === 'string' })
}

export function stat(label: string): Locator {
  return page.css(`[data-stat="${label}"]`)
}

/** Opens a list of options and chooses one. */
export async function choose(label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: typeof option === 'string' }).click()
}

export function rowsOf(table: string): Locator {
  return page.getByRole('table', { name: table, exact: true }).css('tbody tr')
}

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
