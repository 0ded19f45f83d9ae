import type { Page } from '@playwright/test'

export function calendarPage(page: Page) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    banner: page.locator('section[aria-label="Market calendar"]'),
    state: (year: number) => page.locator(`section[aria-label="State of ${year}"]`),
    holidays: (year: number) => page.getByRole('table', { name: `Holidays of ${year}` }),
    sessions: (year: number) => page.getByRole('table', { name: `Special sessions of ${year}` }),
    hours: page.getByRole('table', { name: 'Usual hours' }),
    history: page.getByRole('region', { name: 'History' }),
    year: page.getByRole('textbox', { name: 'Year' }),
    importHolidays: page.getByRole('button', { name: 'Import holidays' }),
    list: dialog.getByLabel('Or paste the list'),
    preview: dialog.getByRole('button', { name: 'Preview' }),
    changes: dialog.getByRole('table', { name: 'What the list changes' }),
    apply: dialog.getByRole('button', { name: /^Import and confirm/ }),
    open: (year?: number) => page.goto(year ? `/admin/calendar?year=${year}` : '/admin/calendar'),
  }
}
